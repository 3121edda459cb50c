// The fields of one way to reach a person, in its form. A person's page shows them
// as a list of its own.
import { defineLayout } from '../../parts/layout.ts'

export const contactLayout = defineLayout('personcontact', [
  { field: 'contacttypeid', row: 'kind' },
  { field: 'contactdescriptorid', row: 'kind' },
  { field: 'value' },
])
