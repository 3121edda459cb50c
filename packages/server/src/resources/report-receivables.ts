// Aged receivables: who owes how much, and since when. Unpaid invoices by client, in the usual spans of days overdue by
// the account's calendar (decision 32). Void invoices are owed by nobody.
import { integer, type Stored } from '../define/kinds.ts'
import { defineReport, described, moneySum, perViewer } from '../define/report.ts'
import { account, sql, statement } from '../io/sql.ts'
import { daysBetween } from '../kit/calendar.ts'
import { byClient, chosenProjects, clientColumns, scope, scopeValues, units } from './report-scope.ts'
import { moneyReaders } from './visibility.ts'

const owedByDay = perViewer((viewer) =>
  statement(sql`select client.id, client.name, invoice.datedue, count(*), cast(sum(invoice.balance) as text)
    from invoice
    join project on project.accountid = invoice.accountid and project.id = invoice.projectid
    left join client on client.accountid = project.accountid and client.id = project.clientid
    where invoice.accountid = ${account} and invoice.datevoided is null and invoice.numitems > 0 and invoice.balance > 0
    and invoice.projectid in ${chosenProjects(viewer)}
    group by client.id, client.name, invoice.datedue order by ${byClient}, invoice.datedue`),
)

interface Owed {
  readonly clientid: Stored
  readonly client: Stored
  readonly invoices: number
  readonly current: bigint
  readonly days1to30: bigint
  readonly days31to60: bigint
  readonly days61to90: bigint
  readonly over90: bigint
  readonly total: bigint
}

const nothing = { invoices: 0, current: 0n, days1to30: 0n, days31to60: 0n, days61to90: 0n, over90: 0n, total: 0n }

/** An invoice is not overdue on the day it is due. */
function spanOf(daysOverdue: number): 'current' | 'days1to30' | 'days31to60' | 'days61to90' | 'over90' {
  if (daysOverdue <= 0) return 'current'
  if (daysOverdue <= 30) return 'days1to30'
  if (daysOverdue <= 60) return 'days31to60'
  return daysOverdue <= 90 ? 'days61to90' : 'over90'
}

export const receivables = defineReport('receivables', {
  doc: 'What clients owe on unpaid invoices, by how long it is overdue.',
  roles: moneyReaders,
  columns: {
    ...clientColumns,
    invoices: described(integer, 'Number of unpaid invoices'),
    current: described(moneySum, 'Not yet due, or due today'),
    days1to30: described(moneySum, 'Up to 30 days overdue'),
    days31to60: described(moneySum, '31 to 60 days overdue'),
    days61to90: described(moneySum, '61 to 90 days overdue'),
    over90: described(moneySum, 'More than 90 days overdue'),
    total: described(moneySum, 'All of it'),
  },
  parameters: scope,
  rows: async (tx, actor, asked) => {
    const clients = new Map<Stored, Owed>()
    for (const [id, name, datedue, count, balance] of await tx.all(owedByDay(actor), scopeValues(actor, asked))) {
      const clientid = id as Stored
      const owed = clients.get(clientid) ?? { clientid, client: name as Stored, ...nothing }
      const span = spanOf(daysBetween(String(datedue), actor.today))
      clients.set(clientid, {
        ...owed,
        invoices: owed.invoices + Number(count),
        [span]: owed[span] + units(balance),
        total: owed.total + units(balance),
      })
    }
    return [...clients.values()]
  },
})
