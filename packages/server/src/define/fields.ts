// The fields of a resource: where the value of a field is stored, who may see it, who may set it. Options are plain
// object literals, so that a definition can be compared line by line, and tests and generators can read it.
import { type Fragment, sql } from '../io/sql.ts'
import type { Actor, Role, Viewer } from './actor.ts'
import { idList, type Kind, plainText, recordId, type StoredValue } from './kinds.ts'

/** A table of links from a record to several people, in the order in which they were sent. */
export interface LinkTable {
  readonly table: string
  /** The column that names the record. */
  readonly key: string
  /** True when the order matters (the first manager is the primary one). */
  readonly ordered: boolean
}

export type FieldSource =
  | { readonly column: string }
  | { readonly sql: (viewer: Viewer) => Fragment }
  | { readonly links: LinkTable }
  | { readonly counter: string }

/** A further condition on the records that a reference may name. It may use other fields of the same record. */
export interface AllowedTargets {
  /** True when this condition replaces the `visible` condition of the target. */
  readonly replacesVisibility?: boolean
  /** The fields the condition depends on; when one of them changes the reference is checked again (T-22). */
  readonly dependsOn: readonly string[]
  readonly where: (of: (field: string) => Fragment, viewer: Viewer) => Fragment
  /** Why a record that the caller sees is not allowed; completes `field: "5" ...`. */
  readonly reason: string
}

/** A text that contains the values of several fields, so that it is selected once per record. */
export interface SharedColumn {
  readonly expression: Fragment
  readonly extract: (text: StoredValue) => StoredValue
}

export interface Field {
  readonly kind: Kind
  readonly from: FieldSource
  /** The same value out of a shared column, for selecting. Sorts and filters use `from`. */
  readonly sharedColumn?: SharedColumn
  readonly doc: string
  readonly settable: 'never' | 'once' | 'always'
  readonly shown: boolean
  readonly nullable: boolean
  readonly required: boolean
  readonly default?: StoredValue | ((actor: Actor) => StoredValue)
  readonly hideFrom: readonly Role[]
  /**
   * The roles that do not choose its value: rules of the resource set it for them or reject another one. The engine
   * does not enforce it; forms leave the field out.
   */
  readonly fixedFor?: readonly Role[]
  /** The resource that a reference names. Only records that the caller sees may be named (decision 33). */
  readonly target?: string
  readonly allowedTargets?: AllowedTargets
  /** True when a reference may name an inactive record. */
  readonly allowInactive?: boolean
  /** A flag of the same record. While it is 't' the text is stored encrypted (io/vault.ts) and cannot be searched. */
  readonly encryptedIf?: string
  /** The part of the stored text that a viewer sees, where the definition of another resource decides it (T-14). */
  readonly renderFor?: (text: StoredValue, viewer: Viewer) => StoredValue
  /**
   * For a column whose value a viewer sees only while a condition holds; null if they always see it. Otherwise it is
   * read as null, and events never show it to them. Such a field has no filter and no sort.
   */
  readonly shownIf?: (viewer: Viewer) => Fragment | null
  /** The label of this field in action notes, and the field that shows its value to people (decision 46). */
  readonly note?: { readonly label: string; readonly show: string }
  /** The text is a list query of this resource; the writer must be allowed to send that query. */
  readonly queryOf?: string
  /** The text is a query of the report that this other field names; the writer must be allowed to send that query. */
  readonly queryOfReport?: string
  /** The description of the filter of the same name; without it the field has no such filter. */
  readonly filter?: string
  /** True for a secret that is returned only by the write that sets it. Everybody else reads null. */
  readonly shownOnce?: true
  /** True for a field that the reference does not have, in a resource that it has. */
  readonly extension?: true
}

export interface FieldOptions {
  readonly doc?: string
  readonly required?: boolean
  readonly default?: StoredValue | ((actor: Actor) => StoredValue)
  /** True when a blank clears the field although it has a default for when it is not sent. */
  readonly nullable?: boolean
  readonly hideFrom?: readonly Role[]
  /** The roles for which a rule of the resource decides the value. */
  readonly fixedFor?: readonly Role[]
  readonly note?: string | { readonly label: string; readonly show: string }
  /** Settable when a record is created, and never again. */
  readonly createOnly?: boolean
  /** False for fields that are written and never returned. */
  readonly shown?: boolean
  /** Never settable through the API; hooks and other resources write it. */
  readonly readOnly?: boolean
  /** The resource that an id points at, of a value that is only read. */
  readonly target?: string
  readonly allowedTargets?: AllowedTargets
  readonly allowInactive?: boolean
  readonly sharedColumn?: SharedColumn
  readonly encryptedIf?: string
  readonly shownIf?: (viewer: Viewer) => Fragment | null
  readonly shownOnce?: true
  /** What the filter of the same name is for. Texts are found by a part of them, everything else by its value. */
  readonly filter?: string
  readonly extension?: true
}

