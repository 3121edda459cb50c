// The burn-down of a project budget: weeks, sums and the even pace. The drawing is covered by the browser tests.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Decimal as Exact } from '@stint/sdk'
import { Decimal, isoDate } from '@stint/sdk'
import type { WeeklyHours } from '../src/screens/projects/burn-down.ts'
import { burnDownOf, elapsedShare, ratePeriods } from '../src/screens/projects/burn-down.ts'

const span = { datestart: isoDate('2026-01-07'), dateend: isoDate('2026-01-27') }
const today = isoDate('2026-01-20')

const logged = (rate: string | null, ...weeks: [string, string][]): WeeklyHours => ({
  rate: rate === null ? null : Decimal.from(rate),
  weeks: weeks.map(([name, hours]) => ({ name, hours: Decimal.from(hours) })),
})

const texts = (used: readonly (Exact | null)[]): (string | null)[] => used.map((one) => one?.toString() ?? null)

test('hours are added up by the end of each week, and future weeks have none', () => {
  const { weeks, used } = burnDownOf(span, today, [logged(null, ['2026-01-05', '7.5'], ['2026-01-19', '0.25'])])
  assert.deepEqual(weeks, ['2026-01-05', '2026-01-12', '2026-01-19', '2026-01-26'])
  assert.deepEqual(texts(used), ['7.5', '7.5', '7.75', null])
})

test('the amount is the hours of each work type at its rate, rounded to cents as the server does', () => {
  const { used } = burnDownOf(span, today, [
    logged('33.33', ['2026-01-05', '0.333333'], ['2026-01-12', '0.333333']),
    logged('100', ['2026-01-12', '1']),
  ])
  assert.deepEqual(texts(used), ['11.11', '122.22', '122.22', null])
})

test('time before the first day and after the last one is counted too', () => {
  const { weeks, used } = burnDownOf(span, isoDate('2026-02-10'), [
    logged(null, ['2025-12-29', '1'], ['2026-02-09', '2']),
  ])
  assert.equal(weeks[0], '2025-12-29')
  assert.equal(weeks.at(-1), '2026-02-09')
  assert.equal(used.at(-1)?.toString(), '3')
})

test('a project of many years shows its last weeks, with all earlier hours in the sums', () => {
  const old = { datestart: isoDate('1990-01-01'), dateend: null }
  const { weeks, used } = burnDownOf(old, today, [logged(null, ['1990-01-01', '5'])])
  assert.equal(weeks.length, 400)
  assert.equal(used[0]?.toString(), '5')
})

test('the even pace goes from zero to the budget between the first and the last day', () => {
  assert.equal(elapsedShare(span, isoDate('2026-01-06')), 0)
  assert.equal(elapsedShare(span, isoDate('2026-01-13')), 7 / 21)
  assert.equal(elapsedShare(span, isoDate('2026-01-27')), 1)
  assert.equal(elapsedShare(span, isoDate('2026-03-01')), 1)
})

test('without an end, or with one before the start, there is no pace', () => {
  assert.equal(elapsedShare({ ...span, dateend: null }, today), null)
  assert.equal(elapsedShare({ ...span, dateend: isoDate('2026-01-01') }, today), null)
})

test('periods of rates price each day as the server does, also for people with their own rates', () => {
  const dated = (personid: number | null, datebegin: string, hourlyrate: string) => ({
    ...{ worktypeid: 1, personid, datebegin: isoDate(datebegin), hourlyrate: Decimal.from(hourlyrate) },
  })
  const rates = [
    dated(null, '2026-03-01', '120'),
    dated(null, '2026-02-01', '110'),
    dated(7, '2026-02-10', '90'),
    dated(8, '0001-01-01', '50'),
    { ...dated(null, '0001-01-01', '5'), worktypeid: 2 },
  ]
  const worktypes = [1, 2].map((worktypeid) => ({ worktypeid, firstrate: Decimal.from('100') }))
  const periods = ratePeriods(worktypes, rates)
  const pricedAt = (worktypeid: number, personid: number, day: string): string =>
    periods
      .filter(
        (one) =>
          one.worktypeid === worktypeid &&
          (one.personid === undefined || one.personid === personid) &&
          (one.datebegin ?? '') <= day &&
          (one.dateend ?? '9999') >= day,
      )
      .reduce((sum, { rate }) => sum.plus(rate), Decimal.from(0))
      .toString()
  const days = ['2026-01-31', '2026-02-01', '2026-02-09', '2026-02-10', '2026-02-28', '2026-03-01']
  assert.deepEqual(
    days.map((day) => pricedAt(1, 6, day)),
    ['100', '110', '110', '110', '110', '120'],
  )
  assert.deepEqual(
    days.map((day) => pricedAt(1, 7, day)),
    ['100', '110', '110', '90', '90', '90'],
  )
  assert.deepEqual(new Set(days.map((day) => pricedAt(1, 8, day))), new Set(['50']))
  assert.deepEqual(new Set(days.map((day) => pricedAt(2, 7, day))), new Set(['5']))
})
