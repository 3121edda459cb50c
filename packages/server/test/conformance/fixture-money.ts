// Money of the conformance fixture: invoices of every kind and state, visible and invisible, with lines, notes and
// payments, so that each filter, sort and visibility rule has different cases; and the samples. Samples bill projects
// without time, so that no test of time uses an entry that cannot be changed.

import type { AccountFixture, ApiFixture, PersonName } from '../fixture/api-fixture.ts'
import { idsInTable } from '../fixture/dump.ts'
import type { JsonObject } from '../fixture/request-parts.ts'
import { estimateSamples } from './fixture-estimates.ts'
import { lineSample } from './fixture-lines.ts'
import { recurringSamples } from './fixture-recurring.ts'
import type { Sample } from './samples.ts'

interface InvoiceSpec {
  readonly invoice: JsonObject
  readonly lines?: readonly JsonObject[]
  readonly payments?: readonly JsonObject[]
  readonly actions?: readonly string[]
}

const hourLine = { name: 'Design', quantity: '2', rate: '50', amount: '100' }

const invoiceSpecs = ({ projects }: AccountFixture, labelled: readonly number[]): readonly InvoiceSpec[] => [
  {
    invoice: { projectid: projects.seen, date: '2026-02-10', termid: 4, title: 'Élan', tax: '19', purchaseorder: 'A1' },
    lines: [hourLine, { name: 'Discount', amount: '-10', description: 'Élan' }],
    payments: [
      { date: '2026-03-20', amount: '50', typeid: 1, reference: 'ZZ' },
      { date: '2026-04-01', amount: '57.1', typeid: 2, note: 'Rest' },
    ],
  },
  {
    invoice: {
      projectid: projects.clientless,
      date: '2026-05-01',
      termid: 6,
      termother: 'At full moon',
      termotherdatedue: '2027-01-01',
      title: 'élan',
      description: '100% sure',
      addressto: 'Snake_Case Road',
    },
    lines: [{ name: 'Design', quantity: '0.333333', rate: '99.99', amount: '33.33' }],
    payments: [{ date: '2026-05-02', amount: '0.01', typeid: 3 }],
  },
  {
    invoice: {
      projectid: projects.seen,
      date: '2026-03-01',
      termid: 1,
      title: 'apple',
      tax: '7.5',
      secondtax: '2.25',
      secondtaxcompound: 't',
      addressfrom: 'Here 1\nTown',
      purchaseorder: 'B2',
    },
    lines: [hourLine, { ...hourLine, name: 'design' }, { name: 'Flat', amount: '1234.56', rate: '3' }],
  },
  {
    invoice: { projectid: projects.seen, date: '2026-04-02', termid: 2, title: 'snake_case' },
    lines: [hourLine],
    actions: ['issue'],
  },
  {
    invoice: { projectid: projects.seen, date: '2026-04-03', termid: 3, title: 'snakeXcase', description: 'Élan' },
    lines: [hourLine],
    actions: ['issue', 'void'],
  },
  {
    invoice: {
      projectid: projects.seen,
      date: '2026-05-03',
      termid: 5,
      title: '𝒳 marks',
      datebegin: '2026-04-10',
      dateend: '2026-04-15',
    },
    lines: [{ name: 'On top', amount: '5' }],
  },
  {
    invoice: {
      projectid: projects.seen,
      date: '2026-05-04',
      termid: 1,
      title: '100% sure',
      datebegin: '2026-04-16',
      dateend: '2026-04-20',
    },
  },
  { invoice: { projectid: projects.clientless, date: '2026-05-04', termid: 1, title: 'Old', dateend: '2001-01-01' } },
  { invoice: { projectid: labelled[0] ?? 0, date: '2026-02-10', termid: 5, title: '100 sure' }, lines: [hourLine] },
  { invoice: { projectid: projects.seen, date: '2026-05-05', termid: 4, title: 'Zebra' } },
  {
    invoice: { projectid: projects.unseen, date: '2026-02-11', termid: 1, title: 'Unseen Élan' },
    lines: [hourLine, { ...hourLine, name: 'Unseen' }],
    payments: [{ date: '2026-02-12', amount: '1000', typeid: 5 }],
  },
  {
    invoice: { projectid: projects.unseen, date: '2026-05-12', termid: 5, title: 'Unseen', datebegin: '2026-04-10' },
  },
]

