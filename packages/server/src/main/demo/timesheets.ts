// The weeks of the demo company, made of the hours in them: handed in on the last day somebody worked, approved by the
// managing director in the week after. Some came back with a word, the last ones wait, the running one is open.
import { addDays, daysBetween, mondayOf } from '../../kit/calendar.ts'
import { timesheet } from '../../resources/timesheet.ts'
import { type Company, getOrThrow } from './company.ts'
import { type DemoActor, type DemoWriter, earlierOf } from './demo-writer.ts'
import type { HoursEntry } from './time-entries.ts'

/** One step on a day counted from the Monday of the week, or on the last day of it that has hours. */
interface TimesheetStep {
  readonly day?: number
  readonly action: 'submit' | 'approve' | 'reject' | 'reopen'
  readonly note?: string
}

const submit: TimesheetStep = { action: 'submit' }
const approve: TimesheetStep = { day: 8, action: 'approve' }

const approved = [submit, approve]
const rejected = (note: string): TimesheetStep[] => [submit, { day: 7, action: 'reject', note }]

/** What became of the sheets of a week, so many weeks ago: by their place among the people of that week. */
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

/** Last week's sheets still wait, the running week is not over, everything before is settled. */
function stepsOf(weeksAgo: number, place: number): readonly TimesheetStep[] {
  if (weeksAgo === 0) return []
  return exceptionalSteps[weeksAgo]?.[place] ?? (weeksAgo === 1 ? [submit] : approved)
}

interface TimesheetPlan {
  readonly person: DemoActor
  readonly monday: string
  readonly lastDay: string
  readonly steps: readonly TimesheetStep[]
}

export async function createTimesheets(
  maker: DemoWriter,
  { people }: Company,
  hours: readonly HoursEntry[],
): Promise<void> {
  const sheets = planTimesheets(maker, hours)
  const ids = await maker.createEntries(
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
      on: day === undefined ? lastDay : earlierOf(maker.today, addDays(monday, day)),
      by: action === 'submit' ? person : approver,
      action,
      note,
    })),
  )
  // Day by day: what was done to a sheet one day rests on what was done to it before.
  for (const day of [...new Set(steps.map(({ on }) => on))].sort()) {
    const today = steps.filter(({ on }) => on === day)
    await Promise.all(
      today.map(({ id, by, on, action, note }) => maker.act([timesheet, action], id, { note }, maker.actor(by, on))),
    )
  }
}

/** A sheet for every week in which a person has hours; of the running week only some have been begun. */
function planTimesheets(maker: DemoWriter, hours: readonly HoursEntry[]): TimesheetPlan[] {
  const weeks = Map.groupBy(hours, ({ on }) => mondayOf(on))
  return [...weeks].flatMap(([monday, entries]) => {
    const weeksAgo = daysBetween(monday, mondayOf(maker.today)) / 7
    // The hours come by the day, so the last one of each person stays.
    const lastDays = new Map(entries.map(({ by, on }) => [by, on]))
    return [...lastDays]
      .sort(([a], [b]) => a.id - b.id)
      .map(([person, lastDay], place) => ({ person, monday, lastDay, steps: stepsOf(weeksAgo, place) }))
      .filter((_sheet, place) => weeksAgo > 0 || place % 2 === 0)
  })
}
