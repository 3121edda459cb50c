// Examples of records, always the same: a value follows from the kind and the name of a field. Tests verify that they
// match their schemas and are accepted by the server.
import { Invalid } from '../../define/api-error.ts'
import type { ResponseValue } from '../../define/endpoint.ts'
import type { Field } from '../../define/fields.ts'
import type { Kind } from '../../define/kinds.ts'
import type { Resource } from '../../define/resource.ts'

const exampleTexts: Readonly<Record<string, string>> = {
  action: 'approve',
  actions: '<ul><li>Status: Open → In Progress</li></ul>',
  address: '12 Harbour Street\nBristol',
  addressfrom: 'Stint Ltd\n12 Harbour Street\nBristol',
  addressto: 'Northwind Ltd\n3 Mill Lane\nLeeds',
  assignees: 'Ada Lovelace',
  budgetsin: 'hours',
  client: 'Northwind Ltd',
  color: 'd9534f',
  contactdescriptor: 'Work',
  contacttype: 'E-mail',
  currency: 'GBP',
  email: 'ada@example.com',
  fax: '+44 117 496 0001',
  filename: 'wireframes.pdf',
  filtertype: 'tasks',
  firstname: 'Ada',
  followers: 'Grace Hopper',
  group: 'Manager',
  labelcolor: '5bc0de',
  lastname: 'Lovelace',
  logofilename: 'logo.png',
  manager: 'Ada Lovelace',
  mediatype: 'application/pdf',
  milestone: 'First release',
  module: 'Design',
  modulename: 'Design',
  notificationsoff: 'taskchanged',
  owners: 'Ada Lovelace',
  params: 'statusid=1&sortfield=datedue',
  password: 'correct horse battery',
  person: 'Ada Lovelace',
  phone: '+44 117 496 0000',
  project: 'Website relaunch',
  projectlabel: 'Internal',
  purchaseorder: 'PO-4711',
  severity: 'P3',
  status: 'open',
  tags: 'draft,design',
  task: 'Draw the start page',
  taxnumber: 'GB123456789',
  term: 'Net 30',
  timezone: 'Europe/London',
  timezone_offset: 'London',
  username: 'ada',
  website: 'https://example.com',
  worktype: 'Design',
}

/** Values of names and titles. */
const exampleNames: Readonly<Record<string, string>> = {
  client: 'Northwind Ltd',
  company: 'Stint Ltd',
  project: 'Website relaunch',
  task: 'Draw the start page',
  milestone: 'First release',
  invoice: 'Website, first half',
  worktype: 'Design',
  module: 'Design',
}

/** A small number derived from a name. */
const exampleNumber = (name: string): number =>
  [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 97, 7) + 1

const exampleDates: Readonly<Record<string, string>> = {
  datedue: '2026-06-12',
  dateend: '2026-06-30',
  dateclosed: '2026-05-29',
  weekstart: '2026-05-11',
}

const exampleText = (resource: string, name: string): string => {
  if (name === 'name' || name === 'title') return exampleNames[resource] ?? `A ${resource}`
  return exampleTexts[name] ?? `Example ${name}`
}

function exampleWireText(resource: string, name: string, { type, range }: Kind): string {
  switch (type) {
    case 'integer':
      return String(exampleNumber(name))
    case 'integer list':
      return '3,5'
    case 'double':
      return range === undefined ? '12.5' : '1.5'
    case 'boolean':
      return 't'
    case 'date':
      return exampleDates[name] ?? '2026-05-14'
    case 'datetime':
      return '2026-05-14 10:00:00'
    case 'html':
      return exampleTexts[name] ?? '<p>A few <b>good</b> words</p>'
    case 'string':
      return exampleText(resource, name)
    case 'file':
      return ''
  }
}

/** A value in its serialized form, which is also accepted in a body. */
export function exampleValue(resource: string, name: string, kind: Kind): string {
  const text = exampleWireText(resource, name, kind)
  if (kind.type !== 'integer') return text
  const number = kind.parse(text)
  return (number instanceof Invalid || typeof number !== 'number' ? null : kind.serialize(number)) ?? text
}

export function exampleRecord(resource: Resource): { readonly [field: string]: ResponseValue } {
  const shown = Object.entries(resource.fields).filter(([, field]) => field.shown)
  return Object.fromEntries(shown.map(([name, { kind }]) => [name, exampleValue(resource.name, name, kind)]))
}

/** An example body of these fields, without files. */
export const exampleBody = (
  resource: string,
  fields: readonly (readonly [name: string, field: Field])[],
): Record<string, string> =>
  Object.fromEntries(
    fields
      .filter(([, { kind }]) => kind.type !== 'file')
      .map(([name, { kind }]) => [name, exampleValue(resource, name, kind)]),
  )
