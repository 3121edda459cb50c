// What is done to a module or a work type of a project: switched on and off where it stands, changed, taken off the project.
import { Pencil, Trash2 } from 'lucide-react'
import { useRemove, useUpdate } from '../../api/records.ts'
import { Confirm } from '../../parts/dialog.tsx'
import { Menu } from '../../parts/menu.tsx'
import { Switch } from '../../parts/switch.tsx'
import { say, sayBad } from '../../parts/toast.tsx'
import { useProjectWords } from '../../words/projects.ts'
import { useWords } from '../../words/words.ts'
import styles from './projects.module.css'

/** Which one, and what it is called. */
export interface ProjectPart {
  readonly resource: 'projectmodule' | 'projectworktype'
  readonly id: number
  readonly name: string
}

interface PartActionsProps extends ProjectPart {
  readonly active: boolean
  readonly onEdit: () => void
  readonly onRemove: () => void
}

export function PartActions({ resource, id, name, active, onEdit, onRemove }: PartActionsProps) {
  const words = useProjectWords().modules
  const parts = useWords().parts
  const update = useUpdate(resource)
  const turn = (to: boolean): void =>
    update.mutate(
      { id, fields: { active: to } },
      { onSuccess: () => say((to ? words.switchedOn : words.switchedOff)(name)), onError: sayBad },
    )
  return (
    <span className={styles.rowEnd}>
      <Switch label={words.on(name)} value={active} onChange={turn} busy={update.isPending} />
      <Menu
        label={words.more(name)}
        entries={[
          { id: 'edit', name: parts.edit, icon: Pencil, onPress: onEdit },
          { id: 'remove', name: words.take, icon: Trash2, danger: true, onPress: onRemove },
        ]}
      />
    </span>
  )
}

interface RemovePartProps extends ProjectPart {
  /** What becomes of what has it. */
  readonly text: string
  readonly onClose: () => void
}

export function RemovePart({ resource, id, name, text, onClose }: RemovePartProps) {
  const words = useProjectWords().modules
  const parts = useWords().parts
  const remove = useRemove(resource)
  return (
    <Confirm
      open
      title={words.remove(name)}
      action={parts.delete}
      onClose={onClose}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ id }, { onSuccess: onClose })}
    >
      {text}
    </Confirm>
  )
}
