// The screen of invoices: the list with its filters and the figures below it, or the aged receivables with the figures
// above them. Tab and filters are in the URL.
import { getRouteApi } from '@tanstack/react-router'
import { FileQuestion, Repeat } from 'lucide-react'
import { useFormats } from '../../api/formats.ts'
import { useReport } from '../../api/reports.ts'
import { useMay } from '../../api/session.tsx'
import { useAddButton } from '../../frame/add-button.tsx'
import { moneySums } from '../../kit/money.ts'
import { useMoneyMessages } from '../../messages/money.ts'
import { useRecurringMessages } from '../../messages/recurring.ts'
import { Button } from '../../parts/button.tsx'
import { guarded } from '../../parts/no-access.tsx'
import { Page } from '../../parts/page.tsx'
import { type Stat, Stats } from '../../parts/stats.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import styles from '../../records/money/money.module.css'
import { Receivables } from '../../records/money/receivables.tsx'
import { useUnbilledMore } from '../../records/money/unbilled-more.ts'
import { InvoiceList } from './invoice-list.tsx'

const route = getRouteApi('/invoices')

export const InvoicesScreen = guarded(InvoicesPage, ['invoice', 'list'], () => useMoneyMessages().invoices)

function InvoicesPage() {
  const messages = useMoneyMessages()
  const recurring = useRecurringMessages()
  const may = useMay()
  const { tab = 'list' } = route.useSearch()
  const navigate = route.useNavigate()
  const create = (): void => void navigate({ to: '/invoices/new' })
  const addButton = useAddButton({ allowed: may('invoice', 'create'), name: messages.newInvoice, onAdd: create })
  return (
    <Page
      wide
      title={messages.invoices}
      actions={
        <>
          <Button icon={FileQuestion} onPress={() => void navigate({ to: '/estimates' })}>
            {messages.estimates}
          </Button>
          {may('recurringinvoice', 'list') && (
            <Button icon={Repeat} onPress={() => void navigate({ to: '/recurring' })}>
              {recurring.title}
            </Button>
          )}
          {addButton}
        </>
      }
    >
      <Tabs
        place="head"
        label={messages.views}
        open={tab}
        onOpen={(id) => void navigate({ search: id === 'receivables' ? { tab: 'receivables' } : {} })}
        tabs={[
          { id: 'list', name: messages.list, content: () => <InvoiceList figures={<ReceivablesStats line />} /> },
          {
            id: 'receivables',
            name: messages.receivables,
            content: () => (
              <div className={styles.stack}>
                <ReceivablesStats />
                <Receivables />
              </div>
            ),
          },
        ]}
      />
    </Page>
  )
}

/** The amounts owed, overdue and not billed yet. */
function ReceivablesStats({ line = false }: { readonly line?: boolean }) {
  const messages = useMoneyMessages()
  const formats = useFormats()
  const may = useMay()
  const seesUnbilled = may('unbilled', 'report')
  const owed = useReport('receivables', {})
  const unbilled = useReport('unbilled', {}, seesUnbilled)
  const more = useUnbilledMore(unbilled.data, messages.hours)
  const rows = owed.data ?? []
  const late = rows.filter(({ total, current }) => total.compare(current) > 0)
  const isLate = late.length > 0
  const waiting = owed.data === undefined
  const stats: Stat[] = [
    {
      name: seesUnbilled ? messages.owed : messages.youOwe,
      value: waiting ? '…' : moneySums(formats, rows, ({ total }) => total),
      more: messages.ofInvoices(rows.reduce((sum, { invoices }) => sum + invoices, 0)),
    },
    {
      name: messages.overdue,
      value: waiting
        ? '…'
        : isLate
          ? moneySums(formats, late, ({ total, current }) => total.minus(current))
          : messages.nothingOverdue,
      tone: isLate ? 'bad' : undefined,
    },
  ]
  if (seesUnbilled) {
    const open = unbilled.data
    stats.push({
      name: messages.unbilled,
      value: open === undefined ? '…' : moneySums(formats, open, ({ amount }) => amount),
      more,
    })
  }
  return <Stats stats={stats} line={line} />
}
