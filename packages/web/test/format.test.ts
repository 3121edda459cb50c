// Dates and amounts in the locale of the person, with every digit and in both text directions.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal } from '@stint/sdk'
import { formatsOf } from '../src/kit/format.ts'

test('amounts, quantities and rates are written as the locale writes them, with every digit', () => {
  const [english, german] = [formatsOf('en-US', 'EUR', 'UTC'), formatsOf('de-DE', 'EUR', 'UTC')]
  const amount = Decimal.from('12345678901234567.89')
  assert.equal(english.money(amount), '€12,345,678,901,234,567.89')
  assert.equal(german.money(amount), '12.345.678.901.234.567,89\u00a0€')
  assert.equal(english.decimal(Decimal.from('0.333333')), '0.333333')
  assert.equal(german.decimal(Decimal.from('1234.5')), '1.234,5')
  assert.equal(english.rate(Decimal.from('7.75')), '7.75%')
  assert.equal(german.rate(Decimal.from('19')), '19\u00a0%')
})

test('in a right-to-left language a date is isolated', () => {
  const { day, range, money } = formatsOf('ar', 'EUR', 'UTC', '2026')
  assert.match(day('2026-07-08'), /^\u2067.*\u2069$/)
  assert.match(range('2026-07-08', '2026-08-08'), /^\u2067[^\u2067]*\u2069$/)
  assert.match(money(Decimal.from('1.5')), /^\u2067.*\u2069$/)
  assert.equal(money(null), '')
  assert.equal(formatsOf('en-US', 'EUR', 'UTC').day('2026-07-08'), 'Jul 8, 2026')
})

test('a date of the current year is shown without its year, another one with it', () => {
  const [english, german] = [formatsOf('en-US', 'EUR', 'UTC', '2026'), formatsOf('de-DE', 'EUR', 'UTC', '2026')]
  const days = ['2026-07-08', '2025-07-08']
  assert.deepEqual(days.map(english.day), ['Jul 8', 'Jul 8, 2025'])
  assert.deepEqual(days.map(german.day), ['8. Juli', '8. Juli 2025'])
  assert.deepEqual(days.map(english.shortDay), ['Wed, Jul 8', 'Tue, Jul 8, 2025'])
  assert.deepEqual(days.map(english.exactDay), ['Jul 8, 2026', 'Jul 8, 2025'])
})

test('days from one to another name a year that is not the current one, once', () => {
  const { range } = formatsOf('en-GB', 'EUR', 'UTC', '2026')
  const plain = (first: string, last: string): string => range(first, last).replaceAll('\u2009', ' ')
  assert.equal(plain('2026-07-06', '2026-07-12'), '6 – 12 Jul')
  assert.equal(plain('2026-07-27', '2026-08-02'), '27 Jul – 2 Aug')
  assert.equal(plain('2025-07-27', '2025-08-02'), '27 Jul – 2 Aug 2025')
  assert.equal(plain('2026-12-28', '2027-01-03'), '28 Dec – 3 Jan 2027')
  assert.equal(plain('2024-12-30', '2025-01-05'), '30 Dec 2024 – 5 Jan 2025')
  assert.equal(plain('2026-07-06', '2026-07-06'), '6 Jul')
})

test('the year of an instant is the one of the time zone of the person', () => {
  const newYear = '2026-12-31T23:30:00Z'
  const momentIn = (zone: string, year: string): string => formatsOf('en-GB', 'EUR', zone, year).moment(newYear)
  assert.equal(momentIn('UTC', '2026'), '31 Dec, 23:30')
  assert.equal(momentIn('UTC', '2027'), '31 Dec 2026, 23:30')
  assert.equal(momentIn('Europe/Berlin', '2026'), '1 Jan 2027, 00:30')
  assert.equal(momentIn('Europe/Berlin', '2027'), '1 Jan, 00:30')
  assert.match(formatsOf('en-US', 'EUR', 'UTC', '2026').moment('2026-01-01T09:05:00Z'), /^Jan 1, 9:05\sAM$/)
  assert.equal(formatsOf('en-GB', 'EUR', 'UTC', '2026').exactMoment(newYear), '31 Dec 2026, 23:30')
})

test('a document has no current year: every date names its year', () => {
  const { day, moment } = formatsOf('en-GB', 'EUR', 'UTC')
  assert.equal(day('2026-07-08'), '8 Jul 2026')
  assert.equal(moment('2026-07-08T10:00:00Z'), '8 Jul 2026, 10:00')
})
