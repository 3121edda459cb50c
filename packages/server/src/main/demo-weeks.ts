// The weeks of the demo company, made of the hours in them: handed in on Fridays by those who worked, approved by the
// managing director in the week after. Some came back with a word, the last ones wait, the running one is open.
import { addDays, daysBetween, mondayOf } from '../kit/calendar.ts'
import { timesheet } from '../resources/timesheet.ts'
import { type Company, found } from './demo-company.ts'
import type { Acting, Maker } from './demo-maker.ts'
import type { Hours } from './demo-time.ts'

/** One step on a day of the week, counted from its Monday. */
interface Step {
  readonly day: number
  readonly action: 'submit' | 'approve' | 'reject' | 'reopen'
  readonly note?: string
}

const submit: Step = { day: 4, action: 'submit' }
const approve: Step = { day: 8, action: 'approve' }

const approved = [submit, approve]
const rejected = (note: string): Step[] => [submit, { day: 7, action: 'reject', note }]

/** What became of the sheets of a week, so many weeks ago: by their place among the people of that week. */
const others: Readonly<Record<number, Readonly<Record<number, readonly Step[]>>>> = {
  1: { 1: rejected('Thursday has no entry. Were you away?'), 2: [], 5: [] },
  2: { 4: rejected('Please split the eight hours of Wednesday by project.') },
  4: {
    3: [
      ...approved,
      { day: 9, action: 'reopen', note: 'An hour in Lyon belongs to the campaign.' },
      { day: 10, action: 'submit', note: 'Moved, thank you.' },
      { day: 11, action: 'approve' },
    ],
  },
  6: {
    0: [
      ...rejected('Two entries have no description.'),
      { day: 8, action: 'submit', note: 'Now they have.' },
      { day: 9, action: 'approve', note: 'Thank you!' },
    ],
  },
}

/** Last week's sheets still wait, the running week is not over, everything before is settled. */
function stepsOf(weeksAgo: number, place: number): readonly Step[] {
  if (weeksAgo === 0) return []
  return others[weeksAgo]?.[place] ?? (weeksAgo === 1 ? [submit] : approved)
}

interface Sheet {
  readonly person: Acting
  readonly monday: string
  readonly steps: readonly Step[]
}

export async function settleWeeks(maker: Maker, { people }: Company, hours: readonly Hours[]): Promise<void> {
  const sheets = sheetsOf(maker, hours)
  const ids = await maker.enter(
    timesheet,
    sheets.map(({ person, monday }) => ({
      by: person,
      on: notAfterToday(maker, addDays(monday, 4)),
      fields: { personid: person.id, weekstart: monday },
    })),
  )
  const approver = found(people, 'johanna')
  const steps = sheets.flatMap(({ person, monday, steps: taken }, at) =>
    taken.map(({ day, action, note = '' }) => ({
      id: ids[at] ?? 0,
      on: notAfterToday(maker, addDays(monday, day)),
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

const notAfterToday = ({ today }: Maker, day: string): string => (day < today ? day : today)

/** A sheet for every week in which a person has hours; of the running week only some have been begun. */
function sheetsOf(maker: Maker, hours: readonly Hours[]): Sheet[] {
  const weeks = Map.groupBy(hours, ({ on }) => mondayOf(on))
  return [...weeks].flatMap(([monday, entries]) => {
    const weeksAgo = daysBetween(monday, mondayOf(maker.today)) / 7
    const persons = [...new Set(entries.map(({ by }) => by))].sort((a, b) => a.id - b.id)
    return persons
      .map((person, place) => ({ person, monday, steps: stepsOf(weeksAgo, place) }))
      .filter((_sheet, place) => weeksAgo > 0 || place % 2 === 0)
  })
}
