// Compares a transcript with a definition in both directions, and reports each difference in one line such as
// `task.filters.overdue: missing in the definition`. The reference decides which side is wrong.
import { allRoles, type Role, type Viewer } from '../../src/define/actor.ts'
import { Invalid } from '../../src/define/api-error.ts'
import type { Endpoint } from '../../src/define/endpoint.ts'
import { buildFields, type Field } from '../../src/define/fields.ts'
import type { Filter } from '../../src/define/filters.ts'
import type { Action, Resource } from '../../src/define/resource.ts'
import { filterExists, visibleSorts } from '../../src/engine/query-parameters.ts'
import { visibleFields } from '../../src/engine/select-sql.ts'
import type { EndpointTranscript, FilterEntry, PlainField, ResponseEntry, Settable, Transcript } from './transcript.ts'

/** A table of either side, each row as text, so that the texts can be compared. */
type Table = Readonly<Record<string, string>>

const letterOf = (role: Role): string => role.charAt(0)
const lettersOf = (roles: readonly Role[]): string =>
  allRoles
    .filter((role) => roles.includes(role))
    .map(letterOf)
    .join('')
const viewerOf = (role: Role): Viewer => ({ role, restricted: false })

const joinWords = (...parts: readonly (string | false | undefined)[]): string => parts.filter(Boolean).join(' ')

const mapped = <From>(table: Readonly<Record<string, From>>, inWords: (row: From, name: string) => string): Table =>
  Object.fromEntries(Object.entries(table).map(([name, row]) => [name, inWords(row, name)]))

export function tableDifferences(path: string, transcribed: Table, defined: Table): string[] {
  const names = [...new Set([...Object.keys(transcribed), ...Object.keys(defined)])]
  return names.flatMap((name) => {
    const [wanted, found] = [transcribed[name], defined[name]]
    if (wanted === found) return []
    if (found === undefined) return [`${path}.${name}: missing in the definition`]
    if (wanted === undefined) return [`${path}.${name}: not in the reference`]
    return [`${path}.${name}: is '${found}', the reference says '${wanted}'`]
  })
}

const setOf = (names: readonly string[]): Table => Object.fromEntries(names.map((name) => [name, 'listed']))

/** A row of a transcript with its roles. */
const withAudience = (row: string, readers: string): string => (/ [AMRE]+$/.test(row) ? row : `${row} ${readers}`)

/** The readers for whom a name exists; roles that may not list the resource are not compared. */
const audience = (readers: readonly Role[], exists: (viewer: Viewer) => boolean): string =>
  lettersOf(readers.filter((role) => exists(viewerOf(role))))

const settableRow = (row: Settable): string =>
  joinWords(
    row.type,
    row.max !== undefined && `(${row.max})`,
    row.required && 'required',
    row.once && 'once',
    row.default !== undefined && `default ${row.default}`,
  )

/** The default of a field, if it is not empty. */
function defaultOf(field: Field): string | number | undefined {
  if (typeof field.default === 'function') return 'worked out'
  return field.default ?? (typeof field.kind.blank === 'number' ? field.kind.blank : undefined)
}

/** The length of html is a limit of ours, not of the reference, so only the length of plain strings is compared. */
function settableField(field: Field): string {
  const { type, maxLength } = field.kind
  const otherwise = defaultOf(field)
  return settableRow({
    type,
    ...(type === 'string' && maxLength !== undefined ? { max: maxLength } : {}),
    ...(field.required ? { required: true } : {}),
    ...(field.settable === 'once' ? { once: true } : {}),
    ...(otherwise === undefined ? {} : { default: otherwise }),
  })
}

const settableIn = (fields: Readonly<Record<string, Field>>): Table => {
  const settable = Object.entries(fields).filter(([, field]) => field.settable !== 'never')
  return mapped(Object.fromEntries(settable), settableField)
}

const settableFields = ({ access, fields }: Resource): Table =>
  access.create === undefined && access.update === undefined ? {} : settableIn(fields)

/**
 * A definition knows only for its own columns whether they may be null; there a blank text counts as empty. For other
 * fields the mark of the transcript is used, so they are not compared.
 */
function mayBeEmpty(field: Field, transcribed: string | undefined): boolean {
  const marked = transcribed?.includes('?') ?? false
  if (!('column' in field.from)) return marked
  return field.kind.blank === '' ? marked : field.nullable
}

