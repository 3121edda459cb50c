// The menu of a project, with the form that changes one.
import type { ProjectRecord } from '@stint/sdk'
import { useProjectWords } from '../../words/projects.ts'
import { ProjectForm } from './project-form.tsx'
import { WholeMenu } from './whole-menu.tsx'

export function ProjectMenu({ project }: { readonly project: ProjectRecord }) {
  const words = useProjectWords()
  return (
    <WholeMenu
      resource="project"
      record={project}
      words={{ ...words, edit: words.editProject }}
      form={(close) => <ProjectForm project={project} onClose={close} />}
    />
  )
}
