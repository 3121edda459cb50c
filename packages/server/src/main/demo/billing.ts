// How the invoices of the demo company come about: each made, filled, issued, paid and written about on its days, in the
// order of the days, so that numbers and notes follow one another as they would have. Which they are stands in
// `invoices.ts`.
import type { Actor } from '../../define/actor.ts'
import { money } from '../../define/kinds.ts'
import { accountSlot, slot, sql, statement } from '../../io/sql.ts'
import { lineAmount } from '../../kit/money.ts'
import { invoice } from '../../resources/invoice.ts'
import { invoiceitem } from '../../resources/invoiceitem.ts'
import { invoicenote } from '../../resources/invoicenote.ts'
import { payment } from '../../resources/payment.ts'
import { type Company, getOrThrow, projectNamed } from './company.ts'
import type { DemoWriter, Fields } from './demo-writer.ts'
import type { DemoInvoice, DemoLine, DemoPayment, DemoStep } from './invoice-steps.ts'
import { demoInvoices, demoPrepayments } from './invoices.ts'
import { senderAddress } from './letterhead.ts'
import { demoClients } from './projects.ts'

interface BillingContext {
  readonly maker: DemoWriter
  readonly company: Company
  /** The ids of the invoices that are there by now. */
  readonly invoiceIds: Map<DemoInvoice, number>
}

/** What happens on a day, once everything before it has happened. */
interface BillingEvent {
  readonly on: string
  readonly by: string
  readonly run: (billing: BillingContext, actor: Actor) => Promise<unknown>
}

export async function createInvoices(maker: DemoWriter, company: Company): Promise<void> {
  const happenings = [
    ...demoInvoices.flatMap((one) => eventsOf(maker, one)),
    ...demoPrepayments.map(({ project, ...step }) => ({
      on: maker.workday(step.day),
      by: step.by,
      run: (billing: BillingContext, actor: Actor) =>
        createPayment(billing, projectNamed(company, project).id, null, step, actor),
    })),
  ]
  const billing = { maker, company, invoiceIds: new Map<DemoInvoice, number>() }
  const days = Map.groupBy(happenings, ({ on }) => on)
  for (const day of [...days.keys()].sort()) {
    // One instant for all of a day: what came second is not noted as having come first.
    const now = maker.instantOn(day)
    for (const { by, run } of days.get(day) ?? []) {
      await run(billing, { ...maker.actor(getOrThrow(company.people, by), day), now })
    }
  }
}

const eventsOf = (maker: DemoWriter, one: DemoInvoice): BillingEvent[] => [
  { on: maker.workday(one.day), by: one.by, run: (billing, actor) => createInvoice(billing, one, actor) },
  ...one.steps.map(
    (step): BillingEvent => ({
      on: maker.workday(step.day),
      by: step.by,
      run: (billing, actor) => runStep(billing, one, step, actor),
    }),
  ),
]

async function createInvoice(
  { maker, company, invoiceIds }: BillingContext,
  one: DemoInvoice,
  actor: Actor,
): Promise<void> {
  const { id = 0 } = await maker.create(invoice, invoiceFields(maker, company, one), actor)
  invoiceIds.set(one, id)
  for (const line of one.lines) await maker.create(invoiceitem, { invoiceid: id, ...lineFields(line) }, actor)
  await describeLines(maker, id, one.wording ?? {}, actor)
  if (one.issued) await maker.act([invoice, 'issue'], id, {}, actor)
}

function lineFields({ name, description, quantity, rate, amount }: DemoLine): Fields {
  if (quantity === undefined || rate === undefined) return { name, description, amount: amount ?? 0 }
  const product = lineAmount(Math.round(quantity * 1_000_000), Math.round(rate * 10_000))
  return { name, description, quantity, rate, amount: money.serialize(product) }
}

