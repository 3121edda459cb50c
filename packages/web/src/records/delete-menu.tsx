// The menu on the page of a record that can only be deleted there.
import { Trash2 } from 'lucide-react'
import { useMessages } from '../messages/messages.ts'
import { Menu } from '../parts/menu.tsx'

interface DeleteMenuProps {
  /** What the entry is called, such as "Decline request". */
  readonly name: string
  readonly onPress: () => void
}

export function DeleteMenu({ name, onPress }: DeleteMenuProps) {
  const { actions } = useMessages().parts
  return <Menu label={actions} entries={[{ id: 'delete', name, icon: Trash2, danger: true, onPress }]} />
}
