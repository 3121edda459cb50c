// A project and a client that no other test uses, so that the amounts billed, owed and paid are known exactly. An
// Administrator creates them; the role of the test is on the team.
import { createRecord } from './api-records.ts'
import type { RoleRun, Wire } from './role-test.ts'

export interface OwnProject {
  readonly client: Wire
  readonly project: Wire
}

/** Before the first week of the demo company, so that no test of a week meets it. */
export const beforeDemo = '2025-03-03'

export async function createOwnProject(run: RoleRun, what: string): Promise<OwnProject> {
  const administrator = 'demo-administrator'
  const dates = { datecreated: beforeDemo, active: 't' }
  const client = await createRecord(run, 'client', { name: run.uniqueName(`${what} house`), ...dates }, administrator)
  const fields = { name: run.uniqueName(what), clientid: String(client.id), datestart: beforeDemo }
  const project = await createRecord(run, 'project', fields, administrator)
  // Administrators see every project without being on a team.
  if (run.who !== administrator) {
    await createRecord(
      run,
      'projectteam',
      { projectid: String(project.id), personid: await run.personId() },
      administrator,
    )
  }
  return { client, project }
}

/** Logs billable hours of the role on the project. */
export async function logHours(run: RoleRun, { project }: OwnProject, hours: number): Promise<Wire> {
  const [worktype] = await run.list(`/projectworktype/?projectid=${project.id}&limit=1`)
  const [module] = await run.list(`/projectmodule/?projectid=${project.id}&limit=1`)
  return createRecord(run, 'time', {
    projectid: String(project.id),
    moduleid: String(module?.moduleid),
    worktypeid: String(worktype?.worktypeid),
    personid: await run.personId(),
    date: beforeDemo,
    time: hours,
    billable: 't',
  })
}

/** An amount as the page formats it in this locale. */
export const formatMoney = (amount: string | number | null | undefined, locale = 'en-GB'): string =>
  new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' }).format(Number(amount))
