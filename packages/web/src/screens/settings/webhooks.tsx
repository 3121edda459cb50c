// The tab of the settings with the webhooks: where events of the account are sent. A secret is shown once, when it is
// made. Each webhook has a log of its deliveries, from which one can be sent again.
import { Pencil, Plus, Trash2, Webhook } from 'lucide-react'
import { useState } from 'react'
import { stint } from '../../api/client.ts'
import { can } from '../../api/permissions.ts'
import { type RecordOf, useAll, useWrite } from '../../api/records.ts'
import { useLabels } from '../../messages/labels.ts'
import { useMessages } from '../../messages/messages.ts'
import { useSettingsMessages } from '../../messages/settings.ts'
import { Badge } from '../../parts/badge.tsx'
import { Button, IconButton } from '../../parts/button.tsx'
import { type Closable, ConfirmWrite, Dialog } from '../../parts/dialog.tsx'
import { CheckField, TextField } from '../../parts/fields.tsx'
import { useForm } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { EmptyState } from '../../parts/page.tsx'
import { QueryList } from '../../parts/query-list.tsx'
import { showError, showToast } from '../../parts/toast.tsx'
import { DeleteDialog } from '../../records/delete-record.tsx'
import { NewSecret } from './new-secret.tsx'
import styles from './settings.module.css'
import { WebhookDeliveries } from './webhook-deliveries.tsx'

type WebhookRecord = RecordOf<'webhook'>

type OpenDialog =
  | { readonly kind: 'new' }
  | { readonly kind: 'edit' | 'delete' | 'rotate' | 'log'; readonly webhook: WebhookRecord }
  | { readonly kind: 'secret'; readonly secret: string }

export function Webhooks() {
  const messages = useSettingsMessages().webhooks
  const query = useAll('webhook')
  const [opened, setOpened] = useState<OpenDialog | null>(null)
  return (
    <div className={styles.lists}>
      <div className={styles.listHead}>
        <p>{messages.about}</p>
        <Button look="strong" icon={Plus} onPress={() => setOpened({ kind: 'new' })}>
          {messages.add}
        </Button>
      </div>
      <QueryList query={query} className={styles.entries} empty={<EmptyState icon={Webhook} title={messages.none} />}>
        {(webhook) => <WebhookLine key={webhook.id} webhook={webhook} onOpen={setOpened} />}
      </QueryList>
      {opened !== null && <OpenedDialog opened={opened} onOpen={setOpened} />}
    </div>
  )
}

interface OpenedProps {
  readonly opened: OpenDialog
  readonly onOpen: (opened: OpenDialog | null) => void
}

function OpenedDialog({ opened, onOpen }: OpenedProps) {
  const messages = useSettingsMessages().webhooks
  const parts = useMessages().parts
  const close = () => onOpen(null)
  const showSecret = (secret: string | null) => onOpen(secret === null ? null : { kind: 'secret', secret })
  switch (opened.kind) {
    case 'new':
      return <WebhookForm webhook={null} onClose={close} onSaved={showSecret} />
    case 'edit':
      return <WebhookForm webhook={opened.webhook} onClose={close} onSaved={close} />
    case 'rotate':
      return <RotateSecret webhook={opened.webhook} onClose={close} onRotated={showSecret} />
    case 'log':
      return <WebhookDeliveries webhook={opened.webhook} onClose={close} />
    case 'secret':
      return <WebhookSecret secret={opened.secret} onClose={close} />
    case 'delete': {
      const question = { title: messages.deleteTitle, action: parts.delete, text: messages.deleteText }
      return <DeleteDialog resource="webhook" id={opened.webhook.id} question={question} onClose={close} />
    }
  }
}

