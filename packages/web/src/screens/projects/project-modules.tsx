// The modules of a project, which are the choices for tasks and time. Administrators activate, deactivate, add and
// rename them.
import type { ProjectmoduleRecord, ProjectRecord } from '@stint/sdk'
import { Blocks } from 'lucide-react'
import { useState } from 'react'
import { useAll } from '../../api/records.ts'
import { useMay } from '../../api/session.tsx'
import { useProjectMessages } from '../../messages/projects.ts'
import { EmptyState } from '../../parts/page.tsx'
import { QueryList } from '../../parts/query-list.tsx'
import { ModuleForm } from '../../records/projects/module-form.tsx'
import styles from '../../records/record.module.css'
import { AddPart, PartActions, PartIntro, RemovePart } from './project-part.tsx'

type OpenDialog = { readonly kind: 'new' } | { readonly kind: 'edit' | 'remove'; readonly module: ProjectmoduleRecord }

export function ProjectModules({ project }: { readonly project: ProjectRecord }) {
  const messages = useProjectMessages().modules
  const query = useAll('projectmodule', { projectid: project.id })
  const [opened, setOpened] = useState<OpenDialog | null>(null)
  const close = () => setOpened(null)
  const add = <AddPart resource="projectmodule" text={messages.add} onAdd={() => setOpened({ kind: 'new' })} />
  const taken = query.data?.map(({ moduleid }) => moduleid) ?? []
  return (
    <div className={styles.stack}>
      <PartIntro text={messages.text} add={query.data?.length !== 0 && add} />
      <QueryList
        query={query}
        className={styles.rows}
        empty={
          <EmptyState icon={Blocks} title={messages.none} action={add}>
            {' '}
            {messages.noneText}{' '}
          </EmptyState>
        }
      >
        {(module) => <ModuleRow key={module.id} module={module} onOpen={setOpened} />}
      </QueryList>
      {opened?.kind === 'new' && <ModuleForm projectid={project.id} module={null} taken={taken} onClose={close} />}
      {opened?.kind === 'edit' && (
        <ModuleForm projectid={project.id} module={opened.module} taken={taken} onClose={close} />
      )}
      {opened?.kind === 'remove' && (
        <RemovePart {...partOf(opened.module)} text={messages.removeText} onClose={close} />
      )}
    </div>
  )
}

const partOf = ({ id, module: name }: ProjectmoduleRecord) => ({ resource: 'projectmodule' as const, id, name })

interface ModuleRowProps {
  readonly module: ProjectmoduleRecord
  readonly onOpen: (opened: OpenDialog) => void
}

function ModuleRow({ module, onOpen }: ModuleRowProps) {
  const may = useMay()
  const { module: name, description, active } = module
  return (
    <li className={`${styles.row} ${active ? '' : styles.off}`}>
      <span className={styles.rowName}>
        {name}
        {description !== undefined && description !== '' && description !== name && (
          <span className={styles.faint}>{description}</span>
        )}
      </span>
      {may('projectmodule', 'update') && (
        <PartActions
          {...partOf(module)}
          active={active}
          onEdit={() => onOpen({ kind: 'edit', module })}
          onRemove={() => onOpen({ kind: 'remove', module })}
        />
      )}
    </li>
  )
}
