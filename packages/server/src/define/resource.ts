// The definition of a resource: everything that the engine, the serializers, the documents and the tests need to know
// about it, and its hooks. A definition states facts; it neither reads nor writes by itself.
import type { ReadTransaction, WriteTransaction } from '../io/database.ts'
import type { FileStore } from '../io/file-store.ts'
import type { Fragment } from '../io/sql.ts'
import type { Vault } from '../io/vault.ts'
import { WireFile, type WireRecord, type WireValue } from '../kit/wire-tree.ts'
import type { Actor, Role, Viewer } from './actor.ts'
import type { ApiError, ValidationErrors } from './api-error.ts'
import { filterOfField } from './field-filter.ts'
import { buildFields, type Field } from './fields.ts'
import type { Filter } from './filters.ts'
import type { FieldValue, Kind, StoredValue } from './kinds.ts'
import type { Mailer } from './mailer.ts'

export type Operation = 'list' | 'read' | 'create' | 'update' | 'delete'

/** A record as stored, by field. A list of people is a text such as "3,5". */
export type StoredRecord = Readonly<Record<string, StoredValue>>

/** The side effects that a request asks for (reference, Events). */
export interface SideEffects {
  /** Leave an action note on what changed. */
  readonly leaveNote: boolean
  /** Send the mails that belong to the write. */
  readonly notify: boolean
  /** Tell nobody, not even in the application: the record was written earlier and is only loaded now. */
  readonly isSilent?: boolean
}

/** The fields of one write: the requested values, the previous record, the validation errors. */
export interface FieldChange {
  readonly actor: Actor
  /** The record that is updated; null on create. */
  readonly id: number | null
  /** The record before the write; null on create. */
  readonly previous: StoredRecord | null
  /** The values in the request, by field, including those that equal the stored ones. A password is not hashed here. */
  readonly requested: Readonly<Record<string, FieldValue>>
  /** The values that will be written, by field. `before` may complete them. */
  readonly values: Record<string, FieldValue>
  /** Fields without a usable value: the sent one is not valid, or a required one is missing. Each has its error. */
  readonly invalid: Set<string>
  readonly errors: ValidationErrors
}

/** One write before it is committed. */
export interface Change extends FieldChange {
  readonly tx: WriteTransaction
  readonly sideEffects: SideEffects
  readonly mailer: Mailer
  /** A mailer for mails that the request did not ask for; null when the server sends no mail. */
  readonly noticeMailer: () => Mailer | null
}

export interface Removal {
  readonly tx: WriteTransaction
  readonly actor: Actor
  readonly id: number
  readonly previous: StoredRecord
}

/** A record that is about to be deleted. */
export interface Deletion extends Removal {
  /** A mailer for mails that the request did not ask for; null when the server sends no mail. */
  readonly noticeMailer: () => Mailer | null
}

/** A row that is locked to order concurrent writes. */
export interface RowLock {
  readonly table: string
  readonly id: number
  readonly mode: 'alone' | 'shared'
}

/**
 * The records on which an operation is allowed, and the error for the others. It depends on the owner and the state of
 * the record. Rules about new values belong into `before`; references to the record are counted by the engine.
 */
export interface RecordRule {
  /** True for the allowed records; null for all of them. It may use the joins of the resource, as `visible` does. */
  readonly where: (viewer: Viewer) => Fragment | null
  /** The error when the condition is not true. */
  readonly error: (record: Removal) => ApiError | Promise<ApiError>
  /**
   * Set when the condition reads rows of other tables. PostgreSQL reads these as of the start of the statement that
   * locks the record, so the condition is evaluated in a later statement, after locking the named row if there is one.
   */
  readonly readsOtherRows?: (record: Removal) => RowLock | null
  /** The error is reported with the other errors of the request. Otherwise it is the whole response. */
  readonly reportedWithOthers?: true
  /**
   * A delete counts references to the record first. Not for ownership: these records may be hidden from the caller.
   */
  readonly afterReferences?: true
}

/** Rules per operation or action on a record. The error of the first broken rule is returned. */
export type RecordRules = Readonly<Record<string, readonly RecordRule[]>>

/** One field that a write changed, with its old and new value as shown to people. */
export interface ChangedField {
  readonly field: string
  readonly label: string
  readonly was: string
  readonly now: string
}

