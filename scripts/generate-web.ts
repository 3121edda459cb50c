// Generates the facts that the web application needs from the definitions: who may do what, and the properties of each
// field, filter and sort. They are plain objects without false or empty values, because browsers load them. Rules that
// only the server can check are not included.

import { allRoles, groupOfRole, managers, type Role, staff } from '../packages/server/src/define/actor.ts'
import { Invalid } from '../packages/server/src/define/api-error.ts'
import type { Endpoint, EndpointField, EndpointMethod } from '../packages/server/src/define/endpoint.ts'
import { buildFields, type Field } from '../packages/server/src/define/fields.ts'
import type { Filter } from '../packages/server/src/define/filters.ts'
import { type Kind, kindNames } from '../packages/server/src/define/kinds.ts'
import { canBeNull } from '../packages/server/src/define/nullability.ts'
import type { Report } from '../packages/server/src/define/report.ts'
import type { Resource } from '../packages/server/src/define/resource.ts'
import { reports } from '../packages/server/src/reports/all.ts'
import { endpoints, resources } from '../packages/server/src/resources/all.ts'
import { ownTimeOnly, seesAll } from '../packages/server/src/resources/visibility.ts'
import { formatText } from './generate-sdk.ts'

/** The path of the generated file. */
export const webFactsPath = 'packages/web/src/api/facts.ts'

const union = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(' | ')

const rolesText = (roles: readonly Role[]): string => JSON.stringify(allRoles.filter((role) => roles.includes(role)))

/** The sets of roles that rules of the server name, as far as the application asks for them. */
const roleSets: Readonly<Record<string, readonly Role[]>> = {
  staff,
  managers,
  seesAll: allRoles.filter((role) => seesAll({ role, restricted: false })),
  ownTimeOnly: allRoles.filter((role) => ownTimeOnly({ role, restricted: false })),
  ownTimeOnlyIfRestricted: allRoles.filter((role) => ownTimeOnly({ role, restricted: true })),
}

const roleSetsText = Object.entries(roleSets).map(([name, roles]) => `${name}: ${rolesText(roles)},`)

const head = `// Generated from the definitions of the server by \`npm run generate\`; a test fails when it is out of date.
// Plain objects: an absent property is false or empty. permissions.ts has the functions that read them.

export type Role = ${union(allRoles)}

/** Each role and the id of its group, which is the same in every account. */
export const groupOfRole: Readonly<Record<Role, number>> = ${JSON.stringify(groupOfRole)}

/** Sets of roles that rules of the server name. */
export const roleSets = { ${roleSetsText.join(' ')} } as const satisfies Readonly<Record<string, readonly Role[]>>

export type FieldKind = ${union(kindNames)}

export interface FieldFacts {
  readonly kind: FieldKind
  /** The maximum length of a text in code points. */
  readonly maxLength?: number
  /** 'once': only when the record is created. Absent: never. */
  readonly settable?: 'once' | 'always'
  /** It must not be blank. A new record may omit it if it has a default. */
  readonly required?: true
  readonly hasDefault?: true
  /** It may be written as null. */
  readonly nullable?: true
  /** It can be written but not read. */
  readonly writeOnly?: true
  /** The resource that an id refers to. */
  readonly target?: string
  /** The values that can be written: one of them for a 'word', several separated by commas for 'words'. */
  readonly options?: readonly string[]
  readonly hideFrom?: readonly Role[]
  /** The roles that do not choose its value: a rule of the server decides it. */
  readonly fixedFor?: readonly Role[]
}

export interface FilterFacts {
  readonly kind: 'number' | 'numbers' | 'text' | 'flag' | 'date' | 'datetime' | 'word' | 'id' | 'ids'
  /** The server rejects the list without it. */
  readonly required?: true
  /** -1 finds records without a value. */
  readonly orNone?: true
  readonly target?: string
  readonly options?: readonly string[]
  readonly hideFrom?: readonly Role[]
}

/** The facts of a resource, an endpoint or a report. */
export interface ResourceFacts {
  /** The roles that may perform an operation, a 'report' or an action. */
  readonly access: Readonly<Record<string, readonly Role[]>>
  readonly fields: Readonly<Record<string, FieldFacts>>
  /** Only of the resources whose filters are looked up. */
  readonly filters: Readonly<Record<string, FilterFacts>>
  /** The sort names, each with the roles that may not use it. */
  readonly sorts: Readonly<Record<string, readonly Role[]>>
  /** False when the server does not name changes of this list to open pages. */
  readonly live?: false
}
`

type Value = string | number | boolean | readonly string[] | undefined
type Properties = Readonly<Record<string, Value>>
type Table = Readonly<Record<string, Properties>>

interface Facts {
  readonly access: Readonly<Record<string, readonly Role[]>>
  readonly fields: Table
  readonly filters: Table
  readonly sorts: Readonly<Record<string, readonly Role[]>>
  readonly live?: false | undefined
}

const table = <From>(entries: readonly (readonly [string, From])[], facts: (from: From, name: string) => Properties) =>
  Object.fromEntries(entries.map(([name, from]) => [name, facts(from, name)]))

function fieldFacts(field: Field, nullable: boolean, options?: readonly string[]): Properties {
  const { kind, settable, required, shown, target, hideFrom, fixedFor } = field
  const isSettable = settable !== 'never'
  return {
    kind: kind.name,
    maxLength: kind.maxLength,
    settable: isSettable ? settable : undefined,
    required: isSettable && required,
    hasDefault: isSettable && field.default !== undefined,
    nullable: isSettable && nullable,
    writeOnly: !shown,
    target,
    options: isSettable ? (kind.allowedValues ?? options) : undefined,
    hideFrom,
    fixedFor,
  }
}

