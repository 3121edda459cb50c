// An endpoint: a function under the same pipeline as resources (authentication, quota, formats), for responses that
// are not records of a table. A report is not an endpoint; it has a definition of its own (report.ts).
import type { Database } from '../io/database.ts'
import type { WireValue } from '../kit/wire-tree.ts'
import type { Actor, Role } from './actor.ts'
import type { Kind } from './kinds.ts'

export type ResponseValue = string | null | readonly ResponseValue[] | { readonly [field: string]: ResponseValue }

export interface EndpointCall {
  readonly database: Database
  readonly actor: Actor
  /** The id in the path, if there is one. */
  readonly id: number | null
  readonly query: ReadonlyMap<string, string>
  readonly body: WireValue | undefined
  readonly quota: { readonly limit: number; readonly used: number; readonly day: string }
}

export interface EndpointResponse {
  /** Serialized under the endpoint's name; null for a response without a body. */
  readonly record: ResponseValue
  readonly status: 200 | 201 | 202
}

/** One parameter, body field or response field. It documents what the function reads and writes. */
export interface EndpointField {
  readonly kind: Kind
  readonly doc: string
  /** True when the response has a list of them. */
  readonly isList?: true
  /** True when the response may have no value for it. */
  readonly nullable?: boolean
  /** True when the query or the body must have it. */
  readonly required?: true
}

export interface EndpointMethod {
  readonly roles: readonly Role[]
  readonly doc: string
  readonly parameters?: Readonly<Record<string, EndpointField>>
  /** One such object, or a list of them. */
  readonly body?: Readonly<Record<string, EndpointField>>
  /** True when a request without a body may have the fields of the body in its query. */
  readonly queryAsBody?: true
  /** The status of a success. */
  readonly status: EndpointResponse['status']
  /** True when that response has no body. */
  readonly noContent?: true
  readonly run: (call: EndpointCall) => Promise<EndpointResponse>
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export interface Endpoint {
  readonly name: string
  readonly doc: string
  /** True if the reference does not have it. */
  readonly extension?: true
  /** True when reading it does not count in the daily quota. */
  readonly quotaExempt?: boolean
  /** The fields of its responses. */
  readonly record: Readonly<Record<string, EndpointField>>
  readonly collection: Partial<Readonly<Record<Method, EndpointMethod>>>
  readonly member: Partial<Readonly<Record<Method, EndpointMethod>>>
}

export const defineEndpoint = (name: string, endpoint: Omit<Endpoint, 'name'>): Endpoint => ({ name, ...endpoint })
