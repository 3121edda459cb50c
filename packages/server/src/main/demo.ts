// The demo company: a small agency with clients, projects, tasks and three months of hours, loaded once, on the first start,
// when asked for. Made from the rows in the files beside it, relative to today and without chance: the same day gives the
// same company on every machine and on both databases.
import type { Clock } from '../io/clock.ts'
import type { Database } from '../io/database.ts'
import type { TokenOwner } from '../resources/account.ts'
import { person } from '../resources/person.ts'
import { project } from '../resources/project.ts'
import { type Company, found, foundCompany } from './demo-company.ts'
import { Maker } from './demo-maker.ts'
import { demoPeople } from './demo-people.ts'
import { logTime, startTimer } from './demo-time.ts'
import { layWork } from './demo-work.ts'

export async function loadDemo(database: Database, clock: Clock, owner: TokenOwner): Promise<void> {
  const maker = new Maker(database, clock, owner)
  const company = await foundCompany(maker)
  const tasks = await layWork(maker, company)
  await logTime(maker, company, tasks)
  await startTimer(maker, company, tasks)
  await putAway(maker, company)
}

/** Last, because nothing can be added for whoever is gone and whatever is over. */
async function putAway(maker: Maker, { people, projects }: Company): Promise<void> {
  for (const { plan, id } of projects) if (plan.over) await maker.update(project, id, { active: 'f' })
  for (const { key, former } of demoPeople) {
    if (former) await maker.update(person, found(people, key).id, { active: 'f' })
  }
}
