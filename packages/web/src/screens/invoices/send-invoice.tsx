// Sending an issued invoice: the dialog with recipients, subject and text that the server suggests, the dialog that
// notes that it was sent in another way, and what the page says about the last sending.
import type { InvoicemailRecord, InvoiceRecord, IsoDate } from '@stint/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { stint } from '../../api/client.ts'
import { useFormats, useToday } from '../../api/formats.ts'
import { useWrite } from '../../api/records.ts'
import { useMay, useSession } from '../../api/session.tsx'
import { useMessages } from '../../messages/messages.ts'
import { useMoneyMessages } from '../../messages/money.ts'
import { Button } from '../../parts/button.tsx'
import { DayField } from '../../parts/day-field.tsx'
import { Dialog, DialogActions } from '../../parts/dialog.tsx'
import { TextArea, TextField } from '../../parts/fields.tsx'
import { useForm } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { QueryView } from '../../parts/page.tsx'
import { showToast } from '../../parts/toast.tsx'
import styles from '../../records/money/money.module.css'
import { invoiceMailQuery } from './public-link.tsx'

interface DialogProps {
  readonly invoice: InvoiceRecord
  readonly onClose: () => void
}

/** When and to whom the invoice was sent, and why its mail did not arrive. */
export function SentNotice({ invoice }: Pick<DialogProps, 'invoice'>) {
  const { datesent = null, sentto = '', mailerror = '' } = invoice
  const messages = useMoneyMessages()
  const formats = useFormats()
  if (datesent === null) return null
  const day = formats.day(datesent)
  return (
    <>
      <p className={styles.notice}>{sentto === '' ? messages.markedAt(day) : messages.sentAt(day, sentto)}</p>
      <ReminderNotice invoice={invoice} />
      {mailerror !== '' && (
        <p className={styles.notice} data-tone="bad">
          {messages.notSent(mailerror)}
        </p>
      )}
    </>
  )
}

/** When reminders were sent, and whether they are paused. */
function ReminderNotice({ invoice }: Pick<DialogProps, 'invoice'>) {
  const messages = useMoneyMessages()
  const formats = useFormats()
  const { reminders = [] } = useQuery(invoiceMailQuery(invoice.id)).data ?? {}
  const texts = [
    ...(reminders.length === 0 ? [] : [messages.reminded(formats.list(reminders.map(formats.moment)))]),
    ...(invoice.remindersoff === true ? [messages.remindersPaused] : []),
  ]
  return texts.length === 0 ? null : <p className={styles.notice}>{texts.join(' ')}</p>
}

interface SendProps extends DialogProps {
  readonly onMarkSent: () => void
}

export function SendInvoiceDialog(props: SendProps) {
  return useSession().mail ? <SuggestedMail {...props} /> : <NoMailServer {...props} />
}

/** Says what to do without a mail server. */
function NoMailServer({ invoice, onClose, onMarkSent }: SendProps) {
  const messages = useMoneyMessages()
  const may = useMay()
  return (
    <Dialog title={messages.sendTitle(invoice.number)} open onClose={onClose}>
      <p>{messages.noMailServer}</p>
      <p>{messages.noMailServerText}</p>
      <p>
        {may('company', 'update') ? (
          <Link to="/settings" search={{ tab: 'server' }}>
            {messages.setUpMail}
          </Link>
        ) : (
          messages.askForMail
        )}
      </p>
      <DialogActions>
        <Button onPress={onClose}>{useMessages().parts.cancel}</Button>
        <Button look="strong" onPress={onMarkSent}>
          {messages.markSent}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** The form appears when the suggestion has arrived, because it begins with it. */
function SuggestedMail({ invoice, onClose }: SendProps) {
  const messages = useMoneyMessages()
  // What another person has changed meanwhile is not used, so that nothing that was typed is lost.
  const suggestion = useQuery({ ...invoiceMailQuery(invoice.id), queryKey: ['suggestedmail', invoice.id], gcTime: 0 })
  if (suggestion.data !== undefined) return <MailForm invoice={invoice} mail={suggestion.data} onClose={onClose} />
  return (
    <Dialog title={messages.sendTitle(invoice.number)} open onClose={onClose}>
      <QueryView query={suggestion}>{() => null}</QueryView>
    </Dialog>
  )
}

/** Without its public address, the server cannot put a link into a mail. */
const withoutLinkLines = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !line.includes('{link}'))
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')

function MailForm({ invoice, mail, onClose }: DialogProps & { readonly mail: InvoicemailRecord }) {
  const messages = useMoneyMessages()
  const { number } = invoice
  const sending = useWrite('invoice', (fields: Parameters<typeof stint.invoice.mail>[1]) =>
    stint.invoice.mail(invoice.id, fields),
  )
  const { mailslinks } = useSession()
  const { to, cc, subject } = mail
  const text = mailslinks ? mail.text : withoutLinkLines(mail.text)
  const form = useForm({ to, cc, subject, text }, async (values) => {
    await sending.mutateAsync(values)
    showToast(messages.sent(number))
    onClose()
  })
  return (
    <FormDialog
      form={form}
      title={messages.sendTitle(number)}
      label={messages.send}
      submit={messages.send}
      onClose={onClose}
      wide
    >
      <TextField {...form.field('to')} label={messages.sendTo} hint={messages.sendToHint} required autoFocus />
      <TextField {...form.field('cc')} label={messages.sendCc} />
      <TextField {...form.field('subject')} label={messages.sendSubject} maxLength={150} required />
      <TextArea
        {...form.field('text')}
        label={messages.sendText}
        rows={12}
        hint={mailslinks ? messages.linkWord : undefined}
        required
      />
      <p className={styles.quiet}>{messages.sendAttached(mail.filename)}</p>
    </FormDialog>
  )
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
