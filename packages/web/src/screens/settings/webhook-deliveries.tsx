// The log of one webhook: what was sent, what the receiver answered, and a button to send it again.
import { stint } from '../../api/client.ts'
import { useFormats } from '../../api/formats.ts'
import { can } from '../../api/permissions.ts'
import { type RecordOf, usePages, useWrite } from '../../api/records.ts'
import { useSettingsMessages } from '../../messages/settings.ts'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { type Closable, Dialog } from '../../parts/dialog.tsx'
import { showError } from '../../parts/toast.tsx'
import styles from './settings.module.css'

const shown = 50

export function WebhookDeliveries({ webhook, onClose }: Closable & { readonly webhook: RecordOf<'webhook'> }) {
  const messages = useSettingsMessages().webhooks
  const query = usePages('webhookdelivery', { webhookid: webhook.id }, shown)
  return (
    <Dialog title={messages.logOf(webhook.url)} open onClose={onClose} aside>
      <Button small onPress={() => void query.refetch()}>
        {messages.refresh}
      </Button>
      <ul className={styles.entries} aria-label={messages.log}>
        {(query.data?.pages ?? []).flatMap(({ records }) =>
          records.map((delivery) => <DeliveryLine key={delivery.id} delivery={delivery} />),
        )}
      </ul>
    </Dialog>
  )
}

const tones = { sent: 'good', failed: 'bad', waiting: 'plain' } as const

function DeliveryLine({ delivery }: { readonly delivery: RecordOf<'webhookdelivery'> }) {
  const messages = useSettingsMessages().webhooks
  const formats = useFormats()
  const again = useWrite('webhookdelivery', (id: number) => stint.webhookdelivery.again(id))
  const status = delivery.status as keyof typeof tones
  return (
    <li className={styles.entry}>
      <span className={styles.entryName}>{delivery.event}</span>
      <Badge tone={tones[status]}>{messages.status[status]}</Badge>
      <span className={styles.muted}>
        {formats.moment(delivery.lastattempt ?? delivery.date)} {messages.attempts(delivery.attempts)} {delivery.error}
      </span>
      <span className={styles.entryEnd}>
        {can(delivery, 'again') && (
          <Button small onPress={() => again.mutate(delivery.id, { onError: showError })} isDisabled={again.isPending}>
            {messages.again}
          </Button>
        )}
      </span>
    </li>
  )
}
