// Aged receivables: unpaid invoices by client and currency, in the usual brackets of days overdue by the account's
// calendar (decision 32). Void invoices are not counted.
import { integer, type StoredValue } from '../define/kinds.ts'
import { cachePerViewer, defineReport, moneySum, reportField } from '../define/report.ts'
import { accountSlot, sql, statement } from '../io/sql.ts'
import { daysBetween } from '../kit/calendar.ts'
import { isSeenInvoice, moneyReaders } from '../resources/visibility.ts'
import {
  clientColumns,
  clientOrder,
  currencyColumn,
  projectParameters,
  projectValues,
  selectedProjects,
  sumUnits,
} from './report-parameters.ts'

const balancesByDueDate = cachePerViewer((viewer) =>
  statement(sql`select client.id, client.name, invoice.currency, invoice.datedue, count(*), cast(sum(invoice.balance) as text)
    from invoice
    join project on project.accountid = invoice.accountid and project.id = invoice.projectid
    left join client on client.accountid = project.accountid and client.id = project.clientid
    where invoice.accountid = ${accountSlot} and invoice.datevoided is null and invoice.numitems > 0 and invoice.balance > 0
    and invoice.projectid in ${selectedProjects(viewer)} and ${isSeenInvoice(viewer) ?? sql`1 = 1`}
    group by client.id, client.name, invoice.currency, invoice.datedue
    order by ${clientOrder}, invoice.currency, invoice.datedue`),
)

interface ClientBalance {
  readonly clientid: StoredValue
  readonly client: StoredValue
  readonly currency: string
  readonly invoices: number
  readonly current: bigint
  readonly days1to30: bigint
  readonly days31to60: bigint
  readonly days61to90: bigint
  readonly over90: bigint
  readonly total: bigint
}

const zeroSums = { invoices: 0, current: 0n, days1to30: 0n, days31to60: 0n, days61to90: 0n, over90: 0n, total: 0n }

/** An invoice is not overdue on the day it is due. */
function ageBracket(daysOverdue: number): 'current' | 'days1to30' | 'days31to60' | 'days61to90' | 'over90' {
  if (daysOverdue <= 0) return 'current'
  if (daysOverdue <= 30) return 'days1to30'
  if (daysOverdue <= 60) return 'days31to60'
  return daysOverdue <= 90 ? 'days61to90' : 'over90'
}

export const receivablesReport = defineReport('receivables', {
  doc: 'What clients owe on unpaid invoices in each currency, by how long it is overdue.',
  roles: moneyReaders,
  columns: {
    ...clientColumns,
    invoices: reportField(integer, 'Number of unpaid invoices'),
    current: reportField(moneySum, 'Not yet due, or due today'),
    days1to30: reportField(moneySum, 'Up to 30 days overdue'),
    days31to60: reportField(moneySum, '31 to 60 days overdue'),
    days61to90: reportField(moneySum, '61 to 90 days overdue'),
    over90: reportField(moneySum, 'More than 90 days overdue'),
    total: reportField(moneySum, 'All of it'),
    ...currencyColumn,
  },
  parameters: projectParameters,
  rows: async (tx, actor, parameters) => {
    const clients = new Map<string, ClientBalance>()
    for (const [id, name, unit, datedue, count, balance] of await tx.all(
      balancesByDueDate(actor),
      projectValues(actor, parameters),
    )) {
      const [clientid, currency] = [id as StoredValue, String(unit)]
      const key = `${clientid} ${currency}`
      const sums = clients.get(key) ?? { clientid, client: name as StoredValue, currency, ...zeroSums }
      const bracket = ageBracket(daysBetween(String(datedue), actor.today))
      clients.set(key, {
        ...sums,
        invoices: sums.invoices + Number(count),
        [bracket]: sums[bracket] + sumUnits(balance),
        total: sums.total + sumUnits(balance),
      })
    }
    return [...clients.values()]
  },
})
