// An invoice as a PDF: reads what the page shows, in the transaction that found the invoice visible, and prints it afterwards.
// What is hidden from the caller's role is not read into it. How the page looks is `invoice-page.ts`.
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Actor } from '../define/actor.ts'
import { Refusal } from '../define/refusal.ts'
import type { Printed, ReadTransaction, Sheet } from '../define/resource.ts'
import type { Files } from '../io/files.ts'
import { printPdf } from '../io/pdf.ts'
import { account, type Fragment, name, slot, sql, statement } from '../io/sql.ts'
import { readImage } from '../kit/image.ts'
import { isPaid } from './invoice-money.ts'
import { type InvoiceFacts, invoicePaper, type PrintedLine, type PrintedPayment } from './invoice-page.ts'
import { termName } from './invoice-rules.ts'
import { paddedNumber } from './visibility.ts'

/** Units as text: a sum of many amounts may be more than a number carries. */
const exact = (column: string): Fragment => sql`cast(${name(column)} as text)`

const invoiceOf =
  statement(sql`select ${paddedNumber('invoice.localid')}, invoice.title, invoice.description, invoice.date,
    invoice.datedue, invoice.purchaseorder, invoice.addressfrom, invoice.addressto, invoice.disclaimer,
    ${termName},
    case when invoice.datevoided is not null then 'void' when ${isPaid} then 'paid' else '' end,
    project.name, coalesce(client.name, ''), coalesce(client.address, '')
  from invoice
  join invoiceterm on invoiceterm.accountid = invoice.accountid and invoiceterm.id = invoice.termid
  join project on project.accountid = invoice.accountid and project.id = invoice.projectid
  left join client on client.accountid = project.accountid and client.id = project.clientid
  where invoice.accountid = ${account} and invoice.id = ${slot('id')}`)

/** Apart from the rest, because it is not for everyone. */
const periodOf = statement(sql`select invoice.datebegin, invoice.dateend from invoice
  where invoice.accountid = ${account} and invoice.id = ${slot('id')}`)

const sumsOf =
  statement(sql`select ${exact('invoice.subtotal')}, ${exact('invoice.tax')}, ${exact('invoice.taxamount')},
    ${exact('invoice.secondtax')}, ${exact('invoice.secondtaxamount')}, invoice.secondtaxcompound,
    ${exact('invoice.total')}, ${exact('invoice.balance')}
  from invoice where invoice.accountid = ${account} and invoice.id = ${slot('id')}`)

const linesOf = statement(sql`select invoiceitem.name, invoiceitem.description, ${exact('invoiceitem.quantity')},
    ${exact('invoiceitem.rate')}, ${exact('invoiceitem.amount')}
  from invoiceitem where invoiceitem.accountid = ${account} and invoiceitem.invoiceid = ${slot('id')}
  order by invoiceitem.id`)

const paymentsOf = statement(sql`select payment.date, paymenttype.name, ${exact('payment.amount')} from payment
  join paymenttype on paymenttype.accountid = payment.accountid and paymenttype.id = payment.typeid
  where payment.accountid = ${account} and payment.invoiceid = ${slot('id')} order by payment.date, payment.id`)

const senderOf = statement(sql`select owner.name, company.address, company.taxnumber, company.currency, company.logohash
  from account owner left join company on company.accountid = owner.id where owner.id = ${account}`)

const words = (value: unknown): string => (value === null || value === undefined ? '' : String(value))
const units = (value: unknown): bigint => BigInt(words(value))
const unitsOrNull = (value: unknown): bigint | null => (value === null ? null : units(value))
const dayOrNull = (value: unknown): string | null => (value === null || value === undefined ? null : String(value))

const firstOf = (...texts: readonly string[]): string => texts.find((text) => text.trim() !== '')?.trim() ?? ''

/** A name over its address, unless the address says it already. */
const nameOver = (title: string, address: string): string =>
  address.toLowerCase().includes(title.toLowerCase()) ? address : `${title}\n${address}`

type Sums = Pick<InvoiceFacts, 'subtotal' | 'tax' | 'secondTax' | 'total' | 'balance'>

async function readSums(tx: ReadTransaction, id: number): Promise<Sums> {
  const [subtotal, tax, taxamount, secondtax, secondtaxamount, compound, total, balance] =
    (await tx.first(sumsOf, { id })) ?? []
  return {
    subtotal: units(subtotal),
    tax: tax === null ? null : { rate: units(tax), amount: units(taxamount) },
    secondTax:
      secondtax === null
        ? null
        : { rate: units(secondtax), amount: units(secondtaxamount), compound: compound === 't' },
    total: units(total),
    balance: units(balance),
  }
}

