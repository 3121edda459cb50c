// The period before a period, which a report compares with, and the groups that had time only then.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal, isoDate } from '@stint/sdk'
import { spanBefore } from '../src/kit/spans.ts'
import { withHoursBefore } from '../src/screens/reports/time-groups.ts'

test('the period before whole months has as many months, another one as many days', () => {
  const before = (begin: string, end: string): string => {
    const span = spanBefore({ datebegin: isoDate(begin), dateend: isoDate(end) })
    return `${span?.datebegin} ${span?.dateend}`
  }
  assert.equal(before('2026-03-01', '2026-03-31'), '2026-02-01 2026-02-28')
  assert.equal(before('2028-03-01', '2028-03-31'), '2028-02-01 2028-02-29')
  assert.equal(before('2026-01-01', '2026-03-31'), '2025-10-01 2025-12-31')
  assert.equal(before('2026-01-01', '2026-12-31'), '2025-01-01 2025-12-31')
  assert.equal(before('2026-05-11', '2026-05-17'), '2026-05-04 2026-05-10')
  assert.equal(before('2026-03-01', '2026-03-01'), '2026-02-28 2026-02-28')
  assert.equal(before('2026-02-01', '2026-03-01'), '2026-01-03 2026-01-31')
})

test('a period without a first or last day, or that ends before it begins, has none before it', () => {
  const [early, late] = [isoDate('2026-01-01'), isoDate('2026-01-31')]
  assert.equal(spanBefore({}), null)
  assert.equal(spanBefore({ datebegin: early }), null)
  assert.equal(spanBefore({ dateend: late }), null)
  assert.equal(spanBefore({ datebegin: late, dateend: early }), null)
})

test('each group has its hours before, and a group that had time only then is shown without time', () => {
  const row = (groupid: number | null, hours: number) => ({
    groupid,
    name: groupid === null ? null : `Project ${groupid}`,
    hours: Decimal.from(hours),
    billable: Decimal.from(hours),
    entries: 1,
  })
  const rows = withHoursBefore([row(1, 5), row(3, 7), row(null, 2)], [row(1, 3), row(2, 4), row(null, 1)])
  assert.deepEqual(
    rows.map(({ groupid, hours, entries, before }) => [groupid, String(hours), entries, String(before)]),
    [
      [1, '5', 1, '3'],
      [3, '7', 1, '0'],
      [null, '2', 1, '1'],
      [2, '0', 0, '4'],
    ],
  )
})
