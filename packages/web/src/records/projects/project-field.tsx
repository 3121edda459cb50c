// The field that chooses one of some projects. Where there is none yet, people who may create one do so here, and it is
// chosen.
import { lazy, Suspense, useState } from 'react'
import { loadLazily } from '../../api/lazy.ts'
import { useMay } from '../../api/session.tsx'
import { useProjectMessages } from '../../messages/projects.ts'
import { Button } from '../../parts/button.tsx'
import { ProjectChoice, type ProjectChoiceProps } from '../../parts/project-choice.tsx'

const projectForm = () => import('./project-form.tsx')
const ProjectForm = lazy(async () => ({ default: (await loadLazily(projectForm)).ProjectForm }))

interface ProjectFieldProps extends ProjectChoiceProps {
  /** The client of a project that is created here. */
  readonly clientid?: number | undefined
}

export function ProjectField({ projects, clientid, ...field }: ProjectFieldProps) {
  const messages = useProjectMessages()
  const may = useMay()
  const [adding, setAdding] = useState(false)
  const isEmpty = projects?.length === 0 && field.isDisabled !== true
  return (
    <>
      <ProjectChoice {...field} projects={projects} />
      {isEmpty && may('project', 'create') && (
        <div>
          <Button small onPress={() => setAdding(true)}>
            {messages.make}
          </Button>
        </div>
      )}
      {adding && (
        <Suspense>
          <ProjectForm
            project={null}
            clientid={clientid}
            onCreated={({ id }) => field.onChange(id)}
            onClose={() => setAdding(false)}
          />
        </Suspense>
      )}
    </>
  )
}
