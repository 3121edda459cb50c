// The menu of a client or project for Administrators: edit, activate or deactivate, delete. The caller provides the
// form. A person has another menu, because of the login.

import { Archive, ArchiveRestore, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useUpdate } from '../api/records.ts'
import { useShortcutKeys } from '../frame/shortcuts.ts'
import { useMessages } from '../messages/messages.ts'
import { EditButton } from '../parts/edit-button.tsx'
import { Menu, type MenuEntry } from '../parts/menu.tsx'
import { showError, showToast } from '../parts/toast.tsx'
import { type DeleteMessages, DeleteRecordDialog } from './delete-record.tsx'

interface RecordMenuProps {
  readonly resource: 'client' | 'project'
  readonly record: { readonly id: number; readonly name: string; readonly active: boolean }
  readonly messages: DeleteMessages & {
    readonly edit: string
    readonly activate: string
    readonly activated: string
    readonly deactivate: string
    readonly deactivated: string
  }
  readonly form: (close: () => void) => ReactNode
  /** Further entries at the top of the menu. */
  readonly more?: readonly MenuEntry[]
}

const listPaths = { client: '/clients', project: '/projects' } as const

export function RecordMenu({ resource, record, messages, form, more = [] }: RecordMenuProps) {
  const parts = useMessages().parts
  const update = useUpdate(resource)
  const [opened, setOpened] = useState<'edit' | 'delete' | null>(null)
  const { id, name, active } = record
  const close = () => setOpened(null)
  useShortcutKeys([{ keys: 'e', name: messages.edit, run: () => setOpened('edit') }])
  const turn = (to: boolean): void =>
    update.mutate(
      { id, fields: { active: to } },
      {
        onSuccess: () =>
          showToast(to ? messages.activated : messages.deactivated, { name: parts.undo, onPress: () => turn(!to) }),
        onError: showError,
      },
    )
  return (
    <>
      <EditButton onPress={() => setOpened('edit')} />
      <Menu
        label={parts.actions}
        entries={[
          ...more,
          active
            ? { id: 'off', name: messages.deactivate, icon: Archive, onPress: () => turn(false) }
            : { id: 'on', name: messages.activate, icon: ArchiveRestore, onPress: () => turn(true) },
          null,
          { id: 'delete', name: messages.delete, icon: Trash2, danger: true, onPress: () => setOpened('delete') },
        ]}
      />
      {opened === 'edit' && form(close)}
      {opened === 'delete' && (
        <DeleteRecordDialog
          resource={resource}
          id={id}
          name={name}
          to={listPaths[resource]}
          messages={messages}
          onClose={close}
        />
      )}
    </>
  )
}
