// What an Administrator does to a whole project: change it, put it to rest, delete it.
import type { ProjectRecord } from '@stint/sdk'
import { Archive, ArchiveRestore, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useUpdate } from '../../api/records.ts'
import { useKeys } from '../../frame/shortcuts.ts'
import { Button } from '../../parts/button.tsx'
import { Menu } from '../../parts/menu.tsx'
import { say, sayBad } from '../../parts/toast.tsx'
import { useProjectWords } from '../../words/projects.ts'
import { useWords } from '../../words/words.ts'
import { DeleteRecord } from './delete-record.tsx'
import { ProjectForm } from './project-form.tsx'

export function ProjectMenu({ project }: { readonly project: ProjectRecord }) {
  const words = useProjectWords()
  const parts = useWords().parts
  const update = useUpdate('project')
  const [opened, setOpened] = useState<'edit' | 'delete' | null>(null)
  const { id, active } = project
  const close = () => setOpened(null)
  useKeys([{ keys: 'e', name: words.editProject, run: () => setOpened('edit') }])
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
      {opened === 'edit' && <ProjectForm project={project} onClose={close} />}
      {opened === 'delete' && (
        <DeleteRecord
          resource="project"
          id={project.id}
          name={project.name}
          to="/projects"
          words={words}
          onClose={close}
        />
      )}
    </>
  )
}
