// Chooses one of some projects, each shown with its client. It creates none; records/projects/project-field.tsx does.
import type { ProjectRecord } from '@stint/sdk'
import type { ComponentProps } from 'react'
import { ComboBoxField, type Option } from './choices.tsx'

export const projectOption = ({ id, name, client }: Pick<ProjectRecord, 'id' | 'name' | 'client'>): Option<number> => ({
  id,
  name,
  more: client ?? undefined,
})

export interface ProjectChoiceProps extends Omit<ComponentProps<typeof ComboBoxField<number>>, 'options'> {
  /** Undefined while they are loaded. */
  readonly projects: readonly ProjectRecord[] | undefined
}

export function ProjectChoice({ projects = [], ...field }: ProjectChoiceProps) {
  return <ComboBoxField {...field} options={projects.map(projectOption)} />
}
