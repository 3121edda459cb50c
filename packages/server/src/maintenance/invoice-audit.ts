// The audit of an account's invoices: recalculates the totals of every invoice from its lines, taxes, payments and
// credit notes (I-01 to I-08) and compares billed time with its lines (I-09). It uses other statements and arithmetic
// than the code that stores the totals, so that an error there is found. It only reads.
import type { Database, Row } from '../io/database.ts'
import { accountSlot, slot, sql, statement } from '../io/sql.ts'

export interface AuditResult {
  /** The number of checked records. */
  readonly checked: number
  /** One sentence for each problem. */
  readonly problems: readonly string[]
}

const invoiceSums = statement(sql`with line as (
    select item.invoiceid, count(*) as number, cast(sum(item.amount) as bigint) as amount,
      cast(sum(item.writtendown) as bigint) as writtendown,
      sum(case when item.position is null or item.position < 1 then 1 else 0 end) as unplaced,
      count(distinct item.position) as places, max(item.position) as last from invoiceitem item
    where item.accountid = ${accountSlot} group by item.invoiceid),
  credit as (
    select note.creditof as invoiceid, note.date, note.id, note.subtotal, note.taxamount, note.secondtaxamount, note.total
    from invoice note where note.accountid = ${accountSlot} and note.creditof is not null
      and note.dateissued is not null and note.datevoided is null),
  closing as (
    select paying.invoiceid, paying.date, paying.amount, 0 as iscredit, paying.id from payment paying
    where paying.accountid = ${accountSlot} and paying.invoiceid is not null
    union all select credit.invoiceid, credit.date, -credit.total, 1, credit.id from credit),
  paid as (
    select closing.invoiceid, closing.date, closing.amount, closing.iscredit, sum(closing.amount) over (
      partition by closing.invoiceid order by closing.date, closing.iscredit, closing.id rows unbounded preceding) as sofar
    from closing),
  received as (
    select paid.invoiceid, cast(sum(case when paid.iscredit = 0 then paid.amount else 0 end) as bigint) as amount,
      min(case when paid.sofar >= owed.total then paid.date end) as closed
    from paid join invoice owed on owed.accountid = ${accountSlot} and owed.id = paid.invoiceid group by paid.invoiceid),
  credited as (
    select credit.invoiceid, cast(sum(credit.subtotal) as bigint) as subtotal, cast(sum(credit.taxamount) as bigint) as tax,
      cast(sum(credit.secondtaxamount) as bigint) as secondtax, cast(sum(credit.total) as bigint) as total
    from credit group by credit.invoiceid)
  select invoice.localid, invoice.tax, invoice.secondtax, invoice.secondtaxcompound,
    coalesce(line.number, 0), coalesce(line.amount, 0), coalesce(received.amount, 0), received.closed,
    case when invoice.creditof is null then 0 else 1 end, coalesce(credited.subtotal, 0), coalesce(credited.tax, 0),
    coalesce(credited.secondtax, 0), coalesce(credited.total, 0), invoice.numitems, invoice.subtotal, invoice.taxamount, invoice.secondtaxamount, invoice.total, invoice.payments,
    invoice.balance, invoice.datepaid, invoice.writtendown, coalesce(line.writtendown, 0),
    case when line.number is null or (line.unplaced = 0 and line.places = line.number and line.last = line.number)
      then 1 else 0 end
  from invoice left join line on line.invoiceid = invoice.id left join received on received.invoiceid = invoice.id
    left join credited on credited.invoiceid = invoice.id
  where invoice.accountid = ${accountSlot} order by invoice.id`)

/** A percentage (with four decimals) of an amount in ten-thousandths, rounded to cents, half away from zero. */
function percentOf(amount: bigint, percent: unknown): bigint {
  if (percent === null) return 0n
  const product = amount * BigInt(String(percent))
  const size = product < 0n ? -product : product
  const cents = (size + 50_000_000n) / 100_000_000n
  return (product < 0n ? -cents : cents) * 100n
}

const formatInvoiceNumber = (localid: unknown): string => String(localid).padStart(5, '0')

/** An amount in ten-thousandths as people write it. */
function formatAmount(amount: bigint): string {
  const size = amount < 0n ? -amount : amount
  return `${amount < 0n ? '-' : ''}${size / 10_000n}.${String((size % 10_000n) / 100n).padStart(2, '0')}`
}

/** The sums of issued credit notes that are larger than what was invoiced. */
function creditProblems(credits: readonly bigint[], [subtotal, taxamount, secondtaxamount, total]: readonly bigint[]) {
  const charged = { subtotal, taxamount, secondtaxamount, total }
  return Object.entries(charged).flatMap(([field, amount = 0n], index) => {
    const [credit, sum] = amount < 0n ? [credits[index] ?? 0n, -amount] : [-(credits[index] ?? 0n), amount]
    return credit > sum ? [`its credit notes credit ${formatAmount(credit)} of its ${field} ${formatAmount(sum)}`] : []
  })
}

const creditedColumns = 4

