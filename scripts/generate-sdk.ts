// Generates the SDK's contract from the definitions: the types of records, inputs and filters, and the table for
// parsing values. The text is formatted by Biome, so that it can be committed and compared.
// packages/sdk/src/resource.ts uses it.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Role } from '../packages/server/src/define/actor.ts'
import { buildFields, type Field } from '../packages/server/src/define/fields.ts'
import type { Filter } from '../packages/server/src/define/filters.ts'
import type { Kind, KindName } from '../packages/server/src/define/kinds.ts'
import { canBeNull } from '../packages/server/src/define/nullability.ts'
import type { Report, ReportField } from '../packages/server/src/define/report.ts'
import type { Action, Operation, Resource } from '../packages/server/src/define/resource.ts'
import { recordOperations } from '../packages/server/src/engine/may.ts'
import { reports } from '../packages/server/src/reports/all.ts'
import { resources } from '../packages/server/src/resources/all.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** The path of the generated file. */
export const sdkContractPath = 'packages/sdk/src/contract.ts'

const head = `// Generated from the definitions of the server by \`npm run generate\`; a test checks that it is up to date.
// Change the definitions, not this file. A diff of this file shows how a change affects the API.
import type { IsoDate, IsoInstant } from './calendar.ts'
import type { Decimal, DecimalInput } from './decimal.ts'
import type { Download } from './download.ts'
import type { New } from './fields.ts'
import type { List } from './list.ts'
import type { ChangeOptions, DownloadOptions, ListOptions, RequestOptions } from './options.ts'
import type {
  Contract,
  Creates,
  Lists,
  ListsOf,
  Query,
  Reads,
  ReadsOne,
  Removes,
  Reports,
  Updates,
  UpdatesOne,
} from './resource.ts'
import type { FileInput } from './wire.ts'
`

type Type = Kind['type']

const typeOf: Readonly<Record<Type, string>> = {
  integer: 'number',
  string: 'string',
  html: 'string',
  boolean: 'boolean',
  date: 'IsoDate',
  datetime: 'IsoInstant',
  double: 'Decimal',
  'integer list': 'number[]',
  file: 'FileInput',
  structure: 'unknown',
}

/** The types of the kinds with a structure, by name. */
const structureTypes: Partial<Readonly<Record<KindName, string>>> = {
  changes: 'readonly { field: string; was?: string | null; now?: string | null; cut?: string }[]',
  counts: 'Readonly<Record<string, string>>',
}

const returnedType = ({ name, type }: Kind): string => structureTypes[name] ?? typeOf[type]

/** Types of inputs: they accept more than what is returned, where that is safe. */
const inputTypeOf: Readonly<Record<Type, string>> = {
  ...typeOf,
  datetime: 'IsoInstant | Date',
  double: 'DecimalInput',
  'integer list': 'readonly number[]',
}

/** The kinds that are not plain text, with their names in packages/sdk/src/wire.ts. */
const wireKind: Partial<Readonly<Record<Type, string>>> = {
  integer: 'integer',
  double: 'decimal',
  boolean: 'flag',
  datetime: 'instant',
  'integer list': 'ids',
}

const verbOf: Readonly<Record<Operation, string>> = {
  list: 'list',
  read: 'read',
  create: 'create',
  update: 'update',
  delete: 'remove',
}

const typeName = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)
const quoted = (name: string): string => `'${name}'`
const union = (names: readonly string[]): string => names.map(quoted).join(' | ') || 'never'
const key = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : quoted(name))

const joinWords = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

const sentences = (...parts: readonly string[]): string =>
  parts
    .filter((part) => part !== '')
    .map((part) => `${part.replaceAll(/\s+/g, ' ').replace(/\.$/, '')}.`)
    .join(' ')

const comment = (...parts: readonly string[]): string => {
  const text = sentences(...parts).replaceAll('*/', '* /')
  return text === '' ? '' : `/** ${text} */\n`
}

const hiddenNote = (roles: readonly Role[]): string =>
  roles.length === 0 ? '' : `Not shown to ${joinWords(roles.map((role) => `${role}s`))}`

const shownFields = ({ fields }: Resource): [string, Field][] => Object.entries(fields).filter(([, { shown }]) => shown)

const addedFields = ({ filters = {}, fields }: Resource): [string, Field, string][] =>
  Object.entries(filters).flatMap(([filter, { addsFields = {} }]) =>
    Object.entries(buildFields(addsFields))
      .filter(([name]) => Object.hasOwn(addsFields, name) && !Object.hasOwn(fields, name))
      .map(([name, field]): [string, Field, string] => [name, field, filter]),
  )

