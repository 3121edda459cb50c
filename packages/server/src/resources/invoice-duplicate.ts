// Duplicates an invoice: a new draft of today with the same texts, term, taxes and custom lines. Lines of time
// and expenses are not copied, because each hour and expense is billed once, so the copy is freeform.
import { managers } from '../define/actor.ts'
import { badRequest } from '../define/api-error.ts'
import type { ActionContext, CreateAction, RecordRule } from '../define/resource.ts'
import { accountSlot, slot, sql, statement } from '../io/sql.ts'
import { addDays, daysBetween } from '../kit/calendar.ts'
import type { WireValue } from '../kit/wire-tree.ts'
import { addCustomLine, customLineOf, sentPercent, sentText } from './invoice-copies.ts'
import { lineOrder } from './invoice-line-order.ts'
import { recalculateTotals } from './invoice-totals.ts'

/** A copy of a credit note would be an invoice with a negative total. */
export const notCreditNote: RecordRule = {
  where: () => sql`invoice.creditof is null`,
  error: () => badRequest('id: a credit note cannot be duplicated; credit the invoice again instead'),
}

const copiedTexts = ['projectid', 'termid', 'termother', 'title', 'description', 'purchaseorder']
const copiedMore = ['addressfrom', 'addressto', 'disclaimer', 'secondtaxcompound', 'currency']

function valuesOfCopy({ actor, previous }: ActionContext): Readonly<Record<string, WireValue>> {
  const { date, termotherdatedue, tax, secondtax } = previous
  return {
    ...Object.fromEntries([...copiedTexts, ...copiedMore].map((field) => [field, sentText(previous[field])])),
    date: actor.today,
    // A term of its own ends as many days later as that of the original.
    termotherdatedue:
      typeof termotherdatedue === 'string' ? addDays(actor.today, daysBetween(sentText(date), termotherdatedue)) : '',
    tax: sentPercent(tax),
    secondtax: sentPercent(secondtax),
    draft: 't',
  }
}

const customLines = statement(sql`select item.name, item.description, item.quantity, item.rate, item.amount
  from invoiceitem item where item.accountid = ${accountSlot} and item.invoiceid = ${slot('id')} and item.custom = 't'
    and not exists (select 1 from invoicedexpense held where held.accountid = item.accountid and held.itemid = item.id)
  order by ${lineOrder('item')}`)

async function copyLines({ tx, id }: ActionContext, copyid: number): Promise<void> {
  for (const row of await tx.all(customLines, { id })) await addCustomLine(tx, copyid, customLineOf(row))
  await recalculateTotals(tx, copyid)
}

export const duplicateInvoice: CreateAction = {
  doc: 'Creates a draft of today with the same texts, term, taxes and custom lines. Lines of time and expenses are not copied. The body may have the fields of an invoice.',
  roles: managers,
  creates: 'invoice',
  alsoWrites: ['invoiceitem'],
  prepare: async (act) => valuesOfCopy(act),
  afterCreate: copyLines,
}
