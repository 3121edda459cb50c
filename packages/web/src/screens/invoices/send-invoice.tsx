// Sending an issued invoice: by email, or in another way that a dialog notes, its public link, and what the page says
// about the last sending.

import type { InvoiceRecord, IsoDate } from '@stint/sdk'
import { useQuery } from '@tanstack/react-query'
import { stint } from '../../api/client.ts'
import { useFormats, useToday } from '../../api/formats.ts'
import { can } from '../../api/permissions.ts'
import { useWrite } from '../../api/records.ts'
import { useMoneyMessages } from '../../messages/money.ts'
import { DayField } from '../../parts/day-field.tsx'
import type { Closable } from '../../parts/dialog.tsx'
import { useForm } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { showToast } from '../../parts/toast.tsx'
import styles from '../../records/money/money.module.css'
import { MailDelivery } from './mail-delivery.tsx'
import { PublicLink } from './public-link.tsx'
import { type MailFields, mailQuery, SendDialog } from './send-document.tsx'

interface DialogProps extends Closable {
  readonly invoice: InvoiceRecord
}

/** When and to whom the invoice was sent, and what became of the email. */
export function SentNotice({ invoice }: Pick<DialogProps, 'invoice'>) {
  const { datesent = null, sentto = '' } = invoice
  const messages = useMoneyMessages()
  const formats = useFormats()
  if (datesent === null) return null
  const day = formats.day(datesent)
  return (
    <>
      <MailDelivery
        query={mailQuery('invoicemail', invoice.id)}
        sent={sentto === '' ? messages.markedAt(day) : messages.sentAt(day, sentto)}
        sendAgain={
          can(invoice, 'mail')
            ? (onClose) => <SendInvoiceDialog invoice={invoice} onMarkSent={onClose} onClose={onClose} />
            : undefined
        }
      />
      <ReminderNotice invoice={invoice} />
    </>
  )
}

/** When reminders were sent, and whether they are paused. */
function ReminderNotice({ invoice }: Pick<DialogProps, 'invoice'>) {
  const messages = useMoneyMessages()
  const formats = useFormats()
  const { reminders = [] } = useQuery(mailQuery('invoicemail', invoice.id)).data ?? {}
  const texts = [
    ...(reminders.length === 0 ? [] : [messages.reminded(formats.list(reminders.map(formats.moment)))]),
    ...(invoice.remindersoff === true ? [messages.remindersPaused] : []),
  ]
  return texts.length === 0 ? null : <p className={styles.notice}>{texts.join(' ')}</p>
}

interface SendProps extends DialogProps {
  readonly onMarkSent: () => void
}

export function SendInvoiceDialog({ invoice: { id, number }, onMarkSent, onClose }: SendProps) {
  const messages = useMoneyMessages()
  const sending = useWrite('invoice', (fields: MailFields) => stint.invoice.mail(id, fields))
  return (
    <SendDialog
      texts={{
        title: messages.sendTitle(number),
        send: messages.send,
        linkWord: messages.linkWord,
        noMailServer: messages.noMailServer,
        noMailServerText: messages.noMailServerText,
        otherWay: messages.markSent,
      }}
      suggestion={mailQuery('invoicemail', id)}
      onSend={async (fields) => {
        await sending.mutateAsync(fields)
        showToast(messages.sending(number))
      }}
      onOtherWay={onMarkSent}
      onClose={onClose}
    />
  )
}

export function InvoiceLink({ invoice: { id } }: Pick<DialogProps, 'invoice'>) {
  return <PublicLink resource="invoice" id={id} text={useMoneyMessages().publicLinkText} />
}

export function MarkSentDialog({ invoice, onClose }: DialogProps) {
  const messages = useMoneyMessages()
  const { number } = invoice
  const today = useToday()
  const marking = useWrite('invoice', (date: IsoDate | null) => stint.invoice.marksent(invoice.id, { date }))
  const form = useForm<{ date: IsoDate | null }>({ date: today }, async ({ date }) => {
    await marking.mutateAsync(date)
    showToast(messages.markedSent(number))
    onClose()
  })
  return (
    <FormDialog form={form} title={messages.markSentTitle(number)} submit={messages.markSent} onClose={onClose}>
      <p>{messages.markSentText}</p>
      <DayField {...form.field('date')} label={messages.sentOn} required />
    </FormDialog>
  )
}
