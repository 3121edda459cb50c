// What is not a resource is not dressed as one: an endpoint is a function under the same pipeline (authenticated, counted,
// negotiated, printed), for answers that no table of rows gives.
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
  /** Printed under the endpoint's name; null for an answer without a body. */
  readonly record: ResponseValue
  readonly status: 200 | 201 | 202
}

/** One name of a question, a body or an answer; what the function itself reads and writes is told here for documents. */
export interface EndpointField {
  readonly kind: Kind
  readonly doc: string
  /** True when the answer holds a list of them. */
  readonly isList?: true
  /** True when a question or body must have it. */
  readonly required?: true
}

export interface EndpointMethod {
  readonly roles: readonly Role[]
  readonly doc: string
  readonly parameters?: Readonly<Record<string, EndpointField>>
  /** One such object, or a list of them. */
  readonly body?: Readonly<Record<string, EndpointField>>
  /** What it answers when all goes well. */
  readonly status: EndpointResponse['status']
  /** True when that answer has no body. */
  readonly noContent?: true
  readonly run: (call: EndpointCall) => Promise<EndpointResponse>
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export interface Endpoint {
  readonly name: string
  readonly doc: string
  /** True when reading it costs nothing of the daily quota. */
  readonly quotaExempt?: boolean
  /** The fields of its answers. */
  readonly record: Readonly<Record<string, EndpointField>>
  readonly collection: Partial<Readonly<Record<Method, EndpointMethod>>>
  readonly member: Partial<Readonly<Record<Method, EndpointMethod>>>
}

export const defineEndpoint = (name: string, endpoint: Omit<Endpoint, 'name'>): Endpoint => ({ name, ...endpoint })
