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
  const { day, money } = formatsOf('ar', 'EUR', 'UTC')
  assert.match(day('2026-07-08'), /^\u2067.*\u2069$/)
  assert.match(money(Decimal.from('1.5')), /^\u2067.*\u2069$/)
  assert.equal(money(null), '')
  assert.equal(formatsOf('en-US', 'EUR', 'UTC').day('2026-07-08'), 'Jul 8, 2026')
})
