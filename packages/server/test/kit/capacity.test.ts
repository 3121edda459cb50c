// The capacity of a span: working days are compared with a count day by day, and the edges of weeks, months and leap
// years are written out.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, daysBetween } from '../../src/kit/calendar.ts'
import { capacityOf, partsOfSpan, workingDays } from '../../src/kit/capacity.ts'

/** Counted with the calendar of the platform. */
function countedDays(begin: string, end: string): number {
  let count = 0
  for (
    const at = new Date(`${begin}T00:00:00Z`);
    at.toISOString().slice(0, 10) <= end;
    at.setUTCDate(at.getUTCDate() + 1)
  )
    if (at.getUTCDay() >= 1 && at.getUTCDay() <= 5) count++
  return count
}

test('working days of every span of up to four weeks are those that are counted one by one', () => {
  for (let from = 0; from < 7; from++) {
    for (let length = 0; length < 28; length++) {
      const begin = addDays('2028-02-14', from)
      const end = addDays(begin, length)
      assert.equal(workingDays({ begin, end }), countedDays(begin, end), `${begin} ${end}`)
    }
  }
})

test('weeks with some of their days, weekends, months and the leap day', () => {
  const days = (begin: string, end: string): number => workingDays({ begin, end })
  assert.equal(days('2026-05-13', '2026-05-15'), 3, 'Wednesday to Friday')
  assert.equal(days('2026-05-16', '2026-05-17'), 0, 'a weekend')
  assert.equal(days('2026-05-15', '2026-05-18'), 2, 'Friday to Monday')
  assert.equal(days('2026-05-01', '2026-05-31'), 21)
  assert.equal(days('2026-02-01', '2026-02-28'), 20)
  assert.equal(days('2028-02-01', '2028-02-29'), 21, '29 February 2028 is a Tuesday')
  assert.equal(days('2028-02-29', '2028-02-29'), 1)
  assert.equal(days('2032-02-29', '2032-02-29'), 0, '29 February 2032 is a Sunday')
  assert.equal(days('0001-01-01', '0001-01-07'), 5)
  assert.equal(days('9999-12-31', '9999-12-31'), 1, 'the last day of the calendar is a Friday')
})

test('a working day has a fifth of the weekly hours, exactly for every hundredth of an hour', () => {
  assert.equal(capacityOf(40_000_000n, 21), 168_000_000n)
  assert.equal(capacityOf(38_500_000n, 3), 23_100_000n)
  assert.equal(capacityOf(10_000n, 1), 2_000n)
  assert.equal(capacityOf(0n, 21), 0n)
  for (let hundredths = 0; hundredths <= 16_800; hundredths += 7)
    assert.equal(capacityOf(BigInt(hundredths) * 10_000n, 3) * 5n, BigInt(hundredths) * 30_000n)
})

test('the weeks and months of a span have all its days once', () => {
  const span = { begin: '2027-12-30', end: '2028-03-01' }
  const parts = (part: 'week' | 'month') => partsOfSpan(span, part)
  assert.deepEqual(
    parts('month').map(({ whole, inSpan }) => [whole.begin, inSpan.begin, inSpan.end]),
    [
      ['2027-12-01', '2027-12-30', '2027-12-31'],
      ['2028-01-01', '2028-01-01', '2028-01-31'],
      ['2028-02-01', '2028-02-01', '2028-02-29'],
      ['2028-03-01', '2028-03-01', '2028-03-01'],
    ],
  )
  const weeks = parts('week')
  assert.deepEqual(weeks[0], {
    whole: { begin: '2027-12-27', end: '2028-01-02' },
    inSpan: { begin: '2027-12-30', end: '2028-01-02' },
  })
  assert.deepEqual(weeks.at(-1)?.inSpan, { begin: '2028-02-28', end: '2028-03-01' })
  for (const part of ['week', 'month'] as const) {
    const lengths = parts(part).map(({ inSpan }) => daysBetween(inSpan.begin, inSpan.end) + 1)
    assert.equal(
      lengths.reduce((sum, days) => sum + days, 0),
      daysBetween(span.begin, span.end) + 1,
    )
    const worked = parts(part).map(({ inSpan }) => workingDays(inSpan))
    assert.equal(
      worked.reduce((sum, days) => sum + days, 0),
      workingDays(span),
    )
  }
})

test('a span of one day, and the edges of the calendar', () => {
  assert.equal(partsOfSpan({ begin: '2026-05-14', end: '2026-05-14' }, 'week').length, 1)
  assert.deepEqual(partsOfSpan({ begin: '9999-12-30', end: '9999-12-31' }, 'week').at(-1)?.inSpan.end, '9999-12-31')
  assert.equal(partsOfSpan({ begin: '0001-01-01', end: '0001-02-01' }, 'month').length, 2)
})
