// The caches with a fixed number of entries: what they keep and what they drop.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LruCache, RepeatCache } from '../../src/kit/lru-cache.ts'

test('a full cache drops the entry that was not used for the longest time', () => {
  const cache = new LruCache<string, number>(3)
  for (const [at, key] of ['a', 'b', 'c'].entries()) cache.set(key, at)
  assert.equal(cache.get('a'), 0)
  cache.set('d', 3)
  assert.deepEqual(
    ['a', 'b', 'c', 'd'].map((key) => cache.get(key)),
    [0, undefined, 2, 3],
  )
  cache.set('c', 4)
  cache.set('e', 5)
  assert.deepEqual(
    ['a', 'c', 'd', 'e'].map((key) => cache.get(key)),
    [undefined, 4, 3, 5],
  )
  assert.equal(cache.size, 3)
})

test('T-90: any number of keys leaves no more entries than the capacity', () => {
  const cache = new LruCache<number, number>(100)
  for (let at = 0; at < 10_000; at++) cache.set(at, at)
  assert.equal(cache.size, 100)
  assert.equal(cache.get(9_900), 9_900)
  assert.equal(cache.get(9_899), undefined)
})

test('a value is kept when it is needed a second time', () => {
  const cache = new RepeatCache<string>(2, 2)
  const built: string[] = []
  const get = (key: string): string =>
    cache.get(key, (kept) => {
      built.push(`${key} ${kept}`)
      return key
    })
  for (const key of ['a', 'a', 'a', 'b', 'c', 'd', 'b', 'a']) assert.equal(get(key), key)
  assert.deepEqual(built, ['a false', 'a true', 'b false', 'c false', 'd false', 'b false'])
  assert.equal(cache.size, 1)
})

test('T-90: values that are needed once displace nothing that is needed often', () => {
  const cache = new RepeatCache<number>(10, 50)
  const build = (): number => 1
  for (let round = 0; round < 2; round++) for (let key = 0; key < 10; key++) cache.get(`often ${key}`, build)
  for (let key = 0; key < 5000; key++) cache.get(`once ${key}`, build)
  assert.equal(cache.size, 10)
  for (let key = 0; key < 10; key++) cache.get(`often ${key}`, () => assert.fail('it was dropped'))
})
