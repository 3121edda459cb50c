// Invoices in the baselines: the SQL and JSON of one record, and the list by balance. Values that depend on the current
// day are computed here, in the time zone of all benchmark accounts.
import { dayInZone, daysBetween } from '../src/kit/calendar.ts'
import { label, money, nullable, padded, type RecordKind, type Row } from './baseline-records.ts'
import { zone } from './rows.ts'

const columns = `invoice.id, invoice.projectid, invoice.date, invoice.termid, invoice.termother, invoice.termotherdatedue,
  invoice.title, invoice.description, invoice.localid, invoice.addressfrom, invoice.addressto, invoice.purchaseorder,
  invoice.tax, invoice.disclaimer, invoice.datebegin, invoice.dateend, invoice.secondtax, invoice.secondtaxcompound,
  project.name, client.name, project.clientid, invoiceterm.name, invoice.datepaid, invoice.subtotal, invoice.taxamount,
  invoice.secondtaxamount, invoice.numitems, invoice.total, invoice.payments, invoice.balance, invoice.datedue,
  projectlabel.name, projectlabel.priority, project.labelid, invoice.dateissued, invoice.datevoided,
  invoice.draft, invoice.excludefuture, invoice.excludeunapproved, invoice.groupby, invoice.issuednumber,
  invoice.currency, invoice.creditof, invoice.datesent, invoice.sentto, invoice.mailerror, invoice.remindersoff,
  invoice.writtendown`

const joins = `left join project on project.accountid = invoice.accountid and project.id = invoice.projectid
  left join client on client.accountid = invoice.accountid and client.id = project.clientid
  left join projectlabel on projectlabel.accountid = invoice.accountid and projectlabel.id = project.labelid
  left join invoiceterm on invoiceterm.accountid = invoice.accountid and invoiceterm.id = invoice.termid`

/** A missing tax is blank, and so is its amount. */
const taxed = (percent: unknown, amount = percent): string => (percent === null ? '""' : money(amount))

const otherTerm = 6
let today = ''
let checkedAt = 0

/** Computed once a second, because the platform's function is slow. */
function dayNow(): string {
  const now = Date.now()
  if (now - checkedAt > 1000) {
    checkedAt = now
    today = dayInZone(now, zone)
  }
  return today
}

function record(row: Row): string {
  const [due, paidOn, isVoid] = [String(row[30]), row[22], row[35] !== null]
  const paid = !isVoid && Number(row[26]) > 0 && Number(row[29]) <= 0
  const day = dayNow()
  const overdue = !isVoid && !paid && due < day
  const status = isVoid ? 'void' : paid ? 'paid' : overdue ? 'overdue' : 'outstanding'
  const late = paid && paidOn !== null && String(paidOn) > due ? `"${daysBetween(due, String(paidOn))}"` : 'null'
  const term = Number(row[3]) === otherTerm && row[4] !== '' ? row[4] : row[21]
  return (
    `{"id":"${row[0]}","projectid":"${row[1]}","date":"${row[2]}","termid":"${row[3]}",` +
    `"termother":${JSON.stringify(row[4])},"termotherdatedue":${nullable(row[5])},"title":${JSON.stringify(row[6])},` +
    `"description":${JSON.stringify(row[7])},"localid":${padded(row[8])},"addressfrom":${JSON.stringify(row[9])},` +
    `"addressto":${JSON.stringify(row[10])},"purchaseorder":${JSON.stringify(row[11])},"tax":${taxed(row[12])},` +
    `"disclaimer":${JSON.stringify(row[13])},"datebegin":${nullable(row[14])},"dateend":${nullable(row[15])},` +
    `"second_tax":${taxed(row[16])},"second_tax_compound":"${row[17]}","project":${label(row[18])},` +
    `"client":${label(row[19])},"clientid":${nullable(row[20])},"term":${label(term)},"datepaid":${nullable(paidOn)},` +
    `"subtotal":${money(row[23])},"taxamount":${taxed(row[12], row[24])},` +
    `"secondtaxamount":${taxed(row[16], row[25])},"numitems":"${row[26]}",` +
    `"total":${money(row[27])},"payments":${money(row[28])},"balance":${money(row[29])},"datedue":"${due}",` +
    `"daysoverdue":"${overdue ? daysBetween(due, day) : 0}","daysoverduepaid":${late},"status":"${status}",` +
    `"projectlabel":${label(row[31])},"projectlabel_order":${nullable(row[32])},"projectlabelid":${nullable(row[33])},` +
    `"dateissued":${nullable(row[34])},"draft":"${row[36]}","excludefuture":"${row[37]}",` +
    `"excludeunapproved":"${row[38]}","groupby":"${row[39]}","number":${row[40] === null ? padded(row[8]) : label(row[40])},` +
    `"currency":${label(row[41])},"datevoided":${nullable(row[35])},"creditof":${nullable(row[42])},` +
    `"datesent":${nullable(row[43])},"sentto":${label(row[44])},"mailerror":${label(row[45])},` +
    `"remindersoff":"${row[46]}","writtendown":${money(row[47])}}`
  )
}

export const invoice: RecordKind = { name: 'invoice', columns, joins, record }

export const byBalance = { where: '', order: 'invoice.balance desc, invoice.id' }