async function readLines(tx: ReadTransaction, id: number): Promise<PrintedLine[]> {
  return (await tx.all(linesOf, { id })).map(([name, description, quantity, rate, amount]) => ({
    name: words(name),
    description: words(description),
    quantity: unitsOrNull(quantity),
    rate: unitsOrNull(rate),
    amount: units(amount),
  }))
}

async function readPayments(tx: ReadTransaction, id: number): Promise<PrintedPayment[]> {
  return (await tx.all(paymentsOf, { id })).map(([date, type, amount]) => ({
    date: words(date),
    type: words(type),
    amount: units(amount),
  }))
}

async function readPeriod(tx: ReadTransaction, { role }: Actor, id: number): Promise<InvoiceFacts['period']> {
  if (role === 'Executive') return null
  const [begin, end] = (await tx.first(periodOf, { id })) ?? []
  return { begin: dayOrNull(begin), end: dayOrNull(end) }
}

const mostTries = 10

/**
 * On PostgreSQL every statement has a snapshot of its own, and what somebody writes in between must not mix two states of an
 * invoice on one sheet (T-67): it is read until two readings are the same.
 */
async function gather(tx: ReadTransaction, actor: Actor, id: number): Promise<(files: Files) => Promise<Printed>> {
  let read = await readFacts(tx, actor, id)
  for (let tries = 0; tries < mostTries; tries++) {
    const { facts, logohash } = read
    read = await readFacts(tx, actor, id)
    if (!isDeepStrictEqual(facts, read.facts)) continue
    return async (files) => ({
      filename: `invoice-${facts.number}.pdf`,
      bytes: await print(facts, await readLogo(files, logohash)),
    })
  }
  throw new Refusal(503, 20, [`invoice ${id} is being changed at this moment; ask again`], { 'retry-after': '1' })
}

async function readFacts(
  tx: ReadTransaction,
  actor: Actor,
  id: number,
): Promise<{ facts: InvoiceFacts; logohash: string }> {
  const row = (await tx.first(invoiceOf, { id })) ?? []
  const [number, title, description, date, datedue, purchaseorder, from, to, disclaimer] = row.map(words)
  const [term, standing, project, client, clientaddress] = row.slice(9).map(words)
  const [owner, address, taxnumber, currency, logohash] = ((await tx.first(senderOf)) ?? []).map(words)
  const facts: InvoiceFacts = {
    number: words(number),
    standing: words(standing),
    title: words(title),
    description: words(description),
    date: words(date),
    datedue: words(datedue),
    purchaseorder: words(purchaseorder),
    term: words(term),
    project: words(project),
    period: await readPeriod(tx, actor, id),
    sender: firstOf(words(from), nameOver(words(owner), words(address))),
    recipient: firstOf(words(to), nameOver(words(client), words(clientaddress))),
    taxnumber: words(taxnumber),
    currency: words(currency),
    disclaimer: words(disclaimer),
    lines: await readLines(tx, id),
    ...(await readSums(tx, id)),
    payments: await readPayments(tx, id),
  }
  return { facts, logohash: words(logohash) }
}

/** The logo, or null when there is none or it is not what was kept: an invoice is worth more than its logo. */
async function readLogo(files: Files, hash: string): Promise<Uint8Array | null> {
  if (hash === '') return null
  try {
    const file = await files.open(hash)
    if (file === undefined) return null
    const pieces: Uint8Array[] = []
    for await (const piece of file.bytes(0, Math.max(0, file.size - 1))) pieces.push(piece)
    const bytes = Buffer.concat(pieces)
    const isWhole = createHash('sha256').update(bytes).digest('hex') === hash
    return isWhole && typeof readImage(bytes) !== 'string' ? bytes : null
  } catch {
    return null
  }
}

async function print(facts: InvoiceFacts, logo: Uint8Array | null): Promise<Uint8Array> {
  try {
    return await printPdf(invoicePaper(facts, logo))
  } catch (error) {
    // Pixels are unpacked only while printing, so that is when a damaged image shows.
    if (logo === null) throw error
    return printPdf(invoicePaper(facts, null))
  }
}

export const invoicePdf: Sheet = {
  doc: 'The invoice as a PDF, as its client gets it.',
  mediatype: 'application/pdf',
  gather,
}
