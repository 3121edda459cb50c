// The menu of one record in a list: edit it in a dialog, delete it after a confirmation, or do something else in a
// dialog of its own.
import { type LucideIcon, Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Removable } from '../api/records.ts'
import { useMessages } from '../messages/messages.ts'
import { Menu } from '../parts/menu.tsx'
import { DeleteDialog, type DeleteQuestion } from './delete-record.tsx'

interface EditDeleteMenuProps {
  readonly label: string
  readonly resource: Removable
  readonly id: number
  readonly mayDelete: boolean
  readonly question: DeleteQuestion
  /** The dialog that edits the record. */
  readonly form: (close: () => void) => ReactNode
  /** One more entry, between the two. */
  readonly other?: {
    readonly name: string
    readonly icon: LucideIcon
    readonly dialog: (close: () => void) => ReactNode
  }
}

export function EditDeleteMenu({ label, resource, id, mayDelete, question, form, other }: EditDeleteMenuProps) {
  const messages = useMessages().parts
  const [open, setOpen] = useState<'edit' | 'delete' | 'other' | null>(null)
  const close = (): void => setOpen(null)
  const edit = { id: 'edit', name: messages.edit, icon: Pencil, onPress: () => setOpen('edit') }
  const remove = { id: 'delete', name: messages.delete, icon: Trash2, danger: true, onPress: () => setOpen('delete') }
  const { name = '', icon = Pencil } = other ?? {}
  const more = other === undefined ? [] : [{ id: 'other', name, icon, onPress: () => setOpen('other') }]
  return (
    <>
      <Menu label={label} entries={[edit, ...more, ...(mayDelete ? [remove] : [])]} />
      {open === 'edit' && form(close)}
      {open === 'other' && other?.dialog(close)}
      {open === 'delete' && <DeleteDialog resource={resource} id={id} question={question} onClose={close} />}
    </>
  )
}
