// One definition per resource: everything the engine, the printers, the documents and the tests need to know about it,
// and the behaviours that are its own. A definition states facts; it never reads or writes by itself.
import type { ReadTransaction, WriteTransaction } from '../io/database.ts'
import type { FileStore } from '../io/file-store.ts'
import type { Fragment } from '../io/sql.ts'
import { WireFile, type WireRecord, type WireValue } from '../kit/wire-tree.ts'
import type { Actor, Role, Viewer } from './actor.ts'
import type { ApiError, ValidationErrors } from './api-error.ts'
import { buildFields, type Field } from './fields.ts'
import { type Filter, filterOfField } from './filters.ts'
import type { FieldValue, StoredValue } from './kinds.ts'
import type { Mailer } from './mailer.ts'

export type Operation = 'list' | 'read' | 'create' | 'update' | 'delete'

/** A record as the database has it, by field. Lists of people are texts such as "3,5". */
export type StoredRecord = Readonly<Record<string, StoredValue>>

/** What a request says about the side effects of its write (reference, Events). */
export interface SideEffects {
  /** Leave an action note on what changed. */
  readonly leaveNote: boolean
  /** Send the mails that belong to the write. */
  readonly notify: boolean
}

/** One write on its way: what is asked, what was, and the faults found so far. */
export interface Change {
  readonly tx: WriteTransaction
  readonly actor: Actor
  readonly sideEffects: SideEffects
  /** The way to write mails; null when this write sends none. */
  readonly mailer: Mailer | null
  /** The way to write mails that were not asked for, to who must know; null when the server sends none. */
  readonly noticeMailer: () => Mailer | null
  /** The record being changed; null while one is being made. */
  readonly id: number | null
  /** The record before; null while one is being made. */
  readonly previous: StoredRecord | null
  /** What the write names, by field, also what it leaves as it was. */
  readonly requested: Readonly<Record<string, FieldValue>>
  /** What will be written, by field. `before` may complete it. */
  readonly values: Record<string, FieldValue>
  readonly errors: ValidationErrors
}

export interface Removal {
  readonly tx: WriteTransaction
  readonly actor: Actor
  readonly id: number
  readonly previous: StoredRecord
}

/** A row whose lock decides who comes first. */
export interface RowLock {
  readonly table: string
  readonly id: number
  readonly mode: 'alone' | 'shared'
}

/**
 * On which records something may be done, and the error for the others. It is about the owner of the record and about
 * its state. Rules about new values belong in `before`; records that refer to the record are counted by the engine.
 */
export interface RecordRule {
  /** True for the records it permits; null for all of them. It may use the joins of the resource, as `visible` does. */
  readonly where: (viewer: Viewer) => Fragment | null
  /** The error that is answered where the condition is not true. */
  readonly error: (refused: Removal) => ApiError | Promise<ApiError>
  /**
   * Set when the condition reads rows of other tables. PostgreSQL reads those as they were when the statement that locks
   * the record began. So the condition is evaluated in a later statement, with the named row locked if there is one.
   */
  readonly readsOtherRows?: (asked: Removal) => RowLock | null
  /** The error stands beside the other errors of the request. Without it the error is the whole response. */
  readonly reportedWithOthers?: true
  /**
   * A delete counts the records that refer to this one before it enforces the rule. Not for rules about the owner:
   * those records may be hidden from the caller.
   */
  readonly afterReferences?: true
}

/**
 * Who may change or delete a given record, or run an action on it, by operation or action. The first broken rule gives
 * the error.
 */
export type RecordRules = Readonly<Record<string, readonly RecordRule[]>>

/** One field that a write changed, old and new as people read them. */
export interface ChangedField {
  readonly field: string
  readonly label: string
  readonly was: string
  readonly now: string
}

/** A write that was made, for those who are told of it. */
export interface Notification {
  readonly tx: WriteTransaction
  readonly actor: Actor
  readonly mailer: Mailer
  readonly id: number
  /** The record before; null when it was just made. */
  readonly previous: StoredRecord | null
  readonly current: StoredRecord
  readonly changedFields: readonly ChangedField[]
}

/** An action on its way. */
export interface ActionContext extends Removal {
  readonly sideEffects: SideEffects
  /** The way to write mails; null when this action sends none. */
  readonly mailer: Mailer | null
  /** What its body gave, by field. */
  readonly values: Readonly<Record<string, FieldValue>>
}

interface ActionBase {
  readonly doc: string
  readonly roles: readonly Role[]
}

/** Changes the record it is done to, and answers it. */
export interface UpdateAction extends ActionBase {
  /** The fields its body may have. */
  readonly fields?: Readonly<Record<string, (name: string) => Field>>
  readonly run: (act: ActionContext) => Promise<void>
}

/** Makes a record of another resource out of this one, under all rules of that resource, and answers the new record. */
export interface CreateAction extends ActionBase {
  readonly creates: string
  /** What the new record takes from this one; what was sent wins. */
  readonly prepare: (
    act: Omit<ActionContext, 'values'>,
    sent: WireRecord,
  ) => Promise<Readonly<Record<string, WireValue>>>
  /** What becomes of this record once the new one is made. */
  readonly afterCreate: (act: Omit<ActionContext, 'values'>, id: number) => Promise<void>
}

