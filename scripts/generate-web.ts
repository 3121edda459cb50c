// Writes what the web application knows of the definitions: who may do what, and what each field and filter is like. One short
// line for each, because browsers load it; packages/web/src/api/permissions.ts says what the letters mean and reads them. Whatever
// this leaves out, the server says when it refuses.

import { allRoles, type Role } from '../packages/server/src/define/actor.ts'
import { Invalid } from '../packages/server/src/define/api-error.ts'
import type { Endpoint, EndpointField, EndpointMethod } from '../packages/server/src/define/endpoint.ts'
import { buildFields, type Field } from '../packages/server/src/define/fields.ts'
import type { Filter } from '../packages/server/src/define/filters.ts'
import { idOrZero, type Kind, recordId } from '../packages/server/src/define/kinds.ts'
import { canBeNull } from '../packages/server/src/define/nullability.ts'
import type { Report } from '../packages/server/src/define/report.ts'
import type { Resource } from '../packages/server/src/define/resource.ts'
import { reports } from '../packages/server/src/reports/all.ts'
import { endpoints, resources } from '../packages/server/src/resources/all.ts'
import { formatText } from './generate-sdk.ts'

/** Where the text belongs. */
export const webFactsPath = 'packages/web/src/api/facts.ts'

const head = `// Generated from the definitions of the server by \`npm run generate\`; a test says whether it is fresh. Each line is one fact in
// a short form that permits.ts beside it reads; nothing else should.
`

/** Roles by their first letters. */
const letters = (roles: readonly Role[]): string =>
  allRoles
    .filter((role) => roles.includes(role))
    .map((role) => role.charAt(0))
    .join('')

const accepts = (kind: Kind, text: string): boolean => !(kind.parse(text) instanceof Invalid)

/** Decimals differ by their digits, by whether they may be below nothing, and by how large they may be. */
function decimalKind(kind: Kind): string {
  if (kind.range !== undefined) return 'hoursofday'
  const digits = kind.serialize(1)?.split('.')[1]?.length
  const belowZero = accepts(kind, '-1')
  if (digits === 3) return 'seconds'
  if (digits === 6) return belowZero ? 'quantity' : 'hours'
  if (accepts(kind, '1000000001')) return belowZero ? 'money' : 'rate'
  return belowZero ? 'tax' : 'percent'
}

/** Texts differ by which ones they take. */
function textKind(kind: Kind): string {
  if (kind.prepare !== undefined) return 'password'
  if (kind.allowedValues !== undefined)
    return accepts(kind, kind.allowedValues.slice(0, 2).join(',')) ? 'words' : 'word'
  if (accepts(kind, 'x y')) return 'text'
  if (accepts(kind, 'Europe/Berlin')) return 'zone'
  if (accepts(kind, 'EUR')) return 'currency'
  if (accepts(kind, 'ada@example.com')) return 'email'
  if (accepts(kind, 'a0b1c2')) return 'color'
  throw new Error('a kind of text has no name here')
}

function kindName(kind: Kind, name: string): string {
  switch (kind.type) {
    case 'integer':
      if (kind.serialize(1) === '00001') return 'padded'
      return (kind === recordId || kind === idOrZero) && !name.endsWith('localid') ? 'id' : 'number'
    case 'double':
      return decimalKind(kind)
    case 'boolean':
      return 'flag'
    case 'integer list':
      return 'ids'
    case 'string':
      return textKind(kind)
    case 'date':
      return accepts(kind, '2026-05-05') ? 'date' : 'monday'
    default:
      return kind.type
  }
}

/** What ids point at that are only read and not called like it. */
const targetByName: Readonly<Record<string, string>> = {
  queueid: 'request',
  authorid: 'person',
  managerid: 'person',
  deciderid: 'person',
}

/** The resource that an id points at: as the definition says, or as its name does. */
const targetOf = (name: string, target?: string): string => {
  const found = target ?? targetByName[name] ?? name.replace(/id$/, '')
  return name.endsWith('id') && resources.has(found) ? `>${found}` : ''
}

const wordsText = (words: readonly string[] | undefined): string => (words === undefined ? '' : `=${words.join('|')}`)
const hiddenText = (roles: readonly Role[]): string => (roles.length === 0 ? '' : `-${letters(roles)}`)
const setMark = { never: '', once: '*', always: '+' } as const

function fieldLine(name: string, field: Field, absent: boolean, words?: readonly string[]): string {
  return [
    `${name}:${kindName(field.kind, name)}${field.kind.maxLength ?? ''}`,
    setMark[field.settable],
    field.settable !== 'never' && field.required ? '!' : '',
    field.settable !== 'never' && field.default !== undefined ? '~' : '',
    absent ? '?' : '',
    field.shown ? '' : '^',
    name === 'id' ? '' : targetOf(name, field.target),
    wordsText(field.kind.allowedValues ?? words),
    hiddenText(field.hideFrom),
  ].join('')
}

const filterKinds: Readonly<Record<Filter['type'], string>> = {
  integer: 'number',
  string: 'text',
  boolean: 'flag',
  date: 'date',
  datetime: 'datetime',
}

function filterLine(name: string, filter: Filter, { fields, requiredFilters = [] }: Resource): string {
  const field = fields[filter.field ?? '']
  const hidden = [...filter.hideFrom, ...(field?.hideFrom ?? [])]
  const orNone = filter.type === 'integer' && !(filter.parse('-1') instanceof Invalid)
  return [
    `${name}:${filterKinds[filter.type]}${filter.acceptsList ? 's' : ''}`,
    requiredFilters.includes(name) ? '!' : '',
    orNone ? '?' : '',
    filter.type === 'integer' ? targetOf(name, field?.target) : '',
    wordsText(filter.allowedValues),
    hiddenText(hidden),
  ].join('')
}

