// The setup of each action: a record on which a caller may perform it, and its body. Like the samples, this file names
// resources and fields, so that the tests of actions need not.
import type { AccountFixture, ApiFixture, JsonObject } from '../fixture/api-fixture.ts'
import type { ViewerName } from './conformance-fixture.ts'

/** A person of one of the accounts. */
export interface Caller {
  readonly fixture: ApiFixture
  readonly account: AccountFixture
  readonly name: ViewerName
}

export interface ActionSetup {
  /** Creates a record on which this caller may perform the action. */
  readonly prepare: (caller: Caller) => Promise<number>
  readonly body?: (caller: Caller) => JsonObject
}

const idOf = ({ account, name }: Caller): number => account.people[name]

const createAs = async ({ fixture, account, name }: Caller, path: string, body: JsonObject): Promise<number> =>
  Number((await fixture.make(account.tokens[name], path, body)).id)

const performAs = async ({ fixture, account, name }: Caller, path: string): Promise<void> => {
  const reply = await fixture.call({ token: account.tokens[name], method: 'POST', path })
  if (reply.status !== 202) throw new Error(`${name} POST ${path}: ${reply.text}`)
}

const runningTimer = (caller: Caller): Promise<number> => createAs(caller, '/timer/', { personid: idOf(caller) })

const pausedTimer = async (caller: Caller): Promise<number> => {
  const id = await runningTimer(caller)
  caller.fixture.clock.moveBy(60_000)
  await performAs(caller, `/timer/${id}/pause/`)
  return id
}

let weekCount = 0

/** A new week for each call, because a person has one timesheet per week. */
const openWeek = (caller: Caller): Promise<number> => {
  const weekstart = new Date(Date.UTC(2020, 0, 6 + 7 * ++weekCount)).toISOString().slice(0, 10)
  return createAs(caller, '/timesheet/', { personid: idOf(caller), weekstart })
}

const weekAfter =
  (...actions: readonly string[]) =>
  async (caller: Caller): Promise<number> => {
    const id = await openWeek(caller)
    for (const action of actions) await performAs(caller, `/timesheet/${id}/${action}/`)
    return id
  }

const freeformInvoice = async (caller: Caller): Promise<number> => {
  const id = await createAs(caller, '/invoice/', {
    projectid: caller.account.projects.seen,
    date: '2026-05-01',
    termid: 4,
    title: 'Waiting',
  })
  await createAs(caller, '/invoiceitem/', { invoiceid: id, name: 'Flat', amount: '12.5' })
  return id
}

const issuedInvoice = async (caller: Caller): Promise<number> => {
  const id = await freeformInvoice(caller)
  await performAs(caller, `/invoice/${id}/issue/`)
  return id
}

/** Its range is before all time entries, so that it is the same for each caller. */
const prefilledInvoice = (caller: Caller): Promise<number> =>
  createAs(caller, '/invoice/', {
    projectid: caller.account.projects.seen,
    date: '2026-05-01',
    termid: 4,
    title: 'Waiting',
    dateend: '2001-01-01',
  })

export const actionSetups: Readonly<Record<string, ActionSetup>> = {
  'invoice.import': { prepare: prefilledInvoice },
  'invoice.issue': { prepare: freeformInvoice },
  'invoice.void': { prepare: issuedInvoice },
  'person.permit': {
    prepare: (caller) => createAs(caller, '/person/', { firstname: 'Waiting' }),
    body: () => ({ restricttasks: 't' }),
  },
  'request.accept': {
    prepare: (caller) => {
      const { projects, priorities } = caller.account
      const request = { personid: idOf(caller), projectid: projects.seen, priorityid: priorities[0] ?? 0 }
      return createAs(caller, '/request/', { title: 'Please', ...request })
    },
    body: (caller) => ({
      moduleid: caller.account.modules[0] ?? 0,
      statusid: caller.account.statuses.open,
      ownerid: idOf(caller),
      dateopen: '2026-05-01',
    }),
  },
  'taskstatus.move': {
    prepare: (caller) => createAs(caller, '/taskstatus/', { name: 'Waiting', active: 't' }),
    body: () => ({ priority: '2' }),
  },
  'timer.apply': {
    prepare: pausedTimer,
    body: ({ account }) => ({
      projectid: account.projects.seen,
      moduleid: account.modules[0] ?? 0,
      worktypeid: account.worktypes[0] ?? 0,
      billable: 't',
    }),
  },
  'timer.pause': { prepare: runningTimer },
  'timer.resume': { prepare: pausedTimer },
  'timesheet.approve': { prepare: weekAfter('submit'), body: () => ({ note: 'Well done' }) },
  'timesheet.reject': { prepare: weekAfter('submit') },
  'timesheet.reopen': { prepare: weekAfter('submit', 'approve') },
  'timesheet.submit': { prepare: openWeek },
}
