// The fields of a contact detail of a person, in its form. The page of the person shows contact details as a list.
import { defineLayout, fields, row } from '../../parts/layout.ts'

export const contactLayout = defineLayout('personcontact', row('contacttypeid', 'contactdescriptorid'), fields('value'))
