// The dialogs that save the open report under a name, and that rename, share or replace a saved one.

import type { SavedreportRecord } from '@stint/sdk'
import type { ComponentProps } from 'react'
import { maxOf } from '../../api/permissions.ts'
import { useCreate, useUpdate } from '../../api/records.ts'
import { usePortal, useSession } from '../../api/session.tsx'
import { useSavedReportMessages } from '../../messages/saved-reports.ts'
import type { Closable } from '../../parts/dialog.tsx'
import { CheckField, TextField } from '../../parts/fields.tsx'
import { useForm } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { showToast } from '../../parts/toast.tsx'
import type { SavedQuery } from './saved-query.ts'

interface SaveReportProps extends Closable {
  /** The report that is open. */
  readonly current: SavedQuery
  readonly mine: readonly SavedreportRecord[]
}

export function SaveReport({ current, mine, onClose }: SaveReportProps) {
  const messages = useSavedReportMessages()
  const { personid } = useSession()
  const create = useCreate('savedreport')
  const update = useUpdate('savedreport')
  const sameAs = (title: string) => mine.find((saved) => saved.title === title.trim())
  const form = useForm({ title: '', shared: false }, async ({ title, shared }) => {
    const same = sameAs(title)
    const fields = { title, shared, ...current }
    if (same === undefined) await create.mutateAsync({ fields: { ...fields, personid } })
    else await update.mutateAsync({ id: same.id, fields })
    showToast(messages.kept(title))
    onClose()
  })
  const same = sameAs(form.values.title)
  return (
    <FormDialog form={form} title={messages.save} onClose={onClose}>
      <TextField
        {...form.field('title')}
        label={messages.name}
        hint={same === undefined ? messages.saveHint : messages.overwrite(same.title)}
        maxLength={maxOf('savedreport', 'title')}
        autoFocus
        required
      />
      <SharedField {...form.field('shared')} />
    </FormDialog>
  )
}

interface EditReportProps extends Closable {
  readonly saved: SavedreportRecord
  readonly current: SavedQuery
}

export function EditReport({ saved, current, onClose }: EditReportProps) {
  const messages = useSavedReportMessages()
  const update = useUpdate('savedreport')
  const values = { title: saved.title, shared: saved.shared, replace: false }
  const form = useForm(values, async ({ title, shared, replace }) => {
    await update.mutateAsync({ id: saved.id, fields: { title, shared, ...(replace ? current : {}) } })
    showToast(messages.kept(title))
    onClose()
  })
  return (
    <FormDialog form={form} title={messages.editTitle} onClose={onClose}>
      <TextField
        {...form.field('title')}
        label={messages.name}
        maxLength={maxOf('savedreport', 'title')}
        autoFocus
        required
      />
      <SharedField {...form.field('shared')} />
      <CheckField {...form.field('replace')} label={messages.useCurrent} />
    </FormDialog>
  )
}

/** The portal has no reports of other people, so nothing is shared from it. */
function SharedField(control: Pick<ComponentProps<typeof CheckField>, 'value' | 'onChange'>) {
  const messages = useSavedReportMessages()
  if (usePortal()) return null
  return <CheckField {...control} label={messages.share} hint={messages.shareHint} />
}
