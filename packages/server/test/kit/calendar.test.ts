// The calendar, compared with the platform's dates; days of time zones, compared with new formatters.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  addDays,
  canonicalZone,
  cityOfZone,
  dayInZone,
  daysBetween,
  epochOf,
  formatInZone,
  isZone,
  mondayOf,
  parseDate,
  parseDateTime,
  utcText,
} from '../../src/kit/calendar.ts'
import { Random } from '../fixture/random.ts'

const DAY_MS = 86_400_000

test('valid dates are accepted in both spellings', () => {
  for (const date of [
    '2024-02-29',
    '2000-02-29',
    '2023-12-31',
    '0001-01-01',
    '9999-12-31',
    '1900-02-28',
    '1582-10-10',
  ]) {
    assert.equal(parseDate(date), date)
    assert.equal(parseDate(date.replaceAll('-', '/')), date)
  }
})

test('everything else is not a date', () => {
  const texts = [
    '',
    '2023-02-29',
    '1900-02-29',
    '2100-02-29',
    '2024-02-30',
    '2024-04-31',
    '2024-13-01',
    '2024-00-01',
    '2024-01-00',
    '2024-01-32',
    '0000-01-01',
    '10000-01-01',
    '-001-01-01',
    '+2024-01-01',
    '2024-1-1',
    '24-01-01',
    '2024-01/01',
    '2024/01-01',
    '2024.01.01',
    '01/02/2024',
    '20240101',
    ' 2024-01-01',
    '2024-01-01 ',
    '2024-01-01\n',
    '2024-01-01T00:00:00',
    '２０２４-01-01',
    '2024-01-0١',
    'today',
    '2024-W01-1',
    '1e10-01-01',
    "2024-01-01' or 1=1",
  ]
  for (const text of texts) assert.equal(parseDate(text), null, JSON.stringify(text))
})

test('every day of four centuries and its neighbours equal those of the platform', () => {
  for (let ms = Date.UTC(1800, 0, 1); ms < Date.UTC(2200, 0, 1); ms += DAY_MS) {
    const date = new Date(ms).toISOString().slice(0, 10)
    const next = new Date(ms + DAY_MS).toISOString().slice(0, 10)
    if (
      parseDate(date) !== date ||
      addDays(date, 1) !== next ||
      addDays(next, -1) !== date ||
      daysBetween(date, next) !== 1
    ) {
      assert.fail(date)
    }
    if (date.slice(0, 7) !== next.slice(0, 7)) {
      assert.equal(parseDate(date.slice(0, 8) + String(Number(date.slice(8)) + 1)), null, `after ${date}`)
    }
  }
})

test('adding days and counting days are inverse operations over all years', () => {
  const random = new Random(11)
  for (let round = 0; round < 5000; round += 1) {
    const a = addDays('0001-01-01', random.below(3_652_059))
    const b = addDays('0001-01-01', random.below(3_652_059))
    assert.equal(addDays(a, daysBetween(a, b)), b)
    assert.equal(daysBetween(a, b), (Date.parse(b) - Date.parse(a)) / DAY_MS)
    assert.equal(a < b, daysBetween(a, b) > 0)
  }
})

test('adding days stops at the first and the last day of the calendar, and an invalid date throws', () => {
  assert.equal(addDays('9999-12-31', 30), '9999-12-31')
  assert.equal(addDays('0001-01-01', -1), '0001-01-01')
  assert.equal(addDays('2024-02-28', 1), '2024-02-29')
  assert.throws(() => addDays('soon', 1), RangeError)
})

test('instants are accepted in every spelling of decision 12', () => {
  const cases: [string, string][] = [
    ['2024-02-29', '2024-02-29 00:00:00'],
    ['2024/02/29', '2024-02-29 00:00:00'],
    ['2024-02-29 12:34:56', '2024-02-29 12:34:56'],
    ['2024-02-29T12:34:56', '2024-02-29 12:34:56'],
    ['2024-02-29T12:34:56Z', '2024-02-29 12:34:56'],
    ['2024-02-29 12:34:56Z', '2024-02-29 12:34:56'],
    ['2024-02-29 12:34', '2024-02-29 12:34:00'],
    ['2024-02-29T12:34Z', '2024-02-29 12:34:00'],
    ['2024/02/29 23:59:59', '2024-02-29 23:59:59'],
    ['2024-02-29 00:00:00', '2024-02-29 00:00:00'],
  ]
  for (const [text, instant] of cases) assert.equal(parseDateTime(text), instant, text)
})

