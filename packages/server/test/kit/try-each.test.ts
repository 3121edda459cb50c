// Work on several things: one that fails keeps no other from being done, and no error is lost.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tryEach } from '../../src/kit/try-each.ts'

test('every item is worked on, and all errors are thrown at the end, also those of inner work', async () => {
  const done: string[] = []
  const work = (item: string): Promise<void> => {
    done.push(item)
    if (item === 'b') return Promise.reject(new Error('b failed'))
    if (item === 'c') return tryEach(['d', 'b'], work)
    return Promise.resolve()
  }
  await assert.rejects(tryEach(['a', 'b', 'c', 'e'], work), (error) => {
    assert.ok(error instanceof AggregateError)
    assert.deepEqual(
      error.errors.map(({ message }: Error) => message),
      ['b failed', 'b failed'],
    )
    assert.equal(error.message, '2 errors, the first: b failed')
    return true
  })
  assert.deepEqual(done, ['a', 'b', 'c', 'd', 'b', 'e'])
})

test('nothing is thrown when all succeed', () => tryEach([1, 2], () => Promise.resolve()))
