// One request as an operation sees it: the caller, the parsed path and query, the body and the options of a write. The
// pipeline builds it; operations and reports read it. It has no behaviour.
import type { Actor } from '../define/actor.ts'
import type { EndpointCall, Method } from '../define/endpoint.ts'
import type { BodyReader, Engine, WriteOptions } from '../engine/engine.ts'
import type { Database } from '../io/database.ts'
import type { Format } from '../kit/accept-header.ts'
import type { FileDelivery } from './download.ts'
import type { RequestPath } from './request-path.ts'

export interface OperationCall {
  readonly engine: Engine
  readonly database: Database
  readonly actor: Actor
  readonly path: RequestPath
  readonly method: Method
  readonly query: ReadonlyMap<string, string>
  readonly body: BodyReader
  readonly format: Format
  readonly writeOptions: WriteOptions
  readonly delivery: FileDelivery
  /** False when the caller accepts neither JSON nor XML, and so can only receive a file. */
  readonly acceptsRecord: boolean
  readonly quota: EndpointCall['quota']
  /** Called before a long list is read; throws if the caller has too many of them running. */
  readonly startStream: () => void
}