test('everything else is not an instant', () => {
  const texts = [
    '',
    '2024-02-30 00:00:00',
    '2024-02-29 24:00:00',
    '2024-02-29 12:60:00',
    '2024-02-29 12:34:60',
    '2024-02-29 12',
    '2024-02-29 1:34',
    '2024-02-29  12:34',
    '2024-02-29t12:34',
    '2024-02-29T12:34z',
    '2024-02-29Z',
    '2024-02-29 ',
    '2024-02-29T',
    '2024-02-29T12:34:56.789Z',
    '2024-02-29T12:34:56+01:00',
    '2024-02-29T12:34:56 Z',
    '2024-02-29-12:34',
    ' 2024-02-29 12:34',
    '2024-02-29 12:34:56\n',
    '12:34:56',
    '2024-02-29 -1:00',
    '2024-02-29 12:3４',
  ]
  for (const text of texts) assert.equal(parseDateTime(text), null, JSON.stringify(text))
})

test('an instant is printed in UTC to the second', () => {
  const random = new Random(5)
  const last = Date.UTC(9999, 11, 31, 23, 59, 59, 999)
  const first = new Date('0001-01-01T00:00:00Z').getTime()
  const instants = [0, -1, 999, 1000, last, first, Date.UTC(2024, 1, 29, 23, 59, 59)]
  for (let round = 0; round < 5000; round += 1) instants.push(first + Math.floor(random.next() * (last - first)))
  for (const ms of instants) {
    assert.equal(utcText(ms), new Date(Math.floor(ms / 1000) * 1000).toISOString().slice(0, 19).replace('T', ' '))
    assert.equal(parseDateTime(utcText(ms)), utcText(ms))
  }
})

test('the day of a zone changes at midnight of that zone', () => {
  const noon = Date.UTC(2024, 0, 15, 12)
  assert.equal(dayInZone(noon, 'UTC'), '2024-01-15')
  assert.equal(dayInZone(noon, 'Pacific/Kiritimati'), '2024-01-16')
  assert.equal(dayInZone(noon - 1, 'Pacific/Auckland'), '2024-01-16')
  assert.equal(dayInZone(Date.UTC(2024, 0, 15, 4, 59, 59, 999), 'America/New_York'), '2024-01-14')
  assert.equal(dayInZone(Date.UTC(2024, 0, 15, 5), 'America/New_York'), '2024-01-15')
  assert.equal(dayInZone(Date.UTC(2024, 6, 15, 3, 59, 59, 999), 'America/New_York'), '2024-07-14')
  assert.equal(dayInZone(Date.UTC(2024, 6, 15, 4), 'America/New_York'), '2024-07-15')
  assert.equal(dayInZone(Date.UTC(2024, 0, 15, 18, 14, 59, 999), 'Asia/Kathmandu'), '2024-01-15')
  assert.equal(dayInZone(Date.UTC(2024, 0, 15, 18, 15), 'Asia/Kathmandu'), '2024-01-16')
})

test('a clock that is set back just after midnight gives the previous day again', () => {
  const setBack = Date.UTC(2006, 9, 29, 2, 31)
  assert.equal(dayInZone(setBack - 1, 'America/St_Johns'), '2006-10-29')
  assert.equal(dayInZone(setBack, 'America/St_Johns'), '2006-10-28')
  assert.equal(dayInZone(setBack + 3_600_000, 'America/St_Johns'), '2006-10-29')
})

test('an offset with seconds is exact, whichever instant is computed first', () => {
  const midnight = Date.UTC(1971, 0, 1, 0, 44, 30)
  assert.equal(dayInZone(midnight - 1, 'Africa/Monrovia'), '1970-12-31')
  assert.equal(dayInZone(midnight, 'Africa/Monrovia'), '1971-01-01')
  assert.equal(dayInZone(midnight - 1, 'Africa/Monrovia'), '1970-12-31')
})

