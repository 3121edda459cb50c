// The strict rule for e-mail addresses (T-39).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isEmailAddress } from '../../src/kit/email.ts'
import { Random } from '../fixture/random.ts'

test('ordinary addresses are valid', () => {
  for (const address of [
    'a@b.co',
    'a.b+c-d_e@sub.example.com',
    'jörg@example.com',
    'x@xn--bcher-kva.example',
    '名@example.com',
    'A1@B2.C3d',
  ]) {
    assert.ok(isEmailAddress(address), address)
  }
  assert.ok(isEmailAddress(`${'a'.repeat(64)}@${'b'.repeat(63)}.com`))
})

test('T-39: quotes, comments, groups, routes, spaces, literals and other special syntax are rejected', () => {
  const none = [
    ...['', 'a', '@', 'a@', '@b.com', 'a@b', 'a@@b.com', 'a@b@c.com', 'a b@c.com', ' a@b.com', 'a@b.com ', 'a@b.com\n'],
    ...[
      '"a"@b.com',
      "a'b@c.com",
      'a(x)@b.com',
      'a@b.com (x)',
      'A <a@b.com>',
      '<a@b.com>',
      'g:a@b.com;',
      '@x.com:a@b.com',
    ],
    ...[
      'a%b.com@c.com',
      'b.com!a@c.com',
      'a@[127.0.0.1]',
      'a@127.0.0.1',
      'a,b@c.com',
      'a;b@c.com',
      'a\\@b.com',
      'a|b@c.com',
    ],
    ...[
      '.a@b.com',
      'a.@b.com',
      'a..b@c.com',
      'a@-b.com',
      'a@b-.com',
      'a@.com',
      'a@b..com',
      'a@b.com.',
      'a@b_c.com',
      'a@é.com',
    ],
    ...[
      'a\u0000@b.com',
      'a\u200b@b.com',
      '\u202ea@b.com',
      'a@b.com\r\nBcc: c@d.com',
      `${'a'.repeat(65)}@b.com`,
      `a@${'b'.repeat(64)}.com`,
    ],
  ]
  for (const address of none) assert.ok(!isEmailAddress(address), JSON.stringify(address))
})

test('T-43: no text makes the check slow', () => {
  for (const text of [
    'a.'.repeat(50_000),
    `${'a'.repeat(100_000)}@`,
    `a@${'b.'.repeat(50_000)}`,
    '@'.repeat(100_000),
    `a@${'-'.repeat(254)}`,
  ]) {
    assert.equal(isEmailAddress(text), false)
  }
})

test('a valid address has one @ and no character with a meaning in headers or address lists', () => {
  const random = new Random(39)
  const chunks = [
    'a',
    'b.com',
    'c.com',
    '@',
    '.',
    ' ',
    '"',
    '<',
    '>',
    ',',
    ';',
    ':',
    '(',
    ')',
    '\r',
    '\n',
    '\\',
    '-',
    'é',
    '\u200b',
    '[',
    '%',
    '!',
  ]
  let accepted = 0
  for (let run = 0; run < 20_000; run++) {
    const text = random.below(2) === 0 ? random.text(chunks, 5) : `${random.text(chunks, 2)}@${random.text(chunks, 2)}`
    if (!isEmailAddress(text)) continue
    accepted += 1
    assert.doesNotMatch(text, /[\s"<>,;:()[\]\\%!\p{Cc}\p{Cf}]/u)
    assert.equal(text.split('@').length, 2)
  }
  assert.ok(accepted > 20, `only ${accepted} were addresses`)
})