function recordType(resource: Resource): string {
  const property = (name: string, field: Field, optional: boolean, ...docs: string[]): string => {
    const type = returnedType(field.kind) + (canBeNull(resource, field, resources) ? ' | null' : '')
    return `${comment(field.doc === name ? '' : field.doc, ...docs)}${key(name)}${optional ? '?' : ''}: ${type}\n`
  }
  const shown = shownFields(resource).map(([name, field]) =>
    property(name, field, field.hideFrom.length > 0, hiddenNote(field.hideFrom)),
  )
  const added = addedFields(resource).map(([name, field, filter]) =>
    property(name, field, true, `Only in a list with ${filter}`),
  )
  const operations = recordOperations(resource).map(quoted)
  const may = `${comment('What you may do to it; only with the option may')}may?: (${operations.join(' | ') || 'never'})[]\n`
  return `${comment(resource.doc)}export interface ${typeName(resource.name)}Record {\n${[...shown, ...added, may].join('')}}\n`
}

const isRequired = ({ required, default: defaultValue }: Field): boolean => required && defaultValue === undefined

/** Fields that are written but never shown have no type in the record. */
function writeOnly(fields: readonly [string, Field][]): string {
  const lines = fields.map(([name, field]) => {
    const type = inputTypeOf[field.kind.type] + (field.nullable ? ' | null' : '')
    return `${comment(field.doc)}${key(name)}${isRequired(field) ? `: ${type}` : `?: ${type} | undefined`}\n`
  })
  return lines.length === 0 ? '' : ` & {\n${lines.join('')}}`
}

function inputTypes(resource: Resource): string {
  const { access, name } = resource
  if (access.create === undefined && access.update === undefined) return ''
  const settable = Object.entries(resource.fields).filter(([, { settable: set }]) => set !== 'never')
  const shown = settable.filter(([, field]) => field.shown)
  const names = (required: boolean) =>
    union(shown.filter(([, field]) => isRequired(field) === required).map(([one]) => one))
  const rest = writeOnly(settable.filter(([, field]) => !field.shown))
  const once = settable.filter(([, { settable: set }]) => set === 'once').map(([one]) => one)
  const newType = `${typeName(name)}New`
  const all = `New<${typeName(name)}Record, ${names(true)}, ${names(false)}>${rest}`
  const baseType = access.create === undefined ? all : newType
  return [
    access.create === undefined ? '' : `export type ${newType} = ${all}\n`,
    access.update === undefined
      ? ''
      : `export type ${typeName(name)}Change = Partial<${once.length === 0 ? baseType : `Omit<${baseType}, ${union(once)}>`}>\n`,
  ].join('')
}

function filterValue({ type, acceptsList }: Pick<Filter, 'type' | 'acceptsList'>): string {
  return acceptsList ? `${inputTypeOf[type]} | readonly ${inputTypeOf[type]}[]` : inputTypeOf[type]
}

function filterType({ name, filters = {}, requiredFilters = [], fields }: Resource): string {
  const lines = Object.entries(filters).map(([filter, { type, acceptsList, doc, hideFrom, field }]) => {
    const unknown = new Set([...hideFrom, ...(fields[field ?? '']?.hideFrom ?? [])])
    const docs = comment(doc, unknown.size === 0 ? '' : `Not for ${joinWords([...unknown].map((role) => `${role}s`))}`)
    const optional = requiredFilters.includes(filter) ? '' : '?'
    return `${docs}${key(filter)}${optional}: ${filterValue({ type, acceptsList })}${optional && ' | undefined'}\n`
  })
  return lines.length === 0 ? '' : `export interface ${typeName(name)}Filter {\n${lines.join('')}}\n`
}

const sortType = ({ name, sorts }: Resource): string =>
  sorts === undefined ? '' : `export type ${typeName(name)}Sort = ${union(Object.keys(sorts))}\n`

/** The type arguments for filter and sort of a list. */
const queryArguments = ({ name, filters = {}, sorts }: Resource): string => {
  const filter = Object.keys(filters).length === 0 ? 'unknown' : `${typeName(name)}Filter`
  return sorts === undefined ? filter : `${filter}, ${typeName(name)}Sort`
}

const resourceNamed = (name: string): Resource => {
  const resource = resources.get(name)
  if (resource === undefined) throw new Error(`no resource is called ${name}`)
  return resource
}

const answerOf = (resource: Resource, action: Action): string => ('creates' in action ? action.creates : resource.name)
const takesBody = (action: Action): boolean => 'creates' in action || action.fields !== undefined

