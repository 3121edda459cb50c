// Typed numbers in several locales, and numbers in a field. Invalid input is never read as a number.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal } from '@stint/sdk'
import { numberText, parseNumber } from '../src/kit/number.ts'

test('a number is read with a decimal point or comma in every locale', () => {
  for (const locale of ['en-US', 'de-DE', 'fr-FR', 'de-CH', 'ar'])
    for (const [typed, wanted] of [
      ['12.5', '12.5'],
      ['12,50', '12.5'],
      ['-3', '-3'],
      [' 1 250.75 ', '1250.75'],
      ["1'250,75", '1250.75'],
      ['.5', '0.5'],
      ['7.', '7'],
      ['0.125', '0.125'],
      ['0,125', '0.125'],
      ['1,250.75', '1250.75'],
      ['1.250,75', '1250.75'],
      ['1.234.567', '1234567'],
      ['1,234,567', '1234567'],
    ] as const)
      assert.equal(parseNumber(typed, locale)?.toString(), wanted, `${typed} in ${locale}`)
})

test('three digits after a single separator are thousands or a fraction, depending on the locale', () => {
  for (const [locale, typed, wanted] of [
    ['en-US', '1,250', '1250'],
    ['en-US', '1.250', '1.25'],
    ['de-DE', '1.250', '1250'],
    ['de-DE', '1,250', '1.25'],
    ['de-DE', '1.25', '1.25'],
    ['fr-FR', '1.250', '1.25'],
    ['en-IN', '12,34,567.5', '1234567.5'],
    ['ar-EG', '١٬٢٥٠٫٥', '1250.5'],
    ['fa', '۱۲٫۵', '12.5'],
  ] as const)
    assert.equal(parseNumber(typed, locale)?.toString(), wanted, `${typed} in ${locale}`)
})

test('invalid input is not a number, and empty input is empty', () => {
  assert.equal(parseNumber('  ', 'en-US'), null)
  for (const locale of ['en-US', 'de-DE'])
    for (const typed of ['abc', '1.2.3', '1,2.3', '1,25,3', '--1', '1e5', '-', '.', '∞', '0x10', '1,250.7.5', '1,250,'])
      assert.equal(parseNumber(typed, locale), undefined, `${typed} in ${locale}`)
})

test('a number in a field is read back as the same value in every locale', () => {
  for (const locale of ['en-US', 'de-DE', 'fr-FR', 'ar-EG'])
    for (const text of ['0.33', '1250', '1.125', '12.125', '-0.5', '123456.789']) {
      const actual = numberText(Decimal.from(text), locale)
      assert.equal(parseNumber(actual, locale)?.toString(), text, `${actual} in ${locale}`)
    }
  assert.equal(numberText(null, 'de-DE'), '')
  assert.equal(numberText('12.50', 'de-DE'), '12,50')
})
