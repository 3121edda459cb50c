// The state of an invoice in the editor: the typed texts, and the invoice as it was read. Computes the totals and the
// changes to send. Nothing is rendered or sent here.
import type { Decimal, DecimalInput, InvoiceitemRecord, InvoiceRecord, IsoDate } from '@stint/sdk'
import { numberFieldText, parseUserNumber, toNumberInput } from '../../api/formats.ts'
import type { ChangeOf, NewOf } from '../../api/records.ts'
import { sumMoney, type Totals, totalsOf } from '../../kit/money.ts'
import { amountOf } from '../../records/invoices/line-amount.ts'
import { type Grouping, groupingOf } from './wizard-lines.ts'

/** The term whose due date is set on the invoice itself. */
export const customTermId = 6

export interface Head {
  readonly title: string
  readonly projectid: number
  readonly currency: string
  readonly date: IsoDate | null
  readonly termid: number
  readonly termother: string
  readonly termotherdatedue: IsoDate | null
  readonly purchaseorder: string
  readonly description: string
  readonly addressfrom: string
  readonly addressto: string
  readonly disclaimer: string
  readonly tax: string
  readonly secondtax: string
  readonly secondtaxcompound: boolean
  readonly datebegin: IsoDate | null
  readonly dateend: IsoDate | null
  readonly groupby: Grouping
}

export interface Line {
  /** Identifies the line, also before it has an id. */
  readonly key: string
  readonly id: number | null
  readonly custom: boolean
  /** The expense that it bills; its amount cannot be changed then. */
  readonly expenseid: number | null
  readonly name: string
  readonly description: string
  readonly quantity: string
  readonly rate: string
  readonly amount: string
  /** How much less is billed than the hours times their rate; null if the line was not written down. */
  readonly writtendown: Decimal | null
}

export interface Draft {
  /** The invoice as it was read, so that changes of other people are not overwritten. */
  readonly base: InvoiceRecord
  readonly items: readonly InvoiceitemRecord[]
  readonly head: Head
  readonly lines: readonly Line[]
}

const headOf = (invoice: InvoiceRecord): Head => ({
  title: invoice.title,
  projectid: invoice.projectid,
  currency: invoice.currency,
  date: invoice.date,
  termid: invoice.termid,
  termother: invoice.termother,
  termotherdatedue: invoice.termotherdatedue,
  purchaseorder: invoice.purchaseorder,
  description: invoice.description,
  addressfrom: invoice.addressfrom,
  addressto: invoice.addressto,
  disclaimer: invoice.disclaimer,
  tax: numberFieldText(invoice.tax),
  secondtax: numberFieldText(invoice.second_tax),
  secondtaxcompound: invoice.second_tax_compound,
  datebegin: invoice.datebegin ?? null,
  dateend: invoice.dateend ?? null,
  groupby: groupingOf(invoice.groupby),
})

/** The stored line of an invoice or estimate as it is edited. */
export const lineOf = (
  item: Omit<InvoiceitemRecord, 'invoiceid' | 'position' | 'expenseid'> & { readonly expenseid?: number | null },
): Line => ({
  key: `line-${item.id}`,
  id: item.id,
  custom: item.custom,
  expenseid: item.expenseid ?? null,
  name: item.name,
  description: item.description,
  quantity: numberFieldText(item.quantity),
  rate: numberFieldText(item.rate),
  amount: numberFieldText(item.amount.toFixed()),
  writtendown: item.writtendown === undefined || item.writtendown.equals('0') ? null : item.writtendown,
})

export const draftOf = (base: InvoiceRecord, items: readonly InvoiceitemRecord[]): Draft => ({
  base,
  items,
  head: headOf(base),
  lines: items.map(lineOf),
})

let newLineCount = 0

export function emptyLine(): Line {
  newLineCount += 1
  return {
    key: `new-${newLineCount}`,
    id: null,
    custom: true,
    expenseid: null,
    name: '',
    description: '',
    quantity: '1',
    rate: '',
    amount: '',
    writtendown: null,
  }
}

/** Whether the invoice is created from the time of a range of days. This never changes. */
export const isBuiltFromTime = ({ datebegin, dateend }: Pick<InvoiceRecord, 'datebegin' | 'dateend'>): boolean =>
  datebegin != null || dateend != null

export const draftTotals = ({ head, lines }: Draft): Totals =>
  totalsOf(sumMoney(lines.map(amountOf)), {
    tax: parseUserNumber(head.tax) ?? null,
    secondtax: parseUserNumber(head.secondtax) ?? null,
    compound: head.secondtaxcompound,
  })

/** Only the fields that were changed. */
export function headChange({ base, head }: Draft): ChangeOf<'invoice'> {
  const was = headOf(base)
  const changed = (Object.keys(head) as (keyof Head)[]).filter((field) => head[field] !== was[field])
  const sent = { ...head, tax: toNumberInput(head.tax), secondtax: toNumberInput(head.secondtax) }
  return Object.fromEntries(changed.map((field) => [field, sent[field]])) as ChangeOf<'invoice'>
}

export const removedLineIds = ({ items, lines }: Draft): number[] =>
  items.map(({ id }) => id).filter((id) => !lines.some((line) => line.id === id))

/** The fields of a request. */
export const contentOf = (line: Line): Omit<NewOf<'invoiceitem'>, 'invoiceid'> => ({
  name: line.name,
  description: line.description,
  quantity: toNumberInput(line.quantity),
  rate: toNumberInput(line.rate),
  amount: amountOf(line) ?? (line.amount as DecimalInput),
})

export const newLine = (invoiceid: number, line: Line): NewOf<'invoiceitem'> => ({ invoiceid, ...contentOf(line) })

const typedFields = ['name', 'description', 'quantity', 'rate', 'amount'] as const

export const isSameLine = (one: Line, other: Line): boolean => typedFields.every((field) => one[field] === other[field])

/** Null if the line is unchanged. Of lines built from time or an expense, only texts can change. */
export function lineChange({ items }: Draft, line: Line): ChangeOf<'invoiceitem'> | null {
  const item = items.find(({ id }) => id === line.id)
  if (item === undefined) return null
  const was = lineOf(item)
  if (!line.custom) return line.description === was.description ? null : { description: line.description }
  if (isSameLine(line, was)) return null
  return line.expenseid === null ? contentOf(line) : { name: line.name, description: line.description }
}

/** The list with the line one place up (-1) or down (1). */
export function withMovedLine(lines: readonly Line[], key: string, by: -1 | 1): readonly Line[] {
  const at = lines.findIndex((line) => line.key === key)
  const moved = lines.slice(at, at + 1)
  return lines.toSpliced(at, 1).toSpliced(at + by, 0, ...moved)
}

interface PlacedLine {
  readonly id: number
  readonly position: number
}

/** The positions to write, one after the other, so that the stored lines get the wanted order. Others come last. */
export function orderChanges(stored: readonly number[], wanted: readonly number[]): PlacedLine[] {
  const order = [...stored]
  const known = wanted.filter((id) => stored.includes(id))
  const changes: PlacedLine[] = []
  for (const [index, id] of known.entries()) {
    if (order[index] === id) continue
    order.splice(order.indexOf(id), 1)
    order.splice(index, 0, id)
    changes.push({ id, position: index + 1 })
  }
  return changes
}
