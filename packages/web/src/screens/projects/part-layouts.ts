// The fields of the modules and the work types of a project, in their forms. The project's page
// lists them in tables of its own.
import { defineLayout } from '../../parts/layout.ts'

export const moduleLayout = defineLayout('projectmodule', [
  { field: 'moduleid' },
  { field: 'module' },
  { field: 'description' },
])

export const worktypeLayout = defineLayout('projectworktype', [
  { field: 'worktypeid' },
  { field: 'worktype' },
  { field: 'hourlyrate', row: 'numbers' },
  { field: 'esttime', row: 'numbers' },
])
