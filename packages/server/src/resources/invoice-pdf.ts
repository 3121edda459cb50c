// An invoice as a PDF: reads the data in the transaction that checked its visibility, and renders the file afterwards.
// Data that is hidden from the caller's role is not read. The layout of the page is in `invoice-layout.ts`.
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Actor } from '../define/actor.ts'
import { tryLater } from '../define/api-error.ts'
import type { ReadTransaction, RenderedFile, Rendering } from '../define/resource.ts'
import type { FileStore } from '../io/file-store.ts'
import { accountSlot, type Fragment, slot, sql, sqlName, statement } from '../io/sql.ts'
import { readImage } from '../kit/image.ts'
import { invoiceLayout, type PrintedInvoice, type PrintedLine, type PrintedPayment } from '../pdf/invoice-layout.ts'
import { renderPdf } from '../pdf/render-pdf.ts'
import { termName } from './invoice-rules.ts'
import { isPaid } from './invoice-totals.ts'
import { paddedNumber } from './visibility.ts'

/** Units as text: a sum of many amounts may be too large for a JavaScript number. */
const amountText = (column: string): Fragment => sql`cast(${sqlName(column)} as text)`

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
  where invoice.accountid = ${accountSlot} and invoice.id = ${slot('id')}`)

/** A statement of its own, because Executives do not see the period. */
const periodOf = statement(sql`select invoice.datebegin, invoice.dateend from invoice
  where invoice.accountid = ${accountSlot} and invoice.id = ${slot('id')}`)

const sumsOf =
  statement(sql`select ${amountText('invoice.subtotal')}, ${amountText('invoice.tax')}, ${amountText('invoice.taxamount')},
    ${amountText('invoice.secondtax')}, ${amountText('invoice.secondtaxamount')}, invoice.secondtaxcompound,
    ${amountText('invoice.total')}, ${amountText('invoice.balance')}
  from invoice where invoice.accountid = ${accountSlot} and invoice.id = ${slot('id')}`)

const linesOf = statement(sql`select invoiceitem.name, invoiceitem.description, ${amountText('invoiceitem.quantity')},
    ${amountText('invoiceitem.rate')}, ${amountText('invoiceitem.amount')}
  from invoiceitem where invoiceitem.accountid = ${accountSlot} and invoiceitem.invoiceid = ${slot('id')}
  order by invoiceitem.id`)

const paymentsOf = statement(sql`select payment.date, paymenttype.name, ${amountText('payment.amount')} from payment
  join paymenttype on paymenttype.accountid = payment.accountid and paymenttype.id = payment.typeid
  where payment.accountid = ${accountSlot} and payment.invoiceid = ${slot('id')} order by payment.date, payment.id`)

const senderOf = statement(sql`select owner.name, company.address, company.taxnumber, company.currency, company.logohash
  from account owner left join company on company.accountid = owner.id where owner.id = ${accountSlot}`)

const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value))
const units = (value: unknown): bigint => BigInt(textOf(value))
const unitsOrNull = (value: unknown): bigint | null => (value === null ? null : units(value))
const dayOrNull = (value: unknown): string | null => (value === null || value === undefined ? null : String(value))

const firstNonBlank = (...values: readonly string[]): string => values.find((text) => text.trim() !== '')?.trim() ?? ''

/** A name above its address, unless the address contains the name already. */
const nameAboveAddress = (title: string, address: string): string =>
  address.toLowerCase().includes(title.toLowerCase()) ? address : `${title}\n${address}`

type InvoiceSums = Pick<PrintedInvoice, 'subtotal' | 'tax' | 'secondTax' | 'total' | 'balance'>

async function readSums(tx: ReadTransaction, id: number): Promise<InvoiceSums> {
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
    name: textOf(name),
    description: textOf(description),
    quantity: unitsOrNull(quantity),
    rate: unitsOrNull(rate),
    amount: units(amount),
  }))
}

async function readPayments(tx: ReadTransaction, id: number): Promise<PrintedPayment[]> {
  return (await tx.all(paymentsOf, { id })).map(([date, type, amount]) => ({
    date: textOf(date),
    type: textOf(type),
    amount: units(amount),
  }))
}

async function readPeriod(tx: ReadTransaction, { role }: Actor, id: number): Promise<PrintedInvoice['period']> {
  if (role === 'Executive') return null
  const [begin, end] = (await tx.first(periodOf, { id })) ?? []
  return { begin: dayOrNull(begin), end: dayOrNull(end) }
}

const maxReads = 10

/**
 * On PostgreSQL every statement has its own snapshot, so a concurrent write could mix two states of an invoice in one
 * file (T-67). The invoice is read until two consecutive reads are equal.
 */
async function gather(
  tx: ReadTransaction,
  actor: Actor,
  id: number,
): Promise<(files: FileStore) => Promise<RenderedFile>> {
  let read = await readInvoice(tx, actor, id)
  for (let tries = 0; tries < maxReads; tries++) {
    const { facts, logohash } = read
    read = await readInvoice(tx, actor, id)
    if (!isDeepStrictEqual(facts, read.facts)) continue
    return async (files) => ({
      filename: `invoice-${facts.number}.pdf`,
      bytes: await printInvoice(facts, await readLogo(files, logohash)),
    })
  }
  throw tryLater(`invoice ${id} is being changed at this moment; ask again`)
}

async function readInvoice(
  tx: ReadTransaction,
  actor: Actor,
  id: number,
): Promise<{ facts: PrintedInvoice; logohash: string }> {
  const row = (await tx.first(invoiceOf, { id })) ?? []
  const [number, title, description, date, datedue, purchaseorder, from, to, disclaimer] = row.map(textOf)
  const [term, status, project, client, clientaddress] = row.slice(9).map(textOf)
  const [owner, address, taxnumber, currency, logohash] = ((await tx.first(senderOf)) ?? []).map(textOf)
  const facts: PrintedInvoice = {
    number: textOf(number),
    status: textOf(status),
    title: textOf(title),
    description: textOf(description),
    date: textOf(date),
    datedue: textOf(datedue),
    purchaseorder: textOf(purchaseorder),
    term: textOf(term),
    project: textOf(project),
    period: await readPeriod(tx, actor, id),
    sender: firstNonBlank(textOf(from), nameAboveAddress(textOf(owner), textOf(address))),
    recipient: firstNonBlank(textOf(to), nameAboveAddress(textOf(client), textOf(clientaddress))),
    taxnumber: textOf(taxnumber),
    currency: textOf(currency),
    disclaimer: textOf(disclaimer),
    lines: await readLines(tx, id),
    ...(await readSums(tx, id)),
    payments: await readPayments(tx, id),
  }
  return { facts, logohash: textOf(logohash) }
}

/** The logo, or null if there is none or its file is damaged: an invoice is printed even without its logo. */
async function readLogo(files: FileStore, hash: string): Promise<Uint8Array | null> {
  if (hash === '') return null
  try {
    const file = await files.open(hash)
    if (file === undefined) return null
    const chunks: Uint8Array[] = []
    for await (const chunk of file.bytes(0, Math.max(0, file.size - 1))) chunks.push(chunk)
    const bytes = Buffer.concat(chunks)
    const isIntact = createHash('sha256').update(bytes).digest('hex') === hash
    return isIntact && typeof readImage(bytes) !== 'string' ? bytes : null
  } catch {
    return null
  }
}

async function printInvoice(facts: PrintedInvoice, logo: Uint8Array | null): Promise<Uint8Array> {
  try {
    return await renderPdf(invoiceLayout(facts, logo))
  } catch (error) {
    // Pixels are decoded only while rendering, so a damaged image is noticed only here.
    if (logo === null) throw error
    return renderPdf(invoiceLayout(facts, null))
  }
}

export const invoicePdf: Rendering = {
  doc: 'The invoice as a PDF, as its client gets it.',
  mediatype: 'application/pdf',
  prepareRenderer: gather,
}