/** Time entries only for the invoices that are created from time. */
async function addBilledHours(fixture: ApiFixture, own: AccountFixture): Promise<void> {
  const { people, projects, modules, worktypes, tokens } = own
  const whose = [people.manager, people.resource, people.administrator]
  for (let at = 0; at < 7; at++) {
    const hidden = at === 6
    await fixture.make(tokens.administrator, '/time/', {
      projectid: hidden ? projects.unseen : projects.seen,
      moduleid: modules[0] ?? 0,
      worktypeid: worktypes[at % 2] ?? 0,
      personid: hidden ? people.outsider : (whose[at % whose.length] ?? 0),
      date: `2026-04-${12 + at}`,
      time: ['1.25', '0.333333', '2'][at % 3] ?? '1',
      billable: at === 5 ? 'f' : 't',
    })
  }
}

export async function addInvoices(
  fixture: ApiFixture,
  own: AccountFixture,
  labelled: readonly number[],
): Promise<void> {
  const { tokens, projects } = own
  const make = (name: PersonName, path: string, body: JsonObject) => fixture.make(tokens[name], path, body)
  await addBilledHours(fixture, own)
  for (const [at, { invoice, lines = [], payments = [], actions = [] }] of invoiceSpecs(own, labelled).entries()) {
    const hidden = invoice.projectid === projects.unseen
    const poster = (turn: number): PersonName => (hidden || turn % 2 === 0 ? 'administrator' : 'manager')
    const { id } = await make(poster(at), '/invoice/', invoice)
    const invoiceid = Number(id)
    for (const line of lines) await make('administrator', '/invoiceitem/', { invoiceid, ...line })
    const place = { projectid: invoice.projectid ?? 0, invoiceid }
    for (const [turn, payment] of payments.entries()) await make(poster(turn), '/payment/', { ...place, ...payment })
    const title = `Title ${invoice.title}`
    await make(poster(at), '/invoicenote/', { invoiceid, title, note: at % 2 === 0 ? '' : 'Élan' })
    for (const act of actions) {
      const path = `/invoice/${invoiceid}/${act}/`
      const reply = await fixture.call({ token: tokens.administrator, method: 'POST', path })
      if (reply.status !== 202) throw new Error(`${path}: ${reply.text}`)
    }
    fixture.clock.moveBy(1000)
  }
  for (const [at, projectid] of [projects.seen, projects.clientless, projects.unseen].entries()) {
    const rest = {
      date: '2026-05-02',
      amount: `${9 + at}.5`,
      typeid: 1 + at,
      reference: 'aa',
      note: ['', 'Élan'][at % 2] ?? '',
    }
    await make('administrator', '/payment/', { projectid, ...rest })
  }
}

const invoice = ([first, second]: readonly string[], fresh: (what: string) => string): Sample => ({
  create: async () => ({
    projectid: first ?? '',
    currency: 'USD',
    date: '2026-05-01',
    termid: '6',
    termother: 'In a while',
    termotherdatedue: '2026-07-01',
    title: fresh('Invoice'),
    description: 'For work',
    addressfrom: 'Here 1\nTown',
    addressto: 'There 2\nTown',
    purchaseorder: 'PO-1',
    tax: '19',
    secondtax: '7.5',
    secondtaxcompound: 't',
    disclaimer: 'As agreed',
    datebegin: '2001-01-01',
    dateend: '2001-12-31',
    draft: 't',
    excludefuture: 't',
    excludeunapproved: 't',
    groupby: 'task',
  }),
  changes: {
    excludefuture: { excludefuture: 'f' },
    excludeunapproved: { excludeunapproved: 'f' },
    groupby: { groupby: 'day' },
    projectid: { projectid: second ?? '' },
    date: { date: '2026-05-02' },
    termid: { termid: '1' },
    termother: { termother: 'Later' },
    termotherdatedue: { termotherdatedue: '2026-07-02' },
    title: { title: 'Other invoice' },
    currency: { currency: 'CHF' },
    description: { description: 'Other' },
    addressfrom: { addressfrom: 'Elsewhere' },
    addressto: { addressto: 'Elsewhere' },
    purchaseorder: { purchaseorder: 'PO-2' },
    tax: { tax: '-0.5' },
    secondtax: { secondtax: '-1.25' },
    secondtaxcompound: { secondtaxcompound: 'f' },
    disclaimer: { disclaimer: 'Other' },
    datebegin: { datebegin: '2001-02-01' },
    dateend: { dateend: '2001-11-30' },
  },
  changedField: 'title',
  plainValues: { termid: '1', termother: '', termotherdatedue: '' },
  // The end of a range must not be before its beginning, so the other end is cleared.
  sentTogether: { datebegin: { dateend: '' }, dateend: { datebegin: '' } },
  printedAs: { secondtax: 'second_tax', secondtaxcompound: 'second_tax_compound' },
})

