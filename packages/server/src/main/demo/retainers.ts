// The retainer of the demo company: twelve hours a month for the care of a website, with carry-over, and the hours of
// the last months. It is loaded last, so that the ids of all other records stay the same.
import { addDays } from '../../kit/calendar.ts'
import { monthAfter } from '../../kit/periods.ts'
import { project } from '../../resources/project.ts'
import { time } from '../../resources/time.ts'
import { type Company, getOrThrow, idsByName } from './company.ts'
import { type DemoEntry, type DemoWriter, workingDayUntil } from './demo-writer.ts'

/** The hours of each month from the oldest to the current one, on four days. One month overruns the budget. */
const hoursOfMonths: readonly (readonly number[])[] = [
  [2.5, 2.5, 3, 2],
  [4, 3.5, 3, 4],
  [3, 3, 3, 3],
  [2, 2.5, 2, 3],
  [3, 3.5, 3, 3.5],
  [1.5, 2, 1.5, 2],
]
const daysOfMonth = [5, 12, 19, 26]
const descriptions = ['Updates and backups', 'New menu prices', 'Broken links', 'Monthly statistics']

/** The managing director has no timesheets. Her newest hours are of the week before last. */
const lastDay = -8

export async function createRetainer(writer: DemoWriter, company: Company): Promise<void> {
  const by = getOrThrow(company.people, 'johanna')
  const manager = getOrThrow(company.people, 'francois')
  const first = monthAfter(writer.today, 1 - hoursOfMonths.length) ?? writer.today
  const { id: projectid = 0 } = await writer.create(project, {
    name: 'Süderhof website care',
    description: '<p>Twelve hours a month for updates, small changes and questions.</p>',
    clientid: getOrThrow(company.people, 'kathe').clientid,
    managerid: manager.id,
    datestart: first,
    budget: 12,
    budgetperiod: 'month',
    carryover: 't',
    alert_percent: 100,
  })
  const moduleid = getOrThrow(await idsByName(writer, 'module'), 'Content')
  const worktypeid = getOrThrow(await idsByName(writer, 'worktype'), 'Development')
  const place = { projectid, moduleid, worktypeid, personid: by.id, billable: 't' }
  const entries: DemoEntry[] = hoursOfMonths.flatMap((hours, month) =>
    hours.flatMap((quantity, at) => {
      const begin = monthAfter(first, month) ?? first
      const on = workingDayUntil(addDays(begin, (daysOfMonth[at] ?? 1) - 1))
      const fields = { ...place, date: on, time: quantity, description: descriptions[at] ?? '' }
      return on > writer.day(lastDay) ? [] : [{ by, on, fields }]
    }),
  )
  await writer.createEntries(time, entries, 'in turn')
}
