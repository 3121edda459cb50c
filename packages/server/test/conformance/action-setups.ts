// The setup of each action: a record on which a caller may perform it, and its body. Like the samples, this file names
// resources and fields, so that the tests of actions need not.
import { taskBody } from '../fixture/api-caller.ts'
import type { AccountFixture, ApiFixture } from '../fixture/api-fixture.ts'
import type { JsonObject } from '../fixture/request-parts.ts'
import type { ViewerName } from './conformance-fixture.ts'
import { addDuePeriods, monthsAgo } from './fixture-recurring.ts'

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
  readonly headers?: Readonly<Record<string, string>>
}

const idOf = ({ account, name }: Caller): number => account.people[name]

const createAs = async ({ fixture, account, name }: Caller, path: string, body: JsonObject): Promise<number> =>
  Number((await fixture.make(account.tokens[name], path, body)).id)

/** For actions that need `If-Match`. */
const anyVersion = { 'if-match': '*' }

const performAs = async ({ fixture, account, name }: Caller, path: string): Promise<void> => {
  const reply = await fixture.call({ token: account.tokens[name], method: 'POST', path, headers: anyVersion })
  if (reply.status !== 202) throw new Error(`${name} POST ${path}: ${reply.text}`)
}

const runningTimer = (caller: Caller): Promise<number> => createAs(caller, '/timer/', { personid: idOf(caller) })

const pausedTimer = async (caller: Caller): Promise<number> => {
  const id = await runningTimer(caller)
  caller.fixture.clock.moveBy(60_000)
  await performAs(caller, `/timer/${id}/pause/`)
  return id
}

const newWebhook = (caller: Caller): Promise<number> =>
  createAs(caller, '/webhook/', { url: 'https://receiver.example.com/', events: '*' })

/** A delivery of a new webhook: its test. */
const newDelivery = async (caller: Caller): Promise<number> => {
  const id = await newWebhook(caller)
  await performAs(caller, `/webhook/${id}/test/`)
  const { fixture, account, name } = caller
  const { json } = await fixture.call({ token: account.tokens[name], path: `/webhookdelivery/?webhookid=${id}` })
  return Number((json.webhookdelivery as JsonObject[])[0]?.id)
}

const theCompany = async (): Promise<number> => 1

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

