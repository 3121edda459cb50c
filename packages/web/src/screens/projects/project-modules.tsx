// The modules of a project: which are offered for tasks and time. Administrators switch them on and off, add and rename them.
import type { ProjectmoduleRecord, ProjectRecord } from '@stint/sdk'
import { Blocks, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useAll, useRemove, useUpdate } from '../../api/records.ts'
import { useMay } from '../../api/session.tsx'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/dialog.tsx'
import { Menu } from '../../parts/menu.tsx'
import { Empty, Loaded } from '../../parts/page.tsx'
import { Switch } from '../../parts/switch.tsx'
import { say, sayBad } from '../../parts/toast.tsx'
import { useProjectWords } from '../../words/projects.ts'
import { useWords } from '../../words/words.ts'
import { ModuleForm } from './module-form.tsx'
import styles from './projects.module.css'

type Opened = { readonly kind: 'new' } | { readonly kind: 'edit' | 'remove'; readonly module: ProjectmoduleRecord }

export function ProjectModules({ project }: { readonly project: ProjectRecord }) {
  const words = useProjectWords().modules
  const may = useMay()
  const query = useAll('projectmodule', { projectid: project.id })
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)
  const add = may('projectmodule', 'create') && (
    <Button icon={Plus} onPress={() => setOpened({ kind: 'new' })}>
      {words.add}
    </Button>
  )
  const taken = query.data?.map(({ moduleid }) => moduleid) ?? []
  return (
    <div className={styles.stack}>
      <div className={styles.tabHead}>
        <p>{words.text}</p>
        {query.data?.length !== 0 && add}
      </div>
      <Loaded query={query}>
        {(modules) =>
          modules.length === 0 ? (
            <Empty icon={Blocks} title={words.none} action={add}>
              {words.noneText}
            </Empty>
          ) : (
            <ul className={styles.rows}>
              {modules.map((module) => (
                <ModuleRow key={module.id} module={module} onOpen={setOpened} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {opened?.kind === 'new' && <ModuleForm projectid={project.id} module={null} taken={taken} onClose={close} />}
      {opened?.kind === 'edit' && (
        <ModuleForm projectid={project.id} module={opened.module} taken={taken} onClose={close} />
      )}
      {opened?.kind === 'remove' && <RemoveModule module={opened.module} onClose={close} />}
    </div>
  )
}

interface ModuleRowProps {
  readonly module: ProjectmoduleRecord
  readonly onOpen: (opened: Opened) => void
}

function ModuleRow({ module, onOpen }: ModuleRowProps) {
  const words = useProjectWords().modules
  const parts = useWords().parts
  const may = useMay()
  const update = useUpdate('projectmodule')
  const { id, module: name, description, active } = module
  const turn = (to: boolean): void =>
    update.mutate(
      { id, fields: { active: to } },
      { onSuccess: () => say((to ? words.switchedOn : words.switchedOff)(name)), onError: sayBad },
    )
  return (
    <li className={`${styles.row} ${active ? '' : styles.off}`}>
      <span className={styles.rowName}>
        {name}
        {description !== undefined && description !== '' && description !== name && (
          <span className={styles.faint}>{description}</span>
        )}
      </span>
      {may('projectmodule', 'update') && (
        <span className={styles.rowEnd}>
          <Switch label={words.on(name)} value={active} onChange={turn} busy={update.isPending} />
          <Menu
            label={words.more(name)}
            entries={[
              { id: 'edit', name: parts.edit, icon: Pencil, onPress: () => onOpen({ kind: 'edit', module }) },
              {
                id: 'remove',
                name: words.take,
                icon: Trash2,
                danger: true,
                onPress: () => onOpen({ kind: 'remove', module }),
              },
            ]}
          />
        </span>
      )}
    </li>
  )
}

interface RemoveProps {
  readonly module: ProjectmoduleRecord
  readonly onClose: () => void
}

function RemoveModule({ module, onClose }: RemoveProps) {
  const words = useProjectWords().modules
  const parts = useWords().parts
  const remove = useRemove('projectmodule')
  return (
    <Confirm
      open
      title={words.remove(module.module)}
      action={parts.delete}
      onClose={onClose}
      busy={remove.isPending}
      error={remove.error?.message}
      onConfirm={() => remove.mutate({ id: module.id }, { onSuccess: onClose })}
    >
      {words.removeText}
    </Confirm>
  )
}
