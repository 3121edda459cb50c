// The money of a project: unbilled, invoiced, paid and owed amounts, and expenses, with the newest records and links to
// the complete lists. A client never sees costs.

import type { ProjectRecord } from '@stint/sdk'
import { useFormats } from '../../api/formats.ts'
import { useAll } from '../../api/records.ts'
import { useReport } from '../../api/reports.ts'
import { useMay, useMaySee } from '../../api/session.tsx'
import { moneySums } from '../../kit/money.ts'
import { useProjectMessages } from '../../messages/projects.ts'
import { QueryView } from '../../parts/page.tsx'
import { type Stat, Stats } from '../../parts/stats.tsx'
import { NewInvoiceButton } from '../../records/invoices/new-invoice-button.tsx'
import { ExpenseTable, InvoiceTable, PaymentTable } from '../../records/money/money-tables.tsx'
import { useUnbilledMore } from '../../records/money/unbilled-more.ts'
import styles from '../../records/record.module.css'

export function ProjectMoney({ project }: { readonly project: ProjectRecord }) {
  const { id: projectid } = project
  const messages = useProjectMessages().money
  const newest = { sortfield: 'date', sortdir: 'DESC' } as const
  const invoices = useAll('invoice', { projectid, ...newest })
  const payments = useAll('payment', { projectid, ...newest })
  const expenses = useAll('expense', { projectid, ...newest })
  return (
    <div className={styles.stack}>
      <ProjectBalance projectid={projectid} />
      <InvoiceTable
        query={invoices}
        projectid={projectid}
        action={<NewInvoiceButton search={{ projectid }} text={messages.newInvoice} />}
      />
      <QueryView query={payments}>{(records) => <PaymentTable payments={records} projectid={projectid} />}</QueryView>
      <QueryView query={expenses}>{(records) => <ExpenseTable expenses={records} projectid={projectid} />}</QueryView>
    </div>
  )
}

function ProjectBalance({ projectid }: { readonly projectid: number }) {
  const messages = useProjectMessages().money
  const formats = useFormats()
  const may = useMay()
  const seesCost = useMaySee()('expense', 'expense')
  const newest = { sortfield: 'date', sortdir: 'DESC' } as const
  const invoices = useAll('invoice', { projectid, ...newest }).data
  const payments = useAll('payment', { projectid, ...newest }).data
  const expenses = useAll('expense', { projectid, ...newest }).data
  const seesUnbilled = may('unbilled', 'report')
  const unbilled = useReport('unbilled', { projectid }, seesUnbilled).data
  const standing = (invoices ?? []).filter(({ datevoided }) => datevoided === null)
  const stats: Stat[] = []
  const more = useUnbilledMore(unbilled, messages.unbilledHours)
  if (seesUnbilled) {
    stats.push({
      name: messages.unbilled,
      value: unbilled === undefined ? '…' : moneySums(formats, unbilled, ({ amount }) => amount),
      more: unbilled?.length === 0 ? undefined : more,
    })
  }
  stats.push(
    {
      name: messages.invoiced,
      value: invoices === undefined ? '…' : moneySums(formats, standing, ({ total }) => total),
    },
    {
      name: messages.paid,
      value: payments === undefined ? '…' : moneySums(formats, payments, ({ amount }) => amount),
    },
    {
      name: messages.owed,
      value: invoices === undefined ? '…' : moneySums(formats, standing, ({ balance }) => balance),
    },
  )
  if (seesCost) {
    stats.push({
      name: messages.expenses,
      value: expenses === undefined ? '…' : moneySums(formats, expenses, ({ expense }) => expense),
      more: expenses === undefined ? undefined : messages.charged(moneySums(formats, expenses, ({ fee }) => fee)),
    })
  }
  return <Stats stats={stats} />
}
