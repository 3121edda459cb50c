// What became of the last email with an invoice or estimate: it is being sent, it waits for another attempt, it was
// given up, or the mail server has accepted it. While it is on its way, the server is asked again.
import type { StintError, SuggestedMail } from '@stint/sdk'
import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useFormats } from '../../api/formats.ts'
import { useSession } from '../../api/session.tsx'
import { useMailDeliveryMessages } from '../../messages/mail-delivery.ts'
import { Button } from '../../parts/button.tsx'
import styles from '../../records/money/money.module.css'

type Delivery = Pick<SuggestedMail, 'delivery' | 'deliveryto' | 'deliveryerror' | 'deliverynext'>

interface MailDeliveryProps<Mail extends SuggestedMail> {
  readonly query: UseQueryOptions<Mail, StintError>
  /** What is said of an email that was accepted, and of a document that was sent in another way. */
  readonly sent: string
  /** The dialog that sends it again; undefined if that is not allowed. */
  readonly sendAgain: ((onClose: () => void) => ReactNode) | undefined
}

/** How often the server is asked again, in milliseconds. */
const pauses: Readonly<Partial<Record<Delivery['delivery'], number>>> = { sending: 1500, waiting: 10_000 }

export function MailDelivery<Mail extends SuggestedMail>({ query, sent, sendAgain }: MailDeliveryProps<Mail>) {
  const messages = useMailDeliveryMessages()
  const { mail: isOn } = useSession()
  const { data } = useQuery({
    ...query,
    refetchInterval: ({ state }) => (state.data === undefined ? false : (pauses[state.data.delivery] ?? false)),
  })
  const [isOpen, setOpen] = useState(false)
  const text = useDeliveryText(data, sent)
  if (data === undefined || text === '') return null
  const isBad = data.delivery === 'failed' || data.delivery === 'waiting'
  return (
    <div className={styles.notice} data-tone={isBad ? 'bad' : undefined} role="status">
      <p>{text}</p>
      {data.delivery === 'failed' && isOn && sendAgain !== undefined && (
        <Button small onPress={() => setOpen(true)}>
          {messages.sendAgain}
        </Button>
      )}
      {isOpen && sendAgain?.(() => setOpen(false))}
    </div>
  )
}

function useDeliveryText(mail: Delivery | undefined, sent: string): string {
  const messages = useMailDeliveryMessages()
  const formats = useFormats()
  const { mail: isOn } = useSession()
  if (mail === undefined) return ''
  const { delivery, deliveryto: to, deliverynext } = mail
  // A reply of a mail server may end with a full stop.
  const reason = mail.deliveryerror.replace(/\.+$/, '')
  switch (delivery) {
    case 'sending':
      return isOn ? messages.sending(to) : messages.noMailServer(to)
    case 'waiting':
      if (!isOn) return messages.noMailServer(to)
      return `${messages.waiting(to, reason)} ${deliverynext === null ? messages.tryingNow : messages.nextAttempt(formats.moment(deliverynext))}`
    case 'failed':
      return messages.failed(reason)
    case 'accepted':
      return `${sent} ${messages.accepted}`
    default:
      return sent
  }
}
