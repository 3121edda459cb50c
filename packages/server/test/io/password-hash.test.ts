// Password hashes: argon2id with the documented parameters, and a limit for concurrent hashing.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Busy } from '../../src/io/errors.ts'
import { hashPassword, verifyPassword } from '../../src/io/password-hash.ts'

test('a password is stored as argon2id with m=19456, t=2, p=1, with a new salt each time', async () => {
  const [one, other] = [await hashPassword('correct horse'), await hashPassword('correct horse')]
  assert.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  assert.notEqual(one, other)
  assert.equal(await verifyPassword(one, 'correct horse'), true)
  assert.equal(await verifyPassword(one, 'Correct horse'), false)
  assert.equal(await verifyPassword(one, ''), false)
})

test('a text that is not a hash matches no password', async () => {
  for (const stored of ['', 'plain', '$argon2id$v=19$m=1']) assert.equal(await verifyPassword(stored, stored), false)
})

test('T-49: two run at a time and sixteen wait, more are rejected, and later ones are accepted again', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 30 }, (_, at) => hashPassword(`p${at}`)))
  const rejected = outcomes.filter((one) => one.status === 'rejected')
  assert.equal(rejected.length, 12)
  for (const one of rejected) assert.ok(one.reason instanceof Busy)
  assert.equal(await verifyPassword(await hashPassword('x'), 'x'), true)
})
