// The rules for a new password, and that an error message never repeats the password.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { passwordError } from '../../src/kit/password-rules.ts'

test('T-55: 8 to 256 code points of any kind are valid, including spaces and emoji', () => {
  for (const fit of [
    'abcdefg1',
    '       8',
    '😀'.repeat(8),
    '😀'.repeat(256),
    'ein langer Satz mit Worten.',
    'ÄÖÜäöüß!',
  ]) {
    assert.equal(passwordError(fit), null, fit)
  }
  for (const unfit of [
    '',
    '1234567',
    '😀'.repeat(7),
    'x'.repeat(257),
    '😀'.repeat(257),
    'a\u0000bcdefgh',
    'half \ud83d one',
  ]) {
    const problem = passwordError(unfit)
    assert.ok(problem !== null, JSON.stringify(unfit))
    assert.ok(unfit === '' || !problem.includes(unfit))
  }
})

test('T-55: common passwords are rejected in any case, and so are the names of user, person and company', () => {
  for (const common of ['password', 'PASSWORD', 'Passw0rd', '12345678', 'qwertyuiop', 'stint123', 'iloveyou']) {
    assert.match(passwordError(common) ?? '', /is too common/, common)
  }
  const names = { username: 'johanna.kruger', person: 'Johanna Krüger', company: 'Kettle & Birch' }
  assert.match(passwordError('Johanna.Kruger', names) ?? '', /username/)
  assert.match(passwordError('johannakrüger', names) ?? '', /name of the person/)
  assert.match(passwordError('kettle&birch', names) ?? '', /name of the company/)
  assert.equal(passwordError('kettle&birch and more', names), null)
  assert.equal(passwordError('password of mine', { username: '', person: ' ', company: '' }), null)
})