function bodyType(action: Action): string {
  const fields = Object.entries(buildFields(action.fields ?? {})).filter(([name]) => name in (action.fields ?? {}))
  if ('creates' in action) {
    const { creates, decided } = action
    const record = `${typeName(creates)}New`
    const open = decided === undefined ? record : `Omit<${record}, ${decided.fields.map(quoted).join(' | ')}>`
    return `fields?: Partial<${open}>${writeOnly(fields)}`
  }
  const optional = fields.some(([, field]) => isRequired(field)) ? '' : '?'
  return `fields${optional}: ${writeOnly(fields).replace(/^ & /, '')}`
}

function otherMethods(resource: Resource): string {
  const { actions = {}, subLists = {}, renderings = {}, download, singletonId } = resource
  const id = singletonId === undefined ? 'id: number, ' : ''
  const lines = Object.entries(actions).map(([name, action]) => {
    const given = takesBody(action) ? `id: number, ${bodyType(action)}` : 'id: number'
    const answer = `Promise<${typeName(answerOf(resource, action))}Record>`
    return `${comment(action.doc, `By ${joinWords(action.roles.map((role) => `${role}s`))}`)}${name}(${given}, options?: ChangeOptions): ${answer}\n`
  })
  for (const [name, { doc, target, filter }] of Object.entries(subLists)) {
    const { name: other, sorts } = resourceNamed(target)
    const query = `Query<Omit<${typeName(other)}Filter, ${quoted(filter)}>, ${sorts === undefined ? 'never' : `${typeName(other)}Sort`}>`
    lines.push(
      `${comment(doc)}${name}(id: number, query?: ${query}, options?: ListOptions): List<${typeName(other)}Record>\n`,
    )
  }
  if (download !== undefined)
    lines.push(`${comment(download.doc)}download(${id}options?: DownloadOptions): Promise<Download>\n`)
  for (const [name, { doc }] of Object.entries(renderings)) {
    lines.push(`${comment(doc)}${name}(${id}options?: RequestOptions): Promise<Download>\n`)
  }
  return lines.length === 0 ? '' : `{\n${lines.join('')}}`
}

function accessSentences({ access, extensionOperations = [] }: Resource): string[] {
  const byRoles = Map.groupBy(Object.entries(access), ([, roles]) => joinWords(roles.map((role) => `${role}s`)))
  const may = [...byRoles].map(
    ([roles, entries]) => `${roles} may ${joinWords(entries.map(([operation]) => operation))}`,
  )
  return [...may, extensionOperations.length === 0 ? '' : `Beyond the reference: ${joinWords(extensionOperations)}`]
}

const allVerbs = Object.keys(verbOf).length

const verbsOf = ({ access, singletonId }: Resource): string[] => {
  const verbs = Object.keys(access).map((operation) => verbOf[operation as Operation])
  return singletonId === undefined ? verbs : [...new Set(verbs.map((verb) => (verb === 'list' ? 'read' : verb)))]
}

function memberType(resource: Resource): string {
  const { name, singletonId, requiredFilters } = resource
  const type = typeName(name)
  const many: Readonly<Record<string, string>> = {
    list: `Lists${requiredFilters === undefined ? '' : 'Of'}<${type}Record, ${queryArguments(resource)}>`,
    read: `Reads<${type}Record>`,
    create: `Creates<${type}Record, ${type}New>`,
    update: `Updates<${type}Record, ${type}Change>`,
    remove: 'Removes',
  }
  const one: Readonly<Record<string, string>> = {
    read: `ReadsOne<${type}Record>`,
    update: `UpdatesOne<${type}Record, ${type}Change>`,
  }
  const parts = verbsOf(resource).map((verb) => (singletonId === undefined ? many : one)[verb])
  const more = otherMethods(resource)
  return `${comment(resource.doc, ...accessSentences(resource))}readonly ${name}: ${[...parts, ...(more === '' ? [] : [more])].join(' & ')}\n`
}

function reportTypes({ name, doc, columns, parameters }: Report): string {
  const column = ([one, { kind, doc, nullable }]: [string, ReportField]) =>
    `${comment(doc)}${key(one)}: ${typeOf[kind.type]}${nullable ? ' | null' : ''}\n`
  const parameter = ([one, { kind, doc }]: [string, ReportField]) =>
    `${comment(doc)}${key(one)}?: ${kind.type === 'integer list' ? 'number | ' : ''}${inputTypeOf[kind.type]} | undefined\n`
  return [
    `${comment(doc)}export interface ${typeName(name)}Row {\n${Object.entries(columns).map(column).join('')}}\n`,
    `export interface ${typeName(name)}Parameters {\n${Object.entries(parameters).map(parameter).join('')}}\n`,
  ].join('\n')
}

