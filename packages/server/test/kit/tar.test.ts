// The headers of tar entries: a written header is parsed back, and a header with any changed bit is rejected.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTarHeader, tarBlock, tarHeader, tarPadding } from '../../src/kit/tar.ts'

const head = tarHeader({ name: 'files/ab/cdef', size: 1234 })

test('a written header is parsed back', () => {
  assert.equal(head.length, tarBlock)
  assert.deepEqual(readTarHeader(head), { name: 'files/ab/cdef', size: 1234 })
  const large = { name: 'x'.repeat(100), size: 0o77777777777 }
  assert.deepEqual(readTarHeader(tarHeader(large)), large)
})

test('entries fill complete blocks', () => {
  assert.deepEqual([0, 1, 511, 512, 513].map(tarPadding), [0, 511, 1, 0, 511])
})

test('T-41: a header with one changed bit is rejected, and so are links and folders', () => {
  for (let bit = 0; bit < tarBlock * 8; bit++) {
    const changed = Buffer.from(head)
    changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
    assert.equal(readTarHeader(changed), null, `bit ${bit}`)
  }
})

test('names and sizes that do not fit are rejected', () => {
  for (const name of ['', 'x'.repeat(101), 'a b', 'ä', 'a\0b']) assert.throws(() => tarHeader({ name, size: 1 }))
  for (const size of [-1, 1.5, 0o77777777777 + 1]) assert.throws(() => tarHeader({ name: 'a', size }))
})