function invoiceFields(maker: DemoWriter, company: Company, one: DemoInvoice): Fields {
  const { plan, id } = projectNamed(company, one.project)
  const [begin, end] = (one.range ?? [null, null]).map((day) => (day === null ? null : maker.day(day)))
  const [tax, secondtax = null] = one.tax
  return {
    projectid: id,
    date: maker.workday(one.day),
    termid: one.term,
    ...(one.other === undefined ? {} : { termother: one.other.name, termotherdatedue: maker.day(one.other.due) }),
    title: one.title.replace('{}', rangeText[one.language](begin ?? null, end ?? '')),
    description: one.description ?? '',
    addressfrom: senderAddress,
    addressto: one.addressto ?? clientAddress(plan.client),
    purchaseorder: one.purchaseorder ?? '',
    disclaimer: one.disclaimer ?? '',
    tax,
    secondtax,
    secondtaxcompound: secondtax === null ? 'f' : 't',
    datebegin: begin ?? null,
    dateend: end ?? null,
  }
}

function clientAddress(key: string | undefined): string {
  const client = demoClients.find((one) => one.key === key)
  return client === undefined ? '' : `${client.name}\n${client.address}`
}

const reversedDate = (sign: string, day: string): string => day.split('-').toReversed().join(sign)

/** A range of days as people write it: from one to the other, or until one. */
const rangeText: Readonly<Record<DemoInvoice['language'], (begin: string | null, end: string) => string>> = {
  de: (begin, end) => `${begin === null ? '' : `vom ${reversedDate('.', begin)} `}bis ${reversedDate('.', end)}`,
  fr: (begin, end) =>
    begin === null
      ? `jusqu’au ${reversedDate('/', end)}`
      : `du ${reversedDate('/', begin)} au ${reversedDate('/', end)}`,
  en: (begin, end) => `${begin === null ? 'until' : `from ${reversedDate('/', begin)} to`} ${reversedDate('/', end)}`,
}

const selectGeneratedLines = statement(sql`select invoiceitem.id, invoiceitem.name from invoiceitem
  where invoiceitem.accountid = ${accountSlot} and invoiceitem.invoiceid = ${slot('id')} and invoiceitem.custom = 'f'
  order by invoiceitem.id`)

/** Where nobody did such work in the range there is no such line, and nothing to say of it. */
async function describeLines(
  maker: DemoWriter,
  id: number,
  wording: Readonly<Record<string, string>>,
  actor: Actor,
): Promise<void> {
  const lines = await maker.database.read(actor.accountid, (tx) => tx.all(selectGeneratedLines, { id }))
  for (const [line, name] of lines) {
    const description = wording[String(name)]
    if (description !== undefined) await maker.update(invoiceitem, Number(line), { description }, actor)
  }
}

async function runStep(billing: BillingContext, one: DemoInvoice, step: DemoStep, actor: Actor): Promise<void> {
  const id = billing.invoiceIds.get(one) ?? 0
  if ('voids' in step) await billing.maker.act([invoice, 'void'], id, {}, actor)
  else if ('pays' in step) await createPayment(billing, projectNamed(billing.company, one.project).id, id, step, actor)
  else await billing.maker.create(invoicenote, { invoiceid: id, title: step.title, note: step.note }, actor)
}

const selectBalance = statement(sql`select invoice.balance from invoice
  where invoice.accountid = ${accountSlot} and invoice.id = ${slot('id')}`)

async function createPayment(
  { maker }: BillingContext,
  projectid: number,
  invoiceid: number | null,
  { pays, type: typeid, reference, note }: DemoPayment,
  actor: Actor,
): Promise<void> {
  const [balance = 0] =
    (await maker.database.read(actor.accountid, (tx) => tx.first(selectBalance, { id: invoiceid }))) ?? []
  const amount = typeof pays === 'number' ? pays : amountOf(Number(balance), pays)
  await maker.create(payment, { projectid, invoiceid, date: actor.today, amount, typeid, reference, note }, actor)
}

/** All that is owed, or half of it in whole units of money. */
const amountOf = (balance: number, part: 'half' | 'rest'): string =>
  money.serialize(part === 'rest' ? balance : Math.round(balance / 20_000) * 10_000) ?? ''
