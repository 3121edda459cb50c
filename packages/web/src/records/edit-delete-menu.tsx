// The menu of one record in a list: edit it in a dialog, or delete it after a confirmation.
import { Pencil, Trash2 } from 'lucide-react'
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
}

export function EditDeleteMenu({ label, resource, id, mayDelete, question, form }: EditDeleteMenuProps) {
  const messages = useMessages().parts
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null)
  const close = (): void => setOpen(null)
  const edit = { id: 'edit', name: messages.edit, icon: Pencil, onPress: () => setOpen('edit') }
  const remove = { id: 'delete', name: messages.delete, icon: Trash2, danger: true, onPress: () => setOpen('delete') }
  return (
    <>
      <Menu label={label} entries={mayDelete ? [edit, remove] : [edit]} />
      {open === 'edit' && form(close)}
      {open === 'delete' && <DeleteDialog resource={resource} id={id} question={question} onClose={close} />}
    </>
  )
}
