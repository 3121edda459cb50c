// The fields of the forms for modules and work types of a project. The tables on the project's page define their own
// columns.
import { defineLayout, fields, row } from '../../parts/layout.ts'

export const moduleLayout = defineLayout('projectmodule', fields('moduleid', 'module', 'description'))

export const worktypeLayout = defineLayout(
  'projectworktype',
  fields('worktypeid', 'worktype'),
  row('hourlyrate', 'esttime'),
)

export const rateLayout = defineLayout('projectrate', fields('personid'), row('datebegin', 'hourlyrate'))
