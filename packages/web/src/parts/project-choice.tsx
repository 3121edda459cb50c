// Chooses one of some projects, each shown with its client. ProjectField is for forms: where there is no project yet,
// it offers to create one.
import type { ProjectRecord } from '@stint/sdk'
import type { ComponentProps } from 'react'
import { ComboBoxField, type Option } from './choices.tsx'

export const projectOption = ({ id, name, client }: Pick<ProjectRecord, 'id' | 'name' | 'client'>): Option<number> => ({
  id,
  name,
  more: client ?? undefined,
})

interface ProjectChoiceProps extends Omit<ComponentProps<typeof ComboBoxField<number>>, 'options'> {
  /** Undefined while they are loaded. */
  readonly projects: readonly ProjectRecord[] | undefined
}

export function ProjectChoice({ projects, ...field }: ProjectChoiceProps) {
  return <ComboBoxField {...field} options={projects?.map(projectOption)} />
}

interface ProjectFieldProps extends Omit<ProjectChoiceProps, 'create'> {
  /** The client of a project that is created here. */
  readonly clientid?: number | undefined
}

export function ProjectField({ clientid, ...field }: ProjectFieldProps) {
  return <ProjectChoice {...field} create={{ target: 'project', clientid }} />
}
