// The menu of a project, with the form that changes one.
import type { ProjectRecord } from '@stint/sdk'
import { useProjectMessages } from '../../messages/projects.ts'
import { ProjectForm } from '../../records/projects/project-form.tsx'
import { RecordMenu } from '../../records/record-menu.tsx'

export function ProjectMenu({ project }: { readonly project: ProjectRecord }) {
  const messages = useProjectMessages()
  return (
    <RecordMenu
      resource="project"
      record={project}
      messages={{ ...messages, edit: messages.editProject }}
      form={(close) => <ProjectForm project={project} onClose={close} />}
    />
  )
}
