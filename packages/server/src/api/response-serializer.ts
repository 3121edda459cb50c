// Turns the result of an operation into a response: the envelope in JSON or XML, the ETag, the headers of a file. The
// envelope names the caller and the status, then has the records (decisions 6, 8, 9). Text is concatenated by hand
// because this is the hot path of every response.
import { STATUS_CODES } from 'node:http'
import { Readable } from 'node:stream'
import type { Actor } from '../define/actor.ts'
import type { ApiError } from '../define/api-error.ts'
import type { ResponseValue } from '../define/endpoint.ts'
import { etagOf } from '../engine/etag.ts'
import type {
  ListResult,
  OperationResult,
  RecordResult,
  RenderingResult,
  ValueResult,
  WriteResult,
} from '../engine/operation-result.ts'
import { type RecordSerializer, recordSerializer, type SerializedField } from '../engine/record-serializer.ts'
import type { Row } from '../io/database.ts'
import type { Format } from '../kit/accept-header.ts'
import { attachmentHeader } from '../kit/file-name.ts'
import { escapeXml } from '../kit/xml-escape.ts'
import { deliverFile, type FileDelivery } from './download.ts'
import { xmlRoot } from './request-body.ts'

const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8"?>\n'

export const contentType = (format: Format): string =>
  format === 'json' ? 'application/json; charset=utf-8' : 'application/xml; charset=utf-8'

const statusText = (code: number): string => STATUS_CODES[code] ?? 'Error'

const xmlHead = (personid: number | null, code: number): string =>
  `${xmlDeclaration}<${xmlRoot}><personid>${personid ?? ''}</personid><status>${statusText(code)}</status><code>${code}</code>`

const jsonHead = (personid: number | null, code: number): string =>
  `{"personid":${personid},"status":"${statusText(code)}","code":${code}`

const serializers = new WeakMap<readonly SerializedField[], Record<Format, RecordSerializer>>()

function serializerFor(fields: readonly SerializedField[], format: Format): RecordSerializer {
  let both = serializers.get(fields)
  if (both === undefined) {
    both = { json: recordSerializer(fields, 'json'), xml: recordSerializer(fields, 'xml') }
    serializers.set(fields, both)
  }
  return both[format]
}

/** The format of a response and the caller named in its envelope. */
export interface EnvelopeContext {
  readonly format: Format
  readonly personid: number
}

/** The parts of a call that decide how its result is sent. */
export interface ResponseContext {
  readonly format: Format
  readonly actor: Actor
  readonly delivery: FileDelivery
}

/** A response that is ready to be sent. */
export interface HttpResponse {
  readonly status: number
  /** The whole text, or pieces of text, or bytes; undefined for a response without a body. */
  readonly body: string | AsyncIterable<string> | Readable | undefined
  /** The headers of a file; without them the body is JSON or XML. */
  readonly headers?: Readonly<Record<string, string>>
  /** The ETag of the record in the body. */
  readonly etag?: string
  /** True when a request with this ETag in If-None-Match still gets the body, because it has more than the record. */
  readonly alwaysSent?: boolean
  /** True when it repeats the saved response to an earlier request. */
  readonly replayed?: boolean
  /** The resource of the record or the records, if it has any. */
  readonly resource?: string
}

/** Turns the result of any operation into a response. */
export async function serializeResult(result: OperationResult, context: ResponseContext): Promise<HttpResponse> {
  const { actor, format, delivery } = context
  const envelope: EnvelopeContext = { format, personid: actor.personid }
  switch (result.kind) {
    case 'record': {
      const { text, json } = serializeRecord(result, envelope)
      const alwaysSent = result.etagFields !== undefined
      return { status: result.status, body: text, etag: etagOf(actor, json), alwaysSent, resource: result.resource }
    }
    case 'list':
      return { status: result.status, body: serializeList(result, envelope), resource: result.resource }
    case 'value':
      return { status: result.status, body: serializeValue(result, envelope) }
    case 'empty':
      return { status: result.status, body: undefined }
    case 'replay':
      return { status: result.status, body: result.text === '' ? undefined : result.text, replayed: true }
    case 'file':
      return deliverFile(result.file, delivery)
    case 'rendering':
      return renderingResponse(result, delivery)
  }
}