interface Facts {
  readonly name: string
  readonly access: readonly (readonly [verb: string, roles: readonly Role[]])[]
  readonly fields?: readonly string[]
  readonly bodies?: Readonly<Record<string, readonly string[]>>
  readonly filters?: readonly string[]
  readonly sorts?: readonly string[]
}

const ownFields = (built: Readonly<Record<string, (name: string) => Field>>): [string, Field][] =>
  Object.entries(buildFields(built)).filter(([name]) => Object.hasOwn(built, name))

function resourceFacts(resource: Resource): Facts {
  const { name, access, actions = {}, fields, filters = {}, sorts = {} } = resource
  const told = Object.entries(fields).filter(([, { shown, settable }]) => shown || settable !== 'never')
  const added = Object.values(filters).flatMap(({ addsFields = {} }) => ownFields(addsFields))
  const bodies = Object.entries(actions).flatMap(([action, done]): [string, string[]][] =>
    'creates' in done || done.fields === undefined
      ? []
      : [[action, ownFields(done.fields).map(([one, field]) => fieldLine(one, field, false))]],
  )
  return {
    name,
    access: [...Object.entries(access), ...Object.entries(actions).map(([one, { roles }]) => [one, roles] as const)],
    fields: [
      ...told.map(([one, field]) =>
        fieldLine(one, field, canBeNull(resource, field, resources), filters[one]?.allowedValues),
      ),
      ...added.map(([one, field]) => fieldLine(one, field, true)),
    ],
    bodies: Object.fromEntries(bodies),
    filters: Object.entries(filters).map(([one, filter]) => filterLine(one, filter, resource)),
    sorts: Object.entries(sorts).map(([one, by]) => `${one}${hiddenText(fields[by]?.hideFrom ?? [])}`),
  }
}

const plainLine = (name: string, kind: Kind, marks = ''): string =>
  `${name}:${kindName(kind, name)}${kind.maxLength ?? ''}${marks}${targetOf(name)}`

/** Several that are no list of ids are told one by one in an endpoint's answer. */
const endpointLine = ([name, { kind, isList }]: [string, EndpointField]): string =>
  isList ? `${name}:ids${targetOf(name)}` : plainLine(name, kind)

const verbOfMethod = { GET: 'read', POST: 'create', PUT: 'update', DELETE: 'delete' } as const

function endpointFacts({ name, record, collection, member }: Endpoint): Facts {
  const verbs = (methods: Readonly<Record<string, EndpointMethod>>, read: string): [string, readonly Role[]][] =>
    Object.entries(methods).map(([method, { roles }]) => [
      method === 'GET' ? read : verbOfMethod[method as keyof typeof verbOfMethod],
      roles,
    ])
  const access = new Map([...verbs(member, 'read'), ...verbs(collection, 'list')])
  const parameters = Object.entries(collection.GET?.parameters ?? {})
  return {
    name,
    access: [...access],
    fields: Object.entries(record).map(endpointLine),
    filters: parameters.map(([one, { kind, required }]) => plainLine(one, kind, required ? '!' : '')),
  }
}

function reportFacts({ name, roles, columns, parameters }: Report): Facts {
  return {
    name,
    access: [['report', roles]],
    fields: Object.entries(columns).map(([one, { kind, nullable }]) => plainLine(one, kind, nullable ? '?' : '')),
    filters: Object.entries(parameters).map(([one, { kind }]) => plainLine(one, kind)),
  }
}

const nameOfLine = (line: string): string => line.split(/[:-]/)[0] ?? ''
const union = (lines: readonly string[]): string => lines.map((line) => `'${nameOfLine(line)}'`).join(' | ') || 'never'

const accessLines = (access: Facts['access']): string[] => access.map(([verb, roles]) => `${verb}:${letters(roles)}`)

function namesText({ name, access, fields = [], filters = [], sorts = [] }: Facts): string {
  return `${name}: {\nverb: ${union(accessLines(access))}\nfield: ${union(fields)}\nfilter: ${union(filters)}\nsort: ${union(sorts)}\n}\n`
}

const listProperty = (name: string, each: readonly string[]): string =>
  each.length === 0 ? '' : `${name}: '${each.join(' ')}',\n`

function factsText({ name, access, fields = [], bodies = {}, filters = [], sorts = [] }: Facts): string {
  const sent = Object.entries(bodies).map(([action, each]) => `${action}: '${each.join(' ')}',\n`)
  return [
    `${name}: {\n`,
    listProperty('access', accessLines(access)),
    listProperty('fields', fields),
    sent.length === 0 ? '' : `bodies: {\n${sent.join('')}},\n`,
    listProperty('filters', filters),
    listProperty('sorts', sorts),
    '},\n',
  ].join('')
}

export function webFacts(): string {
  const all = [
    ...[...resources.values()].map(resourceFacts),
    ...[...endpoints.values()].map(endpointFacts),
    ...[...reports.values()].map(reportFacts),
  ]
  const text = [
    head,
    `/** The names that each resource, endpoint and report knows. */\nexport interface Names {\n${all.map(namesText).join('')}}\n`,
    `/** Each text holds its facts parted by spaces. */
export interface Facts {
  readonly access: string
  readonly fields: string
  readonly bodies?: Readonly<Record<string, string>>
  readonly filters?: string
  readonly sorts?: string
}
`,
    `export const facts: Readonly<Record<keyof Names, Facts>> = {\n${all.map(factsText).join('')}}\n`,
  ].join('\n')
  return formatText(text, webFactsPath)
}