/** A finished write, for the notifications and mails about it. */
export interface Notification {
  readonly tx: WriteTransaction
  readonly actor: Actor
  readonly mailer: Mailer
  readonly id: number
  /** The record before the write; null when it was created. */
  readonly previous: StoredRecord | null
  readonly current: StoredRecord
  readonly changedFields: readonly ChangedField[]
  /** People who were told about this write already, for a more important reason. */
  readonly told?: readonly number[]
}

/** One run of an action. */
export interface ActionContext extends Removal {
  readonly sideEffects: SideEffects
  readonly mailer: Mailer
  /** A mailer for mails that the request did not ask for; null when the server sends no mail. */
  readonly noticeMailer: () => Mailer | null
  /** The values of its body, by field. */
  readonly values: Readonly<Record<string, FieldValue>>
  /** Encrypts a text for a field of this record. */
  readonly encrypt: (field: string, text: string) => string
  /** Encrypts texts that are no fields. */
  readonly vault: Vault
  /**
   * Creates another record under all rules of its resource, without mails. `stored` values need no parsing. Here and in
   * `remove` the role is not checked, because the action has roles of its own; the resource must be declared.
   */
  readonly create: (
    resource: string,
    fields: Readonly<Record<string, WireValue>>,
    stored?: Readonly<Record<string, StoredValue>>,
  ) => Promise<number>
  /** Deletes another record under all rules of its resource. Nothing happens if it does not exist any more. */
  readonly remove: (resource: string, id: number) => Promise<void>
}

interface ActionBase {
  readonly doc: string
  readonly roles: readonly Role[]
  /** The resources of the other records that it writes. A token must be allowed for them too. */
  readonly alsoWrites?: readonly string[]
}

/** Changes its record and returns it. */
export interface UpdateAction extends ActionBase {
  /** The fields its body may have. */
  readonly fields?: Readonly<Record<string, (name: string) => Field>>
  /**
   * A row that is locked before `If-Match` is compared. Set when computed fields of the record read rows whose writers
   * take this lock, so that they cannot change between the comparison and the action.
   */
  readonly lock?: (record: Removal) => RowLock
  readonly run: (act: ActionContext) => Promise<void>
}

/** Creates a record from this one, under all rules of its resource, and returns the new record. */
export interface CreateAction extends ActionBase {
  readonly creates: string
  /** Fields that its body may have besides those of the new record. They are the `values` of the context. */
  readonly fields?: Readonly<Record<string, (name: string) => Field>>
  /** Fields of the new record that the action decides. A body that has one of them is rejected for this reason. */
  readonly decided?: { readonly fields: readonly string[]; readonly reason: string }
  /** The values that the new record takes from this one; submitted values take precedence. */
  readonly prepare: (act: ActionContext, submitted: WireRecord) => Promise<Readonly<Record<string, WireValue>>>
  /** Updates this record after the new one is created. */
  readonly afterCreate: (act: ActionContext, id: number) => Promise<void>
}

/** An operation on one record, as `POST /resource/id/name/`. Actions are extensions and marked as such in documents. */
export type Action = UpdateAction | CreateAction

/** One file of a record. Its bytes are stored under its hash. */
export interface StoredFile {
  readonly filename: string
  readonly filesize: number
  readonly mediatype: string
  readonly hash: string
}

/** The files of a record, as `GET /resource/id/download/`, for callers who see the record, except some roles. */
export interface Download {
  readonly doc: string
  readonly hideFrom?: readonly Role[]
  readonly extension?: true
  /** One version of the file, the newest if `version` is null. The caller must see the record. */
  readonly find: (tx: ReadTransaction, id: number, version: number | null) => Promise<StoredFile | undefined>
}

/** The records of another resource that belong to a record, as `GET /resource/id/name/`: its list with one filter. */
export interface SubList {
  readonly doc: string
  readonly target: string
  readonly filter: string
  /** Further filters, with their values. */
  readonly fixed?: Readonly<Record<string, string>>
  /** Everybody who reads the record may read this list, also roles that may not list the other resource. */
  readonly forEveryReader?: true
}