function WebhookLine({ webhook, onOpen }: { readonly webhook: WebhookRecord } & Pick<OpenedProps, 'onOpen'>) {
  const messages = useSettingsMessages().webhooks
  const test = useWrite('webhook', (id: number) => stint.webhook.test(id))
  const sendTest = () =>
    test.mutate(webhook.id, { onSuccess: () => onOpen({ kind: 'log', webhook }), onError: showError })
  const name = webhook.description === '' ? webhook.url : webhook.description
  return (
    <li className={styles.entry}>
      <span className={styles.entryName}>{name}</span>
      <span className={styles.address}>
        {webhook.description === '' ? webhook.events : `${webhook.url} ${webhook.events}`}
      </span>
      {!webhook.active && <Badge tone="warn">{messages.off}</Badge>}
      {webhook.offreason !== '' && <span className={styles.muted}>{webhook.offreason}</span>}
      <span className={styles.entryEnd}>
        {can(webhook, 'test') && (
          <Button small onPress={sendTest} isDisabled={test.isPending}>
            {messages.test}
          </Button>
        )}
        <Button small onPress={() => onOpen({ kind: 'log', webhook })}>
          {messages.log}
        </Button>
        {can(webhook, 'rotate') && (
          <Button small onPress={() => onOpen({ kind: 'rotate', webhook })}>
            {messages.rotate}
          </Button>
        )}
        {can(webhook, 'update') && (
          <IconButton icon={Pencil} label={messages.edit(name)} onPress={() => onOpen({ kind: 'edit', webhook })} />
        )}
        {can(webhook, 'delete') && (
          <IconButton icon={Trash2} label={messages.delete(name)} onPress={() => onOpen({ kind: 'delete', webhook })} />
        )}
      </span>
    </li>
  )
}

interface WebhookFormProps extends Closable {
  readonly webhook: WebhookRecord | null
  readonly onSaved: (secret: string | null) => void
}

function WebhookForm({ webhook, onClose, onSaved }: WebhookFormProps) {
  const messages = useSettingsMessages().webhooks
  const parts = useMessages().parts
  const labels = useLabels().webhook
  const write = useWrite('webhook', (fields: { url: string; events: string; description: string; active: boolean }) =>
    webhook === null ? stint.webhook.create(fields) : stint.webhook.update(webhook.id, fields),
  )
  const { url = '', events = '*', description = '', active = true } = webhook ?? {}
  const form = useForm({ url, events, description, active }, async (values) => {
    const { secret } = await write.mutateAsync(values)
    showToast(parts.saved)
    onSaved(secret)
  })
  return (
    <FormDialog form={form} title={webhook === null ? messages.add : messages.edit(webhook.url)} onClose={onClose}>
      <TextField {...form.field('url')} label={labels.url} hint={messages.urlHint} autoFocus required />
      <TextField {...form.field('events')} label={labels.events} hint={messages.eventsHint} required />
      <TextField {...form.field('description')} label={labels.description} />
      <CheckField {...form.field('active')} label={labels.active} />
    </FormDialog>
  )
}

function WebhookSecret({ secret, onClose }: Closable & { readonly secret: string }) {
  const messages = useSettingsMessages().webhooks
  return (
    <Dialog title={messages.secret} open onClose={onClose} persistent>
      <NewSecret secret={secret} texts={messages} onClose={onClose}>
        <p className={styles.muted}>{messages.secretText}</p>
      </NewSecret>
    </Dialog>
  )
}

interface RotateProps extends Closable {
  readonly webhook: WebhookRecord
  readonly onRotated: (secret: string | null) => void
}

function RotateSecret({ webhook, onClose, onRotated }: RotateProps) {
  const messages = useSettingsMessages().webhooks
  const rotate = useWrite('webhook', (id: number) => stint.webhook.rotate(id))
  const question = { title: messages.rotateTitle, action: messages.rotate, text: messages.rotateText }
  const confirm = () => rotate.mutate(webhook.id, { onSuccess: ({ secret }) => onRotated(secret) })
  return <ConfirmWrite question={question} write={rotate} onConfirm={confirm} onClose={onClose} />
}