type FieldBuilder = (name: string) => Field

const buildField = (
  kind: Kind,
  from: FieldSource,
  name: string,
  options: FieldOptions,
  rest: Partial<Field> = {},
): Field => ({
  kind,
  from,
  doc: options.doc ?? '',
  settable: options.readOnly ? 'never' : options.createOnly ? 'once' : 'always',
  shown: options.shown ?? true,
  nullable: options.nullable ?? (kind.blank === null && !(options.required ?? false) && options.default === undefined),
  required: options.required ?? false,
  ...(options.default === undefined ? {} : { default: options.default }),
  hideFrom: options.hideFrom ?? [],
  ...(options.fixedFor === undefined ? {} : { fixedFor: options.fixedFor }),
  ...(options.target === undefined ? {} : { target: options.target }),
  ...(options.allowedTargets === undefined ? {} : { allowedTargets: options.allowedTargets }),
  ...(options.allowInactive === undefined ? {} : { allowInactive: options.allowInactive }),
  ...(options.sharedColumn === undefined ? {} : { sharedColumn: options.sharedColumn }),
  ...(options.encryptedIf === undefined ? {} : { encryptedIf: options.encryptedIf }),
  ...(options.shownIf === undefined ? {} : { shownIf: options.shownIf }),
  ...(options.shownOnce === undefined ? {} : { shownOnce: options.shownOnce }),
  ...(options.filter === undefined ? {} : { filter: options.filter }),
  ...(options.extension === undefined ? {} : { extension: options.extension }),
  ...(options.note === undefined
    ? {}
    : { note: typeof options.note === 'string' ? { label: options.note, show: name } : options.note }),
  ...rest,
})

/** A column of the resource's own table. */
export const stored =
  (kind: Kind, options: FieldOptions = {}): FieldBuilder =>
  (name) =>
    buildField(kind, { column: name }, name, options)

/** A column of the resource's own table with another name than the field. */
export const storedIn =
  (column: string, kind: Kind, options: FieldOptions = {}): FieldBuilder =>
  (name) =>
    buildField(kind, { column }, name, options)

/**
 * A column of which each viewer sees a part. It is computed after the row is read, so lists cannot sort or filter by
 * it.
 */
export const viewerDependent =
  (kind: Kind, column: string, renderFor: NonNullable<Field['renderFor']>, options: FieldOptions = {}): FieldBuilder =>
  (name) =>
    buildField(kind, { column }, name, { ...options, readOnly: true }, { renderFor })

/** A computed value of which each viewer sees a part. */
export const computedFor =
  (
    kind: Kind,
    expression: (viewer: Viewer) => Fragment,
    renderFor: NonNullable<Field['renderFor']>,
    options: FieldOptions = {},
  ): FieldBuilder =>
  (name) =>
    buildField(kind, { sql: expression }, name, { ...options, readOnly: true }, { renderFor })

/** A column that names one record of another resource. */
export const ref =
  (target: string, options: FieldOptions & { kind?: Kind } = {}): FieldBuilder =>
  (name) =>
    buildField(options.kind ?? recordId, { column: name }, name, options, { target })

/** A text with a list query of another resource, which is applied there later. */
export const savedQuery =
  (queryOf: string, options: FieldOptions = {}): FieldBuilder =>
  (name) =>
    buildField(plainText(), { column: name }, name, options, { queryOf })

/** A text with a query of the report that another field names, which is sent to it later. */
export const savedReportQuery =
  (queryOfReport: string, options: FieldOptions = {}): FieldBuilder =>
  (name) =>
    buildField(plainText(), { column: name }, name, options, { queryOfReport })

/** Several people linked to the record. */
export const refs =
  (
    target: string,
    links: { table: string; key: string; ordered?: boolean },
    options: FieldOptions = {},
  ): FieldBuilder =>
  (name) =>
    buildField(idList, { links: { ordered: false, ...links } }, name, options, { target })

/** A value computed in SQL, so that lists can sort and paginate by it. */
export const computed =
  (kind: Kind, expression: Fragment | ((viewer: Viewer) => Fragment), options: FieldOptions = {}): FieldBuilder =>
  (name) =>
    buildField(kind, { sql: typeof expression === 'function' ? expression : () => expression }, name, {
      ...options,
      readOnly: true,
    })

/** A computed value that may also be sent; a hook stores it. */
export const computedWritable =
  (kind: Kind, expression: Fragment | ((viewer: Viewer) => Fragment), options: FieldOptions = {}): FieldBuilder =>
  (name) =>
    buildField(kind, { sql: typeof expression === 'function' ? expression : () => expression }, name, options)

