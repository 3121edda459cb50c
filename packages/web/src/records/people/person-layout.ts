// The fields of a person in the form and on the page. The page shows contact details in a list of their own.
import { defineLayout } from '../../parts/layout.ts'

export const personLayout = defineLayout('person', [
  { field: 'firstname', row: 'name', only: 'form' },
  { field: 'lastname', row: 'name', only: 'form' },
  { field: 'title', row: 'contact' },
  { field: 'email', row: 'contact', only: 'form' },
  { field: 'clientid', only: 'form' },
  { field: 'groupid', only: 'form' },
  { field: 'username' },
  { field: 'password' },
  { field: 'lastlogin' },
  { field: 'numlogins' },
  { field: 'timezone' },
  { field: 'hourlyrate' },
  { field: 'weeklyhours', row: 'hours' },
  { field: 'costrate', row: 'hours' },
  { field: 'private', only: 'form' },
  { field: 'allprojects' },
  { field: 'mailqueue', only: 'form' },
  { field: 'notes' },
])
