// The order of the lines of an invoice: positions are counted from 1 and have no gaps. A line without a position is new
// and comes last. Every write of lines ends with the totals of the invoice, and these number the lines.
import type { WriteTransaction } from '../io/database.ts'
import { accountSlot, type Fragment, slot, sql, sqlName, statement } from '../io/sql.ts'

/** SQL for `order by`: the order in which people see the lines. `alias` is the table of lines. */
export const lineOrder = (alias: string): Fragment => {
  const position = sqlName(`${alias}.position`)
  return sql`case when ${position} is null then 1 else 0 end, ${position}, ${sqlName(`${alias}.id`)}`
}

const linesInOrder = statement(sql`select item.id, item.position from invoiceitem item
  where item.accountid = ${accountSlot} and item.invoiceid = ${slot('invoiceid')} order by ${lineOrder('item')}`)

export interface PlacedLine {
  readonly id: number
  /** From 1; after a larger one than there are lines, the line is the last. */
  readonly position: number
}

/** Numbers the lines. The placed one gets its position, the others shift. The caller holds the lock of the invoice. */
export async function numberLines(tx: WriteTransaction, invoiceid: number, placed?: PlacedLine): Promise<void> {
  const rows = (await tx.all(linesInOrder, { invoiceid })).map(([id, position]) => ({ id: Number(id), position }))
  const others = rows.filter(({ id }) => id !== placed?.id)
  const moved = rows.filter(({ id }) => id === placed?.id)
  const order = placed === undefined ? rows : others.toSpliced(placed.position - 1, 0, ...moved)
  for (const [index, { id, position }] of order.entries()) {
    if (Number(position) !== index + 1) await tx.update('invoiceitem', id, { position: index + 1 })
  }
}
