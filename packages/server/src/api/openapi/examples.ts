// Examples of records, always the same: a value follows from the kind and the name of a field. Tests verify that they
// match their schemas and are accepted by the server.
import { Invalid } from '../../define/api-error.ts'
import type { ResponseValue } from '../../define/endpoint.ts'
import type { Field } from '../../define/fields.ts'
import type { Kind, KindName } from '../../define/kinds.ts'
import type { Resource } from '../../define/resource.ts'

const exampleTexts: Readonly<Record<string, string>> = {
  action: 'approve',
  actions: '<ul><li>Status: Open → In Progress</li></ul>',
  address: '12 Harbour Street\nBristol',
  addressfrom: 'Stint Ltd\n12 Harbour Street\nBristol',
  addressto: 'Northwind Ltd\n3 Mill Lane\nLeeds',
  assignees: 'Ada Lovelace',
  billing: 'arrears',
  budgetperiod: 'month',
  budgetsin: 'hours',
  client: 'Northwind Ltd',
  color: 'd9534f',
  contactdescriptor: 'Work',
  cc: 'grace@example.com',
  contacttype: 'Email',
  currency: 'GBP',
  delivery: 'draft',
  email: 'ada@example.com',
  every: 'month',
  events: 'task.created,invoice.*',
  estimatecc: 'grace@example.com',
  estimateto: 'ada@example.com',
  fax: '+44 117 496 0001',
  filename: 'wireframes.pdf',
  filtertype: 'tasks',
  firstname: 'Ada',
  followers: 'Grace Hopper',
  group: 'Manager',
  inappoff: 'budgetalert',
  invoicecc: 'grace@example.com',
  invoicesubject: 'Invoice {number} from {company}',
  invoiceto: 'ada@example.com',
  labelcolor: '5bc0de',
  lastname: 'Lovelace',
  logofilename: 'logo.png',
  maildaily: 'duetomorrow',
  mailhourly: 'taskcommented',
  manager: 'Ada Lovelace',
  mediatype: 'application/pdf',
  milestone: 'First release',
  module: 'Design',
  modulename: 'Design',
  notificationsoff: 'taskchanged',
  owners: 'Ada Lovelace',
  paidby: 'company',
  params: 'statusid=1&sortfield=datedue',
  password: 'correct horse battery',
  person: 'Ada Lovelace',
  phone: '+44 117 496 0000',
  project: 'Website relaunch',
  projectlabel: 'Internal',
  purchaseorder: 'PO-4711',
  receiptfilename: 'ticket.pdf',
  reminders: '3,10,20',
  language: 'de',
  groupby: 'worktype',
  paylink: 'https://pay.example.com/{number}',
  iban: 'DE02120300000000202051',
  bic: 'BYLADEM1001',
  numbering: 'yearly',
  numberprefix: 'RE-',
  invoicenumber: 'RE-2026-0012',
  sentto: 'ada@example.com, grace@example.com',
  severity: 'P3',
  report: 'timereport',
  span: 'lastMonth',
  status: 'open',
  tags: 'draft,design',
  task: 'Draw the start page',
  taxnumber: 'GB123456789',
  term: 'Net 30',
  timerrounding: '15',
  timerroundingmode: 'nearest',
  secondfactor: 'administrators',
  sessionidle: '720',
  sessiondays: '14',
  timezone: 'Europe/London',
  timezone_offset: 'London',
  to: 'ada@example.com',
  url: 'https://example.com/stint',
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
  firstperiod: '2026-06-01',
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
      return String(Math.min(exampleNumber(name), range?.[1] ?? Number.POSITIVE_INFINITY))
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
    case 'structure':
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
  return Object.fromEntries(shown.map(([name, { kind }]) => [name, exampleOf(resource.name, name, kind)]))
}

const exampleStructures: Partial<Readonly<Record<KindName, ResponseValue>>> = {
  changes: [{ field: 'title', was: 'Draft', now: 'Final version' }],
  counts: {},
}

const exampleOf = (resource: string, name: string, kind: Kind): ResponseValue =>
  exampleStructures[kind.name] ?? exampleValue(resource, name, kind)

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
