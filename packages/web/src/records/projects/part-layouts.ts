// The fields of the forms for modules and work types of a project. The tables on the project's page define their own
// columns.
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

export const rateLayout = defineLayout('projectrate', [
  { field: 'personid' },
  { field: 'datebegin', row: 'rate' },
  { field: 'hourlyrate', row: 'rate' },
])