/** A file that is generated from a record on request. */
export interface RenderedFile {
  readonly filename: string
  readonly bytes: Uint8Array
}

/** A record as a file, as `GET /resource/id/name/`, the same for all callers who see the record. */
export interface Rendering {
  readonly doc: string
  readonly mediatype: string
  /** Reads all that the file needs; the function that it returns makes the file after the transaction. */
  readonly prepareRenderer: (tx: ReadTransaction, id: number) => Promise<(files: FileStore) => Promise<RenderedFile>>
}

/** How a record is shown in a search of all resources. */
export interface SearchEntry {
  /** The fields of its title, which decides how well it matches. */
  readonly title: readonly string[]
  /** The text that is shown as its number; without it that is `localid`. */
  readonly number?: string
  /** The field that says where it belongs. */
  readonly context?: string
  /** Further records are not found. */
  readonly only?: Fragment
}

/** How a record with a due date is shown in the calendar of a person. */
export interface CalendarEntry {
  /** The fields with the day, the title, and what says where it belongs. */
  readonly day: string
  readonly title: string
  readonly context: string
  /** What people call such a record, with a capital. */
  readonly noun: string
  /** The path of its pages in the web application. */
  readonly path: string
  /** Which of the visible records belong into the calendar of the viewer; null for none. */
  readonly only: (viewer: Viewer) => Fragment | null
}

export interface ResourceDefinition<Prepared = unknown> {
  readonly doc: string
  /** What people call one record and several, if it is not the name of the resource with an s. */
  readonly noun?: readonly [one: string, several: string]
  /** The table, if its name differs from that of the resource. */
  readonly table?: string
  /** Operations that are not listed do not exist. */
  readonly access: Partial<Readonly<Record<Operation, readonly Role[]>>>
  readonly actions?: Readonly<Record<string, Action>>
  readonly download?: Download
  readonly subLists?: Readonly<Record<string, SubList>>
  readonly renderings?: Readonly<Record<string, Rendering>>
  /** For a resource with a single record: its id, so that an update needs no id in the path. */
  readonly singletonId?: (actor: Actor) => number
  /** Words that a path may have in place of an id, each with the id that it means to the caller. */
  readonly namedIds?: Readonly<Record<string, (actor: Actor) => number>>
  /** Operations that the reference does not have; documents mark them (decision 48). */
  readonly extensionOperations?: readonly Operation[]
  /**
   * Joined tables by alias: the column that equals the id of the joined row, or [table, column] if the alias differs.
   */
  readonly joins?: Readonly<Record<string, string | readonly [string, string]>>
  /** The SQL condition of the rows that a viewer sees. Null means every row of the account. */
  readonly visible: (viewer: Viewer) => Fragment | null
  /** What the caller may do to a record they see, where the role alone does not decide it. Writes and `may` use it. */
  readonly allowed?: RecordRules
  readonly fields: Readonly<Record<string, (name: string) => Field>>
  readonly filters?: Readonly<Record<string, Filter>>
  /** Present when a search of all resources finds its records, by the filter `search`. */
  readonly inSearch?: SearchEntry
  /** Present when its records have a due date and are in the calendars of people. */
  readonly inCalendar?: CalendarEntry
  /** Filters that every list request must have. */
  readonly requiredFilters?: readonly string[]
  /** Filters that apply when the query does not have them. */
  readonly defaultFilters?: (
    query: ReadonlyMap<string, string>,
    actor: Actor,
    errors: ValidationErrors,
  ) => readonly (readonly [filter: string, value: string])[]
  /** The names that `sortfield` takes, each with its field. Without it the list takes no sortfield. */
  readonly sorts?: Readonly<Record<string, string>>
  /** The order of a list without sortfield; ids break ties. Without it a list is ordered by id. */
  readonly defaultSort?: { readonly field: string; readonly descending: boolean }
  /** False for a resource whose changes are no events, because other resources tell about them. */
  readonly recorded?: false
  /** False when each row concerns one person: open pages of others are not told that the list has changed (T-133). */
  readonly live?: false
  /** The counter of its ids, if they do not come from the sequence of the server. */
  readonly idCounter?: string
  /** Checks the query of a list against the database: adds an error, or none. */
  readonly checkQuery?: (
    tx: ReadTransaction,
    query: ReadonlyMap<string, string>,
    errors: ValidationErrors,
  ) => Promise<void>
  /** The column, and field of the same name, that is set to the time of each change. */
  readonly modifiedColumn?: string
  /** Where a change leaves its action note (decision 46). */
  readonly actionNotes?: { readonly table: string; readonly key: string; readonly title: string }
  /** Columns computed by the program from fields, such as the text that `search` reads. */
  readonly derivedColumns?: Readonly<Record<string, (value: (field: string) => StoredValue) => StoredValue>>
  /**
   * Checks the fields that depend on each other: adds errors for what is required because of other fields, and drops
   * values without effect. It runs before `before` and without the database, also when other values are not valid, so
   * it reads them with `knownValue`.
   */
  readonly resolveFields?: (change: FieldChange) => void
  /**
   * Runs before the row is written, with valid values only: may add errors, throw, or complete the values. Its result
   * is passed to `after`.
   */
  before?(change: Change): Promise<Prepared> | Prepared
  /**
   * Runs after the row is written, in the same transaction; may write other rows. Undefined: it issued no statement.
   */
  after?(change: Change, id: number, prepared: Prepared): Promise<void> | undefined
  /** Writes the notifications of a write, and its mails if it asked for them, in the same transaction. */
  readonly notify?: (notification: Notification) => Promise<void>
  /** True when the values of a new record show that `notify` has nobody to tell: the write then ends earlier. */
  readonly tellsNobody?: (change: Change) => boolean
  /** May delete rows that belong to the record, or reject the deletion when they are in use. */
  readonly beforeRemove?: (removal: Deletion) => Promise<void>
}

