// The rules for a new password, and that an error message never repeats the password.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { passwordError } from '../../src/kit/password-rules.ts'

test('T-55: 8 to 30 code points of any kind are valid, including spaces and emoji', () => {
  for (const fit of [
    'abcdefg1',
    '       8',
    '😀'.repeat(8),
    '😀'.repeat(30),
    'ein langer Satz mit Worten.',
    'ÄÖÜäöüß!',
  ]) {
    assert.equal(passwordError(fit, 'somebody'), null, fit)
  }
  for (const unfit of [
    '',
    '1234567',
    '😀'.repeat(7),
    'x'.repeat(31),
    '😀'.repeat(31),
    'a\u0000bcdefgh',
    'half \ud83d one',
  ]) {
    const problem = passwordError(unfit, 'somebody')
    assert.ok(problem !== null, JSON.stringify(unfit))
    assert.ok(unfit === '' || !problem.includes(unfit))
  }
})

test('T-55: common passwords are rejected in any case, and so is the user name', () => {
  for (const common of ['password', 'PASSWORD', 'Passw0rd', '12345678', 'qwertyuiop', 'stint123', 'iloveyou']) {
    assert.match(passwordError(common, 'somebody') ?? '', /everybody tries first/, common)
  }
  assert.match(passwordError('Johanna.Kruger', 'johanna.kruger') ?? '', /user name/)
  assert.equal(passwordError('password of mine', ''), null)
})
