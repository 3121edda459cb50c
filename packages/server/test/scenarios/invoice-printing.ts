// Invoices that are written directly into the database and printed, and a parser of the PDF: words with their
// positions. It does not show what the API would accept.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { getDocumentProxy } from 'unpdf'
import type { RenderedFile } from '../../src/define/resource.ts'
import {
  type ColumnValue,
  type Database,
  NextNumber,
  nextId,
  type ReadTransaction,
  type WriteTransaction,
} from '../../src/io/database.ts'
import type { FileStore } from '../../src/io/file-store.ts'
import { FolderFileStore } from '../../src/io/folder-file-store.ts'
import { accountSlot, slot, sql, statement } from '../../src/io/sql.ts'
import { invoicePdf } from '../../src/resources/invoice-pdf.ts'
import { newAccountRows, newClient } from '../fixture/rows.ts'

type Columns = Readonly<Record<string, ColumnValue>>

export interface PrintingAccount {
  readonly accountid: number
  readonly projectid: number
  readonly personid: number
  /** That of the company, which its invoices have too. */
  readonly currency: ColumnValue
}

export interface InvoiceRows {
  readonly invoice?: Columns
  readonly lines?: readonly Columns[]
  readonly payments?: readonly Columns[]
}

const folder = mkdtempSync(join(tmpdir(), 'stint-printing-'))
after(() => rmSync(folder, { recursive: true, force: true }))
export const files: FileStore = new FolderFileStore(folder)

const clientOfProject = statement(
  sql`select clientid from project where accountid = ${accountSlot} and id = ${slot('projectid')}`,
)

export async function newPrintingAccount(database: Database, company: Columns = {}): Promise<PrintingAccount> {
  const { accountid, project: projectid, person: personid } = await newAccountRows(database)
  await database.write(accountid, async (tx) => {
    const clientid = await newClient(tx, 'Hartmann & Sons')
    await tx.update('client', clientid, { address: '48 Quay Street\nBristol' })
    await tx.update('project', projectid, { clientid })
    await tx.insert('invoiceterm', { id: 4, name: 'Net 30', duration: 30, priority: 4 })
    await tx.insert('invoiceterm', { id: 6, name: 'Other', duration: null, priority: 6 })
    await tx.insert('paymenttype', { id: 4, name: 'Electronic Transfer', priority: 4 })
    await tx.insert('company', { id: 1, address: 'Kastanienallee 12\n10435 Berlin', currency: 'EUR', ...company })
  })
  return { accountid, projectid, personid, currency: company.currency ?? 'EUR' }
}

export const changeClient = (database: Database, { accountid, projectid }: PrintingAccount, columns: Columns) =>
  database.write(accountid, async (tx) => {
    const [clientid] = (await tx.first(clientOfProject, { projectid })) ?? []
    await tx.update('client', Number(clientid), columns)
  })

const insertLine = (tx: WriteTransaction, invoiceid: number, columns: Columns): Promise<number> =>
  tx.insert('invoiceitem', { id: nextId, invoiceid, name: 'Work', amount: 0, custom: 't', ...columns })

export function newInvoice(database: Database, company: PrintingAccount, rows: InvoiceRows = {}): Promise<number> {
  const { accountid, projectid, personid, currency } = company
  return database.write(accountid, async (tx) => {
    const id = await tx.insert('invoice', {
      id: nextId,
      localid: new NextNumber('invoice'),
      projectid,
      date: '2026-03-31',
      termid: 4,
      datedue: '2026-04-30',
      currency,
      title: 'Website relaunch',
      numitems: rows.lines?.length ?? 0,
      ...rows.invoice,
    })
    for (const columns of rows.lines ?? []) await insertLine(tx, id, columns)
    for (const columns of rows.payments ?? []) {
      await tx.insert('payment', {
        id: nextId,
        projectid,
        invoiceid: id,
        personid,
        typeid: 4,
        date: '',
        amount: 0,
        ...columns,
      })
    }
    return id
  })
}

