// The menu of saved filters: those of the person and those that others share. Applying one puts its filters into the
// URL, where they can be seen and changed. Saving stores the filters of the URL under a name.

import type { TasklistfilterRecord } from '@stint/sdk'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useToday } from '../../api/formats.ts'
import { maxOf } from '../../api/permissions.ts'
import { useAll, useCreate, useRemove, useUpdate } from '../../api/records.ts'
import { useSession } from '../../api/session.tsx'
import { useMessages } from '../../messages/messages.ts'
import { useTasksMessages } from '../../messages/tasks.ts'
import { IconButton } from '../../parts/button.tsx'
import type { Closable } from '../../parts/dialog.tsx'
import { CheckField, TextField } from '../../parts/fields.tsx'
import { useForm } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { SavedMenu } from '../../parts/saved-menu.tsx'
import { showError, showToast } from '../../parts/toast.tsx'
import { parseFilterParams, type TaskSearch, toFilterParams } from '../../records/tasks/task-filters.ts'
import type { SearchState } from './use-task-search.ts'

/** The saved filter that has exactly the filters of the URL. */
export function useOpenFilter(search: TaskSearch): TasklistfilterRecord | undefined {
  const { role } = useSession()
  const params = toFilterParams(search, role)
  const canonical = (filter: TasklistfilterRecord): string =>
    toFilterParams(parseFilterParams(filter.params, search), role)
  return useAll('tasklistfilter').data?.find((filter) => canonical(filter) === params)
}

export function SavedFilters({ search, set }: SearchState) {
  const messages = useTasksMessages().saved
  const filters = useAll('tasklistfilter').data ?? []
  const [saving, setSaving] = useState(false)
  return (
    <>
      <SavedMenu
        messages={messages}
        entries={filters}
        note={({ shared, person }, isOwn) => (isOwn ? (shared ? messages.isShared : '') : messages.by(person))}
        onOpen={({ params }) => set(parseFilterParams(params, search))}
        onSave={() => setSaving(true)}
        buttons={(filter) => <RemoveFilter filter={filter} />}
      />
      {saving && <SaveFilter search={search} onClose={() => setSaving(false)} />}
    </>
  )
}

function RemoveFilter({ filter }: { readonly filter: TasklistfilterRecord }) {
  const messages = useTasksMessages().saved
  const parts = useMessages().parts
  const remove = useRemove('tasklistfilter')
  const create = useCreate('tasklistfilter')
  const { id, title, params, shared, date, personid } = filter
  const takeAway = async (): Promise<void> => {
    await remove.mutateAsync({ id })
    const again = () => create.mutateAsync({ fields: { title, params, shared, date, personid } }).catch(showError)
    showToast(messages.removed(title), { name: parts.undo, onPress: () => void again() })
  }
  return <IconButton icon={Trash2} label={messages.remove(title)} onPress={() => void takeAway().catch(showError)} />
}

function SaveFilter({ search, onClose }: Closable & { readonly search: TaskSearch }) {
  const messages = useTasksMessages().saved
  const { personid, role } = useSession()
  const today = useToday()
  const create = useCreate('tasklistfilter')
  const update = useUpdate('tasklistfilter')
  const mine = (useAll('tasklistfilter').data ?? []).filter((filter) => filter.personid === personid)
  const form = useForm({ title: '', shared: false }, async ({ title, shared }) => {
    const fields = { title, shared, params: toFilterParams(search, role), date: today }
    const same = mine.find((filter) => filter.title === title.trim())
    if (same === undefined) await create.mutateAsync({ fields: { ...fields, personid } })
    else await update.mutateAsync({ id: same.id, fields })
    showToast(messages.kept(title))
    onClose()
  })
  const same = mine.some((filter) => filter.title === form.values.title.trim())
  return (
    <FormDialog form={form} title={messages.save} onClose={onClose}>
      <TextField
        {...form.field('title')}
        label={messages.name}
        hint={same ? messages.overwrite(form.values.title.trim()) : messages.saveHint}
        maxLength={maxOf('tasklistfilter', 'title')}
        autoFocus
        required
      />
      <CheckField {...form.field('shared')} label={messages.share} />
    </FormDialog>
  )
}
