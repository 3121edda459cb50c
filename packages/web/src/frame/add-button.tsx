// The button of a list screen that adds a record, with its shortcut key. People who may not add one get neither.
import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button, type Icon } from '../parts/button.tsx'
import { useShortcutKeys } from './shortcuts.ts'

interface AddButton {
  readonly allowed: boolean
  readonly name: string
  /** The name of the shortcut in the help, if it differs from the text of the button. */
  readonly keyName?: string
  readonly icon?: Icon
  readonly onAdd: () => void
}

export function useAddButton({ allowed, name, keyName = name, icon = Plus, onAdd }: AddButton): ReactNode {
  useShortcutKeys(allowed ? [{ keys: 'n', name: keyName, run: onAdd }] : [])
  return (
    allowed && (
      <Button look="strong" icon={icon} onPress={onAdd}>
        {name}
      </Button>
    )
  )
}

interface AddDialog extends Omit<AddButton, 'onAdd'> {
  readonly dialog: (close: () => void) => ReactNode
}

/** The button and the dialog that it opens. `add` opens it from elsewhere on the screen. */
export function useAddDialog({ dialog, ...button }: AddDialog) {
  const [open, setOpen] = useState(false)
  const add = (): void => setOpen(true)
  return { add, addButton: useAddButton({ ...button, onAdd: add }), dialog: open && dialog(() => setOpen(false)) }
}
