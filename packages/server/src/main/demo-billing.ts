// How the invoices of the demo company come about: each made, filled, issued, paid and written about on its days, in the
// order of the days, so that numbers and notes follow one another as they would have. Which they are stands in
// `demo-invoices.ts`.
import type { Actor } from '../define/actor.ts'
import { money } from '../define/kinds.ts'
import { account, slot, sql, statement } from '../io/sql.ts'
import { lineAmount } from '../kit/money.ts'
import { invoice } from '../resources/invoice.ts'
import { invoiceitem } from '../resources/invoiceitem.ts'
import { invoicenote } from '../resources/invoicenote.ts'
import { payment } from '../resources/payment.ts'
import { type Company, found, projectNamed } from './demo-company.ts'
import type { DemoInvoice, DemoLine, DemoPayment, DemoStep } from './demo-invoice.ts'
import { demoInvoices, demoPrepayments } from './demo-invoices.ts'
import { senderAddress } from './demo-letterhead.ts'
import type { Fields, Maker } from './demo-maker.ts'
import { demoClients } from './demo-projects.ts'

interface Billing {
  readonly maker: Maker
  readonly company: Company
  /** The ids of the invoices that are there by now. */
  readonly made: Map<DemoInvoice, number>
}

/** What happens on a day, once everything before it has happened. */
interface Happening {
  readonly on: string
  readonly by: string
  readonly run: (billing: Billing, actor: Actor) => Promise<unknown>
}

export async function billClients(maker: Maker, company: Company): Promise<void> {
  const happenings = [
    ...demoInvoices.flatMap((one) => lifeOf(maker, one)),
    ...demoPrepayments.map(({ project, ...step }) => ({
      on: maker.workday(step.day),
      by: step.by,
      run: (billing: Billing, actor: Actor) => pay(billing, projectNamed(company, project).id, null, step, actor),
    })),
  ]
  const billing = { maker, company, made: new Map<DemoInvoice, number>() }
  const days = Map.groupBy(happenings, ({ on }) => on)
  for (const day of [...days.keys()].sort()) {
    // One instant for all of a day: what came second is not noted as having come first.
    const now = maker.instantOn(day)
    for (const { by, run } of days.get(day) ?? []) {
      await run(billing, { ...maker.actor(found(company.people, by), day), now })
    }
  }
}

const lifeOf = (maker: Maker, one: DemoInvoice): Happening[] => [
  { on: maker.workday(one.day), by: one.by, run: (billing, actor) => writeInvoice(billing, one, actor) },
  ...one.steps.map(
    (step): Happening => ({
      on: maker.workday(step.day),
      by: step.by,
      run: (billing, actor) => takeStep(billing, one, step, actor),
    }),
  ),
]

async function writeInvoice({ maker, company, made }: Billing, one: DemoInvoice, actor: Actor): Promise<void> {
  const { id = 0 } = await maker.create(invoice, invoiceFields(maker, company, one), actor)
  made.set(one, id)
  for (const line of one.lines) await maker.create(invoiceitem, { invoiceid: id, ...lineFields(line) }, actor)
  await describeLines(maker, id, one.wording ?? {}, actor)
  if (one.issued) await maker.act([invoice, 'issue'], id, {}, actor)
}

function lineFields({ name, description, quantity, rate, amount }: DemoLine): Fields {
  if (quantity === undefined || rate === undefined) return { name, description, amount: amount ?? 0 }
  const product = lineAmount(Math.round(quantity * 1_000_000), Math.round(rate * 10_000))
  return { name, description, quantity, rate, amount: money.print(product) }
}

function invoiceFields(maker: Maker, company: Company, one: DemoInvoice): Fields {
  const { plan, id } = projectNamed(company, one.project)
  const [begin, end] = (one.range ?? [null, null]).map((day) => (day === null ? null : maker.day(day)))
  const [tax, secondtax = null] = one.tax
  return {
    projectid: id,
    date: maker.workday(one.day),
    termid: one.term,
    ...(one.other === undefined ? {} : { termother: one.other.name, termotherdatedue: maker.day(one.other.due) }),
    title: one.title.replace('{}', spanText[one.language](begin ?? null, end ?? '')),
    description: one.description ?? '',
    addressfrom: senderAddress,
    addressto: one.addressto ?? addressOf(plan.client),
    purchaseorder: one.purchaseorder ?? '',
    disclaimer: one.disclaimer ?? '',
    tax,
    secondtax,
    secondtaxcompound: secondtax === null ? 'f' : 't',
    datebegin: begin ?? null,
    dateend: end ?? null,
  }
}

function addressOf(key: string | undefined): string {
  const client = demoClients.find((one) => one.key === key)
  return client === undefined ? '' : `${client.name}\n${client.address}`
}

const dayWith = (sign: string, day: string): string => day.split('-').toReversed().join(sign)

/** A range of days as people write it: from one to the other, or until one. */
const spanText: Readonly<Record<DemoInvoice['language'], (begin: string | null, end: string) => string>> = {
  de: (begin, end) => `${begin === null ? '' : `vom ${dayWith('.', begin)} `}bis ${dayWith('.', end)}`,
  fr: (begin, end) =>
    begin === null ? `jusqu’au ${dayWith('/', end)}` : `du ${dayWith('/', begin)} au ${dayWith('/', end)}`,
  en: (begin, end) => `${begin === null ? 'until' : `from ${dayWith('/', begin)} to`} ${dayWith('/', end)}`,
}

const generated = statement(sql`select invoiceitem.id, invoiceitem.name from invoiceitem
  where invoiceitem.accountid = ${account} and invoiceitem.invoiceid = ${slot('id')} and invoiceitem.custom = 'f'
  order by invoiceitem.id`)

/** Where nobody did such work in the range there is no such line, and nothing to say of it. */
async function describeLines(
  maker: Maker,
  id: number,
  wording: Readonly<Record<string, string>>,
  actor: Actor,
): Promise<void> {
  const lines = await maker.database.read(actor.accountid, (tx) => tx.all(generated, { id }))
  for (const [line, name] of lines) {
    const description = wording[String(name)]
    if (description !== undefined) await maker.update(invoiceitem, Number(line), { description }, actor)
  }
}

async function takeStep(billing: Billing, one: DemoInvoice, step: DemoStep, actor: Actor): Promise<void> {
  const id = billing.made.get(one) ?? 0
  if ('voids' in step) await billing.maker.act([invoice, 'void'], id, {}, actor)
  else if ('pays' in step) await pay(billing, projectNamed(billing.company, one.project).id, id, step, actor)
  else await billing.maker.create(invoicenote, { invoiceid: id, title: step.title, note: step.note }, actor)
}

const owed = statement(sql`select invoice.balance from invoice
  where invoice.accountid = ${account} and invoice.id = ${slot('id')}`)

async function pay(
  { maker }: Billing,
  projectid: number,
  invoiceid: number | null,
  { pays, type: typeid, reference, note }: DemoPayment,
  actor: Actor,
): Promise<void> {
  const [balance = 0] = (await maker.database.read(actor.accountid, (tx) => tx.first(owed, { id: invoiceid }))) ?? []
  const amount = typeof pays === 'number' ? pays : partOf(Number(balance), pays)
  await maker.create(payment, { projectid, invoiceid, date: actor.today, amount, typeid, reference, note }, actor)
}

/** All that is owed, or half of it in whole units of money. */
const partOf = (balance: number, part: 'half' | 'rest'): string =>
  money.print(part === 'rest' ? balance : Math.round(balance / 20_000) * 10_000) ?? ''
