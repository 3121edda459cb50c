// The languages of invoices: which one is chosen, exact amounts and dates in each, and that no text is missing or has
// lost a word of the templates.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseLanguage, documentLanguages, documentTexts, invoiceFileName } from '../../src/kit/document-language.ts'

test('the language of the client has priority over that of the company; the last resort is English', () => {
  assert.deepEqual(documentLanguages, ['en', 'de', 'fr', 'es'])
  const chosen = [
    chooseLanguage('fr', 'de'),
    chooseLanguage('', 'de'),
    chooseLanguage('', ''),
    chooseLanguage('en', 'es'),
  ]
  assert.deepEqual(chosen, ['fr', 'de', 'en', 'en'])
})

test('amounts are exact and have the separators of the language', () => {
  const print = (language: (typeof documentLanguages)[number], units: bigint) => {
    const { formats } = documentTexts(language)
    return formats.inCurrency(formats.number(units, 4, 2), 'EUR').replaceAll(/[\u00a0\u202f]/g, '~')
  }
  const amounts = [-40_375_000n, 90_071_992_547_409_931_234n]
  assert.deepEqual(
    documentLanguages.map((language) => amounts.map((units) => print(language, units))),
    [
      ['EUR \u22124,037.50', 'EUR 9,007,199,254,740,993.1234'],
      ['\u22124.037,50~EUR', '9.007.199.254.740.993,1234~EUR'],
      ['\u22124~037,50~EUR', '9~007~199~254~740~993,1234~EUR'],
      ['\u22124.037,50~EUR', '9.007.199.254.740.993,1234~EUR'],
    ],
  )
  const percents = documentLanguages.map((language) => documentTexts(language).formats.percent('19'))
  assert.deepEqual(percents, ['19%', '19 %', '19 %', '19 %'])
  const { number } = documentTexts('de').formats
  assert.deepEqual([number(190_000n, 4, 0), number(77_500n, 4, 0), number(333_333n, 6, 2)], ['19', '7,75', '0,333333'])
})

test('dates and ranges of days are written out', () => {
  const shown = documentLanguages.map((language) => {
    const { date, dateRange } = documentTexts(language).formats
    return [date('2026-03-01'), dateRange('2026-03-01', '2026-03-31'), dateRange('2026-02-15', '2026-03-01')]
  })
  assert.deepEqual(shown, [
    ['1 March 2026', '1 – 31 March 2026', '15 February – 1 March 2026'],
    ['1. März 2026', '1.–31. März 2026', '15. Februar – 1. März 2026'],
    ['1er mars 2026', '1er–31 mars 2026', '15 février – 1er mars 2026'],
    ['1 de marzo de 2026', '1–31 de marzo de 2026', '15 de febrero – 1 de marzo de 2026'],
  ])
  assert.equal(documentTexts('fr').formats.date('2026-03-11'), '11 mars 2026')
})

test('every language has its own texts, with the same words of the templates', () => {
  const english = documentTexts('en')
  const words = (text: string) => [...new Set(text.match(/\{[a-z]+\}/g))].sort()
  for (const language of documentLanguages.filter((one) => one !== 'en')) {
    const texts = documentTexts(language)
    for (const kind of ['mail', 'reminder'] as const) {
      for (const part of ['subject', 'text'] as const) {
        assert.deepEqual(words(texts[kind][part]), words(english[kind][part]), `${language} ${kind} ${part}`)
        assert.notEqual(texts[kind][part], english[kind][part])
      }
    }
    assert.notEqual(texts.heading('1'), english.heading('1'))
  }
  assert.deepEqual(
    documentLanguages.map((language) => invoiceFileName(language, '00012', false)),
    ['invoice-00012.pdf', 'rechnung-00012.pdf', 'facture-00012.pdf', 'factura-00012.pdf'],
  )
  const { taxNumber } = documentTexts('de')
  assert.deepEqual(
    [taxNumber('DE298114702'), taxNumber('29/123/45678')],
    ['USt-IdNr. DE298114702', 'Steuernummer 29/123/45678'],
  )
})
