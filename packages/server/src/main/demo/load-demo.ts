// The demo company: a small agency with clients, projects, tasks, three months of hours and everything that was written,
// asked for, spent, billed and kept on the way, loaded once, on the first start, when asked for. Made from the rows in the
// files beside it, relative to today and without chance: the same day gives the same company on every machine and on both
// databases.

import type { TokenOwner } from '../../accounts/create-account.ts'
import type { Clock } from '../../io/clock.ts'
import type { Database } from '../../io/database.ts'
import type { FileStore } from '../../io/file-store.ts'
import { person } from '../../resources/person.ts'
import { project } from '../../resources/project.ts'
import { createInvoices } from './billing.ts'
import { type Company, createCompany, getOrThrow } from './company.ts'
import { DemoWriter } from './demo-writer.ts'
import { uploadDocuments, uploadRequestDocuments } from './document-uploads.ts'
import { createExpenses } from './expenses.ts'
import { createFilters } from './filters.ts'
import { writeLetterhead } from './letterhead.ts'
import { createNotes } from './notes.ts'
import { demoPeople } from './people.ts'
import { createRequests } from './requests.ts'
import { createTasks } from './tasks.ts'
import { createTimeEntries } from './time-entries.ts'
import { startTimers } from './timers.ts'
import { createTimesheets } from './timesheets.ts'

export async function loadDemo(database: Database, clock: Clock, owner: TokenOwner, files: FileStore): Promise<void> {
  const maker = new DemoWriter(database, clock, owner)
  const company = await createCompany(maker)
  const requests = await createRequests(maker, company)
  await uploadRequestDocuments(maker, files, company, requests)
  const tasks = await createTasks(maker, company, requests)
  await createNotes(maker, company, tasks)
  const hours = await createTimeEntries(maker, company, tasks)
  await setBudgetAlerts(maker, company)
  await createTimesheets(maker, company, hours)
  await startTimers(maker, company, tasks)
  await createExpenses(maker, company)
  await uploadDocuments(maker, files, company, tasks)
  await createFilters(maker, company)
  await writeLetterhead(maker, files)
  await createInvoices(maker, company)
  await deactivateFormer(maker, company)
}

/** Set once the hours are there: to judge each of them by its budget would be a good part of the loading time. */
async function setBudgetAlerts(maker: DemoWriter, { people, projects }: Company): Promise<void> {
  for (const { plan, id } of projects) {
    if (plan.budget === undefined) continue
    await maker.update(
      project,
      id,
      { alert_percent: 80 },
      maker.actor(getOrThrow(people, 'johanna'), maker.workdaysAgo(1)),
    )
  }
}

/** Last, because nothing can be added for whoever is gone and whatever is over. */
async function deactivateFormer(maker: DemoWriter, { people, projects }: Company): Promise<void> {
  for (const { plan, id } of projects) if (plan.over) await maker.update(project, id, { active: 'f' })
  for (const { key, former } of demoPeople) {
    if (former) await maker.update(person, getOrThrow(people, key).id, { active: 'f' })
  }
}
