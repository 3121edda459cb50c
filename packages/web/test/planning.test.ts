// The arithmetic of the calendar and the timeline: shown weeks, moved and resized dates, bars in a week. And the
// parameters of the calendar in the address.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isoDate } from '../../sdk/src/index.ts'
import { movedBy, placeInWeek, resizedBy, sameDates, shownWeeks, stepped, weekOrder } from '../src/kit/planning.ts'
import { parseFilterParams, parseTaskSearch, withoutFilters } from '../src/records/tasks/task-filters.ts'

const dates = (begin: string, end = begin) => ({ begin: isoDate(begin), end: isoDate(end) })
const named = (name: string, begin: string, end = begin) => ({ name, ...dates(begin, end) })

test('a month has every week with one of its days, from Monday; a week has one', () => {
  assert.deepEqual(shownWeeks('month', '2026-11-17'), [
    '2026-10-26',
    '2026-11-02',
    '2026-11-09',
    '2026-11-16',
    '2026-11-23',
    '2026-11-30',
  ])
  assert.equal(shownWeeks('month', '2027-02-10').length, 4, 'February 2027 is exactly four weeks')
  assert.deepEqual(shownWeeks('month', '2028-02-29').at(-1), '2028-02-28')
  assert.deepEqual(shownWeeks('week', '2026-11-22'), ['2026-11-16'])
  assert.deepEqual(shownWeeks('week', '2027-01-01'), ['2026-12-28'])
})

test('steps go to the first of another month, or to the same weekday of another week', () => {
  assert.equal(stepped('month', '2026-01-31', 1), '2026-02-01')
  assert.equal(stepped('month', '2026-01-31', -1), '2025-12-01')
  assert.equal(stepped('week', '2026-12-30', 1), '2027-01-06')
})

test('moving keeps the length, also over the end of a month, a leap day and the change of the clocks', () => {
  assert.deepEqual(movedBy(dates('2026-11-28', '2026-11-30'), 1), dates('2026-11-29', '2026-12-01'))
  assert.deepEqual(movedBy(dates('2028-02-28'), 1), dates('2028-02-29'))
  assert.deepEqual(movedBy(dates('2026-03-28', '2026-03-30'), -7), dates('2026-03-21', '2026-03-23'))
  assert.ok(sameDates(movedBy(movedBy(dates('2026-10-24', '2026-10-26'), 3), -3), dates('2026-10-24', '2026-10-26')))
})

test('neither end passes the other', () => {
  const three = dates('2026-11-10', '2026-11-12')
  assert.deepEqual(resizedBy(three, 'end', 2), dates('2026-11-10', '2026-11-14'))
  assert.deepEqual(resizedBy(three, 'end', -9), dates('2026-11-10'))
  assert.deepEqual(resizedBy(three, 'begin', -1), dates('2026-11-09', '2026-11-12'))
  assert.deepEqual(resizedBy(three, 'begin', 9), dates('2026-11-12'))
})

test('bars are cut at the week, share lanes where they fit, and the rest is hidden on its first and last day', () => {
  const items = [
    named('long', '2026-11-01', '2026-11-30'),
    named('Monday', '2026-11-16'),
    named('Tuesday on', '2026-11-17', '2026-11-24'),
    named('third', '2026-11-17', '2026-11-19'),
    named('from Friday', '2026-11-20', '2026-11-26'),
    named('through', '2026-11-02', '2026-11-29'),
    named('elsewhere', '2026-11-23'),
  ]
  const placed = placeInWeek(items, '2026-11-16', 2)
  const seen = placed.bars.map(({ item, column, columns, lane, begins, ends }) => [
    item.name,
    column,
    columns,
    lane,
    begins,
    ends,
  ])
  assert.deepEqual(seen, [
    ['long', 0, 7, 0, false, false],
    ['Monday', 0, 1, 1, true, true],
    ['Tuesday on', 1, 6, 1, true, false],
  ])
  assert.equal(placed.lanes, 2)
  assert.deepEqual(
    placed.hidden.map((day) => day.map(({ name }) => name)),
    [[], ['third'], [], ['third'], ['from Friday'], [], []],
  )
  assert.deepEqual(placeInWeek(items, '2026-12-07', 2), { bars: [], lanes: 0, hidden: [[], [], [], [], [], [], []] })
})

test('what is due in the week comes before what begins in it and what passes through', () => {
  const items = [
    named('through', '2026-11-01', '2026-12-30'),
    named('begins', '2026-11-18', '2026-11-30'),
    named('later', '2026-11-02', '2026-11-20'),
    named('due', '2026-11-17'),
  ]
  assert.deepEqual(
    weekOrder(items, '2026-11-16').map(({ name }) => name),
    ['due', 'later', 'begins', 'through'],
  )
})

test('the address keeps range, day and hours of the calendar, also when filters are removed or replaced', () => {
  const shown = { view: 'calendar', span: 'week', day: '2026-11-17', time: true }
  const search = parseTaskSearch({ ...shown, overdue: 't' })
  assert.deepEqual(search, { ...shown, overdue: 't' })
  assert.deepEqual(withoutFilters(search), shown)
  assert.deepEqual(parseFilterParams('priorityid=3&excludeclosed=t', search), {
    ...shown,
    priorityid: 3,
    excludeclosed: 't',
  })
  const wrong = { view: 'calendar', span: 'year', day: '17.11.2026', time: 'yes' }
  assert.deepEqual(parseTaskSearch(wrong), { view: 'calendar' })
  assert.deepEqual(parseTaskSearch({ ...shown, view: 'board' }), { view: 'board' }, 'they belong to the calendar')
})
