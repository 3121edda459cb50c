// An occasion for each action: a record that a caller may do it to right now, and the body that it takes. Like the samples,
// this file names resources and fields, so that the tests of actions need not.
import type { AccountWorld, JsonObject, World } from '../world/world.ts'
import type { ViewerName } from './ground.ts'

/** Someone of one of the accounts. */
export interface Caller {
  readonly world: World
  readonly own: AccountWorld
  readonly name: ViewerName
}

export interface Occasion {
  /** Makes a record that waits for the action of this caller. */
  readonly ready: (caller: Caller) => Promise<number>
  readonly body?: (caller: Caller) => JsonObject
}

const idOf = ({ own, name }: Caller): number => own.people[name]

const made = async ({ world, own, name }: Caller, path: string, body: JsonObject): Promise<number> =>
  Number((await world.make(own.tokens[name], path, body)).id)

const done = async ({ world, own, name }: Caller, path: string): Promise<void> => {
  const reply = await world.call({ token: own.tokens[name], method: 'POST', path })
  if (reply.status !== 202) throw new Error(`${name} POST ${path}: ${reply.text}`)
}

const runningTimer = (caller: Caller): Promise<number> => made(caller, '/timer/', { personid: idOf(caller) })

const pausedTimer = async (caller: Caller): Promise<number> => {
  const id = await runningTimer(caller)
  caller.world.clock.moveBy(60_000)
  await done(caller, `/timer/${id}/pause/`)
  return id
}

let weeks = 0

/** Each week is another one: a person has one sheet of each. */
const openWeek = (caller: Caller): Promise<number> => {
  const weekstart = new Date(Date.UTC(2020, 0, 6 + 7 * ++weeks)).toISOString().slice(0, 10)
  return made(caller, '/timesheet/', { personid: idOf(caller), weekstart })
}

const weekAfter =
  (...actions: readonly string[]) =>
  async (caller: Caller): Promise<number> => {
    const id = await openWeek(caller)
    for (const action of actions) await done(caller, `/timesheet/${id}/${action}/`)
    return id
  }

const freeInvoice = async (caller: Caller): Promise<number> => {
  const id = await made(caller, '/invoice/', {
    projectid: caller.own.projects.seen,
    date: '2026-05-01',
    termid: 4,
    title: 'Waiting',
  })
  await made(caller, '/invoiceitem/', { invoiceid: id, name: 'Flat', amount: '12.5' })
  return id
}

const issuedInvoice = async (caller: Caller): Promise<number> => {
  const id = await freeInvoice(caller)
  await done(caller, `/invoice/${id}/issue/`)
  return id
}

/** From a time before all hours, so that each caller finds the same. */
const prefilledInvoice = (caller: Caller): Promise<number> =>
  made(caller, '/invoice/', {
    projectid: caller.own.projects.seen,
    date: '2026-05-01',
    termid: 4,
    title: 'Waiting',
    dateend: '2001-01-01',
  })

export const occasions: Readonly<Record<string, Occasion>> = {
  'invoice.import': { ready: prefilledInvoice },
  'invoice.issue': { ready: freeInvoice },
  'invoice.void': { ready: issuedInvoice },
  'person.permit': {
    ready: (caller) => made(caller, '/person/', { firstname: 'Waiting' }),
    body: () => ({ restricttasks: 't' }),
  },
  'request.accept': {
    ready: (caller) => {
      const { projects, priorities } = caller.own
      const request = { personid: idOf(caller), projectid: projects.seen, priorityid: priorities[0] ?? 0 }
      return made(caller, '/request/', { title: 'Please', ...request })
    },
    body: (caller) => ({
      moduleid: caller.own.modules[0] ?? 0,
      statusid: caller.own.statuses.open,
      ownerid: idOf(caller),
      dateopen: '2026-05-01',
    }),
  },
  'taskstatus.move': {
    ready: (caller) => made(caller, '/taskstatus/', { name: 'Waiting', active: 't' }),
    body: () => ({ priority: '2' }),
  },
  'timer.apply': {
    ready: pausedTimer,
    body: ({ own }) => ({
      projectid: own.projects.seen,
      moduleid: own.modules[0] ?? 0,
      worktypeid: own.worktypes[0] ?? 0,
      billable: 't',
    }),
  },
  'timer.pause': { ready: runningTimer },
  'timer.resume': { ready: pausedTimer },
  'timesheet.approve': { ready: weekAfter('submit'), body: () => ({ note: 'Well done' }) },
  'timesheet.reject': { ready: weekAfter('submit') },
  'timesheet.reopen': { ready: weekAfter('submit', 'approve') },
  'timesheet.submit': { ready: openWeek },
}
