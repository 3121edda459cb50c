// File names: which are rejected, and that the header of every other name is one line of ASCII from which the name can
// be decoded (T-40, T-41).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { attachmentHeader, fileNameError } from '../../src/kit/file-name.ts'
import { Random } from '../fixture/random.ts'

test('ordinary file names are valid', () => {
  const names = [
    'plan.txt',
    'a',
    '.profile',
    '...',
    'Grüße.pdf',
    '計画.docx',
    "Bob's.csv",
    'a;b=c',
    '100%',
    ' x ',
    '‏עברית',
  ]
  for (const name of [...names, 'x'.repeat(255), '😀'.repeat(255)]) assert.equal(fileNameError(name), null, name)
})

test('T-41: names with path parts, line breaks, quotes or hidden characters are rejected', () => {
  const climbing = ['', '.', '..', '../a', 'a/b', '/a', 'a\\b', 'C:\\a', '..\\a']
  const broken = ['a\nb', 'a\rb', 'a\tb', 'a\u0000b', 'a\u007fb', 'a\u0085b', 'a\u2028b', '\u202egnp.exe', '\u2066a']
  for (const name of [...climbing, ...broken, 'a"b', '\ud800', '\ufffe', 'x'.repeat(256), '😀'.repeat(256)]) {
    assert.notEqual(fileNameError(name), null, JSON.stringify(name.slice(0, 20)))
  }
})

test('the header has the name twice: in ASCII for old programs, and in UTF-8', () => {
  assert.equal(attachmentHeader('plan.txt'), `attachment; filename="plan.txt"; filename*=UTF-8''plan.txt`)
  assert.equal(
    attachmentHeader("Bob's (é).txt"),
    `attachment; filename="Bob's (e).txt"; filename*=UTF-8''Bob%27s%20%28%C3%A9%29.txt`,
  )
  assert.equal(attachmentHeader('計%a.txt'), `attachment; filename="__a.txt"; filename*=UTF-8''%E8%A8%88%25a.txt`)
})

test('T-40: the header of every name is one line of printable ASCII that decodes to the name', () => {
  const random = new Random(11)
  const characters = [
    'a',
    ' ',
    '"',
    '\\',
    '%',
    ';',
    "'",
    '\r',
    '\n',
    '\u0000',
    'é',
    'e\u0301',
    '計',
    '😀',
    '\u202e',
    '*',
    '(',
  ]
  for (let round = 0; round < 3000; round++) {
    const name = Array.from({ length: 1 + random.below(12) }, () => random.pick(characters)).join('')
    const header = attachmentHeader(name)
    assert.match(
      header,
      /^attachment; filename="[ !#$&-[\]-~]*"; filename\*=UTF-8''[A-Za-z0-9%._~-]+$/,
      JSON.stringify(name),
    )
    assert.equal(decodeURIComponent(header.split("UTF-8''")[1] ?? ''), name)
  }
})