/** A computed reference that may also be sent; a hook stores it. */
export const computedWritableRef =
  (target: string, expression: Fragment, options: FieldOptions = {}): FieldBuilder =>
  (name) =>
    buildField(recordId, { sql: () => expression }, name, options, { target })

/** The human-readable number of a record: counted per account and kind, never reused (decision 31). */
export const sequence =
  (counter: string, kind: Kind, options: FieldOptions = {}): FieldBuilder =>
  (name) =>
    buildField(kind, { counter }, name, { ...options, readOnly: true, required: true })

export const idField: FieldBuilder = (name) =>
  buildField(recordId, { column: name }, name, { readOnly: true, required: true, doc: 'Unique identifier' })

/** Calls each builder with the name of its field, so that a name is written once. */
export function buildFields(fields: Readonly<Record<string, FieldBuilder>>): Readonly<Record<string, Field>> {
  return Object.fromEntries(Object.entries({ id: idField, ...fields }).map(([name, build]) => [name, build(name)]))
}

/** SQL for a person's full name; people may have no last name. */
export const fullName = (alias: string): Fragment =>
  sql`trim(${sql.raw(alias)}.firstname || ' ' || ${sql.raw(alias)}.lastname)`

/** The names of linked people, in their order. */
const linkedNamesSql = (links: { table: string; key: string }, owner: string): Fragment =>
  sql`(select string_agg(${fullName('person')}, ', ' order by link.position)
    from ${sql.raw(links.table)} link
    join person on person.accountid = link.accountid and person.id = link.personid
    where link.accountid = ${sql.raw(owner)}.accountid and link.${sql.raw(links.key)} = ${sql.raw(owner)}.id)`

/** The ids of linked people as one text, in their order. */
export const linkedIdsSql = (links: { table: string; key: string }, owner: string): Fragment =>
  sql`(select string_agg(cast(link.personid as text), ',' order by link.position)
    from ${sql.raw(links.table)} link
    where link.accountid = ${sql.raw(owner)}.accountid and link.${sql.raw(links.key)} = ${sql.raw(owner)}.id)`

const personSeparator = '\u001e'

/**
 * Position, id and name of linked people in one text: "0 5 Ada Boss", separated by a character that no name contains.
 * They are sorted here, because the database would set up a sort for every record and most records have one such
 * person.
 */
export const linkedPeopleSql = (links: { table: string; key: string }, owner: string): Fragment =>
  sql`(select string_agg(cast(link.position as text) || ' ' || cast(link.personid as text) || ' ' || ${fullName('person')},
      ${sql.lit(personSeparator)})
    from ${sql.raw(links.table)} link
    join person on person.accountid = link.accountid and person.id = link.personid
    where link.accountid = ${sql.raw(owner)}.accountid and link.${sql.raw(links.key)} = ${sql.raw(owner)}.id)`

const formatPeople = (text: StoredValue, part: (person: string) => string, separator: string): string | null => {
  if (typeof text !== 'string') return null
  return text.includes(personSeparator)
    ? sortByPosition(text.split(personSeparator)).map(part).join(separator)
    : part(text)
}

const sortByPosition = (people: string[]): string[] =>
  people.sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))

const idStart = (person: string): number => person.indexOf(' ') + 1
const idEnd = (person: string): number => person.indexOf(' ', idStart(person))
const personIdIn = (person: string): string => person.slice(idStart(person), idEnd(person))
const personNameIn = (person: string): string => person.slice(idEnd(person) + 1)

export const extractPersonIds = (text: StoredValue): StoredValue => formatPeople(text, personIdIn, ',')
const extractPersonNames = (text: StoredValue): StoredValue => formatPeople(text, personNameIn, ', ')

const nameList: Kind = { ...plainText(), blank: null, serialize: (names) => (names === null ? '' : String(names)) }

/** The names of linked people, as one text; without people it is shown as blank and not null (decision 56). */
export const linkedPeopleNames = (
  links: { table: string; key: string },
  owner: string,
  options: FieldOptions = {},
): FieldBuilder =>
  computed(nameList, linkedNamesSql(links, owner), {
    ...options,
    nullable: false,
    sharedColumn: { expression: linkedPeopleSql(links, owner), extract: extractPersonNames },
  })

/** A text column that takes its value from a joined record. */
export const computedText = (
  expression: Fragment | ((viewer: Viewer) => Fragment),
  options: FieldOptions = {},
): FieldBuilder => {
  const kind = plainText()
  return computed({ ...kind, blank: null }, expression, options)
}