/** Something that is done to one record, as `POST /resource/id/name/`; beyond the reference, so documents mark it as ours. */
export type Action = UpdateAction | CreateAction

/** One file of a record: what it is called, and the hash under which its bytes are kept. */
export interface StoredFile {
  readonly filename: string
  readonly filesize: number
  readonly mediatype: string
  readonly hash: string
}

/** The files of a record, sent as they are to whoever may read it, as `GET /resource/id/download/`. */
export interface Download {
  readonly doc: string
  /** One version of a record that the caller has been found to see, the newest if none is named. */
  readonly find: (tx: ReadTransaction, id: number, version: number | null) => Promise<StoredFile | undefined>
}

/** The records of another resource that hang on one record, as `GET /resource/id/name/`: that resource's list, by one of its filters. */
export interface SubList {
  readonly doc: string
  readonly target: string
  readonly filter: string
}

/** A file made of a record when it is asked for. */
export interface RenderedFile {
  readonly filename: string
  readonly bytes: Uint8Array
}

/** A record as a file for people, as `GET /resource/id/name/`, for whoever may read the record. */
export interface Rendering {
  readonly doc: string
  readonly mediatype: string
  /** Reads everything it needs of a record that the caller has been found to see; what it gives back makes the file, later. */
  readonly prepareRenderer: (
    tx: ReadTransaction,
    actor: Actor,
    id: number,
  ) => Promise<(files: FileStore) => Promise<RenderedFile>>
}

/** `Prepared` is what `before` returns and `after` receives. */
export interface ResourceDefinition<Prepared = unknown> {
  readonly doc: string
  /** The table, when it is not named like the resource. */
  readonly table?: string
  /** Operations that are not listed do not exist. */
  readonly access: Partial<Readonly<Record<Operation, readonly Role[]>>>
  readonly actions?: Readonly<Record<string, Action>>
  readonly download?: Download
  readonly subLists?: Readonly<Record<string, SubList>>
  readonly renderings?: Readonly<Record<string, Rendering>>
  /** For a resource of one record: the id that its path means when it has none, so that an update needs none. */
  readonly singletonId?: (actor: Actor) => number
  /** Operations beyond the reference, which documents mark as ours (decision 48). */
  readonly extensionOperations?: readonly Operation[]
  /** Joined tables by alias: the key that the joined row's id equals, or [table, key] when the alias differs. */
  readonly joins?: Readonly<Record<string, string | readonly [string, string]>>
  /** The row rule: a permission is a filter. Null means every row of the account. */
  readonly visible: (viewer: Viewer) => Fragment | null
  /** What the caller may do to a record they see, where the role alone does not decide it. Writes and `may` use it. */
  readonly allowed?: RecordRules
  readonly fields: Readonly<Record<string, (name: string) => Field>>
  readonly filters?: Readonly<Record<string, Filter>>
  /** Filters without which the list is refused. */
  readonly requiredFilters?: readonly string[]
  /** Filters that a list understands as sent when its query does not name them. */
  readonly defaultFilters?: (
    query: ReadonlyMap<string, string>,
    actor: Actor,
    faults: ValidationErrors,
  ) => readonly (readonly [filter: string, value: string])[]
  /** Sort names of the reference, each with the field it sorts by. None: the list takes no sortfield. */
  readonly sorts?: Readonly<Record<string, string>>
  /** The field and direction of a list that asks for none; ids break ties. Without it a list goes by id. */
  readonly defaultSort?: { readonly field: string; readonly descending: boolean }
  /** Set to the instant of a change whenever something really changed. */
  readonly modifiedColumn?: string
  /** Where a change leaves its action note (decision 46). */
  readonly actionNotes?: { readonly table: string; readonly key: string; readonly title: string }
  /** Columns worked out by the program from other columns, such as the text that `search` reads. */
  readonly derivedColumns?: Readonly<Record<string, (value: (field: string) => StoredValue) => StoredValue>>
  /** Runs before the row is written: may add errors, throw, or complete the values. Its result is passed to `after`. */
  before?(change: Change): Promise<Prepared> | Prepared
  /** Runs after the row is written, in the same transaction; may write other rows. Undefined: it issued no statement. */
  after?(change: Change, id: number, prepared: Prepared): Promise<void> | undefined
  /** Writes the mails of a write that asked for them, in the same transaction. */
  readonly notify?: (told: Notification) => Promise<void>
  /** May remove parts along, or refuse when they are in use. */
  readonly beforeRemove?: (removal: Removal) => Promise<void>
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

/** What a field will be after a write: the new value if one is on its way, else the old one. */
export const valueAfter = (change: Change, field: string): FieldValue =>
  Object.hasOwn(change.values, field) ? (change.values[field] ?? null) : (change.previous?.[field] ?? null)

/** True when a write gives a field another value than it had. */
export const changesField = (change: Change, field: string): boolean =>
  Object.hasOwn(change.values, field) && String(change.values[field] ?? '') !== String(change.previous?.[field] ?? '')

/** A person's ids as the numbers they are. */
export const toIds = (value: FieldValue | undefined): number[] => {
  if (typeof value === 'number') return [value]
  if (value === null || value === undefined || value === '' || value instanceof WireFile) return []
  if (typeof value === 'object') return [...value]
  return String(value).split(',').map(Number)
}

export type { ReadTransaction, WriteTransaction }