test('cached days equal those of a new formatter, for zones and instants in any order', () => {
  const random = new Random(32)
  const zones = [
    'UTC',
    'Europe/Berlin',
    'America/St_Johns',
    'Asia/Kolkata',
    'Australia/Lord_Howe',
    'Pacific/Apia',
    'Asia/Gaza',
  ]
  for (let round = 0; round < 2000; round += 1) {
    const zone = random.pick(zones)
    const near = Date.UTC(
      1974 + random.below(60),
      random.below(12),
      random.below(28),
      random.below(24),
      random.pick([0, 1, 30, 59]),
    )
    for (const ms of [near, near + 59_999, near - 1, near + 60_000]) {
      const fresh = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(ms)
      assert.equal(dayInZone(ms, zone), fresh, `${zone} ${ms}`)
    }
  }
})

test('names of zones are valid, offsets and invented names are not', () => {
  for (const zone of [
    'UTC',
    'GMT',
    'Europe/Berlin',
    'America/Argentina/Buenos_Aires',
    'Asia/Kolkata',
    'Asia/Calcutta',
    'Etc/GMT+5',
  ]) {
    assert.equal(isZone(zone), true, zone)
  }
  for (const zone of [
    '',
    'Mars/Base',
    '+02:00',
    '-05:00',
    '02:00',
    'Europe/',
    '/Berlin',
    'Europe/Berlin ',
    'Europe Berlin',
    '../etc',
    'Europe/Berlin\n',
    'undefined',
    'x'.repeat(100_000),
  ]) {
    assert.equal(isZone(zone), false, zone.slice(0, 40))
  }
})

test('a zone gets the spelling of the zone database, and old and new names stay as they are', () => {
  for (const [submitted, kept] of [
    ['europe/berlin', 'Europe/Berlin'],
    ['AMERICA/NEW_YORK', 'America/New_York'],
    ['utc', 'UTC'],
    ['Europe/Berlin', 'Europe/Berlin'],
    ['Asia/Kolkata', 'Asia/Kolkata'],
    ['Asia/Calcutta', 'Asia/Calcutta'],
    ['US/Pacific', 'US/Pacific'],
  ] as const) {
    assert.equal(canonicalZone(submitted), kept, submitted)
  }
  for (const wrong of ['', 'Mars/Base', '+02:00', 'Europe/Berlin ']) assert.equal(canonicalZone(wrong), null, wrong)
})

test('the city of a zone is the last part of its name, without underscores', () => {
  assert.equal(cityOfZone('America/New_York'), 'New York')
  assert.equal(cityOfZone('America/Argentina/Buenos_Aires'), 'Buenos Aires')
  assert.equal(cityOfZone('Europe/Berlin'), 'Berlin')
  assert.equal(cityOfZone('UTC'), 'UTC')
})

test('an instant is parsed back to the same milliseconds', () => {
  for (const epoch of [0, 1_778_752_800_000, -1000, 253_402_300_799_000, -62_135_596_800_000]) {
    assert.equal(epochOf(utcText(epoch)), epoch)
    assert.equal(epochOf(utcText(epoch + 999)), epoch)
  }
})

test('an instant is formatted in a zone, with the name of the zone', () => {
  assert.equal(formatInZone('2026-05-14 10:00:00', 'Europe/Berlin'), '2026-05-14 12:00 (Europe/Berlin)')
  assert.equal(formatInZone('2026-05-14 23:59:59', 'Asia/Kolkata'), '2026-05-15 05:29 (Asia/Kolkata)')
  assert.equal(formatInZone('2026-03-29 00:59:00', 'Europe/Berlin'), '2026-03-29 01:59 (Europe/Berlin)')
  assert.equal(formatInZone('2026-03-29 01:00:00', 'Europe/Berlin'), '2026-03-29 03:00 (Europe/Berlin)')
  assert.equal(formatInZone('2026-01-01 00:00:00', 'UTC'), '2026-01-01 00:00 (UTC)')
})

test('every day of a week gives its Monday, from the first to the last year of the calendar', () => {
  const mondays = ['0001-01-01', '1969-12-29', '1970-01-05', '2024-02-26', '2025-12-29', '2026-05-11', '9999-12-27']
  for (const monday of mondays) {
    for (let day = 0; day < 7; day++) assert.equal(mondayOf(addDays(monday, day)), monday, addDays(monday, day))
  }
  assert.equal(mondayOf('1600-02-29'), '1600-02-28')
})
