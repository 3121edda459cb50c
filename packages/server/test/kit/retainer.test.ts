// Calendar periods and the arithmetic of budgets per period at the edges of the calendar. The property test compares
// whole projects with a model.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calendarPeriod, periodsBetween } from '../../src/kit/periods.ts'
import { isShareUsed, retainerPeriods, workByPeriod } from '../../src/kit/retainer.ts'

test('a day is in one month, quarter and year of the calendar', () => {
  assert.deepEqual(calendarPeriod('2028-02-29', 'month'), { begin: '2028-02-01', end: '2028-02-29' })
  assert.deepEqual(calendarPeriod('2026-12-31', 'quarter'), { begin: '2026-10-01', end: '2026-12-31' })
  assert.deepEqual(calendarPeriod('2026-01-01', 'quarter'), { begin: '2026-01-01', end: '2026-03-31' })
  assert.deepEqual(calendarPeriod('2026-07-04', 'year'), { begin: '2026-01-01', end: '2026-12-31' })
  for (const every of ['month', 'quarter', 'year'] as const) {
    assert.equal(calendarPeriod('0001-01-01', every).begin, '0001-01-01')
    assert.equal(calendarPeriod('9999-12-31', every).end, '9999-12-31')
  }
})

test('periods between two days are counted by the calendar', () => {
  assert.equal(periodsBetween('2026-01-31', '2026-02-01', 'month'), 1)
  assert.equal(periodsBetween('2026-01-31', '2026-03-31', 'quarter'), 0)
  assert.equal(periodsBetween('2026-12-31', '2027-01-01', 'year'), 1)
  assert.equal(periodsBetween('2026-02-01', '2026-01-31', 'month'), -1)
})

test('each work type and rate of a period is rounded once', () => {
  const line = { worktypeid: 1, rate: 50n, hours: 500_000n }
  const months = ['2026-01', '2026-02', '2026-03'].map((month) => ({ month, ...line }))
  // 0.5 h × 0.005 is a quarter of a cent; three of them are three quarters.
  assert.deepEqual(workByPeriod(months, 'month').get('2026-02-01'), { hours: 500_000n, value: 0n })
  assert.deepEqual([...workByPeriod(months, 'quarter')], [['2026-01-01', { hours: 1_500_000n, value: 100n }]])
  const other = { ...line, month: '2026-01', rate: 51n }
  assert.equal(workByPeriod([...months, other], 'quarter').get('2026-01-01')?.value, 100n)
})

test('the last period of the calendar has a next one that is never asked for', () => {
  const terms = { every: 'month', carriesOver: true, budget: 5n, datestart: '9999-11-30', dateend: null } as const
  const periods = retainerPeriods(terms, new Map(), { begin: '9999-01-01', end: '9999-12-31' })
  assert.deepEqual(
    periods.map(({ begin, end, available }) => [begin, end, available]),
    [
      ['9999-11-01', '9999-11-30', 5n],
      ['9999-12-01', '9999-12-31', 10n],
    ],
  )
})

test('a share is used when nothing is available', () => {
  const period = { begin: '', end: '', carriedover: 0n, remaining: 0n }
  assert.equal(isShareUsed({ ...period, used: 0n, available: 0n }, 800_000n), true)
  assert.equal(isShareUsed({ ...period, used: 0n, available: -1n }, 800_000n), true)
  assert.equal(isShareUsed({ ...period, used: 7n, available: 10n }, 800_000n), false)
  assert.equal(isShareUsed({ ...period, used: 8n, available: 10n }, 800_000n), true)
})
