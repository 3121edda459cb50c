// The dialog that mails an invoice or an estimate: recipients, subject and text that the server suggests. Without a
// mail server it says what to do instead.
import type { EstimatemailRecord, InvoicemailRecord, StintError, SuggestedMail } from '@stint/sdk'
import { queryOptions, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { stint } from '../../api/client.ts'
import { useMay, useSession } from '../../api/session.tsx'
import { useMessages } from '../../messages/messages.ts'
import { useMoneyMessages } from '../../messages/money.ts'
import { Button } from '../../parts/button.tsx'
import { type Closable, Dialog, DialogActions } from '../../parts/dialog.tsx'
import { TextArea, TextField } from '../../parts/fields.tsx'
import { useForm } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { QueryView } from '../../parts/page.tsx'
import styles from '../../records/money/money.module.css'

/** What the dialog says about the document. */
interface SendTexts {
  readonly title: string
  readonly send: string
  readonly linkWord: string
  readonly noMailServer: string
  readonly noMailServerText: string
  /** The button for what can be done without a mail server. */
  readonly otherWay: string
}

export type MailFields = Readonly<Record<'to' | 'cc' | 'subject' | 'text', string>>

type SuggestionQuery<Mail extends SuggestedMail> = UseQueryOptions<Mail, StintError>

/** The suggested mail of an invoice or estimate, and what became of the mails that were sent. */
export const mailQuery = <K extends 'estimatemail' | 'invoicemail'>(resource: K, id: number) =>
  queryOptions<MailRecords[K], StintError>({
    queryKey: [resource, id],
    queryFn: ({ signal }) => stint[resource].read(id, { signal }) as Promise<MailRecords[K]>,
  })

interface MailRecords {
  readonly estimatemail: EstimatemailRecord
  readonly invoicemail: InvoicemailRecord
}

interface SendDialogProps<Mail extends SuggestedMail> extends Closable {
  readonly texts: SendTexts
  readonly suggestion: SuggestionQuery<Mail>
  /** Sends it and says so. */
  readonly onSend: (fields: MailFields) => Promise<void>
  readonly onOtherWay: () => void
}

export function SendDialog<Mail extends SuggestedMail>(props: SendDialogProps<Mail>) {
  return useSession().mail ? <SuggestedMailForm {...props} /> : <NoMailServer {...props} />
}

/** Says what to do without a mail server. */
function NoMailServer<Mail extends SuggestedMail>({ texts, onOtherWay, onClose }: SendDialogProps<Mail>) {
  const messages = useMoneyMessages()
  const may = useMay()
  return (
    <Dialog title={texts.title} open onClose={onClose}>
      <p>{texts.noMailServer}</p>
      <p>{texts.noMailServerText}</p>
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
        <Button look="strong" onPress={onOtherWay}>
          {texts.otherWay}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** The form appears when the suggestion has arrived, because it begins with it. */
function SuggestedMailForm<Mail extends SuggestedMail>(props: SendDialogProps<Mail>) {
  const { texts, suggestion, onClose } = props
  // What another person has changed meanwhile is not used, so that nothing that was typed is lost.
  const query = useQuery({ ...suggestion, queryKey: ['suggestedmail', ...suggestion.queryKey], gcTime: 0 })
  if (query.data !== undefined) return <MailForm {...props} mail={query.data} />
  return (
    <Dialog title={texts.title} open onClose={onClose}>
      <QueryView query={query}>{() => null}</QueryView>
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

type MailFormProps<Mail extends SuggestedMail> = SendDialogProps<Mail> & { readonly mail: SuggestedMail }

function MailForm<Mail extends SuggestedMail>({ texts, mail, onSend, onClose }: MailFormProps<Mail>) {
  const messages = useMoneyMessages()
  const { mailslinks } = useSession()
  const { to, cc, subject } = mail
  const text = mailslinks ? mail.text : withoutLinkLines(mail.text)
  const form = useForm({ to, cc, subject, text }, async (values) => {
    await onSend(values)
    onClose()
  })
  return (
    <FormDialog form={form} title={texts.title} label={texts.send} submit={texts.send} onClose={onClose} wide>
      <TextField
        {...form.field('to')}
        label={messages.sendTo}
        hint={to === '' ? messages.sendToMissing : messages.sendToHint}
        required
        autoFocus
      />
      <TextField {...form.field('cc')} label={messages.sendCc} />
      <TextField {...form.field('subject')} label={messages.sendSubject} maxLength={150} required />
      <TextArea
        {...form.field('text')}
        label={messages.sendText}
        rows={12}
        hint={mailslinks ? texts.linkWord : undefined}
        required
      />
      <p className={styles.quiet}>{messages.sendAttached(mail.filename)}</p>
    </FormDialog>
  )
}
