// Notes on tasks: comments, and automatic notes about changes. A list without a task covers the last seven days only.
// What they share with the notes on milestones is in `note-rules.ts`.
import type { Actor } from '../define/actor.ts'
import type { ValidationErrors } from '../define/api-error.ts'
import { anyOf, duringDay, fromInstant, isFlag, untilInstant } from '../define/filters.ts'
import { defineResource } from '../define/resource.ts'
import { textContains } from '../define/search-filters.ts'
import { addDays, parseDateTime } from '../kit/calendar.ts'
import { notifyTaskNote } from '../mail/note-mails.ts'
import { authorFields, noteDefinitionFor } from './note-rules.ts'
import { task } from './task.ts'

const maxDays = 7

const addDaysToInstant = (instant: string, days: number): string =>
  `${addDays(instant.slice(0, 10), days)}${instant.slice(10)}`

interface Range {
  readonly begin: string
  readonly end: string
}

const ranges: readonly Range[] = [
  { begin: 'datebegin', end: 'dateend' },
  { begin: 'datemodifiedbegin', end: 'datemodifiedend' },
]

type AssumedFilters = (readonly [filter: string, value: string])[]

/** A range without an end ends now; one without a begin starts seven days before its end. Seven days is the maximum. */
function boundedRange(
  { begin, end }: Range,
  query: ReadonlyMap<string, string>,
  now: string,
  errors: ValidationErrors,
): AssumedFilters {
  const [from, until] = [begin, end].map((filter) => parseDateTime(query.get(filter) ?? ''))
  // The filter itself reports values that cannot be parsed.
  if ((query.has(begin) && !from) || (query.has(end) && !until)) return []
  const last = until ?? now
  const earliest = addDaysToInstant(last, -maxDays)
  if (from && from < earliest) {
    const endName = until ? end : 'now'
    errors.add(begin, `must be at most ${maxDays} days before ${endName} (${last}) when no taskid is given`)
  }
  return from ? [] : [[begin, earliest]]
}

/** Without a task a list is limited in time: by the requested day or ranges, else to the last seven days. */
function assumedDateRange(
  query: ReadonlyMap<string, string>,
  { now }: Actor,
  errors: ValidationErrors,
): AssumedFilters {
  if (query.has('taskid')) return []
  const requested = ranges.filter(({ begin, end }) => query.has(begin) || query.has(end))
  if (requested.length > 0) return requested.flatMap((range) => boundedRange(range, query, now, errors))
  return query.has('date') ? [] : [['datebegin', addDaysToInstant(now, -maxDays)]]
}

export const tasknote = defineResource('tasknote', {
  noun: ['task comment', 'task comments'],
  doc: 'Comments and automatic history of tasks.',
  ...noteDefinitionFor(task, { table: 'tasknote', key: 'taskid', more: { datemodified: authorFields.datemodified } }),
  filters: {
    taskid: anyOf('taskid', `Of the tasks; when left out only the last ${maxDays} days are returned`),
    title: textContains('title', 'Title containing the string'),
    date: duringDay('date', 'Created on that date (UTC)'),
    datebegin: fromInstant('date', 'Created on or after (UTC)'),
    dateend: untilInstant('date', 'Created on or before (UTC)'),
    datemodifiedbegin: fromInstant('datemodified', 'Modified on or after (UTC)'),
    datemodifiedend: untilInstant('datemodified', 'Modified on or before (UTC)'),
    authorid: anyOf('authorid', 'Written by'),
    public: isFlag('public', 'Public or internal'),
  },
  defaultFilters: assumedDateRange,
  notify: notifyTaskNote,
  sorts: { id: 'id', taskid: 'taskid', authorid: 'authorid', date: 'date' },
  // By date, because the index that finds the last days is in this order.
  defaultSort: { field: 'date', descending: false },
})
