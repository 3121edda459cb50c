// What the PDFs of invoices and estimates share: reading sums, lines, sender and logo, and rendering the file after the
// transaction that checked the visibility of the record. The layout of the page is in `invoice-layout.ts`.
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { tryLater } from '../define/api-error.ts'
import type { ReadTransaction, RenderedFile } from '../define/resource.ts'
import type { FileStore } from '../io/file-store.ts'
import { accountSlot, type Fragment, type Statement, slot, sql, sqlName, statement } from '../io/sql.ts'
import { printUnits } from '../kit/decimal.ts'
import { readImage } from '../kit/image.ts'
import { invoiceLayout } from '../pdf/invoice-layout.ts'
import type { PrintedInvoice, PrintedLine } from '../pdf/printed-invoice.ts'
import { renderPdf } from '../pdf/render-pdf.ts'

export const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value))
export const units = (value: unknown): bigint => BigInt(textOf(value))
const unitsOrNull = (value: unknown): bigint | null => (value === null ? null : units(value))

const moneyScale = 4

/** An amount as public pages show it. */
export const printMoney = (amount: bigint): string => printUnits(amount, moneyScale)

const asText = (amount: Fragment): Fragment => sql`cast(${amount} as text)`

/** Units as text: a sum of many amounts may be too large for a JavaScript number. */
export const amountText = (column: string): Fragment => asText(sqlName(column))

/** The text that was written, else the name above the address, unless the address contains the name already. */
export function addressOr(written: string, name: string, address: string): string {
  if (written.trim() !== '') return written.trim()
  return (address.toLowerCase().includes(name.toLowerCase()) ? address : `${name}\n${address}`).trim()
}

/** The sums of a record of the table; `balance` is what is owed for it. */
export function sumsOf(table: string, balance: Fragment): Statement {
  const amount = (column: string): Fragment => amountText(`${table}.${column}`)
  return statement(sql`select ${amount('subtotal')}, ${amount('tax')}, ${amount('taxamount')}, ${amount('secondtax')},
      ${amount('secondtaxamount')}, ${sqlName(`${table}.secondtaxcompound`)}, ${amount('total')}, ${asText(balance)},
      ${sqlName(`${table}.currency`)}
    from ${sqlName(table)} where ${sqlName(`${table}.accountid`)} = ${accountSlot}
      and ${sqlName(`${table}.id`)} = ${slot('id')}`)
}

type PrintedSums = Pick<PrintedInvoice, 'currency' | 'subtotal' | 'tax' | 'secondTax' | 'total' | 'balance'>

export async function readSums(tx: ReadTransaction, sums: Statement, id: number): Promise<PrintedSums> {
  const [subtotal, tax, taxamount, secondtax, secondtaxamount, compound, total, balance, currency] =
    (await tx.first(sums, { id })) ?? []
  return {
    currency: textOf(currency),
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

/** The lines of a record; `key` is the column of the table with its id, `order` is that of the table "line". */
export const linesOf = (table: string, key: string, order: Fragment = sql`line.id`): Statement =>
  statement(sql`select line.name, line.description, ${amountText('line.quantity')}, ${amountText('line.rate')},
      ${amountText('line.amount')}
    from ${sqlName(table)} line where line.accountid = ${accountSlot} and ${sqlName(`line.${key}`)} = ${slot('id')}
    order by ${order}`)

export async function readLines(tx: ReadTransaction, lines: Statement, id: number): Promise<PrintedLine[]> {
  return (await tx.all(lines, { id })).map(([name, description, quantity, rate, amount]) => ({
    name: textOf(name),
    description: textOf(description),
    quantity: unitsOrNull(quantity),
    rate: unitsOrNull(rate),
    amount: units(amount),
  }))
}

const senderOf = statement(sql`select owner.name, company.address, company.taxnumber, company.logohash,
    company.language, company.paylink, company.iban, company.bic, company.accountholder
  from account owner left join company on company.accountid = ${accountSlot} where owner.id = ${accountSlot}`)

const senderFields = ['owner', 'address', 'taxnumber', 'logohash', 'language', 'paylink', 'iban', 'bic'] as const
type Sender = Readonly<Record<(typeof senderFields)[number] | 'accountholder', string>>

/** The company that prints the document; what it has not said is blank. */
export async function readSender(tx: ReadTransaction): Promise<Sender> {
  const row = (await tx.first(senderOf)) ?? []
  return Object.fromEntries([...senderFields, 'accountholder'].map((field, at) => [field, textOf(row[at])])) as Sender
}

export interface PrintedFacts {
  readonly facts: PrintedInvoice
  readonly logohash: string
}

const maxReads = 10

/**
 * On PostgreSQL every statement has its own snapshot, so a concurrent write could mix two states of a record in one
 * file (T-67). The record is read until two consecutive reads are equal.
 */
export async function rendererOf(
  readFacts: () => Promise<PrintedFacts>,
  fileName: (facts: PrintedInvoice) => string,
  record: string,
): Promise<(files: FileStore) => Promise<RenderedFile>> {
  let read = await readFacts()
  for (let tries = 0; tries < maxReads; tries++) {
    const { facts, logohash } = read
    read = await readFacts()
    if (!isDeepStrictEqual(facts, read.facts)) continue
    return async (files) => ({
      filename: fileName(facts),
      bytes: await print(facts, await readLogo(files, logohash)),
    })
  }
  throw tryLater(`${record} is being changed at this moment; ask again`)
}

/** The logo, or null if there is none or its file is damaged: a document is printed even without its logo. */
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

async function print(facts: PrintedInvoice, logo: Uint8Array | null): Promise<Uint8Array> {
  try {
    return await renderPdf(invoiceLayout(facts, logo))
  } catch (error) {
    // Pixels are decoded only while rendering, so a damaged image is noticed only here.
    if (logo === null) throw error
    return renderPdf(invoiceLayout(facts, null))
  }
}
