// The audit of an account's expenses: a fee with a mark-up is the cost and that percentage, and the line of a billed
// expense has its fee, on an invoice of its project that is not void. It calculates with its own arithmetic, so that an
// error in the code that stores the amounts is found. It only reads.
import type { Database, Row } from '../io/database.ts'
import { accountSlot, slot, sql, statement } from '../io/sql.ts'
import type { AuditResult } from './invoice-audit.ts'

const batchSize = 2000

const expenseBatch = statement(sql`select expense.id, expense.expense, expense.fee, expense.markup, item.amount,
    case when expense.billable = 't' and expense.projectid = invoice.projectid then 1 else 0 end,
    case when invoice.datevoided is null and invoice.timereleased = 'f' then 1 else 0 end
  from expense left join invoicedexpense held on held.accountid = ${accountSlot} and held.expenseid = expense.id
  left join invoiceitem item on item.accountid = ${accountSlot} and item.id = held.itemid
  left join invoice on invoice.accountid = ${accountSlot} and invoice.id = item.invoiceid
  where expense.accountid = ${accountSlot} and expense.id > ${slot('after')} order by expense.id
  limit ${sql.lit(batchSize)}`)

/** Parts of a cent as ten-thousandths of the currency in whole cents, half away from zero. */
function roundedToCents(number: bigint, perCent: bigint): bigint {
  const size = ((number < 0n ? -number : number) * 2n + perCent) / (perCent * 2n)
  return (number < 0n ? -size : size) * 100n
}

const toBigInt = (value: unknown): bigint => BigInt(String(value))

function expenseProblems([id, expense, fee, markup, amount, fits, bills]: Row): string[] {
  const problems: string[] = []
  if (markup !== null) {
    const charged = roundedToCents(toBigInt(expense) * (1_000_000n + toBigInt(markup)), 100_000_000n)
    if (charged !== toBigInt(fee)) problems.push('its fee is not the expense and its mark-up')
  }
  if (amount !== null) {
    if (roundedToCents(toBigInt(fee), 100n) !== toBigInt(amount)) problems.push('its line has another amount')
    if (Number(fits) !== 1) problems.push('it is on an invoice, and unbillable or of another project')
    if (Number(bills) !== 1) problems.push('it is on an invoice that does not bill it')
  }
  return problems.map((problem) => `expense ${id}: ${problem}`)
}

export async function auditExpenses(database: Database, accountid: number): Promise<AuditResult> {
  const problems: string[] = []
  let checked = 0
  for (let after = 0, more = true; more; ) {
    const rows = await database.readOffloaded(accountid, (tx) => tx.all(expenseBatch, { after }))
    problems.push(...rows.flatMap(expenseProblems))
    checked += rows.length
    after = Number(rows.at(-1)?.[0] ?? 0)
    more = rows.length === batchSize
  }
  return { checked, problems }
}
