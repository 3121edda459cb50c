// The body of mails as plain text and HTML of the same blocks, in which no value can become markup (T-39).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { htmlMail, type MailBody, multiLine, oneLine, plainMail } from '../../src/kit/mail-body.ts'

const letter: MailBody = {
  greeting: 'Hello <Ada>,',
  blocks: [
    'A\n& B',
    {
      rows: [
        ['Label', '"x" <b>'],
        ['Other', 'y'],
      ],
    },
    { quote: 'one\n<two>' },
    { link: 'https://h/?a=1&b="2"' },
  ],
  footer: "You get this & can't stop it.",
}

test('a mail as plain text', () => {
  const lines = ['Hello <Ada>,', '', 'A & B', '', '  Label: "x" <b>', '  Other: y', '', '> one', '> <two>', '']
  const rest = ['https://h/?a=1&b="2"', '', '-- ', "You get this & can't stop it.", '']
  assert.equal(plainMail(letter), [...lines, ...rest].join('\n'))
})

test('a mail as HTML escapes every text', () => {
  const html = htmlMail(letter)
  for (const part of [
    '<p>Hello &lt;Ada&gt;,</p>',
    '<p>A &amp; B</p>',
    '<ul><li>Label: <b>&quot;x&quot; &lt;b&gt;</b></li><li>Other: <b>y</b></li></ul>',
    '<blockquote>one<br>&lt;two&gt;</blockquote>',
    '<a href="https://h/?a=1&amp;b=&quot;2&quot;">',
    '<small>You get this &amp; can&#39;t stop it.</small>',
  ]) {
    assert.ok(html.includes(part), `${part} is not in ${html}`)
  }
})

test('a one-line text has no line breaks, no characters that reverse or hide text, and a limited length', () => {
  assert.equal(oneLine(' a\r\nb\tc\u2028d\u0000e '), 'a b c d e')
  assert.equal(oneLine('\u202eevil\u202c \u2066x\u2069\u200b\ufeff'), 'evil x')
  assert.equal(oneLine('x'.repeat(200), 10), `${'x'.repeat(10)} ...`)
  assert.equal(oneLine('\ud800'), '\ufffd')
  assert.equal(oneLine('Grüße 😀'), 'Grüße 😀')
})

test('a multi-line text keeps its line breaks and no other control characters', () => {
  assert.equal(multiLine('a\u0000b\r\nc\u202ed\n\ne'), 'a b\nc d\n\ne')
  assert.equal(multiLine('y'.repeat(5000)).length, 4004)
})

test('T-43: long texts are handled fast', () => {
  for (const chunk of [' ', '\n', '\u202e', '<', '&', 'a b']) {
    const text = chunk.repeat(262_144)
    assert.ok(oneLine(text).length < 200)
    assert.ok(multiLine(text).length <= 8100)
  }
})
