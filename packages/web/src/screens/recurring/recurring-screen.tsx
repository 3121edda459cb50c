// The page of a recurring invoice: its schedule in words, its fixed lines, its periods, its other fields and its
// history.

import type { RecurringinvoiceRecord } from '@stint/sdk'
import { Link } from '@tanstack/react-router'
import { Pause, Play } from 'lucide-react'
import { useState } from 'react'
import { useFormats } from '../../api/formats.ts'
import { can } from '../../api/permissions.ts'
import { useUpdate } from '../../api/records.ts'
import { useShortcutKeys } from '../../frame/shortcuts.ts'
import { useLabels } from '../../messages/labels.ts'
import { useMoneyMessages } from '../../messages/money.ts'
import { useRecurringMessages } from '../../messages/recurring.ts'
import { Button } from '../../parts/button.tsx'
import { DetailFields } from '../../parts/detail-fields.tsx'
import type { Closable } from '../../parts/dialog.tsx'
import { EditButton } from '../../parts/edit-button.tsx'
import { guarded } from '../../parts/no-access.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { RecordLink } from '../../parts/record-link.tsx'
import { showError, showToast } from '../../parts/toast.tsx'
import { DeleteMenu } from '../../records/delete-menu.tsx'
import { DeletePageDialog } from '../../records/delete-record.tsx'
import { RecordHistory } from '../../records/history/record-history.tsx'
import styles from '../../records/money/money.module.css'
import { recordScreen } from '../../records/record-page.tsx'
import { RecurringDialog } from './recurring-form.tsx'
import { recurringLayout } from './recurring-layouts.ts'
import { RecurringLines } from './recurring-lines.tsx'
import { RecurringPeriods } from './recurring-periods.tsx'
import { RecurringStatusBadge } from './recurring-status.tsx'

const RecurringLoader = recordScreen(
  'recurringinvoice',
  () => useRecurringMessages().one,
  (recurring) => <RecurringPage key={recurring.id} recurring={recurring} />,
)

export const RecurringScreen = guarded(RecurringLoader, ['recurringinvoice', 'read'], () => useRecurringMessages().one)

interface RecurringProps {
  readonly recurring: RecurringinvoiceRecord
}

function RecurringPage({ recurring }: RecurringProps) {
  const messages = useRecurringMessages()
  const { id, title, client, waiting, currency } = recurring
  return (
    <Page
      title={title}
      above={
        <>
          <Link to="/recurring">{messages.title}</Link>
          {client !== null && <span>{` · ${client}`}</span>}
        </>
      }
      beside={<RecurringStatusBadge recurring={recurring} />}
      actions={<Actions recurring={recurring} />}
    >
      {waiting > 0 && <p className={styles.notice}>{messages.waitingNotice(waiting)}</p>}
      <div className={styles.stack}>
        <Schedule recurring={recurring} />
        <RecurringLines recurring={recurring} />
        <RecurringPeriods recurring={recurring} />
        <Details recurring={recurring} />
        <RecordHistory resource="recurringinvoice" id={id} card currency={currency} />
      </div>
    </Page>
  )
}

function Schedule({ recurring: { every, billing, day, delivery, active, nextdate } }: RecurringProps) {
  const messages = useRecurringMessages()
  const formats = useFormats()
  const next = !active
    ? messages.pausedText
    : nextdate === null
      ? messages.endedText
      : messages.next(formats.day(nextdate))
  return (
    <Section card title={messages.scheduleTitle}>
      <p>{`${messages.schedule(every, billing, day)} ${messages.deliveries[delivery]?.each} ${next}`}</p>
    </Section>
  )
}

/** What is not said of a recurring invoice that bills no hours. */
const withoutTime = { includetime: null, excludeunapproved: null }

function Details({ recurring }: RecurringProps) {
  const messages = useRecurringMessages()
  const { details } = useMoneyMessages()
  const labels = useLabels().recurringinvoice
  const formats = useFormats()
  const { projectid, project, includetime, includeexpenses, tax, secondtax } = recurring
  const taxes = [tax, secondtax].flatMap((one) => (one === null ? [] : [formats.rate(one)])).join(', ')
  return (
    <Section card title={details}>
      <DetailFields
        layout={recurringLayout}
        record={recurring}
        own={{ ...(includetime ? {} : withoutTime), ...(includeexpenses ? {} : { includeexpenses: null }) }}
        more={[
          { name: messages.taxes, value: taxes },
          { name: labels.project, value: <RecordLink to="/projects/$id" id={projectid} text={project} /> },
        ]}
      />
    </Section>
  )
}

function Actions({ recurring }: RecurringProps) {
  const messages = useRecurringMessages()
  const update = useUpdate('recurringinvoice')
  const mayEdit = can(recurring, 'update')
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null)
  const close = (): void => setOpen(null)
  const { id, active } = recurring
  useShortcutKeys(mayEdit ? [{ keys: 'e', name: messages.edit, run: () => setOpen('edit') }] : [])
  if (!mayEdit) return null
  const turn = (): void =>
    update.mutate(
      { id, fields: { active: !active } },
      { onSuccess: () => showToast(active ? messages.nowPaused : messages.nowActive), onError: showError },
    )
  return (
    <>
      <Button icon={active ? Pause : Play} busy={update.isPending} onPress={turn}>
        {active ? messages.pause : messages.resume}
      </Button>
      <EditButton onPress={() => setOpen('edit')} />
      {can(recurring, 'delete') && <DeleteMenu name={messages.delete} onPress={() => setOpen('delete')} />}
      {open === 'edit' && <RecurringDialog recurring={recurring} onClose={close} />}
      {open === 'delete' && <DeleteRecurring recurring={recurring} onClose={close} />}
    </>
  )
}

function DeleteRecurring({ recurring: { id, title }, onClose }: RecurringProps & Closable) {
  const messages = useRecurringMessages()
  const { delete: action, deleteText: text, deleted } = messages
  const question = { title: messages.deleteTitle(title), action, text, deleted }
  return <DeletePageDialog resource="recurringinvoice" id={id} question={question} onClose={onClose} to="/recurring" />
}
