// CSV: which cells are quoted, which are escaped against formulas (T-38), and that a parser of RFC 4180 returns the
// same cells.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvLine, escapeFormula } from '../../src/kit/csv.ts'
import { Random } from '../fixture/random.ts'
import { readCsv } from './csv-reader.ts'

test('cells are joined by commas and a record ends with CR LF', () => {
  assert.equal(csvLine(['a', 'b', 'c']), 'a,b,c\r\n')
  assert.equal(csvLine(['', '', '']), ',,\r\n')
  assert.equal(csvLine(['1', '-2.5', 'É 😀']), '1,-2.5,É 😀\r\n')
})

test('cells with separators are quoted, and their quotes are doubled', () => {
  const cases: [string, string][] = [
    ['a,b', '"a,b"'],
    ['a;b', '"a;b"'],
    ['a"b', '"a""b"'],
    ['"', '""""'],
    ['a\nb', '"a\nb"'],
    ['a\rb', '"a\rb"'],
    ['a\tb', '"a\tb"'],
    [' a', '" a"'],
    ['a ', '"a "'],
    ['a b', 'a b'],
    ["it's", "it's"],
  ]
  for (const [cell, written] of cases) assert.equal(csvLine([cell, 'x']), `${written},x\r\n`)
})

test('T-38: a text that a spreadsheet would run as a formula gets an apostrophe, and no other text does', () => {
  for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '＋1', '－1', '＠x', '=']) {
    assert.equal(escapeFormula(text), `'${text}`)
  }
  for (const text of ['', 'a=b', 'a-b', "'=1", '1-2', ' =1', 'É', '(1)']) assert.equal(escapeFormula(text), text)
})

test('written cells are parsed back unchanged, for every text', () => {
  const random = new Random(20260515)
  const chunks = ['a', '"', ',', '\r', '\n', '\r\n', ';', '\t', ' ', "'", '=', '-', 'é', '😀', '1']
  for (let round = 0; round < 500; round++) {
    const width = 1 + random.below(5)
    const records = Array.from({ length: 1 + random.below(4) }, () =>
      Array.from({ length: width }, () => random.text(chunks, 6)),
    )
    assert.deepEqual(readCsv(records.map(csvLine).join('')), records, `round ${round}`)
  }
})
