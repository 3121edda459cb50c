// The menu of a project, with the form that changes one and the dialog that duplicates one.
import type { ProjectRecord } from '@stint/sdk'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { can } from '../../api/permissions.ts'
import { useProjectMessages } from '../../messages/projects.ts'
import { ProjectForm } from '../../records/projects/project-form.tsx'
import { RecordMenu } from '../../records/record-menu.tsx'
import { DuplicateProject } from './duplicate-project.tsx'

export function ProjectMenu({ project }: { readonly project: ProjectRecord }) {
  const messages = useProjectMessages()
  const [duplicating, setDuplicating] = useState(false)
  const duplicate = {
    id: 'duplicate',
    name: messages.duplicate.action,
    icon: Copy,
    onPress: () => setDuplicating(true),
  }
  return (
    <>
      <RecordMenu
        resource="project"
        record={project}
        messages={{ ...messages, edit: messages.editProject }}
        form={(close) => <ProjectForm record={project} onClose={close} />}
        more={can(project, 'duplicate') ? [duplicate] : []}
      />
      {duplicating && <DuplicateProject project={project} onClose={() => setDuplicating(false)} />}
    </>
  )
}