const filterKinds: Readonly<Record<Filter['type'], string>> = {
  integer: 'number',
  string: 'text',
  boolean: 'flag',
  date: 'date',
  datetime: 'datetime',
}

function filterFacts(filter: Filter, name: string, { fields, requiredFilters = [] }: Resource): Properties {
  const field = fields[filter.field ?? '']
  return {
    kind: `${filterKinds[filter.type]}${filter.acceptsList ? 's' : ''}`,
    required: requiredFilters.includes(name),
    orNone: filter.type === 'integer' && !(filter.parse('-1') instanceof Invalid),
    target: filter.target ?? field?.target,
    options: filter.allowedValues,
    hideFrom: [...filter.hideFrom, ...(field?.hideFrom ?? [])],
  }
}

const ownFields = (built: Readonly<Record<string, (name: string) => Field>>): [string, Field][] =>
  Object.entries(buildFields(built)).filter(([name]) => Object.hasOwn(built, name))

function resourceFacts(resource: Resource): Facts {
  const { access, actions = {}, fields, filters = {}, sorts = {} } = resource
  const known = Object.entries(fields).filter(([, { shown, settable }]) => shown || settable !== 'never')
  const added = Object.values(filters).flatMap(({ addsFields = {} }) => ownFields(addsFields))
  return {
    access: { ...access, ...Object.fromEntries(Object.entries(actions).map(([name, { roles }]) => [name, roles])) },
    fields: {
      ...table(known, (field, name) =>
        fieldFacts(field, canBeNull(resource, field, resources), filters[name]?.allowedValues),
      ),
      ...table(added, (field) => fieldFacts(field, true)),
    },
    filters: table(Object.entries(filters), (filter, name) => filterFacts(filter, name, resource)),
    sorts: Object.fromEntries(Object.entries(sorts).map(([name, by]) => [name, fields[by]?.hideFrom ?? []])),
    live: resource.live,
  }
}

const plainFacts = ({ name, maxLength, allowedValues }: Kind, more: Properties = {}): Properties => ({
  kind: name,
  maxLength,
  options: allowedValues,
  ...more,
})

/** A list in the response of an endpoint holds ids. */
const endpointFacts = ({ kind, isList }: EndpointField): Properties => (isList ? { kind: 'ids' } : plainFacts(kind))

const verbOfMethod = { GET: 'read', POST: 'create', PUT: 'update', DELETE: 'delete' } as const

function factsOfEndpoint({ record, collection, member }: Endpoint): Facts {
  const verbs = (methods: Readonly<Record<string, EndpointMethod>>, read: string): [string, readonly Role[]][] =>
    Object.entries(methods).map(([method, { roles }]) => [
      method === 'GET' ? read : verbOfMethod[method as keyof typeof verbOfMethod],
      roles,
    ])
  return {
    access: Object.fromEntries([...verbs(member, 'read'), ...verbs(collection, 'list')]),
    fields: table(Object.entries(record), endpointFacts),
    filters: table(Object.entries(collection.GET?.parameters ?? {}), ({ kind, required }) => ({
      kind: kind.name,
      required: required ?? false,
    })),
    sorts: {},
  }
}

/** Columns and parameters are typed by the SDK. The application looks up none of them. */
const factsOfReport = ({ roles }: Report): Facts => ({ access: { report: roles }, fields: {}, filters: {}, sorts: {} })

const quoted = (name: string): string => (/^\w+$/.test(name) ? name : `'${name}'`)

const isEmpty = (value: Value): boolean =>
  value === undefined || value === false || (Array.isArray(value) && value.length === 0)

const propertiesText = (properties: Properties): string =>
  `{ ${Object.entries(properties)
    .filter(([, value]) => !isEmpty(value))
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    .join(', ')} }`

/** One line for each entry. */
const linesText = <From>(of: Readonly<Record<string, From>>, text: (from: From) => string): string => {
  const lines = Object.entries(of).map(([name, from]) => `${quoted(name)}: ${text(from)},\n`)
  return lines.length === 0 ? '{}' : `{\n${lines.join('')}}`
}

const tableText = (of: Table): string => linesText(of, propertiesText)

function factsText({ access, fields, filters, sorts, live }: Facts): string {
  return [
    `{\naccess: ${linesText(access, rolesText)},\n`,
    `fields: ${tableText(fields)},\n`,
    `filters: ${tableText(filters)},\n`,
    `sorts: ${linesText(sorts, rolesText)},\n`,
    live === false ? 'live: false,\n}' : '}',
  ].join('')
}

/** The resources whose filters the application looks up. Those of the others would only make the first load larger. */
export const withFilters: readonly string[] = ['task', 'time', 'event']

const withoutUnreadFilters = ([name, facts]: [string, Facts]): [string, Facts] => [
  name,
  withFilters.includes(name) ? facts : { ...facts, filters: {} },
]

export function webFacts(): string {
  const all = {
    ...Object.fromEntries([...resources].map(([name, resource]) => [name, resourceFacts(resource)])),
    ...Object.fromEntries([...endpoints].map(([name, endpoint]) => [name, factsOfEndpoint(endpoint)])),
    ...Object.fromEntries([...reports].map(([name, report]) => [name, factsOfReport(report)])),
  }
  const text = `${head}\nexport const facts = ${linesText(Object.fromEntries(Object.entries(all).map(withoutUnreadFilters)), factsText)} as const satisfies Readonly<Record<string, ResourceFacts>>\n`
  return formatText(text, webFactsPath)
}
