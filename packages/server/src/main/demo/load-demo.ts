// Loads the demo company on the first start, on request: a small agency with clients, projects, tasks, three months of
// hours, notes, requests, expenses, invoices and documents. It is created from the rows in this folder, relative to
// today and with a seeded random generator: the same day gives the same company on every machine and on both databases.

import type { TokenOwner } from '../../accounts/create-account.ts'
import type { Clock } from '../../io/clock.ts'
import type { Database } from '../../io/database.ts'
import type { FileStore } from '../../io/file-store.ts'
import { person } from '../../resources/person.ts'
import { project } from '../../resources/project.ts'
import { createInvoices } from './billing.ts'
import { createChecklists } from './checklists.ts'
import { agreeRates, type Company, createCompany, getOrThrow } from './company.ts'
import { DemoWriter } from './demo-writer.ts'
import { uploadDocuments, uploadRequestDocuments } from './document-uploads.ts'
import { createEstimates } from './estimates.ts'
import { createExpenses } from './expenses.ts'
import { createFilters } from './filters.ts'
import { writeLetterhead } from './letterhead.ts'
import { createNotes } from './notes.ts'
import { createNotifications } from './notifications.ts'
import { demoPeople } from './people.ts'
import { createRecurring } from './recurring.ts'
import { createRequestComments } from './request-comments.ts'
import { createRequests } from './requests.ts'
import { createRetainer } from './retainers.ts'
import { createSavedReports } from './saved-reports.ts'
import { createTasks } from './tasks.ts'
import { createTimeEntries } from './time-entries.ts'
import { startTimers } from './timers.ts'
import { createTimesheets } from './timesheets.ts'

export async function loadDemo(database: Database, clock: Clock, owner: TokenOwner, files: FileStore): Promise<void> {
  const writer = new DemoWriter(database, clock, owner)
  const company = await createCompany(writer)
  const requests = await createRequests(writer, company)
  await uploadRequestDocuments(writer, files, company, requests)
  const tasks = await createTasks(writer, company, requests)
  await createNotes(writer, company, tasks)
  const hours = await createTimeEntries(writer, company, tasks)
  await setBudgetAlerts(writer, company)
  await createTimesheets(writer, company, hours)
  await startTimers(writer, company, tasks)
  await createExpenses(writer, company)
  await uploadDocuments(writer, files, company, tasks)
  await createFilters(writer, company)
  await createChecklists(writer, tasks)
  await writeLetterhead(writer, files)
  await createInvoices(writer, company)
  await agreeRates(writer, company)
  await deactivateFormer(writer, company)
  await createNotifications(database, owner.accountid, getOrThrow(company.people, 'johanna').id, {
    since: writer.day(-30),
    until: writer.secondsAgo(0),
    newSince: writer.workdaysAgo(3),
  })
  await createRecurring(writer, company)
  await createEstimates(writer, company)
  await createRetainer(writer, company)
  await createSavedReports(writer, company)
  await createRequestComments(writer, company, requests)
}

/** Set after the hours are entered: checking the budget for each entry would take a large part of the loading time. */
async function setBudgetAlerts(writer: DemoWriter, { people, projects }: Company): Promise<void> {
  for (const { plan, id } of projects) {
    if (plan.budget === undefined) continue
    await writer.update(
      project,
      id,
      { alert_percent: 80 },
      writer.actor(getOrThrow(people, 'johanna'), writer.workdaysAgo(1)),
    )
  }
}

/** Last, because nothing can be added to inactive people and projects. */
async function deactivateFormer(writer: DemoWriter, { people, projects }: Company): Promise<void> {
  for (const { plan, id } of projects) if (plan.over) await writer.update(project, id, { active: 'f' })
  for (const { key, former } of demoPeople) {
    if (former) await writer.update(person, getOrThrow(people, key).id, { active: 'f' })
  }
}
