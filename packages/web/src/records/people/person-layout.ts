// The fields of a person in the form and on the page. The page shows contact details in a list of their own.
import { defineLayout, fields, formOnly, row } from '../../parts/layout.ts'

export const personLayout = defineLayout(
  'person',
  formOnly(row('firstname', 'lastname')),
  [
    { field: 'title', row: 'contact' },
    { field: 'email', row: 'contact', only: 'form' },
  ],
  formOnly(fields('clientid', 'groupid')),
  fields('username', 'password', 'lastlogin', 'numlogins', 'timezone', 'hourlyrate'),
  row('weeklyhours', 'costrate'),
  formOnly(fields('private')),
  fields('allprojects'),
  formOnly(fields('mailqueue')),
  fields('notes'),
)