function invoiceProblems(row: Row): string[] {
  const [localid, tax, secondtax, compound, lines, lineSum, paidSum, closed, isCredit, ...more] = row
  const [credits, stored] = [
    more.slice(0, creditedColumns).map((sum) => BigInt(String(sum))),
    more.slice(creditedColumns),
  ]
  const isCreditNote = Number(isCredit) === 1
  const subtotal = BigInt(String(lineSum))
  // Taxes of a credit note depend on the credit notes that were issued before it. Their sums are checked instead.
  const [, , storedTax = 0n, storedSecondTax = 0n] = stored.slice(0, 4).map((value) => BigInt(String(value)))
  const taxamount = isCreditNote ? storedTax : percentOf(subtotal, tax)
  const secondtaxamount = isCreditNote
    ? storedSecondTax
    : percentOf(compound === 't' ? subtotal + taxamount : subtotal, secondtax)
  const total = subtotal + taxamount + secondtaxamount
  const payments = BigInt(String(paidSum))
  const balance = isCreditNote ? 0n : total - payments + (credits[3] ?? 0n)
  const amounts = { subtotal, taxamount, secondtaxamount, total, payments, balance }
  const problems = Object.entries(amounts).flatMap(([field, expected], index) => {
    const actual = BigInt(String(stored[index + 1]))
    return actual === expected
      ? []
      : [`${field} is kept as ${formatAmount(actual)} and comes to ${formatAmount(expected)}`]
  })
  if (Number(stored[0]) !== Number(lines)) problems.push(`numitems is kept as ${stored[0]} and there are ${lines}`)
  problems.push(...(credits[3] === 0n ? [] : creditProblems(credits, [subtotal, taxamount, secondtaxamount, total])))
  const datepaid = total - payments + (credits[3] ?? 0n) <= 0n ? closed : null
  if (stored[7] !== datepaid) problems.push(`datepaid is kept as ${stored[7] ?? 'none'} and is ${datepaid ?? 'none'}`)
  const [, writtendown, ofLines, inOrder] = stored.slice(7)
  if (Number(writtendown) !== Number(ofLines)) problems.push('writtendown is not the sum of its lines')
  if (Number(inOrder) !== 1) problems.push('the positions of its lines are not counted from 1 without gaps')
  return problems.map((problem) => `invoice ${formatInvoiceNumber(localid)}: ${problem}`)
}

export async function auditInvoices(database: Database, accountid: number): Promise<AuditResult> {
  const rows = await database.readOffloaded(accountid, (tx) => tx.all(invoiceSums))
  return { checked: rows.length, problems: rows.flatMap(invoiceProblems) }
}

const batchSize = 2000

const lineBatch = statement(sql`select item.id, invoice.localid, item.quantity, item.rate, item.amount, item.custom,
    case when invoice.datevoided is null and invoice.timereleased = 'f' then 0 else 1 end,
    (select count(*) from invoicedtime taken where taken.accountid = ${accountSlot} and taken.itemid = item.id),
    (select cast(coalesce(sum(entry.time), 0) as bigint) from invoicedtime taken
      join time entry on entry.accountid = ${accountSlot} and entry.id = taken.timeid
      where taken.accountid = ${accountSlot} and taken.itemid = item.id),
    (select count(*) from invoicedtime taken join time entry on entry.accountid = ${accountSlot} and entry.id = taken.timeid
      where taken.accountid = ${accountSlot} and taken.itemid = item.id
        and (entry.billable <> 't' or entry.projectid <> invoice.projectid or entry.worktypeid <> item.worktypeid))
  from invoiceitem item join invoice on invoice.accountid = ${accountSlot} and invoice.id = item.invoiceid
  where item.accountid = ${accountSlot} and item.id > ${slot('after')} order by item.id limit ${sql.lit(batchSize)}`)

function lineProblems(row: Row): string[] {
  const [id, localid, quantity, rate, amount, custom, voided, entries, hours, mismatched] = row
  const problems: string[] = []
  if (quantity !== null && rate !== null) {
    const cents = percentOf(BigInt(String(quantity)), rate)
    if (cents !== BigInt(String(amount))) problems.push('its amount is not quantity times rate')
  }
  const billed = custom === 'f' && Number(voided) === 0
  if (billed && Number(quantity) !== Number(hours)) problems.push('its hours are not those of its time entries')
  if (!billed && Number(entries) > 0) problems.push('it holds time entries that it does not bill')
  if (Number(mismatched) > 0)
    problems.push(`${mismatched} of its time entries are unbillable or of another project or work type`)
  return problems.map((problem) => `line ${id} of invoice ${formatInvoiceNumber(localid)}: ${problem}`)
}

export async function auditInvoiceLines(database: Database, accountid: number): Promise<AuditResult> {
  const problems: string[] = []
  let checked = 0
  for (let after = 0, more = true; more; ) {
    const rows = await database.readOffloaded(accountid, (tx) => tx.all(lineBatch, { after }))
    problems.push(...rows.flatMap(lineProblems))
    checked += rows.length
    after = Number(rows.at(-1)?.[0] ?? 0)
    more = rows.length === batchSize
  }
  return { checked, problems }
}

const billedTwice = statement(sql`select taken.timeid, count(*) from invoicedtime taken
  where taken.accountid = ${accountSlot} group by taken.timeid having count(*) > 1 order by taken.timeid`)
const billedEntryCount = statement(sql`select count(*) from invoicedtime taken where taken.accountid = ${accountSlot}`)

export const auditBilledTime = (database: Database, accountid: number): Promise<AuditResult> =>
  database.readOffloaded(accountid, async (tx) => {
    const [count] = (await tx.first(billedEntryCount)) ?? []
    const rows = await tx.all(billedTwice)
    return {
      checked: Number(count),
      problems: rows.map(([timeid, lines]) => `time entry ${timeid} is billed on ${lines} lines`),
    }
  })
