// The demo company: a small agency with clients, projects, tasks, three months of hours and everything that was written,
// asked for, spent, billed and kept on the way, loaded once, on the first start, when asked for. Made from the rows in the
// files beside it, relative to today and without chance: the same day gives the same company on every machine and on both
// databases.
import type { Clock } from '../io/clock.ts'
import type { Database } from '../io/database.ts'
import type { Files } from '../io/files.ts'
import type { TokenOwner } from '../resources/account.ts'
import { person } from '../resources/person.ts'
import { project } from '../resources/project.ts'
import { billClients } from './demo-billing.ts'
import { type Company, found, foundCompany } from './demo-company.ts'
import { bookCosts } from './demo-costs.ts'
import { saveFilters } from './demo-filters.ts'
import { printLetterhead } from './demo-letterhead.ts'
import { Maker } from './demo-maker.ts'
import { demoPeople } from './demo-people.ts'
import { handIn } from './demo-requests.ts'
import { keepDocuments, keepWithRequests } from './demo-shelf.ts'
import { talk } from './demo-talk.ts'
import { logTime } from './demo-time.ts'
import { startTimers } from './demo-timers.ts'
import { settleWeeks } from './demo-weeks.ts'
import { layWork } from './demo-work.ts'

export async function loadDemo(database: Database, clock: Clock, owner: TokenOwner, files: Files): Promise<void> {
  const maker = new Maker(database, clock, owner)
  const company = await foundCompany(maker)
  const requests = await handIn(maker, company)
  await keepWithRequests(maker, files, company, requests)
  const tasks = await layWork(maker, company, requests)
  await talk(maker, company, tasks)
  const hours = await logTime(maker, company, tasks)
  await setAlarms(maker, company)
  await settleWeeks(maker, company, hours)
  await startTimers(maker, company, tasks)
  await bookCosts(maker, company)
  await keepDocuments(maker, files, company, tasks)
  await saveFilters(maker, company)
  await printLetterhead(maker, files)
  await billClients(maker, company)
  await putAway(maker, company)
}

/** Set once the hours are there: to judge each of them by its budget would be a good part of the loading time. */
async function setAlarms(maker: Maker, { people, projects }: Company): Promise<void> {
  for (const { plan, id } of projects) {
    if (plan.budget === undefined) continue
    await maker.update(project, id, { alert_percent: 80 }, maker.actor(found(people, 'johanna'), maker.workdaysAgo(1)))
  }
}

/** Last, because nothing can be added for whoever is gone and whatever is over. */
async function putAway(maker: Maker, { people, projects }: Company): Promise<void> {
  for (const { plan, id } of projects) if (plan.over) await maker.update(project, id, { active: 'f' })
  for (const { key, former } of demoPeople) {
    if (former) await maker.update(person, found(people, key).id, { active: 'f' })
  }
}