const reportMember = ({ name, doc, roles }: Report): string =>
  `${comment(doc, `${joinWords(roles.map((role) => `${role}s`))} may read it`, 'Beyond the reference')}readonly ${name}: Reports<${typeName(name)}Row, ${typeName(name)}Parameters>\n`

function kindsText(fields: readonly (readonly [string, { readonly kind: Kind }])[]): string {
  const byKind = new Map<string, string[]>()
  for (const [name, { kind }] of fields) {
    const wire = wireKind[kind.type]
    if (wire !== undefined) byKind.set(wire, [...(byKind.get(wire) ?? []), name])
  }
  return `{\n${[...byKind].map(([kind, names]) => `${kind}: '${names.join(' ')}',\n`).join('')}}`
}

function factsText(resource: Resource): string {
  const { name, singletonId, actions = {}, subLists = {}, renderings = {}, download } = resource
  const added = addedFields(resource).map(([one, field]) => [one, field] as const)
  const verbs = verbsOf(resource)
  const pairs = (entries: readonly (readonly [string, string])[]) =>
    `{ ${entries.map(([one, other]) => `${one}: ${quoted(other)}`).join(', ')} }`
  const bodies = Object.entries(actions).filter(([, action]) => takesBody(action))
  const files = [...(download === undefined ? [] : ['download']), ...Object.keys(renderings)]
  const answers = Object.entries(actions).map(([one, action]) => [one, answerOf(resource, action)] as const)
  const own = answers.filter(([, answer]) => answer === name).map(([one]) => one)
  const created = answers.filter(([, answer]) => answer !== name)
  return [
    `${name}: {`,
    verbs.length === allVerbs ? '' : `verbs: ${quoted(verbs.join(' '))},`,
    `kinds: ${kindsText([...shownFields(resource), ...added])},`,
    singletonId === undefined ? '' : 'single: true,',
    own.length === 0 ? '' : `actions: ${quoted(own.join(' '))},`,
    created.length === 0 ? '' : `creates: ${pairs(created)},`,
    bodies.length === 0 ? '' : `bodies: ${quoted(bodies.map(([one]) => one).join(' '))},`,
    Object.keys(subLists).length === 0 ? '' : `subLists: ${quoted(Object.keys(subLists).join(' '))},`,
    files.length === 0 ? '' : `files: ${quoted(files.join(' '))},`,
    '},\n',
  ]
    .filter((line) => line !== '')
    .join('\n')
}

/** Two methods with the same name would hide each other in the client, which also knows sub-lists by their resource. */
function checkMethodNames(): void {
  for (const resource of resources.values()) {
    const { actions = {}, subLists = {}, renderings = {}, download } = resource
    const more = [...Object.keys(actions), ...Object.keys(subLists), ...Object.keys(renderings)]
    const names = [...verbsOf(resource), ...more, ...(download === undefined ? [] : ['download'])]
    const renamed = Object.entries(subLists).find(([one, { target }]) => one !== target)
    if (renamed !== undefined) throw new Error(`${resource.name}: name the sub-list ${renamed[0]} by its resource`)
    if (new Set(names).size < names.length) throw new Error(`${resource.name} has two methods of one name: ${names}`)
  }
}

/** Formats a generated text with Biome. */
export function formatText(text: string, path: string): string {
  const args = ['node_modules/@biomejs/biome/bin/biome', 'format', `--stdin-file-path=${path}`]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, input: text, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${path} cannot be formatted:\n${stderr}\n${text}`)
  return stdout
}

export function sdkContract(): string {
  checkMethodNames()
  const types = [...resources.values()].map((resource) =>
    [recordType(resource), inputTypes(resource), filterType(resource), sortType(resource)]
      .filter((text) => text !== '')
      .join('\n'),
  )
  const members = [...[...resources.values()].map(memberType), ...[...reports.values()].map(reportMember)]
  const facts = [...resources.values()].map(factsText)
  const columns = [...reports.values()].map(
    (report) => `${report.name}: ${kindsText(Object.entries(report.columns))},\n`,
  )
  return formatText(
    [
      head,
      ...types,
      ...[...reports.values()].map(reportTypes),
      `/** Every resource and report, by the name of its path. */\nexport interface Api {\n${members.join('\n')}}\n`,
      `/** The facts that the client uses at run time: the kinds of values and the methods of each resource. */\nexport const contract: Contract = {\nresources: {\n${facts.join('')}},\nreports: {\n${columns.join('')}},\n}\n`,
    ].join('\n'),
    sdkContractPath,
  )
}
