// Notes on tasks: comments, and what changes of a task leave behind. Without a task a list looks back seven days only.
// What they share with the notes on milestones stands in `note-rules.ts`.
import type { Actor } from '../define/actor.ts'
import { anyOf, contains, duringDay, fromInstant, isFlag, untilInstant } from '../define/filters.ts'
import type { Faults } from '../define/refusal.ts'
import { defineResource } from '../define/resource.ts'
import { addDays, parseDateTime } from '../kit/calendar.ts'
import { tellOfTaskNote } from './mail-note.ts'
import { notesOn, written } from './note-rules.ts'
import { task } from './task.ts'

const longestDays = 7

const movedBy = (instant: string, days: number): string => `${addDays(instant.slice(0, 10), days)}${instant.slice(10)}`

interface Range {
  readonly begin: string
  readonly end: string
}

const ranges: readonly Range[] = [
  { begin: 'datebegin', end: 'dateend' },
  { begin: 'datemodifiedbegin', end: 'datemodifiedend' },
]

type Assumed = (readonly [filter: string, value: string])[]

/** A range without an end reaches until now, one without a beginning seven days back from its end; none is longer. */
function boundedRange({ begin, end }: Range, query: ReadonlyMap<string, string>, now: string, faults: Faults): Assumed {
  const [from, until] = [begin, end].map((filter) => parseDateTime(query.get(filter) ?? ''))
  // What cannot be read is told by the filter itself.
  if ((query.has(begin) && !from) || (query.has(end) && !until)) return []
  const last = until ?? now
  const earliest = movedBy(last, -longestDays)
  if (from && from < earliest) {
    const what = until ? end : 'now'
    faults.add(begin, `must be at most ${longestDays} days before ${what} (${last}) when no taskid is given`)
  }
  return from ? [] : [[begin, earliest]]
}

/** Without a task a list is bounded in time: by the day it asks for, by its ranges, else by the last seven days. */
function lastDays(query: ReadonlyMap<string, string>, { now }: Actor, faults: Faults): Assumed {
  if (query.has('taskid')) return []
  const asked = ranges.filter(({ begin, end }) => query.has(begin) || query.has(end))
  if (asked.length > 0) return asked.flatMap((range) => boundedRange(range, query, now, faults))
  return query.has('date') ? [] : [['datebegin', movedBy(now, -longestDays)]]
}

export const tasknote = defineResource('tasknote', {
  doc: 'Comments and automatic history of tasks.',
  ...notesOn(task, { table: 'tasknote', key: 'taskid', more: { datemodified: written.datemodified } }),
  filters: {
    taskid: anyOf('taskid', `Of the tasks; when left out only the last ${longestDays} days are returned`),
    title: contains('title', 'Title containing the string'),
    date: duringDay('date', 'Created on that date (UTC)'),
    datebegin: fromInstant('date', 'Created on or after (UTC)'),
    dateend: untilInstant('date', 'Created on or before (UTC)'),
    datemodifiedbegin: fromInstant('datemodified', 'Modified on or after (UTC)'),
    datemodifiedend: untilInstant('datemodified', 'Modified on or before (UTC)'),
    authorid: anyOf('authorid', 'Written by'),
    public: isFlag('public', 'Public or internal'),
  },
  assumed: lastDays,
  tell: tellOfTaskNote,
  sorts: { id: 'id', taskid: 'taskid', authorid: 'authorid', date: 'date' },
  // By date, so that the index which finds the last days has them in order too.
  order: { field: 'date', descending: false },
})