const responseRow = (field: Field, letters: string, transcribed: string | undefined): string =>
  `${field.kind.type}${mayBeEmpty(field, transcribed) ? '?' : ''} ${letters}`

const readersOf = (resource: Resource): readonly Role[] => resource.access.list ?? resource.access.read ?? []

function responseFields(resource: Resource, transcript: Transcript): Table {
  const readers = readersOf(resource)
  const visible = Object.fromEntries(
    readers.flatMap((role) => visibleFields(resource, viewerOf(role)).map(({ name, field }) => [name, field])),
  )
  const gets = (name: string) => (viewer: Viewer) =>
    visibleFields(resource, viewer).some((field) => field.name === name)
  return mapped(visible, (field, name) => responseRow(field, audience(readers, gets(name)), transcript.response[name]))
}

function filterRow(resource: Resource, filter: Filter): string {
  const none = filter.acceptsList && !(filter.parse('-1') instanceof Invalid)
  const letters = audience(readersOf(resource), (viewer) => filterExists(resource, filter, viewer))
  return joinWords(filter.type, filter.acceptsList && 'list', none && 'or none', letters)
}

function filterDifferences(name: string, transcript: Transcript, resource: Resource): string[] {
  const letters = lettersOf(readersOf(resource))
  const filters = resource.filters ?? {}
  const transcribed = mapped(transcript.filters ?? {}, (row) => withAudience(row, letters))
  return [
    ...tableDifferences(
      `${name}.filters`,
      transcribed,
      mapped(filters, (filter) => filterRow(resource, filter)),
    ),
    ...tableDifferences(`${name}.requires`, setOf(transcript.requires ?? []), setOf(resource.requiredFilters ?? [])),
  ]
}

function addedDifferences(name: string, transcript: Transcript, resource: Resource): string[] {
  const added = Object.entries(resource.filters ?? {}).filter(([, filter]) => filter.addsFields !== undefined)
  const filters = new Set([...Object.keys(transcript.adds ?? {}), ...added.map(([filter]) => filter)])
  return [...filters].flatMap((filter) => {
    const rows = transcript.adds?.[filter] ?? {}
    const fields = resource.filters?.[filter]?.addsFields ?? {}
    const defined = mapped(fields, (build, field) => responseRow(build(field), '', rows[field]).trim())
    return tableDifferences(`${name}.adds.${filter}`, rows, defined)
  })
}

function sortDifferences(name: string, transcript: Transcript, resource: Resource): string[] {
  const readers = readersOf(resource)
  const transcribed = Object.entries(transcript.sorts ?? {}).flatMap(([letters, sorts]) =>
    sorts.map((sort) => [sort, letters]),
  )
  const defined = mapped(resource.sorts ?? {}, (_, sort) =>
    audience(readers, (viewer) => visibleSorts(resource, viewer).has(sort)),
  )
  const takesSorts = resource.sorts !== undefined
  const { defaultSort } = resource
  const ordered =
    defaultSort === undefined ? 'id ASC' : joinWords(defaultSort.field, defaultSort.descending ? 'DESC' : 'ASC')
  return [
    ...tableDifferences(`${name}.sorts`, Object.fromEntries(transcribed), defined),
    ...(takesSorts === (transcript.sorts !== undefined) ? [] : [`${name}.sorts: sortfield is taken on one side only`]),
    ...tableDifferences(name, { order: transcript.order ?? ordered }, { order: ordered }),
  ]
}

const actionRow = (letters: string, answers: string): string => `${letters}, answers ${answers}`

const bodyOf = (action: Action | undefined): Table =>
  action === undefined ? {} : settableIn(buildFields(action.fields ?? {}))

function actionDifferences(name: string, transcript: Transcript, resource: Resource): string[] {
  const [wanted, found] = [transcript.actions ?? {}, resource.actions ?? {}]
  const both = Object.keys(wanted).filter((action) => Object.hasOwn(found, action))
  return [
    ...tableDifferences(
      `${name}.actions`,
      mapped(wanted, ({ roles, answers }) => actionRow(roles, answers)),
      mapped(found, (action) => actionRow(lettersOf(action.roles), 'creates' in action ? action.creates : name)),
    ),
    ...both.flatMap((action) =>
      tableDifferences(
        `${name}.actions.${action}.body`,
        mapped(wanted[action]?.body ?? {}, settableRow),
        bodyOf(found[action]),
      ),
    ),
  ]
}

