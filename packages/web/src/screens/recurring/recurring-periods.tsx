// The periods of a recurring invoice that became due, newest first: their invoices, why one has none, and the buttons
// that bill or skip it. What cannot be undone asks first.

import type { RecurringinvoiceRecord, RecurringperiodRecord } from '@stint/sdk'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { stint } from '../../api/client.ts'
import { useFormats } from '../../api/formats.ts'
import { can } from '../../api/permissions.ts'
import { usePages, useWrite } from '../../api/records.ts'
import type { Formats } from '../../kit/format.ts'
import { useLabels } from '../../messages/labels.ts'
import { useRecurringMessages } from '../../messages/recurring.ts'
import { Badge, type Tone } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { ConfirmWrite } from '../../parts/dialog.tsx'
import { useNarrow } from '../../parts/narrow.ts'
import { LoadError, Loading, Section } from '../../parts/page.tsx'
import { MoreButton } from '../../parts/query-list.tsx'
import { RecordLink } from '../../parts/record-link.tsx'
import type { TableColumn } from '../../parts/record-table.tsx'
import { ShortTable } from '../../parts/short-table.tsx'
import { showError, showToast } from '../../parts/toast.tsx'
import styles from '../../records/money/money.module.css'
import recordStyles from '../../records/record.module.css'

const pageSize = 24
/** On a phone all of them are in the cell of the period. */
const wideOnly = ['date', 'state', 'invoice', 'actions']

const tones: Readonly<Record<string, Tone>> = { due: 'accent', waiting: 'warn', created: 'good' }

interface PeriodsProps {
  readonly recurring: RecurringinvoiceRecord
}

export function RecurringPeriods({ recurring: { id, delivery } }: PeriodsProps) {
  const messages = useRecurringMessages()
  const narrow = useNarrow()
  const query = usePages('recurringperiod', { recurringinvoiceid: id, sortfield: 'period', sortdir: 'DESC' }, pageSize)
  const periods = query.data?.pages.flatMap(({ records }) => records)
  const columns = useColumns(narrow, delivery)
  return (
    <Section card title={messages.periods}>
      {query.isError && <LoadError error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Loading />}
      {periods?.length === 0 && <p className={styles.quiet}>{messages.noPeriods}</p>}
      {periods !== undefined && periods.length > 0 && (
        <ShortTable label={messages.periods} columns={columns} records={periods} wideOnly={wideOnly} />
      )}
      <MoreButton query={query} text={messages.older} small />
    </Section>
  )
}

function useColumns(narrow: boolean, delivery: string): readonly TableColumn<RecurringperiodRecord>[] {
  const labels = useLabels().recurringperiod
  const messages = useRecurringMessages()
  const formats = useFormats()
  return useMemo(
    () => [
      {
        id: 'period',
        name: labels.period,
        cell: (period) => (
          <span className={recordStyles.twoLines}>
            {daysOf(period, formats)}
            {period.reason !== '' && <span className={recordStyles.faint}>{period.reason}</span>}
            {narrow && (
              <span className={recordStyles.buttons}>
                <PeriodState period={period} />
                <PeriodInvoice period={period} />
                <PeriodActions period={period} delivery={delivery} />
              </span>
            )}
          </span>
        ),
      },
      { id: 'date', name: labels.date, width: 130, cell: ({ date }) => formats.day(date) },
      { id: 'state', name: labels.state, width: 110, cell: (period) => <PeriodState period={period} /> },
      { id: 'invoice', name: labels.invoiceid, width: 130, cell: (period) => <PeriodInvoice period={period} /> },
      {
        id: 'actions',
        name: messages.actions,
        pressed: true,
        width: 150,
        cell: (period) => <PeriodActions period={period} delivery={delivery} />,
      },
    ],
    [labels, messages, formats, narrow, delivery],
  )
}

const daysOf = ({ period, periodend }: RecurringperiodRecord, formats: Formats): string =>
  formats.range(period, periodend)

interface PeriodProps {
  readonly period: RecurringperiodRecord
}

function PeriodState({ period: { state } }: PeriodProps) {
  const messages = useRecurringMessages()
  return <Badge tone={tones[state] ?? 'plain'}>{messages.periodStates[state] ?? state}</Badge>
}

function PeriodInvoice({ period: { invoiceid, number } }: PeriodProps) {
  const messages = useRecurringMessages()
  if (invoiceid === null) return null
  if (number === null) return <span className={styles.quiet}>{messages.invoiceDeleted}</span>
  return <RecordLink to="/invoices/$id" id={invoiceid} text={number} />
}

interface PeriodActionsProps extends PeriodProps {
  /** What is done with the invoice. */
  readonly delivery: string
}

function PeriodActions({ period, delivery }: PeriodActionsProps) {
  const messages = useRecurringMessages()
  const formats = useFormats()
  const [asked, setAsked] = useState<'bill' | 'skip' | null>(null)
  const close = (): void => setAsked(null)
  const bill = useBill(period, delivery, close)
  const skip = useSkip(period, close)
  const days = daysOf(period, formats)
  const text = messages.deliveries[delivery]?.warning
  return (
    <span className={recordStyles.buttons}>
      {can(period, 'bill') && (
        <Button
          small
          aria-label={messages.billPeriod(days)}
          busy={bill.write.isPending}
          onPress={() => (text === undefined ? bill.run(showError) : setAsked('bill'))}
        >
          {messages.bill}
        </Button>
      )}
      {can(period, 'skip') && (
        <Button small look="quiet" aria-label={messages.skipPeriod(days)} onPress={() => setAsked('skip')}>
          {messages.skip}
        </Button>
      )}
      {asked === 'bill' && (
        <ConfirmWrite
          question={{ title: messages.billTitle(days), action: messages.bill, text, look: 'strong' }}
          write={bill.write}
          onConfirm={() => bill.run()}
          onClose={close}
        />
      )}
      {asked === 'skip' && (
        <ConfirmWrite
          question={{ title: messages.skipTitle(days), action: messages.skipAction, text: messages.skipText }}
          write={skip.write}
          onConfirm={skip.run}
          onClose={close}
        />
      )}
    </span>
  )
}

/** Creates the invoice of the period and offers to open it. */
function useBill({ id }: RecurringperiodRecord, delivery: string, close: () => void) {
  const messages = useRecurringMessages()
  const navigate = useNavigate()
  const write = useWrite('recurringperiod', () => stint.recurringperiod.bill(id))
  const open = (invoiceid: number): void => void navigate({ to: '/invoices/$id', params: { id: String(invoiceid) } })
  const run = (onError: (error: unknown) => void = () => undefined): void =>
    write.mutate(undefined, {
      onSuccess: (invoice) => {
        close()
        showToast(messages.deliveries[delivery]?.billed ?? '', {
          name: messages.openInvoice,
          onPress: () => open(invoice.id),
        })
      },
      onError,
    })
  return { write, run }
}

function useSkip({ id }: RecurringperiodRecord, close: () => void) {
  const messages = useRecurringMessages()
  const write = useWrite('recurringperiod', () => stint.recurringperiod.skip(id))
  const done = (): void => {
    close()
    showToast(messages.skipped)
  }
  return { write, run: () => write.mutate(undefined, { onSuccess: done }) }
}
