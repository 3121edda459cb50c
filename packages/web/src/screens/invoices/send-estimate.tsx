// Sending an estimate by email, with a link to its public page, and what its page says about the last email. Sending it
// in the client portal only is an action of its own.

import type { EstimateRecord } from '@stint/sdk'
import { stint } from '../../api/client.ts'
import { can } from '../../api/permissions.ts'
import { useWrite } from '../../api/records.ts'
import { useEstimateMessages } from '../../messages/estimates.ts'
import type { Closable } from '../../parts/dialog.tsx'
import { useOpenedRecord } from '../../parts/form.tsx'
import { showToast } from '../../parts/toast.tsx'
import { estimateNumber } from '../../records/estimates/estimate-status.tsx'
import { MailDelivery } from './mail-delivery.tsx'
import { PublicLink } from './public-link.tsx'
import { type MailFields, mailQuery, SendDialog } from './send-document.tsx'

interface SendEstimateProps extends Closable {
  readonly estimate: EstimateRecord
  readonly onOtherWay: () => void
}

/** It sends what the page showed when the dialog was opened. */
export function SendEstimateDialog({ estimate, onOtherWay, onClose }: SendEstimateProps) {
  const messages = useEstimateMessages()
  const seen = useOpenedRecord(estimate)
  const sending = useWrite('estimate', (fields: MailFields) => stint.estimate.mail(seen.id, fields, { ifMatch: seen }))
  return (
    <SendDialog
      texts={{
        title: messages.mailTitle(estimateNumber(seen)),
        send: messages.send,
        linkWord: messages.linkWord,
        noMailServer: messages.noMailServer,
        noMailServerText: messages.noMailServerText,
        otherWay: messages.sendWithoutMail,
      }}
      suggestion={mailQuery('estimatemail', seen.id)}
      onSend={async (fields) => {
        await sending.mutateAsync(fields)
        showToast(messages.sending(estimateNumber(seen)))
      }}
      onOtherWay={onOtherWay}
      onClose={onClose}
    />
  )
}

/** To whom it was mailed, and what became of the email. Clients see neither. */
export function EstimateMailNotice({ estimate }: { readonly estimate: EstimateRecord }) {
  const { id, sentto = '' } = estimate
  const messages = useEstimateMessages()
  if (sentto === '') return null
  return (
    <MailDelivery
      query={mailQuery('estimatemail', id)}
      sent={messages.mailedTo(sentto)}
      sendAgain={
        can(estimate, 'mail')
          ? (onClose) => <SendEstimateDialog estimate={estimate} onOtherWay={onClose} onClose={onClose} />
          : undefined
      }
    />
  )
}

export function EstimateLink({ estimate: { id } }: { readonly estimate: EstimateRecord }) {
  return <PublicLink resource="estimate" id={id} text={useEstimateMessages().publicLinkText} />
}
