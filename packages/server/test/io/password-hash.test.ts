// Passwords: the hash is argon2id at the strength we promise, and a flood of them is turned away.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Busy } from '../../src/io/errors.ts'
import { hashPassword, verifyPassword } from '../../src/io/password-hash.ts'

test('a password is kept as argon2id with m=19456, t=2, p=1, and never the same way twice', async () => {
  const [one, other] = [await hashPassword('correct horse'), await hashPassword('correct horse')]
  assert.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  assert.notEqual(one, other)
  assert.equal(await verifyPassword(one, 'correct horse'), true)
  assert.equal(await verifyPassword(one, 'Correct horse'), false)
  assert.equal(await verifyPassword(one, ''), false)
})

test('what is no hash fits no password', async () => {
  for (const stored of ['', 'plain', '$argon2id$v=19$m=1']) assert.equal(await verifyPassword(stored, stored), false)
})

test('T-49: two at a time and sixteen waiting, the rest are refused, and then it goes on', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 30 }, (_, at) => hashPassword(`p${at}`)))
  const refused = outcomes.filter((one) => one.status === 'rejected')
  assert.equal(refused.length, 12)
  for (const one of refused) assert.ok(one.reason instanceof Busy)
  assert.equal(await verifyPassword(await hashPassword('x'), 'x'), true)
})
