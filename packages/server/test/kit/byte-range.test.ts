// Range headers: one range within the file, ranges outside of it, and headers that count as no range.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readByteRange } from '../../src/kit/byte-range.ts'
import { Random } from '../fixture/random.ts'

test('one range is parsed and limited to the size of the file', () => {
  assert.deepEqual(readByteRange('bytes=0-0', 10), { from: 0, to: 0 })
  assert.deepEqual(readByteRange('bytes=2-5', 10), { from: 2, to: 5 })
  assert.deepEqual(readByteRange('bytes=9-', 10), { from: 9, to: 9 })
  assert.deepEqual(readByteRange('bytes=5-9999999999999999', 10), { from: 5, to: 9 })
  assert.deepEqual(readByteRange('bytes=-4', 10), { from: 6, to: 9 })
  assert.deepEqual(readByteRange('bytes=-40', 10), { from: 0, to: 9 })
  assert.deepEqual(readByteRange(' Bytes = 1-2 '.trim(), 10), { from: 1, to: 2 })
})

test('a range without any byte of the file is unsatisfiable', () => {
  for (const header of ['bytes=10-', 'bytes=10-12', 'bytes=-0', 'bytes=9999999999999999-']) {
    assert.equal(readByteRange(header, 10), 'outside', header)
  }
  for (const header of ['bytes=0-', 'bytes=-1', 'bytes=0-0']) assert.equal(readByteRange(header, 0), 'outside', header)
})

test('several ranges, other units and invalid headers count as no range', () => {
  const headers = [undefined, '', 'bytes', 'bytes=', 'bytes=-', 'bytes=0-1,2-3', 'bytes=5-2', 'lines=0-1', 'bytes=a-b']
  for (const header of [
    ...headers,
    'bytes=0x1-2',
    'bytes=1.5-2',
    'bytes=-1-2',
    `bytes=${'9'.repeat(17)}-`,
    'bytes=٠-١',
  ]) {
    assert.equal(readByteRange(header, 10), 'whole', header)
  }
})

test('for every header the parsed range lies within the file', () => {
  const random = new Random(7)
  for (let round = 0; round < 5000; round++) {
    const size = random.below(30)
    const text = Array.from({ length: random.below(8) }, () => random.pick(['0', '7', '-', '29', ',', ' '])).join('')
    const span = readByteRange(`bytes=${text}`, size)
    if (typeof span === 'string') continue
    assert.ok(span.from >= 0 && span.from <= span.to && span.to < size, `bytes=${text} of ${size}`)
  }
})
