// Typed hours: all notations give the same exact value, and invalid input is distinguished from empty input.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal } from '@stint/sdk'
import {
  clockText,
  hoursOfMinutes,
  hoursOfSeconds,
  parseHours,
  roundedSeconds,
  secondsText,
  sumHours,
} from '../src/kit/hours.ts'

const read = (typed: string): string | null => parseHours(typed)?.toString() ?? null

test('one and a half hours is read in every notation', () => {
  for (const typed of [
    '1:30',
    '90m',
    '90 min',
    '1.5',
    '1,5',
    '1h 30m',
    '1h30m',
    '1h30',
    '1h 30',
    '1.5h',
    '1,5 h',
    ' 1:30 ',
    '01:30',
    '1:30:00',
  ]) {
    assert.equal(read(typed), '1.5', typed)
  }
})

test('parts of an hour and long days are read', () => {
  const expected = {
    ':15': '0.25',
    '.25': '0.25',
    ',75': '0.75',
    '8': '8',
    '0:05': '0.083333',
    '10m': '0.166667',
    '24:00': '24',
  }
  for (const [typed, hours] of Object.entries(expected)) assert.equal(read(typed), hours, typed)
})

test('empty input is no hours, and invalid input is refused', () => {
  assert.equal(read('  '), '0')
  for (const typed of ['x', '1:75', '1:2:3', '-1', '1h 75', 'h', '1.2.3', '1e3', ':', '.', 'm'])
    assert.equal(read(typed), null, typed)
})

test('thirds of an hour are rounded to a millionth as the server does it, halves up', () => {
  assert.equal(hoursOfMinutes(20).toString(), '0.333333')
  assert.equal(hoursOfMinutes(40).toString(), '0.666667')
  assert.equal(hoursOfSeconds(1).toString(), '0.000278')
  assert.equal(hoursOfSeconds(2941).toString(), '0.816944')
})

test('shown hours are read as the same value', () => {
  for (const text of ['0:00', '0:05', '0:20', '1:30', '23:59', '137:15']) {
    assert.equal(clockText(parseHours(text) ?? Decimal.from(-1)), text)
  }
  assert.equal(clockText(Decimal.from('-1.25')), '-1:15')
})

test('seconds are shown where hours have some, so that the text is what is stored', () => {
  for (const text of ['0:00:39', '1:20:01', '0:59:59']) {
    assert.equal(clockText(parseHours(text) ?? Decimal.from(-1)), text)
  }
  assert.equal(clockText(Decimal.from('0.0108')), '0:00:39')
  assert.equal(clockText(Decimal.from('-0.010833')), '-0:00:39')
  const thirds = Array.from({ length: 90 }, () => hoursOfMinutes(20))
  assert.equal(clockText(sumHours(thirds)), '30:00', 'what thirds of an hour lack is not shown')
})

test('a timer is rounded as the company says: to the nearest step or up, and to one step at least', () => {
  const rounded = (seconds: number, step: number, up: boolean) => roundedSeconds(seconds, { step, up })
  assert.deepEqual([rounded(39.9, 0, true), rounded(0, 15, true)], [39, 0])
  assert.deepEqual([rounded(449, 5, false), rounded(450, 5, false)], [300, 600])
  assert.deepEqual([rounded(360, 6, true), rounded(361, 6, true)], [360, 720])
  assert.deepEqual([rounded(39, 15, false), rounded(39, 15, true)], [900, 900])
})

test('a timer is shown with seconds and applied with the same value', () => {
  assert.equal(secondsText(3723.9), '1:02:03')
  assert.equal(secondsText(-4), '0:00:00')
  assert.equal(parseHours(secondsText(2941))?.toString(), hoursOfSeconds(2941).toString())
})

test('sums are exact where binary fractions are not', () => {
  assert.equal(sumHours([Decimal.from('0.1'), Decimal.from('0.2'), null, undefined]).toString(), '0.3')
})
