// The form that an empty choice opens to create its first record. What the field stores is not always the id of that
// record: for a module of a project it is the id of the module.
import { useAll } from '../api/records.ts'
import type { FirstRecord, FirstRecordOfferProps } from '../parts/first-record.ts'
import { ClientForm } from './clients/client-form.tsx'
import { MilestoneDialog } from './milestones/milestone-form.tsx'
import { PersonForm } from './people/person-form.tsx'
import { ModuleForm } from './projects/module-form.tsx'
import { ProjectForm } from './projects/project-form.tsx'
import { WorktypeForm } from './projects/worktype-form.tsx'
import { ListEntryDialog } from './settings/list-entry-dialog.tsx'

interface FirstRecordFormProps extends Pick<FirstRecordOfferProps, 'create' | 'onCreated'> {
  readonly onClose: () => void
}

export function FirstRecordForm({ create, onCreated, onClose }: FirstRecordFormProps) {
  const { target, clientid } = create
  const common = { onCreated: ({ id }: { readonly id: number }) => onCreated(id), onClose }
  switch (target) {
    case 'project':
      return <ProjectForm record={null} clientid={clientid} {...common} />
    case 'client':
      return <ClientForm record={null} {...common} />
    case 'person':
      return <PersonForm record={null} {...common} />
    case 'milestone':
      return <MilestoneDialog projectid={create.projectid ?? undefined} {...common} />
    case 'projectmodule':
    case 'projectworktype':
      return <ProjectPartForm create={create} onCreated={onCreated} onClose={onClose} />
    default:
      return <ListEntryDialog name={target} entry={null} others={[]} {...common} />
  }
}

interface PartFormProps extends FirstRecordFormProps {
  readonly create: FirstRecord
}

/** The project may have modules and work types that are not active; they are not offered again. */
function ProjectPartForm({ create, onCreated, onClose }: PartFormProps) {
  const projectid = create.projectid ?? 0
  const isModule = create.target === 'projectmodule'
  const modules = useAll('projectmodule', { projectid }, isModule).data ?? []
  const worktypes = useAll('projectworktype', { projectid }, !isModule).data ?? []
  if (isModule) {
    const taken = modules.map(({ moduleid }) => moduleid)
    const choose = ({ moduleid }: { readonly moduleid: number }) => onCreated(moduleid)
    return <ModuleForm projectid={projectid} module={null} taken={taken} onCreated={choose} onClose={onClose} />
  }
  const taken = worktypes.map(({ worktypeid }) => worktypeid)
  const choose = ({ worktypeid }: { readonly worktypeid: number }) => onCreated(worktypeid)
  return <WorktypeForm projectid={projectid} worktype={null} taken={taken} onCreated={choose} onClose={onClose} />
}
