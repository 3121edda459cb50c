// The dialogs of the time entries of a draft: which other draft they are moved to, and what they are billed with.

import type { DecimalInput, InvoiceRecord } from '@stint/sdk'
import { stint } from '../../api/client.ts'
import { toNumberInput } from '../../api/formats.ts'
import { useAll, useWrite } from '../../api/records.ts'
import { useDraftTimeMessages } from '../../messages/draft-time.ts'
import { ChoiceField } from '../../parts/choices.tsx'
import type { Closable } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/fields.tsx'
import { useForm } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { QueryView } from '../../parts/page.tsx'
import { isBuiltFromTime } from './invoice-draft.ts'

interface EntryDialogProps extends Closable {
  readonly invoice: InvoiceRecord
  readonly timeid: readonly number[]
  /** Gets the text of the toast. */
  readonly onDone: (toast: string) => void
}

export function MoveEntries({ invoice, timeid, onClose, onDone }: EntryDialogProps) {
  const messages = useDraftTimeMessages()
  const invoices = useAll('invoice', { projectid: invoice.projectid, issued: false, sortfield: 'localid' })
  const moving = useWrite('invoice', (invoiceid: number) => stint.invoice.move(invoice.id, { timeid, invoiceid }))
  const form = useForm<{ invoiceid: number | null }>({ invoiceid: null }, async ({ invoiceid }) => {
    if (invoiceid === null) return
    await moving.mutateAsync(invoiceid)
    onDone(messages.moved(timeid.length))
  })
  const isEmpty = form.values.invoiceid === null
  return (
    <FormDialog form={form} title={messages.move} submit={messages.moveSubmit} onClose={onClose} isDisabled={isEmpty}>
      <QueryView query={invoices}>
        {(list) => {
          const drafts = list.filter(
            (one) => one.id !== invoice.id && isBuiltFromTime(one) && one.currency === invoice.currency,
          )
          if (drafts.length === 0) return <p>{messages.noDrafts}</p>
          const options = drafts.map(({ id, number, title }) => ({ id, name: messages.draftName(number, title) }))
          return <ChoiceField {...form.field('invoiceid')} label={messages.draft} options={options} />
        }}
      </QueryView>
    </FormDialog>
  )
}

export function WriteDownEntries({ invoice, timeid, onClose, onDone }: EntryDialogProps) {
  const messages = useDraftTimeMessages()
  const writing = useWrite('invoice', (amount: DecimalInput) => stint.invoice.writedown(invoice.id, { timeid, amount }))
  const form = useForm<{ amount: string }>({ amount: '' }, async ({ amount }) => {
    await writing.mutateAsync(toNumberInput(amount) as DecimalInput)
    onDone(messages.wroteDown(timeid.length))
  })
  const { writeDownTitle: title, writeDownSubmit: submit } = messages
  const isEmpty = form.values.amount.trim() === ''
  return (
    <FormDialog form={form} title={title} submit={submit} onClose={onClose} isDisabled={isEmpty}>
      <TextField
        {...form.field('amount')}
        label={messages.writeDownAmount}
        hint={messages.writeDownHint}
        inputMode="decimal"
        numeric
        autoFocus
      />
    </FormDialog>
  )
}
