// The dialog that creates the draft of a credit note and opens it.

import type { InvoiceRecord } from '@stint/sdk'
import { useNavigate } from '@tanstack/react-router'
import { stint } from '../../api/client.ts'
import { useWrite } from '../../api/records.ts'
import { useCreditMessages } from '../../messages/credit.ts'
import type { Closable } from '../../parts/dialog.tsx'
import { CheckField } from '../../parts/fields.tsx'
import { useForm } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { showToast } from '../../parts/toast.tsx'

export function CreditDialog({ invoice, onClose }: Closable & { readonly invoice: InvoiceRecord }) {
  const messages = useCreditMessages()
  const navigate = useNavigate()
  const creating = useWrite('invoice', (releasetime: boolean) => stint.invoice.credit(invoice.id, { releasetime }))
  const form = useForm<{ releasetime: boolean }>({ releasetime: false }, async ({ releasetime }) => {
    const { id } = await creating.mutateAsync(releasetime)
    showToast(messages.created)
    onClose()
    await navigate({ to: '/invoices/$id', params: { id: String(id) } })
  })
  return (
    <FormDialog form={form} title={messages.title(invoice.number)} submit={messages.create} onClose={onClose}>
      <p>{messages.text}</p>
      <CheckField {...form.field('releasetime')} label={messages.releaseTime} hint={messages.releaseTimeHint} />
    </FormDialog>
  )
}
