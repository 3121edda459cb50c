// Recurring invoices of the conformance fixture: visible and invisible ones with lines and waiting periods, so that
// each filter, sort and visibility rule has different cases; and the samples.
import type { Actor } from '../../src/define/actor.ts'
import { dayInZone, utcText } from '../../src/kit/calendar.ts'
import { schedulePeriods } from '../../src/resources/recurring-schedule.ts'
import type { AccountFixture, ApiFixture } from '../fixture/api-fixture.ts'
import { idsInTable } from '../fixture/dump.ts'
import type { JsonObject } from '../fixture/request-parts.ts'
import { lineSample } from './fixture-lines.ts'
import type { Sample } from './samples.ts'

/** Writes the rows of the periods that are due, and tells nobody. */
export async function addDuePeriods({ database, clock }: ApiFixture, accountid: number, id: number): Promise<void> {
  const timezone = 'Europe/Berlin'
  const actor: Actor = {
    accountid,
    personid: 0,
    clientid: null,
    role: 'Administrator',
    restricted: false,
    timezone,
    today: dayInZone(clock.now(), timezone),
    now: utcText(clock.now()),
    channel: 'schedule',
    requestid: null,
  }
  const mailer = { isSilent: true, site: null, readAs: async () => null }
  await database.write(accountid, (tx) => schedulePeriods({ tx, actor, mailer }, id))
}

/** The first month of a period that became due some months ago. */
export const monthsAgo = ({ clock }: ApiFixture, months: number): string => {
  const now = new Date(clock.now())
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1)).toISOString().slice(0, 10)
}

export async function addRecurring(fixture: ApiFixture, own: AccountFixture): Promise<void> {
  const { tokens, projects } = own
  const make = async (path: string, body: JsonObject) =>
    Number((await fixture.make(tokens.administrator, path, body)).id)
  const places = [projects.seen, projects.clientless, projects.unseen, projects.seen]
  for (const [at, projectid] of places.entries()) {
    const recurringinvoiceid = await make('/recurringinvoice/', {
      projectid,
      title: ['Zebra', 'Élan', 'Unseen', 'apple'][at] ?? '',
      every: 'month',
      billing: 'advance',
      firstperiod: monthsAgo(fixture, [11, 2, 3, -1][at] ?? 0),
      day: 1 + at,
      termid: 1 + at,
      tax: at === 0 ? '19' : '',
    })
    for (const [nth, name] of ['Server', 'Support', 'Élan'].entries()) {
      const line: JsonObject = nth === 0 ? { quantity: 1 + at, rate: 2 + at } : {}
      const amount = nth === 0 ? (1 + at) * (2 + at) : `${nth}.5`
      await make('/recurringinvoiceitem/', { recurringinvoiceid, name, ...line, amount })
    }
    await addDuePeriods(fixture, own.accountid, recurringinvoiceid)
  }
  const path = '/recurringinvoice/'
  await make(path, {
    projectid: projects.seen,
    title: 'Paused',
    every: 'year',
    firstperiod: '2027-01-01',
    termid: 2,
    active: 'f',
  })
}

export async function recurringSamples(
  fixture: ApiFixture,
  projects: readonly string[],
  fresh: (what: string) => string,
): Promise<Record<string, Sample>> {
  const { a, database, make } = fixture
  const boss = a.tokens.administrator
  const body = { every: 'month', firstperiod: '2027-01-01', termid: 4 }
  const owner = await make(boss, '/recurringinvoice/', { projectid: projects[0] ?? '', title: 'With lines', ...body })
  const all = await idsInTable(database, 'recurringinvoice')
  return {
    recurringinvoice: {
      create: async () => ({
        projectid: projects[0] ?? '',
        title: fresh('Hosting'),
        every: 'quarter',
        billing: 'arrears',
        day: '31',
        firstperiod: '2027-04-01',
        dateend: '2029-12-31',
        delivery: 'issue',
        active: 't',
        includetime: 't',
        includeexpenses: 't',
        excludeunapproved: 't',
        termid: '2',
        description: 'For {period}',
        addressfrom: 'Here 1\nTown',
        addressto: 'There 2\nTown',
        purchaseorder: 'PO-1',
        disclaimer: 'As agreed',
        tax: '19',
        secondtax: '7.5',
        secondtaxcompound: 't',
      }),
      changes: {
        projectid: { projectid: projects[1] ?? '' },
        title: { title: 'Other' },
        every: { every: 'year' },
        billing: { billing: 'advance', includetime: 'f', includeexpenses: 'f' },
        day: { day: '15' },
        firstperiod: { firstperiod: '2027-05-01' },
        dateend: { dateend: '2030-12-31' },
        delivery: { delivery: 'draft' },
        active: { active: 'f' },
        includetime: { includetime: 'f' },
        includeexpenses: { includeexpenses: 'f' },
        excludeunapproved: { excludeunapproved: 'f' },
        termid: { termid: '1' },
        description: { description: 'Other' },
        addressfrom: { addressfrom: 'Elsewhere' },
        addressto: { addressto: 'Elsewhere' },
        purchaseorder: { purchaseorder: 'PO-2' },
        disclaimer: { disclaimer: 'Other' },
        tax: { tax: '-0.5' },
        secondtax: { secondtax: '-1.25' },
        secondtaxcompound: { secondtaxcompound: 'f' },
      },
      changedField: 'title',
      // Time can only be billed after its period.
      sentTogether: {
        billing: { includetime: 'f', includeexpenses: 'f' },
        includetime: { billing: 'arrears' },
        includeexpenses: { billing: 'arrears' },
      },
    },
    recurringinvoiceitem: lineSample(
      { recurringinvoiceid: String(owner.id) },
      all.map((id) => `recurringinvoiceid=${id}`),
      fresh,
    ),
  }
}