/** A submitted week of a Resource, which Managers of the company may decide about too. */
const othersWeek = async (caller: Caller): Promise<number> => {
  const { fixture, account } = caller
  const token = account.tokens.administrator
  await fixture.call({ token, method: 'PUT', path: '/company/', body: { managersapprove: 't' } })
  return weekAfter('submit')({ ...caller, name: 'resource' })
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

/** The entry of the draft that `invoiceWithTime` created last, and the other draft. */
let lastBilled = { timeid: '', otherid: '' }

/** Its entry has a day of its own, after those of all lists, so that it is on no other invoice. */
let billedDays = 0

/** A draft with one entry, and another draft of the project without time. */
const invoiceWithTime = async (caller: Caller): Promise<number> => {
  const { fixture, account } = caller
  const { projects, modules, worktypes, people, tokens } = account
  const day = new Date(Date.UTC(2031, 0, 1 + ++billedDays)).toISOString().slice(0, 10)
  const projectid = projects.seen
  const place = { projectid, moduleid: modules[0] ?? 0, worktypeid: worktypes[0] ?? 0, personid: people.resource }
  const entry = await fixture.make(tokens.administrator, '/time/', { ...place, date: day, time: '2', billable: 't' })
  const rate = { projectid, worktypeid: worktypes[0] ?? 0, datebegin: day, hourlyrate: '120' }
  await fixture.make(tokens.administrator, '/projectrate/', rate)
  const draft = { projectid, date: '2026-05-01', termid: 4, title: 'Waiting' }
  const id = await createAs(caller, '/invoice/', { ...draft, datebegin: day, dateend: day })
  const otherid = await createAs(caller, '/invoice/', { ...draft, dateend: '2001-01-01' })
  lastBilled = { timeid: String(entry.id), otherid: String(otherid) }
  return id
}

const excludedTime = async (caller: Caller): Promise<number> => {
  const id = await invoiceWithTime(caller)
  const { fixture, account, name } = caller
  const path = `/invoice/${id}/exclude/`
  const body = { timeid: lastBilled.timeid }
  const reply = await fixture.call({ token: account.tokens[name], method: 'POST', path, body })
  if (reply.status !== 202) throw new Error(`${name} POST ${path}: ${reply.text}`)
  return id
}

/** The first of two periods that wait for a decision. */
const waitingPeriod = async (caller: Caller): Promise<number> => {
  const { fixture, account, name } = caller
  const id = await createAs(caller, '/recurringinvoice/', {
    projectid: account.projects.seen,
    title: 'Waiting',
    every: 'month',
    billing: 'advance',
    firstperiod: monthsAgo(fixture, 1),
    termid: 4,
  })
  await createAs(caller, '/recurringinvoiceitem/', { recurringinvoiceid: id, name: 'Flat', amount: '12.5' })
  await addDuePeriods(fixture, account.accountid, id)
  const path = `/recurringperiod/?recurringinvoiceid=${id}`
  const { json } = await fixture.call({ token: account.tokens[name], path })
  return Number((json.recurringperiod as JsonObject[])[0]?.id)
}

const unappliedPayment = { date: '2026-05-10', amount: '12.5', typeid: 4 }

const newEstimate = async (caller: Caller): Promise<number> => {
  const place = { projectid: caller.account.projects.seen, date: '2026-05-01' }
  const id = await createAs(caller, '/estimate/', { title: 'Waiting', ...place })
  await createAs(caller, '/estimateitem/', { estimateid: id, name: 'Flat', amount: '12.5' })
  return id
}

/** Written and sent by an Administrator, because an Executive may do neither. */
const estimateAfter =
  (...actions: readonly string[]) =>
  async (caller: Caller): Promise<number> => {
    const writer: Caller = { ...caller, name: 'administrator' }
    const id = await newEstimate(writer)
    for (const action of actions) await performAs(writer, `/estimate/${id}/${action}/`)
    return id
  }

/** A notification of the caller: somebody else assigned a task to them. */
export const ownNotification = async (caller: Caller): Promise<number> => {
  const { fixture, account, name } = caller
  const other = name === 'administrator' ? 'manager' : 'administrator'
  await fixture.make(account.tokens[other], '/task/', taskBody(account, { assigneeid: idOf(caller) }))
  const list = await fixture.call({ token: account.tokens[name], path: '/notification/?limit=1' })
  return Number((list.json.notification as JsonObject[])[0]?.id)
}

const mailBody = (): JsonObject => ({
  to: 'office@example.com',
  cc: 'boss@example.com',
  subject: 'For you',
  text: 'Hello',
})

export const actionSetups: Readonly<Record<string, ActionSetup>> = {
  'estimate.accept': { prepare: estimateAfter('send'), body: () => ({ note: 'Go ahead' }) },
  'estimate.convert': { prepare: estimateAfter('send', 'accept'), body: () => ({ date: '2026-05-02' }) },
  'estimate.decline': { prepare: estimateAfter('send'), body: () => ({ note: 'Too late' }) },
  'estimate.link': { prepare: estimateAfter('send') },
  'estimate.mail': { prepare: newEstimate, body: mailBody },
  'estimate.unlink': { prepare: estimateAfter('send') },
  'estimate.reopen': { prepare: estimateAfter('send') },
  'estimate.send': { prepare: newEstimate },
  'invoice.addexpenses': { prepare: freeformInvoice, body: () => ({ dateend: '2001-01-01' }) },
  'invoice.import': { prepare: prefilledInvoice },
  'invoice.issue': { prepare: freeformInvoice },
  'invoice.mail': { prepare: issuedInvoice, body: mailBody },
  'invoice.reminders': { prepare: issuedInvoice, body: () => ({ remindersoff: 't' }) },
  'invoice.link': { prepare: issuedInvoice },
  'invoice.unlink': { prepare: issuedInvoice },
  'invoice.marksent': { prepare: issuedInvoice, body: () => ({ date: '2026-05-02' }) },
  'invoice.void': { prepare: issuedInvoice },
  'invoice.exclude': { prepare: invoiceWithTime, body: () => ({ timeid: lastBilled.timeid }) },
  'invoice.include': { prepare: excludedTime, body: () => ({ timeid: lastBilled.timeid }) },
  'invoice.move': {
    prepare: invoiceWithTime,
    body: () => ({ timeid: lastBilled.timeid, invoiceid: lastBilled.otherid }),
  },
  'invoice.writedown': { prepare: invoiceWithTime, body: () => ({ timeid: lastBilled.timeid, amount: '100.5' }) },
  'invoice.duplicate': { prepare: issuedInvoice },
  'invoice.credit': { prepare: issuedInvoice, body: () => ({ releasetime: 't' }) },
  'notification.readall': { prepare: ownNotification },
  'payment.split': {
    prepare: (caller) =>
      createAs(caller, '/payment/', { ...unappliedPayment, projectid: caller.account.projects.seen }),
    body: () => ({ amount: '4.5' }),
  },
  'person.permit': {
    prepare: (caller) => createAs(caller, '/person/', { firstname: 'Waiting' }),
    body: () => ({ restricttasks: 't' }),
  },
  'project.duplicate': {
    prepare: (caller) => createAs(caller, '/project/', { name: 'Template', datestart: '2026-01-05' }),
    body: () => ({ name: 'Copy', copyteam: 'f' }),
  },
  'recurringperiod.bill': { prepare: waitingPeriod, body: () => ({ date: '2026-05-02' }) },
  'recurringperiod.skip': { prepare: waitingPeriod },
  'company.loadsample': { prepare: theCompany },
  'company.removesample': { prepare: theCompany },
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
  'task.duplicate': {
    prepare: async (caller) => {
      const { projects, modules, statuses, priorities } = caller.account
      const lists = { moduleid: modules[0] ?? 0, statusid: statuses.open, priorityid: priorities[0] ?? 0 }
      const task = { projectid: projects.seen, ownerid: idOf(caller), dateopen: '2026-05-01', ...lists }
      return createAs(caller, '/task/', { title: 'Waiting', ...task })
    },
    body: () => ({ title: 'Again' }),
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
  'timesheet.approve': { prepare: othersWeek, body: () => ({ note: 'Well done' }), headers: anyVersion },
  'timesheet.reject': { prepare: othersWeek, headers: anyVersion },
  'timesheet.reopen': { prepare: weekAfter('submit', 'approve') },
  'timesheet.submit': { prepare: openWeek },
  'timesheet.withdraw': { prepare: weekAfter('submit') },
  'webhook.replay': { prepare: newWebhook, body: () => ({ since: '0' }) },
  'webhook.rotate': { prepare: newWebhook },
  'webhook.test': { prepare: newWebhook },
  'webhookdelivery.again': { prepare: newDelivery },
}
