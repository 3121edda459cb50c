// What an Administrator does to a whole client or project: change it, put it to rest, delete it. How it is changed, the caller
// says; a person has a menu of their own, with their login in it.
import { Archive, ArchiveRestore, Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useUpdate } from '../../api/records.ts'
import { useKeys } from '../../frame/shortcuts.ts'
import { Button } from '../../parts/button.tsx'
import { Menu } from '../../parts/menu.tsx'
import { say, sayBad } from '../../parts/toast.tsx'
import { useWords } from '../../words/words.ts'
import { DeleteRecord, type DeleteWords } from './delete-record.tsx'

interface WholeMenuProps {
  readonly resource: 'client' | 'project'
  readonly record: { readonly id: number; readonly name: string; readonly active: boolean }
  readonly words: DeleteWords & {
    readonly edit: string
    readonly activate: string
    readonly activated: string
    readonly deactivate: string
    readonly deactivated: string
  }
  readonly form: (close: () => void) => ReactNode
}

const listOf = { client: '/clients', project: '/projects' } as const

export function WholeMenu({ resource, record, words, form }: WholeMenuProps) {
  const parts = useWords().parts
  const update = useUpdate(resource)
  const [opened, setOpened] = useState<'edit' | 'delete' | null>(null)
  const { id, name, active } = record
  const close = () => setOpened(null)
  useKeys([{ keys: 'e', name: words.edit, run: () => setOpened('edit') }])
  const turn = (to: boolean): void =>
    update.mutate(
      { id, fields: { active: to } },
      {
        onSuccess: () => say(to ? words.activated : words.deactivated, { name: parts.undo, onPress: () => turn(!to) }),
        onError: sayBad,
      },
    )
  return (
    <>
      <Button icon={Pencil} onPress={() => setOpened('edit')}>
        {parts.edit}
      </Button>
      <Menu
        label={parts.actions}
        entries={[
          active
            ? { id: 'off', name: words.deactivate, icon: Archive, onPress: () => turn(false) }
            : { id: 'on', name: words.activate, icon: ArchiveRestore, onPress: () => turn(true) },
          null,
          { id: 'delete', name: words.delete, icon: Trash2, danger: true, onPress: () => setOpened('delete') },
        ]}
      />
      {opened === 'edit' && form(close)}
      {opened === 'delete' && (
        <DeleteRecord resource={resource} id={id} name={name} to={listOf[resource]} words={words} onClose={close} />
      )}
    </>
  )
}
