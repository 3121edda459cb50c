// The days in the title of an invoice, in each language of documents. Ranges are written as the PDF writes them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { documentLanguages, documentTexts } from '../../server/src/kit/document-language.ts'
import { periodText } from '../src/kit/period-text.ts'

const inAll = (first: string | null, last: string | null): string[] =>
  documentLanguages.map((language) => periodText(first, last, language))

test('one day is one date, and a whole month is its name', () => {
  const oneDay = ['17 November 2026', '17. November 2026', '17 novembre 2026', '17 de noviembre de 2026']
  assert.deepEqual(inAll('2026-11-17', '2026-11-17'), oneDay)
  assert.deepEqual(inAll('2026-11-17', null), oneDay)
  assert.deepEqual(inAll(null, '2026-11-17'), oneDay)
  assert.equal(periodText('2026-03-01', '2026-03-01', 'fr'), '1er mars 2026')
  assert.deepEqual(inAll(null, null), ['', '', '', ''])
  assert.deepEqual(inAll('2026-10-01', '2026-10-31'), [
    'October 2026',
    'Oktober 2026',
    'octobre 2026',
    'octubre de 2026',
  ])
  assert.equal(periodText('2024-02-01', '2024-02-29', 'en'), 'February 2024')
  assert.equal(periodText('2024-02-01', '2024-02-28', 'en'), '1 – 28 February 2024', 'a day of the month is missing')
  assert.equal(periodText('2026-10-01', '2026-11-30', 'en'), '1 October – 30 November 2026')
})

test('a range is written as on the PDF, within a month, a year and over years', () => {
  for (const [first, last] of [
    ['2026-10-05', '2026-10-16'],
    ['2026-02-15', '2026-03-01'],
    ['2026-10-01', '2026-10-16'],
    ['2025-12-30', '2026-01-02'],
  ] as const) {
    const printed = documentLanguages.map((language) => documentTexts(language).formats.dateRange(first, last))
    assert.deepEqual(inAll(first, last), printed)
  }
  assert.equal(periodText('2025-12-30', '2026-01-02', 'en'), '30 December 2025 – 2 January 2026')
  assert.equal(periodText('2026-02-15', '2026-03-01', 'de'), '15. Februar – 1. März 2026')
})
