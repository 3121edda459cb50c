// Characters that XML cannot contain, lengths in code points, and the case folding that searches use.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codePoints, excerpt, fold, searchedForm, searchForm, textError, withoutNonXml } from '../../src/kit/text.ts'
import { Random } from '../fixture/random.ts'

test('T-30: every UTF-16 unit is classified as in XML 1.0', () => {
  for (let unit = 0; unit <= 0xffff; unit += 1) {
    const carried =
      unit === 0x9 ||
      unit === 0xa ||
      unit === 0xd ||
      (unit >= 0x20 && unit <= 0xd7ff) ||
      (unit >= 0xe000 && unit <= 0xfffd)
    const problem = textError(`a${String.fromCharCode(unit)}b`)
    const name = unit.toString(16).toUpperCase().padStart(4, '0')
    assert.equal(problem, carried ? null : `has a character that XML cannot carry (U+${name})`)
  }
})

test('T-30: surrogate pairs are accepted, single halves are not, in any order and position', () => {
  for (const text of ['', '😀', 'a😀b', '😀😀', '\u{10ffff}', '\u{1fffe}']) assert.equal(textError(text), null)
  for (const text of [
    '\ud83d',
    '\ude00',
    'a\ud83d',
    '\ude00\ud83d',
    '😀\ud83d',
    '\ud83d😀',
    '\ude00😀',
    '\ud83d\ud83d\ude00',
  ]) {
    assert.match(textError(text) ?? '', /^has a character that XML cannot carry \(U\+D[8-9A-F]/)
  }
  assert.match(textError(`${'x'.repeat(1_000_000)}\u0000`) ?? '', /U\+0000/)
})

test('removing characters that XML cannot contain keeps everything else', () => {
  assert.equal(withoutNonXml('a\u0000\u000b\ufffe\ud800b😀\t\n\r'), 'ab😀\t\n\r')
  assert.equal(withoutNonXml('plain'), 'plain')
})

test('I-36: length is counted in code points', () => {
  const cases: [string, number][] = [
    ['', 0],
    ['abc', 3],
    ['é', 1],
    ['e\u0301', 2],
    ['😀', 1],
    ['a😀b😀', 4],
    ['\ud83d', 1],
    ['\ude00\ud83d', 2],
    ['\ud83d\ud83d\ude00', 2],
    ['😀'.repeat(100_000), 100_000],
  ]
  for (const [text, count] of cases) assert.equal(codePoints(text), count)
  const random = new Random(36)
  for (let round = 0; round < 1000; round += 1) {
    const text = random.text(['a', 'é', '😀', '\ud83d', '\ude00'], 20)
    assert.equal(codePoints(text), [...text].length)
  }
})

test('T-27: folding makes upper and lower case equal and keeps accents', () => {
  const equal: [string, string][] = [
    ['É', 'é'],
    ['E\u0301', 'é'],
    ['e\u0301', 'É'],
    ['STRASSE', 'strasse'],
    ['ẞ', 'ß'],
    ['ПРИВЕТ', 'привет'],
    ['ΣΑΣ', 'σας'],
    ['ǰ', 'J\u030c'],
    ['\u212a', 'k'],
    ['Å', '\u212b'],
    ['100%_\\', '100%_\\'],
  ]
  for (const [one, other] of equal) assert.equal(fold(one), fold(other), `${one} ${other}`)
  assert.notEqual(fold('e'), fold('é'))
  assert.notEqual(fold('a'), fold('b'))
})

test('T-27: a word is found inside a longer one, also if it ends in a sigma', () => {
  assert.ok(fold('ΟΔΥΣΣΕΥΣΑ').includes(fold('ΟΔΥΣΣΕΥΣ')))
  assert.ok(fold('Das GRÖSSTE').includes(fold('grösst')))
})

test('folding twice changes nothing, for every character', () => {
  for (let code = 0; code <= 0x10ffff; code += 1) {
    if (code >= 0xd800 && code <= 0xdfff) continue
    const folded = fold(String.fromCodePoint(code))
    if (fold(folded) !== folded) assert.fail(`U+${code.toString(16)}`)
  }
})

test('T-27: a search text of ordinary letters is found in every case', () => {
  const random = new Random(27)
  const letters = ['a', 'B', 'é', 'É', 'Σ', 'σ', 'ß', 'Ж', 'ж', '%', '_', '\\', ' ', '😀', '1']
  for (let round = 0; round < 2000; round += 1) {
    const needle = random.text(letters, 5)
    const hay = random.text(letters, 5) + random.pick([needle, needle.toLowerCase()]) + random.text(letters, 5)
    assert.ok(fold(hay).includes(fold(needle)), `${hay} | ${needle}`)
  }
})

test('an excerpt is short, well-formed and free of control characters', () => {
  assert.equal(excerpt('title'), 'title')
  assert.equal(excerpt('a\u0000\n\u2028\ud800b'), 'a\ufffd\ufffd\ufffd\ufffdb')
  assert.equal(excerpt('x'.repeat(100), 5), 'xxxxx...')
  assert.equal(textError(excerpt('😀'.repeat(100), 5)), null, 'a surrogate pair is not split')
})

test('T-27: the search form has no accents and keeps marks that are letters', () => {
  assert.equal(searchForm('Süderhof ÅNGSTRÖM'), 'suderhof angstrom')
  assert.equal(searchForm('Su\u0308derhof'), 'suderhof')
  assert.equal(searchForm('Ἀθῆναι Ё'), 'αθηναι е')
  for (const text of ['हिन्दी', 'ที่', 'が', '한국어', 'straße', 'ø']) assert.equal(searchForm(text), text)
  assert.notEqual(searchedForm('\u0308'), '')
  assert.equal(searchedForm(''), '')
})
