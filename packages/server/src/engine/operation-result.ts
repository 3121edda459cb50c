// What an operation returns, as data: the engine, endpoints and reports all return an OperationResult. Only
// api/response-serializer.ts turns it into text and headers; nothing here knows about JSON, XML or HTTP headers.
import type { ResponseValue } from '../define/endpoint.ts'
import type { StoredFile } from '../define/resource.ts'
import type { Row } from '../io/database.ts'
import type { SerializedField } from './record-serializer.ts'

/** A success without a body. */
export interface EmptyResult {
  readonly kind: 'empty'
  readonly status: number
}

/** One record of a resource with the fields that the caller sees. */
export interface RecordResult {
  readonly kind: 'record'
  readonly status: number
  readonly resource: string
  readonly fields: readonly SerializedField[]
  /** The values in the order of the fields. */
  readonly row: Row
  /** The fields from which the ETag is computed, if not from all: what the caller may do is not part of the record. */
  readonly etagFields?: readonly SerializedField[]
  /** The values from which the ETag is computed, if they differ: a new secret is not part of the record. */
  readonly etagRow?: Row
}

/** The records of a list or the rows of a report. */
export interface ListResult {
  readonly kind: 'list'
  readonly status: 200
  readonly resource: string
  readonly fields: readonly SerializedField[]
  /** All matches, not only those of this page. */
  readonly count: number
  readonly rows: readonly Row[]
  /** The rows of a long list in chunks; then `rows` is empty. */
  readonly chunks?: AsyncIterable<readonly Row[]>
}

/** The response of an endpoint, which is not a record. */
export interface ValueResult {
  readonly kind: 'value'
  readonly status: number
  readonly resource: string
  readonly value: ResponseValue
}

/** A stored file of a record, such as a version of a document. */
export interface FileResult {
  readonly kind: 'file'
  readonly file: StoredFile
}

/** A file that was generated for this request, such as a PDF. */
export interface RenderingResult {
  readonly kind: 'rendering'
  readonly mediatype: string
  readonly filename: string
  readonly content: Uint8Array | string
}

/** The saved response of an earlier request with the same Idempotency-Key. */
export interface ReplayResult {
  readonly kind: 'replay'
  readonly status: number
  readonly text: string
}

/** What a write can return, and what can be saved under an Idempotency-Key. */
export type WriteResult = EmptyResult | RecordResult | ValueResult

export type OperationResult = WriteResult | ListResult | FileResult | RenderingResult | ReplayResult

/** A deletion that succeeded. */
export const deletedResult: EmptyResult = { kind: 'empty', status: 200 }
