// Creates the timesheets of the demo company from the time entries: submitted on the last day with hours, approved by
// the managing director in the following week. Some were rejected, the last ones wait for approval, the current one is
// open.
import { addDays, daysBetween, mondayOf } from '../../kit/calendar.ts'
import { timesheet } from '../../resources/timesheet.ts'
import { type Company, getOrThrow } from './company.ts'
import { type DemoActor, type DemoWriter, earlierOf } from './demo-writer.ts'
import type { HoursEntry } from './time-entries.ts'

/** One step on a day relative to the Monday of the week, or on the last day with hours. */
interface TimesheetStep {
  readonly day?: number
  readonly action: 'submit' | 'approve' | 'reject' | 'reopen'
  readonly note?: string
}

const submit: TimesheetStep = { action: 'submit' }
const approve: TimesheetStep = { day: 8, action: 'approve' }

const approved = [submit, approve]
const rejected = (note: string): TimesheetStep[] => [submit, { day: 7, action: 'reject', note }]

/** Exceptions by weeks ago and by the position among the people of that week. */
const exceptionalSteps: Readonly<Record<number, Readonly<Record<number, readonly TimesheetStep[]>>>> = {
  1: { 1: rejected('Please say a little more about Tuesday.'), 2: [], 5: [] },
  2: { 4: rejected('Please split Wednesday by project.') },
  4: {
    3: [
      ...approved,
      { day: 9, action: 'reopen', note: 'One hour belongs to another project.' },
      { day: 10, action: 'submit', note: 'Moved, thank you.' },
      { day: 11, action: 'approve' },
    ],
  },
  6: {
    0: [
      ...rejected('Some descriptions are missing.'),
      { day: 8, action: 'submit', note: 'Now they are there.' },
      { day: 9, action: 'approve', note: 'Thank you!' },
    ],
  },
}

/** Last week's timesheets wait for approval, the current week is open, earlier ones are approved. */
function stepsOf(weeksAgo: number, position: number): readonly TimesheetStep[] {
  if (weeksAgo === 0) return []
  return exceptionalSteps[weeksAgo]?.[position] ?? (weeksAgo === 1 ? [submit] : approved)
}

interface TimesheetPlan {
  readonly person: DemoActor
  readonly monday: string
  readonly lastDay: string
  readonly steps: readonly TimesheetStep[]
}

export async function createTimesheets(
  writer: DemoWriter,
  { people }: Company,
  hours: readonly HoursEntry[],
): Promise<void> {
  const sheets = planTimesheets(writer, hours)
  const ids = await writer.createEntries(
    timesheet,
    sheets.map(({ person, monday, lastDay }) => ({
      by: person,
      on: lastDay,
      fields: { personid: person.id, weekstart: monday },
    })),
  )
  const approver = getOrThrow(people, 'johanna')
  const steps = sheets.flatMap(({ person, monday, lastDay, steps: taken }, at) =>
    taken.map(({ day, action, note = '' }) => ({
      id: ids[at] ?? 0,
      on: day === undefined ? lastDay : earlierOf(writer.today, addDays(monday, day)),
      by: action === 'submit' ? person : approver,
      action,
      note,
    })),
  )
  // Day by day, because each step depends on the steps before it.
  for (const day of [...new Set(steps.map(({ on }) => on))].sort()) {
    const today = steps.filter(({ on }) => on === day)
    await Promise.all(
      today.map(({ id, by, on, action, note }) => writer.act([timesheet, action], id, { note }, writer.actor(by, on))),
    )
  }
}

/** A timesheet for every week in which a person has hours; in the current week only some have one. */
function planTimesheets(writer: DemoWriter, hours: readonly HoursEntry[]): TimesheetPlan[] {
  const weeks = Map.groupBy(hours, ({ on }) => mondayOf(on))
  return [...weeks].flatMap(([monday, entries]) => {
    const weeksAgo = daysBetween(monday, mondayOf(writer.today)) / 7
    // The entries are sorted by day, so the last day of each person remains in the map.
    const lastDays = new Map(entries.map(({ by, on }) => [by, on]))
    return [...lastDays]
      .sort(([a], [b]) => a.id - b.id)
      .map(([person, lastDay], position) => ({ person, monday, lastDay, steps: stepsOf(weeksAgo, position) }))
      .filter((_sheet, position) => weeksAgo > 0 || position % 2 === 0)
  })
}
