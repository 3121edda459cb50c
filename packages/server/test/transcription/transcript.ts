// The form of a transcript: the tables of the reference for one resource, written down a second time. It shares no type
// and no constant with the definitions, so that a mistake made there cannot be repeated here by construction.

/** Roles by their first letters: Administrator, Manager, Resource, Executive. */
export type Roles = 'A' | 'AM' | 'AMR' | 'AME' | 'AMRE' | 'R'

export type Operation = 'list' | 'read' | 'create' | 'update' | 'delete'

type Scalar = 'integer' | 'string' | 'boolean' | 'date' | 'datetime'
export type Type = Scalar | 'html' | 'double' | 'integer list' | 'file' | 'file'

/** Who gets a field, a filter or a sort name, when that is not everyone who may list the resource. */
type Audience = '' | ` ${Roles}`

/** A response field: its type, a question mark when it may be absent or empty, and its audience: 'string? AM'. */
export type ResponseEntry = `${Type}${'' | '?'}${Audience}`

/**
 * A filter: its type, whether several values may be sent, whether -1 means "none", and its audience: 'integer
 * list AMR'.
 */
export type FilterEntry = `${Scalar}${'' | ' list' | ' list or none'}${Audience}`

export interface Settable {
  readonly type: Type
  readonly max?: number
  readonly required?: true
  /** What an absent field becomes. A number that is neither required nor ever empty in the response becomes 0. */
  readonly default?: string | number
  /** Settable when the record is made, never again. */
  readonly once?: true
}

/**
 * A field that is written and shown alike: one row for what the tables of settable and response fields and of
 * filters say.
 */
export interface PlainField extends Settable {
  /** The filter of the same name. */
  readonly filter?: FilterEntry
  /** Who gets it, when that is not everyone who may list the resource. */
  readonly roles?: Roles
}

/** Something done to one record by `POST /resource/id/name/`. The reference has none, so all of them are ours. */
export interface ActionTranscript {
  readonly roles: Roles
  /** Whose record is answered: its own, changed, or one of another resource, which it made. */
  readonly answers: string
  /** The fields of its body; an action that makes a record takes the body of that resource. */
  readonly body?: Readonly<Record<string, Settable>>
}

/** The records of another resource that hang on one record, by `GET /resource/id/name/`. The reference has none. */
export interface SubListTranscript {
  readonly roles: Roles
  /** Whose list it is, and the filter of it that means the record. */
  readonly of: string
  readonly by: string
}

/** A record as a file for people, by `GET /resource/id/name/`. The reference has none. */
export interface RenderingTranscript {
  readonly roles: Roles
  readonly type: string
}

export interface Transcript {
  readonly operations: Partial<Readonly<Record<Operation, Roles>>>
  /** Operations that the reference does not have (decision 48). */
  readonly ours?: readonly Operation[]
  readonly actions?: Readonly<Record<string, ActionTranscript>>
  /** Who may take the record's file by `GET /resource/id/download/`. */
  readonly download?: Roles
  readonly subLists?: Readonly<Record<string, SubListTranscript>>
  readonly renderings?: Readonly<Record<string, RenderingTranscript>>
  readonly settable?: Readonly<Record<string, Settable>>
  readonly response: Readonly<Record<string, ResponseEntry>>
  /** Beside limit and offset, which every list takes, and sortfield and sortdir, which come with sort names. */
  readonly filters?: Readonly<Record<string, FilterEntry>>
  /** Filters without which the list is refused. */
  readonly requires?: readonly string[]
  /** Response fields that appear only when a filter is sent, by filter. */
  readonly adds?: Readonly<Record<string, Readonly<Record<string, ResponseEntry>>>>
  readonly sorts?: Partial<Readonly<Record<Roles, readonly string[]>>>
  /** The order of a list that asks for none, where the reference names one. */
  readonly order?: string
  /** Rows of ours, in tables that are otherwise the reference's. */
  readonly additions?: Partial<Pick<Transcript, 'settable' | 'response' | 'filters'>> & {
    readonly plain?: Readonly<Record<string, PlainField>>
  }
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** What is not a table of records: its methods with and without an id in the path. */
export interface EndpointTranscript {
  /** True when a call does not count against the quota. */
  readonly uncounted?: true
  readonly collection: Partial<Readonly<Record<Method, Roles>>>
  readonly member: Partial<Readonly<Record<Method, Roles>>>
}