/** A table without a resource whose changes are recorded as events. */
export interface AuditedTable {
  /** The word for it in events. */
  readonly resource: string
  readonly table: string
  /** The columns that identify a row; the first is the record id of its events. */
  readonly key: readonly string[]
  readonly columns: Readonly<Record<string, Kind>>
}

export interface Resource extends Omit<ResourceDefinition, 'fields' | 'table'> {
  readonly name: string
  readonly table: string
  readonly fields: Readonly<Record<string, Field>>
}

export function defineResource<Prepared>(name: string, definition: ResourceDefinition<Prepared>): Resource {
  const fields = buildFields(definition.fields)
  const declared = Object.entries(fields).filter(([, field]) => field.filter !== undefined)
  const filters = Object.fromEntries(declared.map(([one, field]) => [one, filterOfField(one, field)]))
  return {
    ...definition,
    name,
    table: definition.table ?? name,
    fields,
    ...(declared.length === 0 ? {} : { filters: { ...definition.filters, ...filters } }),
  }
}

/** The value of a field after the write: the new value if there is one, else the stored one. */
export const valueAfter = (change: FieldChange, field: string): FieldValue =>
  Object.hasOwn(change.values, field) ? (change.values[field] ?? null) : (change.previous?.[field] ?? null)

/** The value of a field after the write; undefined when it has no usable value. */
export const knownValue = (change: FieldChange, field: string): FieldValue | undefined =>
  change.invalid.has(field) ? undefined : valueAfter(change, field)

/** Adds the error of a field that is required because of others, unless it has no usable value already. */
export function addMissing({ invalid, errors }: FieldChange, field: string, sentence: string): void {
  if (invalid.has(field)) return
  invalid.add(field)
  errors.add(field, sentence)
}

/** True when the write changes the value of the field. */
export const changesField = (change: FieldChange, field: string): boolean =>
  Object.hasOwn(change.values, field) && String(change.values[field] ?? '') !== String(change.previous?.[field] ?? '')

/** The time of a change of a record: not before that of the last change, also if the clock was set back (T-80). */
export const modificationTime = ({ now }: Actor, last: StoredValue | undefined): string =>
  typeof last === 'string' && last > now ? last : now

/** Ids of people as numbers. */
export const toIds = (value: FieldValue | undefined): number[] => {
  if (typeof value === 'number') return [value]
  if (value === null || value === undefined || value === '' || value instanceof WireFile) return []
  if (typeof value === 'object') return [...value]
  return String(value).split(',').map(Number)
}

export type { ReadTransaction, WriteTransaction }
