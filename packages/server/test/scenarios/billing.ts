// What the tests of invoices share: a project with logged hours, and the bodies of invoices, lines and payments. It
// asserts nothing.

import { type ApiCaller, type Body, callerFor, type Fields, recordIn } from '../fixture/api-caller.ts'
import type { AccountFixture, ApiFixture } from '../fixture/api-fixture.ts'
import type { JsonObject } from '../fixture/request-parts.ts'

export const invoiceBody = (projectid: string | number, more: JsonObject = {}): JsonObject => ({
  projectid,
  date: '2026-05-01',
  termid: 4,
  title: 'Work of the month',
  ...more,
})

export const lineBody = (invoiceid: unknown, amount: string, more: JsonObject = {}): JsonObject => ({
  invoiceid: String(invoiceid),
  name: 'Consulting',
  amount,
  ...more,
})

export const paymentBody = (projectid: unknown, amount: string, more: JsonObject = {}): JsonObject => ({
  projectid: String(projectid),
  date: '2026-05-10',
  amount,
  typeid: 4,
  ...more,
})

/** A project with everyone of the account on its team, and a caller that works in it. */
export interface BilledProject {
  readonly administrator: ApiCaller
  readonly projectid: string
  /** Work types of the account, all of them on the project: Consulting 120, Design 90, Development 100, Meeting 80. */
  readonly worktypes: readonly number[]
  /** Logs billable hours on the project by default. */
  log(date: string, hours: string, worktypeid?: number, more?: JsonObject): Promise<Fields>
}

export async function newBilledProject(
  fixture: ApiFixture,
  account: AccountFixture = fixture.a,
): Promise<BilledProject> {
  const administrator = callerFor(fixture, account.tokens.administrator)
  const project = await administrator.create('/project/', {
    name: 'Billed project',
    datestart: '2026-01-01',
    clientid: account.clients.seen,
  })
  const projectid = String(project.id)
  const { manager, resource, executive } = account.people
  for (const personid of [manager, resource, executive]) {
    await administrator.create(`/projectteam/${projectid}/`, { personid })
  }
  const [firstType = 0] = account.worktypes
  return {
    administrator,
    projectid,
    worktypes: account.worktypes,
    log: (date, hours, worktypeid = firstType, more = {}) =>
      administrator.create('/time/', {
        projectid,
        moduleid: account.modules[0] ?? 0,
        worktypeid,
        personid: resource,
        date,
        time: hours,
        billable: 't',
        ...more,
      }),
  }
}

/** The lines of an invoice as "name quantity x rate = amount". */
export const invoiceLineTexts = async (caller: ApiCaller, invoiceid: unknown): Promise<string[]> =>
  (await caller.list(`/invoiceitem/?invoiceid=${invoiceid}&limit=0`)).rows.map(
    ({ name, quantity, rate, amount }) => `${name} ${quantity} x ${rate} = ${amount}`,
  )

/** Performs an action and returns its record. It throws if the action is refused. */
export async function performAction(caller: ApiCaller, path: string, body: Body = {}): Promise<Fields> {
  const reply = await caller.send('POST', path, body)
  if (reply.status !== 202 && reply.status !== 201)
    throw new Error(`POST ${path} ${JSON.stringify(body)}: ${reply.text}`)
  return recordIn(reply)
}

/** A project whose imported time exceeds the largest amount of an invoice. */
export async function newOverpricedProject(fixture: ApiFixture): Promise<BilledProject> {
  const billed = await newBilledProject(fixture)
  const [part] = (await billed.administrator.list(`/projectworktype/?projectid=${billed.projectid}`)).rows
  await billed.administrator.update(`/projectworktype/${part?.id}/`, { hourlyrate: '9999999999' })
  await billed.log('2026-05-04', '24', Number(part?.worktypeid))
  return billed
}
