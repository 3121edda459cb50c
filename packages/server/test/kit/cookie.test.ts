// The one cookie, found among others and written with all that keeps it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatCookie, readCookie } from '../../src/kit/cookie.ts'

test('a cookie is found by its whole name, once or not at all', () => {
  for (const [header, value] of [
    [undefined, null],
    ['', null],
    ['a=1', '1'],
    ['b=2; a=1', '1'],
    ['b=2;a=1;c=3', '1'],
    ['aa=1; ba=2', null],
    ['a', null],
    ['a=', ''],
    ['a=1=2', '1=2'],
    ['a=1; a=2', null],
    ['A=1', null],
  ] as const) {
    assert.equal(readCookie(header, 'a'), value, header)
  }
})

test('T-50: a cookie is written for no script, no other site and no plain HTTP', () => {
  assert.equal(formatCookie('__Host-x', 'v', 60), '__Host-x=v; Path=/; Max-Age=60; Secure; HttpOnly; SameSite=Lax')
})