/** Whoever may read a record may download its file, unless it is hidden from the role. */
const downloaders = ({ access, download }: Resource): string | undefined =>
  download === undefined
    ? undefined
    : lettersOf((access.read ?? []).filter((role) => download.hideFrom?.includes(role) !== true))

const downloadOf = (letters: string | undefined): Table => (letters === undefined ? {} : { download: letters })

/** Whoever may read a record may also read its sub-lists and renderings. */
function attachedDifferences(name: string, transcript: Transcript, resource: Resource): string[] {
  const readers = lettersOf(resource.access.read ?? [])
  return [
    ...tableDifferences(
      `${name}.belongings`,
      mapped(transcript.subLists ?? {}, ({ roles, of, by }) => `${roles}, ${of} by ${by}`),
      mapped(resource.subLists ?? {}, ({ target, filter }) => `${readers}, ${target} by ${filter}`),
    ),
    ...tableDifferences(
      `${name}.sheets`,
      mapped(transcript.renderings ?? {}, ({ roles, type }) => `${roles}, ${type}`),
      mapped(resource.renderings ?? {}, ({ mediatype }) => `${readers}, ${mediatype}`),
    ),
  ]
}

/**
 * The rows of plain fields in the tables of settable fields, response fields and filters. Only texts may be empty.
 */
export function plainRows(plain: Readonly<Record<string, PlainField>> = {}): Omit<Transcript, 'operations'> {
  const rows = Object.entries(plain)
  return {
    settable: Object.fromEntries(rows.map(([name, { filter: _, roles: __, ...settable }]) => [name, settable])),
    response: Object.fromEntries(
      rows.map(([name, { type, required, roles }]) => [
        name,
        joinWords(`${type}${required ? '' : '?'}`, roles) as ResponseEntry,
      ]),
    ),
    filters: Object.fromEntries(
      rows.flatMap(([name, { filter, roles }]) =>
        filter === undefined ? [] : [[name, joinWords(filter, roles) as FilterEntry] as const],
      ),
    ),
  }
}

/** The reference's rows and ours in one table: what a definition must have. */
function withAdditions(transcript: Transcript): Transcript {
  const { additions = {} } = transcript
  const plain = plainRows(additions.plain)
  return {
    ...transcript,
    settable: { ...transcript.settable, ...additions.settable, ...plain.settable },
    response: { ...transcript.response, ...additions.response, ...plain.response },
    filters: { ...transcript.filters, ...additions.filters, ...plain.filters },
  }
}

export function resourceDifferences(name: string, transcribed: Transcript, resource: Resource): string[] {
  const transcript = withAdditions(transcribed)
  const letters = lettersOf(readersOf(resource))
  const response = mapped(transcript.response, (row) => withAudience(row, letters))
  return [
    ...tableDifferences(`${name}.operations`, transcript.operations, mapped(resource.access, lettersOf)),
    ...tableDifferences(name, downloadOf(transcript.download), downloadOf(downloaders(resource))),
    ...tableDifferences(`${name}.ours`, setOf(transcript.ours ?? []), setOf(resource.extensionOperations ?? [])),
    ...tableDifferences(`${name}.settable`, mapped(transcript.settable ?? {}, settableRow), settableFields(resource)),
    ...tableDifferences(`${name}.response`, response, responseFields(resource, transcript)),
    ...filterDifferences(name, transcript, resource),
    ...addedDifferences(name, transcript, resource),
    ...sortDifferences(name, transcript, resource),
    ...actionDifferences(name, transcript, resource),
    ...attachedDifferences(name, transcript, resource),
  ]
}

export function endpointDifferences(name: string, transcript: EndpointTranscript, endpoint: Endpoint): string[] {
  const methods = (path: 'collection' | 'member'): string[] =>
    tableDifferences(
      `${name}.${path}`,
      transcript[path],
      mapped(endpoint[path], ({ roles }) => lettersOf(roles)),
    )
  const counted = (uncounted: boolean | undefined): Table => ({ counted: uncounted ? 'no' : 'yes' })
  return [
    ...methods('collection'),
    ...methods('member'),
    ...tableDifferences(name, counted(transcript.uncounted), counted(endpoint.quotaExempt)),
  ]
}
