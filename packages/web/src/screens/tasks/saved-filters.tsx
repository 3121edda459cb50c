// The menu of saved filters: those of the person and those that others share. Applying one puts its filters into the
// URL, where they can be seen and changed. Saving stores the filters of the URL under a name.
import type { TasklistfilterRecord } from '@stint/sdk'
import { Bookmark, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button as AriaButton, DialogTrigger } from 'react-aria-components'
import { useToday } from '../../api/formats.ts'
import { maxOf } from '../../api/permissions.ts'
import { useAll, useCreate, useRemove, useUpdate } from '../../api/records.ts'
import { useSession } from '../../api/session.tsx'
import { useMessages } from '../../messages/messages.ts'
import { useTasksMessages } from '../../messages/tasks.ts'
import { Button, IconButton } from '../../parts/button.tsx'
import { CheckField, TextField } from '../../parts/fields.tsx'
import { useForm } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { PopoverDialog } from '../../parts/popover.tsx'
import { showError, showToast } from '../../parts/toast.tsx'
import { parseFilterParams, type TaskSearch, toFilterParams } from '../../records/tasks/task-filters.ts'
import styles from './filters.module.css'
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
  const { personid } = useSession()
  const filters = useAll('tasklistfilter').data ?? []
  const [saving, setSaving] = useState(false)
  const mine = filters.filter((filter) => filter.personid === personid)
  const others = filters.filter((filter) => filter.personid !== personid)
  return (
    <>
      <DialogTrigger>
        <Button icon={Bookmark}>{messages.title}</Button>
        <PopoverDialog label={messages.title} placement="bottom end">
          {(close) => {
            const apply = ({ params }: TasklistfilterRecord): void => {
              set(parseFilterParams(params, search))
              close()
            }
            const save = (): void => {
              close()
              setSaving(true)
            }
            return (
              <div className={styles.saved}>
                {filters.length === 0 && <p className={styles.savedNone}>{messages.none}</p>}
                <SavedList title={messages.mine} filters={mine} onApply={apply} own />
                <SavedList title={messages.shared} filters={others} onApply={apply} />
                <div className={styles.savedEnd}>
                  <Button small onPress={save}>
                    {messages.save}
                  </Button>
                </div>
              </div>
            )
          }}
        </PopoverDialog>
      </DialogTrigger>
      {saving && <SaveFilter search={search} onClose={() => setSaving(false)} />}
    </>
  )
}

interface SavedListProps {
  readonly title: string
  readonly filters: readonly TasklistfilterRecord[]
  readonly onApply: (filter: TasklistfilterRecord) => void
  readonly own?: boolean
}

function SavedList({ title, filters, onApply, own = false }: SavedListProps) {
  const messages = useTasksMessages().saved
  const parts = useMessages().parts
  const remove = useRemove('tasklistfilter')
  const create = useCreate('tasklistfilter')
  if (filters.length === 0) return null
  const takeAway = async ({ id, title: name, params, shared, date, personid }: TasklistfilterRecord): Promise<void> => {
    await remove.mutateAsync({ id })
    const again = () => create.mutateAsync({ fields: { title: name, params, shared, date, personid } }).catch(showError)
    showToast(messages.removed(name), { name: parts.undo, onPress: () => void again() })
  }
  return (
    <section aria-label={title}>
      <h3 className={styles.savedTitle}>{title}</h3>
      <ul>
        {filters.map((filter) => (
          <li key={filter.id} className={styles.savedRow}>
            <AriaButton className={styles.savedName ?? ''} onPress={() => onApply(filter)}>
              <span>{filter.title}</span>
              <span className={styles.savedBy}>
                {own ? filter.shared && messages.isShared : messages.by(filter.person)}
              </span>
            </AriaButton>
            {own && (
              <IconButton
                icon={Trash2}
                label={messages.remove(filter.title)}
                onPress={() => void takeAway(filter).catch(showError)}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function SaveFilter({ search, onClose }: { readonly search: TaskSearch; readonly onClose: () => void }) {
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
