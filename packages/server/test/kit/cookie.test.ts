// The session cookie: parsing it among other cookies, and writing it with all its protections.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatCookie, readCookie } from '../../src/kit/cookie.ts'

test('a cookie is found by its full name, and only if it occurs once', () => {
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

test('T-50: a cookie is hidden from scripts, other sites and plain HTTP', () => {
  assert.equal(formatCookie('__Host-x', 'v', 60), '__Host-x=v; Path=/; Max-Age=60; Secure; HttpOnly; SameSite=Lax')
})
