// Creates the invoices of the demo company: each is created, filled, issued, paid and commented on its own days. All
// events run in the order of their days, so that numbers and notes are in a realistic order. The data is in
// invoices.ts.
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
  readonly writer: DemoWriter
  readonly company: Company
  /** The ids of the invoices created so far. */
  readonly invoiceIds: Map<DemoInvoice, number>
}

/** One event of a day; all events of earlier days have happened before it. */
interface BillingEvent {
  readonly on: string
  readonly by: string
  readonly run: (billing: BillingContext, actor: Actor) => Promise<unknown>
}

export async function createInvoices(writer: DemoWriter, company: Company): Promise<void> {
  const happenings = [
    ...demoInvoices.flatMap((one) => eventsOf(writer, one)),
    ...demoPrepayments.map(({ project, ...step }) => ({
      on: writer.workday(step.day),
      by: step.by,
      run: (billing: BillingContext, actor: Actor) =>
        createPayment(billing, projectNamed(company, project).id, null, step, actor),
    })),
  ]
  const billing = { writer, company, invoiceIds: new Map<DemoInvoice, number>() }
  const days = Map.groupBy(happenings, ({ on }) => on)
  for (const day of [...days.keys()].sort()) {
    // All events of a day have the same instant, so that their notes keep the order of the events.
    const now = writer.instantOn(day)
    for (const { by, run } of days.get(day) ?? []) {
      await run(billing, { ...writer.actor(getOrThrow(company.people, by), day), now })
    }
  }
}

const eventsOf = (writer: DemoWriter, one: DemoInvoice): BillingEvent[] => [
  { on: writer.workday(one.day), by: one.by, run: (billing, actor) => createInvoice(billing, one, actor) },
  ...one.steps.map(
    (step): BillingEvent => ({
      on: writer.workday(step.day),
      by: step.by,
      run: (billing, actor) => runStep(billing, one, step, actor),
    }),
  ),
]

async function createInvoice(
  { writer, company, invoiceIds }: BillingContext,
  one: DemoInvoice,
  actor: Actor,
): Promise<void> {
  const { id = 0 } = await writer.create(invoice, invoiceFields(writer, company, one), actor)
  invoiceIds.set(one, id)
  for (const line of one.lines) await writer.create(invoiceitem, { invoiceid: id, ...lineFields(line) }, actor)
  await describeLines(writer, id, one.wording ?? {}, actor)
  if (one.issued) await writer.act([invoice, 'issue'], id, {}, actor)
}

function lineFields({ name, description, quantity, rate, amount }: DemoLine): Fields {
  if (quantity === undefined || rate === undefined) return { name, description, amount: amount ?? 0 }
  const product = lineAmount(Math.round(quantity * 1_000_000), Math.round(rate * 10_000))
  return { name, description, quantity, rate, amount: money.serialize(product) }
}

function invoiceFields(writer: DemoWriter, company: Company, one: DemoInvoice): Fields {
  const { plan, id } = projectNamed(company, one.project)
  const [begin, end] = (one.range ?? [null, null]).map((day) => (day === null ? null : writer.day(day)))
  const [tax, secondtax = null] = one.tax
  return {
    projectid: id,
    date: writer.workday(one.day),
    termid: one.term,
    ...(one.other === undefined ? {} : { termother: one.other.name, termotherdatedue: writer.day(one.other.due) }),
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
    draft: 't',
  }
}

function clientAddress(key: string | undefined): string {
  const client = demoClients.find((one) => one.key === key)
  return client === undefined ? '' : `${client.name}\n${client.address}`
}

const reversedDate = (sign: string, day: string): string => day.split('-').toReversed().join(sign)

/** A range of days as text: from one day to another, or until one day. */
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

/** A work type without hours in the range has no line to describe. */
async function describeLines(
  writer: DemoWriter,
  id: number,
  wording: Readonly<Record<string, string>>,
  actor: Actor,
): Promise<void> {
  const lines = await writer.database.read(actor.accountid, (tx) => tx.all(selectGeneratedLines, { id }))
  for (const [line, name] of lines) {
    const description = wording[String(name)]
    if (description !== undefined) await writer.update(invoiceitem, Number(line), { description }, actor)
  }
}

async function runStep(billing: BillingContext, one: DemoInvoice, step: DemoStep, actor: Actor): Promise<void> {
  const id = billing.invoiceIds.get(one) ?? 0
  if ('voids' in step) await billing.writer.act([invoice, 'void'], id, {}, actor)
  else if ('pays' in step) await createPayment(billing, projectNamed(billing.company, one.project).id, id, step, actor)
  else await billing.writer.create(invoicenote, { invoiceid: id, title: step.title, note: step.note }, actor)
}

const selectBalance = statement(sql`select invoice.balance from invoice
  where invoice.accountid = ${accountSlot} and invoice.id = ${slot('id')}`)

async function createPayment(
  { writer }: BillingContext,
  projectid: number,
  invoiceid: number | null,
  { pays, type: typeid, reference, note }: DemoPayment,
  actor: Actor,
): Promise<void> {
  const [balance = 0] =
    (await writer.database.read(actor.accountid, (tx) => tx.first(selectBalance, { id: invoiceid }))) ?? []
  const amount = typeof pays === 'number' ? pays : amountOf(Number(balance), pays)
  await writer.create(payment, { projectid, invoiceid, date: actor.today, amount, typeid, reference, note }, actor)
}

/** The whole balance, or half of it in whole units of money. */
const amountOf = (balance: number, part: 'half' | 'rest'): string =>
  money.serialize(part === 'rest' ? balance : Math.round(balance / 20_000) * 10_000) ?? ''
