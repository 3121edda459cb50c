// Actions on a module or a work type of a project: activate, deactivate, edit, remove from the project.

import { Pencil, Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useUpdate } from '../../api/records.ts'
import { useMay } from '../../api/session.tsx'
import { useMessages } from '../../messages/messages.ts'
import { useProjectMessages } from '../../messages/projects.ts'
import { Button } from '../../parts/button.tsx'
import type { Closable } from '../../parts/dialog.tsx'
import { Menu } from '../../parts/menu.tsx'
import { Switch } from '../../parts/switch.tsx'
import { showError, showToast } from '../../parts/toast.tsx'
import { DeleteDialog } from '../../records/delete-record.tsx'
import styles from '../../records/record.module.css'

/** A module or a work type of a project. */
interface ProjectPart {
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
  const messages = useProjectMessages().modules
  const parts = useMessages().parts
  const update = useUpdate(resource)
  const turn = (to: boolean): void =>
    update.mutate(
      { id, fields: { active: to } },
      { onSuccess: () => showToast((to ? messages.switchedOn : messages.switchedOff)(name)), onError: showError },
    )
  return (
    <span className={styles.rowEnd}>
      <Switch label={messages.on(name)} value={active} onChange={turn} busy={update.isPending} />
      <Menu
        label={messages.more(name)}
        entries={[
          { id: 'edit', name: parts.edit, icon: Pencil, onPress: onEdit },
          { id: 'remove', name: messages.take, icon: Trash2, danger: true, onPress: onRemove },
        ]}
      />
    </span>
  )
}

interface RemovePartProps extends ProjectPart, Closable {
  /** The consequences of removing it. */
  readonly text: string
}

export function RemovePart({ resource, id, name, text, onClose }: RemovePartProps) {
  const messages = useProjectMessages().modules
  const action = useMessages().parts.delete
  return (
    <DeleteDialog
      resource={resource}
      id={id}
      onClose={onClose}
      question={{ title: messages.remove(name), action, text }}
    />
  )
}

interface PartIntroProps {
  readonly text: string
  /** The button that adds one; while there are none, it is in the empty state instead. */
  readonly add: ReactNode
}

/** The text above the modules or the work types of a project. */
export function PartIntro({ text, add }: PartIntroProps) {
  return (
    <div className={styles.tabHead}>
      <p>{text}</p>
      {add}
    </div>
  )
}

interface AddPartProps {
  readonly resource: ProjectPart['resource']
  readonly text: string
  readonly onAdd: () => void
}

/** The button that adds a module or a work type, for people who may. */
export function AddPart({ resource, text, onAdd }: AddPartProps) {
  const may = useMay()
  return (
    may(resource, 'create') && (
      <Button icon={Plus} onPress={onAdd}>
        {text}
      </Button>
    )
  )
}
