// Days of a time zone as instants: from midnight to midnight, across clock changes, without gap or overlap between days
// (T-69).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, dayInZone } from '../../src/kit/calendar.ts'
import { instantsOfDay } from '../../src/kit/day-in-zone.ts'

const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/Sao_Paulo',
  'Asia/Kathmandu',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
]

test('a day begins and ends at midnight of its zone', () => {
  assert.deepEqual(instantsOfDay('2026-05-14', 'UTC'), { first: '2026-05-14 00:00:00', last: '2026-05-14 23:59:59' })
  assert.deepEqual(instantsOfDay('2026-05-14', 'Europe/Berlin'), {
    first: '2026-05-13 22:00:00',
    last: '2026-05-14 21:59:59',
  })
  assert.deepEqual(instantsOfDay('2026-05-14', 'Asia/Kathmandu'), {
    first: '2026-05-13 18:15:00',
    last: '2026-05-14 18:14:59',
  })
})

test('a day with a clock change is shorter or longer, and a day that a zone skipped is empty', () => {
  assert.deepEqual(instantsOfDay('2026-03-29', 'Europe/Berlin'), {
    first: '2026-03-28 23:00:00',
    last: '2026-03-29 21:59:59',
  })
  assert.deepEqual(instantsOfDay('2026-10-25', 'Europe/Berlin'), {
    first: '2026-10-24 22:00:00',
    last: '2026-10-25 22:59:59',
  })
  assert.deepEqual(instantsOfDay('2018-11-04', 'America/Sao_Paulo'), {
    first: '2018-11-04 03:00:00',
    last: '2018-11-05 01:59:59',
  })
  const { first, last } = instantsOfDay('2011-12-30', 'Pacific/Apia')
  assert.ok(first > last)
})

test('the instants of a day are on that day, and the next day begins where it ends', () => {
  for (const zone of zones) {
    for (let date = '2026-02-20'; date < '2026-11-10'; date = addDays(date, 1)) {
      const { first, last } = instantsOfDay(date, zone)
      for (const instant of [first, last]) {
        assert.equal(dayInZone(Date.parse(`${instant.replace(' ', 'T')}Z`), zone), date, `${instant} in ${zone}`)
      }
      const next = Date.parse(`${last.replace(' ', 'T')}Z`) + 1000
      const following = Date.parse(`${instantsOfDay(addDays(date, 1), zone).first.replace(' ', 'T')}Z`)
      assert.equal(following, next, `${date} in ${zone}`)
    }
  }
})

test('T-69: the first and the last day of the calendar work', () => {
  for (const date of ['0001-01-01', '1972-12-31', '9999-12-30', '9999-12-31']) {
    const { first, last } = instantsOfDay(date, 'Pacific/Kiritimati')
    assert.ok(first < last && last <= '9999-12-31 23:59:59', date)
  }
})