/** The same, with a callback before each statement, which then sees what the callback wrote. */
export async function printPdfBetweenReads(
  database: Database,
  { accountid }: PrintingAccount,
  id: number,
  between: () => Promise<void>,
): Promise<Uint8Array> {
  const first: ReadTransaction['first'] = async (statement, values) => {
    await between()
    return database.read(accountid, (tx) => tx.first(statement, values))
  }
  const all: ReadTransaction['all'] = async (statement, values) => {
    await between()
    return database.read(accountid, (tx) => tx.all(statement, values))
  }
  const print = await invoicePdf.prepareRenderer({ accountid, first, all }, id)
  return (await print(files)).bytes
}

export async function printPdf(database: Database, { accountid }: PrintingAccount, id: number): Promise<RenderedFile> {
  const print = await database.read(accountid, (tx) => invoicePdf.prepareRenderer(tx, id))
  return print(files)
}

/** A run of text on its page, with its position from the left and from the bottom, in points. */
export interface Word {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly size: number
}

export interface PdfPage {
  readonly words: readonly Word[]
  /** All text: lines from top to bottom, each from left to right, with single spaces. */
  readonly text: string
}

export interface PdfContent {
  readonly pages: readonly PdfPage[]
  readonly text: string
  readonly metadata: Readonly<Record<string, unknown>>
}

export async function readPdf(bytes: Uint8Array): Promise<PdfContent> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 })
  const pages: PdfPage[] = []
  for (let number = 1; number <= pdf.numPages; number++) {
    const { items } = await (await pdf.getPage(number)).getTextContent({ disableNormalization: true })
    const words = items.flatMap((item) => {
      if (!('str' in item) || item.str.trim() === '') return []
      const [scale = 0, skew = 0, , , x = 0, y = 0] = item.transform as number[]
      return [{ text: item.str, x, y, width: item.width, size: Math.hypot(scale, skew) }]
    })
    pages.push({ words, text: textOf(words) })
  }
  const { info } = await pdf.getMetadata()
  return { pages, text: pages.map((page) => page.text).join('\n'), metadata: info as Record<string, unknown> }
}

function textOf(words: readonly Word[]): string {
  const lines = Map.groupBy(words, ({ y }) => Math.round(y))
  return [...lines]
    .sort(([a], [b]) => b - a)
    .map(([, all]) => all.toSorted((a, b) => a.x - b.x).reduce(withGap, { text: '', end: Number.NaN }).text)
    .join('\n')
}

/** A gap between two runs is a space; without a gap they are parts of one word. */
const withGap = ({ text, end }: { text: string; end: number }, word: Word): { text: string; end: number } => ({
  text: `${text}${word.x - end > 0.12 * word.size ? ' ' : ''}${word.text}`.replaceAll(/\s+/g, ' '),
  end: word.x + word.width,
})

export function assertShows({ text }: { text: string }, ...expected: readonly string[]): void {
  for (const one of expected) assert.ok(text.includes(one), `"${one}" is not in:\n${text}`)
}

/** No text is outside of the margins, and no texts overlap. */
export function assertNoOverlap({ pages }: PdfContent): void {
  for (const { words } of pages) {
    const level = words.filter(({ size }) => size < 100)
    for (const { text, x, y, width } of level) {
      assert.ok(x > 55 && x + width < 541 && y > 30 && y < 800, `"${text}" is at ${x}, ${y} and is ${width} wide`)
    }
    for (const [at, one] of level.entries()) {
      for (const other of level.slice(at + 1)) {
        const beside = one.x + one.width <= other.x + 0.6 || other.x + other.width <= one.x + 0.6
        const apart = Math.abs(one.y - other.y) >= 0.8 * Math.min(one.size, other.size)
        assert.ok(beside || apart, `"${one.text}" and "${other.text}" overlap`)
      }
    }
  }
}
