// The fixed lines of a recurring invoice, which each of its invoices gets, and the dialog that adds or changes one.

import type { RecurringinvoiceitemNew, RecurringinvoiceitemRecord, RecurringinvoiceRecord } from '@stint/sdk'
import { Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { numberFieldText, useFormats } from '../../api/formats.ts'
import { can } from '../../api/permissions.ts'
import { useAll, useCreate, useUpdate } from '../../api/records.ts'
import { useMay } from '../../api/session.tsx'
import type { Formats } from '../../kit/format.ts'
import { useLabels } from '../../messages/labels.ts'
import { useMoneyMessages } from '../../messages/money.ts'
import { useRecurringMessages } from '../../messages/recurring.ts'
import { Button } from '../../parts/button.tsx'
import type { Closable } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/fields.tsx'
import { useForm } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { FormFields, formValues, requestFields } from '../../parts/form-fields.tsx'
import { useNarrow } from '../../parts/narrow.ts'
import { Section } from '../../parts/page.tsx'
import { QueryRows } from '../../parts/query-list.tsx'
import type { TableColumn } from '../../parts/record-table.tsx'
import { ShortTable } from '../../parts/short-table.tsx'
import { showToast } from '../../parts/toast.tsx'
import { EditDeleteMenu } from '../../records/edit-delete-menu.tsx'
import { amountOf, isAmountComputed } from '../../records/invoices/line-amount.ts'
import styles from '../../records/money/money.module.css'
import recordStyles from '../../records/record.module.css'
import { recurringLineLayout } from './recurring-layouts.ts'

const wideOnly = ['quantity', 'rate']

export function RecurringLines({ recurring }: { readonly recurring: RecurringinvoiceRecord }) {
  const messages = useRecurringMessages()
  const may = useMay()
  const [adding, setAdding] = useState(false)
  const { id: recurringinvoiceid, includetime } = recurring
  const lines = useAll('recurringinvoiceitem', { recurringinvoiceid, sortfield: 'id' })
  return (
    <Section
      card
      title={messages.lines}
      actions={
        may('recurringinvoiceitem', 'create') && (
          <Button small icon={Plus} onPress={() => setAdding(true)}>
            {messages.addLine}
          </Button>
        )
      }
    >
      <QueryRows
        query={lines}
        empty={<p className={styles.quiet}>{includetime ? messages.noLinesWithTime : messages.noLinesText}</p>}
      >
        {(records) => <LineTable recurring={recurring} lines={records} />}
      </QueryRows>
      {adding && <LineDialog recurringinvoiceid={recurringinvoiceid} onClose={() => setAdding(false)} />}
    </Section>
  )
}

interface LineTableProps {
  readonly recurring: RecurringinvoiceRecord
  readonly lines: readonly RecurringinvoiceitemRecord[]
}

function LineTable({ recurring: { fixedamount, currency }, lines }: LineTableProps) {
  const messages = useRecurringMessages()
  const formats = useFormats()
  const narrow = useNarrow()
  const columns = useColumns(formats, currency, narrow)
  const foot = { name: messages.total, amount: formats.money(fixedamount, currency) }
  return <ShortTable label={messages.lines} columns={columns} records={lines} wideOnly={wideOnly} foot={foot} />
}

function useColumns(
  formats: Formats,
  currency: string,
  narrow: boolean,
): readonly TableColumn<RecurringinvoiceitemRecord>[] {
  const messages = useRecurringMessages()
  const labels = useLabels().recurringinvoiceitem
  return useMemo(
    () => [
      {
        id: 'name',
        name: labels.name,
        cell: ({ name, description, quantity, rate }) => (
          <span className={recordStyles.twoLines}>
            {name}
            {description !== '' && <span className={recordStyles.faint}>{description}</span>}
            {narrow && quantity !== null && rate !== null && (
              <span
                className={recordStyles.faint}
              >{`${formats.decimal(quantity)} × ${formats.money(rate, currency)}`}</span>
            )}
          </span>
        ),
      },
      {
        id: 'quantity',
        name: labels.quantity,
        numeric: true,
        width: 110,
        cell: ({ quantity }) => formats.decimal(quantity),
      },
      { id: 'rate', name: labels.rate, numeric: true, width: 120, cell: ({ rate }) => formats.money(rate, currency) },
      {
        id: 'amount',
        name: labels.amount,
        numeric: true,
        width: 120,
        cell: ({ amount }) => formats.money(amount, currency),
      },
      {
        id: 'menu',
        name: messages.actions,
        pressed: true,
        width: 60,
        cell: (line) => <LineMenu line={line} />,
      },
    ],
    [messages, labels, formats, currency, narrow],
  )
}

function LineMenu({ line }: { readonly line: RecurringinvoiceitemRecord }) {
  const messages = useRecurringMessages()
  if (!can(line, 'update')) return null
  const { id, name, recurringinvoiceid } = line
  return (
    <EditDeleteMenu
      label={messages.actionsFor(name)}
      resource="recurringinvoiceitem"
      id={id}
      mayDelete={can(line, 'delete')}
      question={{
        title: messages.deleteLineTitle(name),
        action: messages.deleteLine,
        text: messages.deleteLineText,
        deleted: messages.lineDeleted,
      }}
      form={(close) => <LineDialog line={line} recurringinvoiceid={recurringinvoiceid} onClose={close} />}
    />
  )
}

interface LineDialogProps extends Closable {
  /** The line to change; without it, the dialog adds one. */
  readonly line?: RecurringinvoiceitemRecord
  readonly recurringinvoiceid: number
}

function LineDialog({ line, recurringinvoiceid, onClose }: LineDialogProps) {
  const messages = useRecurringMessages()
  const create = useCreate('recurringinvoiceitem')
  const update = useUpdate('recurringinvoiceitem')
  const start = line === undefined ? { quantity: '1' } : { amount: numberFieldText(line.amount.toFixed()) }
  const form = useForm(formValues(recurringLineLayout, line, start), async (values) => {
    const typed: Omit<RecurringinvoiceitemNew, 'recurringinvoiceid'> = requestFields(recurringLineLayout, values)
    const fields = { ...typed, amount: amountOf(values) ?? typed.amount }
    if (line === undefined) await create.mutateAsync({ fields: { ...fields, recurringinvoiceid } })
    else await update.mutateAsync({ id: line.id, fields })
    showToast(line === undefined ? messages.lineAdded : messages.lineSaved)
    onClose()
  })
  const title = line === undefined ? messages.addLine : messages.editLine
  const submit = line === undefined ? { submit: messages.addLine } : {}
  return (
    <FormDialog form={form} title={title} label={title} onClose={onClose} {...submit}>
      <FormFields
        layout={recurringLineLayout}
        form={form}
        own={{ amount: (control) => <AmountField {...control} numbers={form.values} /> }}
      />
    </FormDialog>
  )
}

interface AmountFieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error: string | undefined
  readonly numbers: { readonly quantity: string; readonly rate: string; readonly amount: string }
}

/** Cannot be typed if quantity and rate say it. */
function AmountField({ numbers, value, error, ...control }: AmountFieldProps) {
  const messages = useRecurringMessages()
  const { noNumber } = useMoneyMessages()
  const computed = isAmountComputed(numbers)
  const amount = amountOf(numbers)
  return (
    <TextField
      {...control}
      value={computed ? numberFieldText(amount?.toFixed() ?? '') : value}
      error={error ?? (amount === undefined ? noNumber : undefined)}
      {...(computed ? { hint: messages.amountComputed, isReadOnly: true } : {})}
      numeric
      inputMode="decimal"
    />
  )
}
