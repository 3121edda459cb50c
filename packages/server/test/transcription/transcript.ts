// The form of a transcript: the tables of the reference for one resource, written a second time. It shares no types and
// constants with the definitions, so that an error there is not repeated here.

/** Roles by their first letters: Administrator, Manager, Resource, Executive. */
export type Roles = 'A' | 'AM' | 'AMR' | 'AME' | 'AMRE' | 'R'

export type Operation = 'list' | 'read' | 'create' | 'update' | 'delete'

type Scalar = 'integer' | 'string' | 'boolean' | 'date' | 'datetime'
export type Type = Scalar | 'html' | 'double' | 'integer list' | 'file' | 'structure'

/** The roles that get a field, a filter or a sort name, if they are not all that may list the resource. */
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
  /** The value of an omitted field. A number that is neither required nor ever empty in the response becomes 0. */
  readonly default?: string | number
  /** Can be set only when the record is created. */
  readonly once?: true
}

/**
 * A field with the same form in requests and responses: one row instead of rows in the tables of settable fields,
 * response fields and filters.
 */
export interface PlainField extends Settable {
  /** The filter of the same name. */
  readonly filter?: FilterEntry
  /** The roles that get it, if they are not all that may list the resource. */
  readonly roles?: Roles
}

/** An action on one record, `POST /resource/id/name/`. The reference has none, so all of them are ours. */
export interface ActionTranscript {
  readonly roles: Roles
  /** The resource of the returned record: its own, or that of a record that the action creates. */
  readonly answers: string
  /** The fields of its body; an action that creates a record also takes those of that resource. */
  readonly body?: Readonly<Record<string, Settable>>
}

/** A sub-list, `GET /resource/id/name/`. The reference has none. */
export interface SubListTranscript {
  readonly roles: Roles
  /** The resource of the list, and its filter for the record. */
  readonly of: string
  readonly by: string
}

/** A rendering, `GET /resource/id/name/`. The reference has none. */
export interface RenderingTranscript {
  readonly roles: Roles
  readonly type: string
}

export interface Transcript {
  readonly operations: Partial<Readonly<Record<Operation, Roles>>>
  /** Operations that the reference does not have (decision 48). */
  readonly ours?: readonly Operation[]
  readonly actions?: Readonly<Record<string, ActionTranscript>>
  /** The roles that may use `GET /resource/id/download/`. */
  readonly download?: Roles
  readonly subLists?: Readonly<Record<string, SubListTranscript>>
  readonly renderings?: Readonly<Record<string, RenderingTranscript>>
  readonly settable?: Readonly<Record<string, Settable>>
  readonly response: Readonly<Record<string, ResponseEntry>>
  /** Besides limit and offset, which every list has, and sortfield and sortdir of lists with sort names. */
  readonly filters?: Readonly<Record<string, FilterEntry>>
  /** Required filters of the list. */
  readonly requires?: readonly string[]
  /** Response fields that appear only when a filter is sent, by filter. */
  readonly adds?: Readonly<Record<string, Readonly<Record<string, ResponseEntry>>>>
  readonly sorts?: Partial<Readonly<Record<Roles, readonly string[]>>>
  /** The default order of the list, if the reference names one. */
  readonly order?: string
  /** Our additions to the tables of the reference. */
  readonly additions?: Partial<Pick<Transcript, 'settable' | 'response' | 'filters'>> & {
    readonly plain?: Readonly<Record<string, PlainField>>
  }
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** An endpoint: its methods with and without an id in the path. */
export interface EndpointTranscript {
  /** True when a call does not count against the quota. */
  readonly uncounted?: true
  readonly collection: Partial<Readonly<Record<Method, Roles>>>
  readonly member: Partial<Readonly<Record<Method, Roles>>>
}