/** The text that is saved under an Idempotency-Key; empty for a response without a body. */
export function serializeToText(result: WriteResult, envelope: EnvelopeContext): string {
  if (result.kind === 'empty') return ''
  return result.kind === 'value' ? serializeValue(result, envelope) : serializeRecord(result, envelope).text
}

/** One record in its envelope, and the record alone as JSON, from which its ETag is computed in both formats. */
function serializeRecord(
  { status, resource, fields, row, etagFields = fields, etagRow = row }: RecordResult,
  { format, personid }: EnvelopeContext,
): { readonly text: string; readonly json: string } {
  const json = serializerFor(etagFields, 'json')(etagRow)
  if (format === 'json') {
    const record = etagFields === fields && etagRow === row ? json : serializerFor(fields, 'json')(row)
    return { text: `${jsonHead(personid, status)},"${resource}":${record}}`, json }
  }
  const xml = serializerFor(fields, 'xml')(row)
  return { text: `${xmlHead(personid, status)}<${resource}>${xml}</${resource}></${xmlRoot}>`, json }
}

/** A list as text; a long list as pieces of text, serialized while they are read. */
function serializeList(
  { status, resource, count, fields, rows, chunks }: ListResult,
  { format, personid }: EnvelopeContext,
): string | AsyncIterable<string> {
  const serializeRow = serializerFor(fields, format)
  const isJson = format === 'json'
  const begin = isJson
    ? `${jsonHead(personid, status)},"listcount":${count},"${resource}":[`
    : `${xmlHead(personid, status)}<listcount>${count}</listcount><${resource}>`
  const end = isJson ? ']}' : `</${resource}></${xmlRoot}>`
  const serializeRows = (some: readonly Row[], isFirst: boolean): string => {
    let text = ''
    for (const row of some) {
      if (isJson) text += text === '' && isFirst ? serializeRow(row) : `,${serializeRow(row)}`
      else text += `<item>${serializeRow(row)}</item>`
    }
    return text
  }
  return chunks === undefined ? begin + serializeRows(rows, true) + end : pieces(chunks)

  async function* pieces(rowChunks: AsyncIterable<readonly Row[]>): AsyncIterable<string> {
    yield begin
    let isFirst = true
    for await (const chunk of rowChunks) {
      if (chunk.length > 0) yield serializeRows(chunk, isFirst)
      isFirst &&= chunk.length === 0
    }
    yield end
  }
}

function renderingResponse(
  { mediatype, filename, content }: RenderingResult,
  { withBody }: FileDelivery,
): HttpResponse {
  const headers = { 'content-type': mediatype, 'content-disposition': attachmentHeader(filename) }
  if (typeof content === 'string') return { status: 200, headers, body: content }
  return {
    status: 200,
    headers: { ...headers, 'content-length': String(content.length) },
    body: Readable.from(withBody ? [content] : [], { objectMode: false }),
  }
}

const xmlValue = (value: ResponseValue): string => {
  if (value === null) return ''
  if (typeof value === 'string') return escapeXml(value)
  if (Array.isArray(value)) return value.map((item) => `<item>${xmlValue(item)}</item>`).join('')
  return Object.entries(value)
    .map(([name, inner]) => `<${name}>${xmlValue(inner)}</${name}>`)
    .join('')
}

const serializeValue = ({ status, resource, value }: ValueResult, { format, personid }: EnvelopeContext): string =>
  format === 'json'
    ? `${jsonHead(personid, status)},"${resource}":${JSON.stringify(value)}}`
    : `${xmlHead(personid, status)}<${resource}>${xmlValue(value)}</${resource}></${xmlRoot}>`

export function serializeError(format: Format, personid: number | null, error: ApiError): string {
  const { status, code, message, verbose } = error
  if (format === 'json') return `${jsonHead(personid, status)},"error":${JSON.stringify({ code, message, verbose })}}`
  const sentences = verbose.map((sentence) => `<item>${escapeXml(sentence)}</item>`).join('')
  return `${xmlHead(personid, status)}<error><code>${code}</code><message>${escapeXml(message)}</message><verbose>${sentences}</verbose></error></${xmlRoot}>`
}