const invoiceitem = (
  [first = '', second = '']: readonly string[],
  completeQueries: readonly string[],
  fresh: (what: string) => string,
): Sample =>
  lineSample(
    { invoiceid: first },
    completeQueries,
    fresh,
    { invoiceid: { invoiceid: second }, position: { position: '2' } },
    { position: '1' },
  )

const invoicenote = (
  invoices: readonly string[],
  completeQueries: readonly string[],
  fresh: (what: string) => string,
): Sample => ({
  create: async () => ({
    invoiceid: invoices[0] ?? '',
    title: fresh('Note'),
    note: 'They called <b>twice</b>',
    date: '2026-05-05 10:00:00',
  }),
  changes: {
    invoiceid: { invoiceid: invoices[1] ?? '' },
    title: { title: 'Other note' },
    note: { note: 'Other' },
    date: { date: '2026-05-06 00:00:00' },
  },
  changedField: 'title',
  neverBlank: ['date'],
  completeQueries,
})

const payment = (
  projects: readonly string[],
  invoices: readonly string[],
  fresh: (what: string) => string,
): Sample => ({
  create: async () => ({
    projectid: projects[0] ?? '',
    date: '2026-05-05',
    amount: '12.5',
    typeid: '2',
    reference: fresh('Ref'),
    note: 'Thanks',
    invoiceid: invoices[0] ?? '',
  }),
  changes: {
    projectid: { projectid: projects[1] ?? '', invoiceid: '' },
    date: { date: '2026-05-06' },
    amount: { amount: '-0.25' },
    typeid: { typeid: '5' },
    reference: { reference: 'Other' },
    note: { note: 'Other' },
    invoiceid: { invoiceid: invoices[1] ?? '' },
  },
  changedField: 'note',
})

const lists = (fresh: (what: string) => string): Record<string, Sample> => ({
  invoiceterm: {
    create: async () => ({ name: fresh('Net'), duration: '45', priority: '7' }),
    changes: { name: { name: 'Other' }, duration: { duration: '0' }, priority: { priority: '8' } },
    changedField: 'name',
    alsoRequired: ['duration'],
    neverBlank: ['duration'],
  },
  expensecategory: {
    create: async () => ({ name: fresh('Fees'), priority: '7', active: 't' }),
    changes: { name: { name: 'Other' }, priority: { priority: '8' }, active: { active: 'f' } },
    changedField: 'name',
  },
  paymenttype: {
    create: async () => ({ name: fresh('Barter'), priority: '7' }),
    changes: { name: { name: 'Other' }, priority: { priority: '8' } },
    changedField: 'name',
  },
})

/** Two projects without time that Managers see, and two invoices of the first for the lines and payments. */
export async function moneySamples(
  fixture: ApiFixture,
  fresh: (what: string) => string,
): Promise<Record<string, Sample>> {
  const { a, database, make, call } = fixture
  const boss = a.tokens.administrator
  const projects: string[] = []
  const invoices: string[] = []
  for (const name of ['Billed', 'Billed elsewhere']) {
    const { id } = await make(boss, '/project/', { name, datestart: '2026-01-01', clientid: a.clients.seen })
    await make(boss, `/projectteam/${id}/`, { personid: a.people.manager })
    projects.push(String(id))
  }
  for (const title of ['First', 'Second']) {
    const body = { projectid: projects[0] ?? '', date: '2026-05-01', termid: 4, title }
    invoices.push(String((await make(boss, '/invoice/', body)).id))
  }
  // One invoice of the other account is enough, because none of them may ever be visible.
  const { json } = await call({ token: boss, path: '/invoice/?limit=0' })
  const own = (json.invoice as JsonObject[]).map(({ id }) => Number(id))
  const foreign = (await idsInTable(database, 'invoice')).find((id) => !own.includes(id))
  const whole = [...own, foreign].map((id) => `invoiceid=${id}`)
  return {
    ...lists(fresh),
    invoice: invoice(projects, fresh),
    invoiceitem: invoiceitem(invoices, whole, fresh),
    invoicenote: invoicenote(invoices, whole, fresh),
    payment: payment(projects, invoices, fresh),
    ...(await recurringSamples(fixture, projects, fresh)),
    ...(await estimateSamples(fixture, projects, fresh)),
  }
}
