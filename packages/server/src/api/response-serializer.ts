// The envelope around every answer, in JSON and in XML: who asked, how it went, then the records (decisions 6, 8, 9).
// Text is put together by hand because every answer passes here; the escaping is the platform's and the kit's.
import { STATUS_CODES } from 'node:http'
import type { ApiError } from '../define/api-error.ts'
import type { ResponseValue } from '../define/endpoint.ts'
import type { ReadRecord } from '../engine/read.ts'
import {
  type Format,
  type RecordSerializer,
  recordSerializer,
  type SerializedField,
} from '../engine/record-serializer.ts'
import type { Row } from '../io/database.ts'
import { escapeXml } from '../kit/xml-escape.ts'

/** The name existing programs look for at the root of an XML answer. */
const xmlRoot = 'intervals'
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

export interface EnvelopeContext {
  readonly format: Format
  readonly personid: number
  readonly resource: string
}

/** One record in its envelope, and beside it the record alone as JSON, which its ETag is computed of. */
export function serializeRecord(
  { format, personid, resource }: EnvelopeContext,
  code: number,
  { fields, row, etagFields = fields }: ReadRecord,
): { readonly text: string; readonly json: string } {
  const json = serializerFor(etagFields, 'json')(row)
  if (format === 'json') {
    const shown = etagFields === fields ? json : serializerFor(fields, 'json')(row)
    return { text: `${jsonHead(personid, code)},"${resource}":${shown}}`, json }
  }
  const xml = serializerFor(fields, 'xml')(row)
  return { text: `${xmlHead(personid, code)}<${resource}>${xml}</${resource}></${xmlRoot}>`, json }
}

/** A list in three pieces, so that a long one can be sent as it is read. */
export function listSerializer(
  { format, personid, resource }: EnvelopeContext,
  count: number,
  fields: readonly SerializedField[],
) {
  const print = serializerFor(fields, format)
  const json = format === 'json'
  return {
    begin: json
      ? `${jsonHead(personid, 200)},"listcount":${count},"${resource}":[`
      : `${xmlHead(personid, 200)}<listcount>${count}</listcount><${resource}>`,
    rows: (rows: readonly Row[], isFirst: boolean): string => {
      let text = ''
      for (const row of rows) {
        if (json) text += text === '' && isFirst ? print(row) : `,${print(row)}`
        else text += `<item>${print(row)}</item>`
      }
      return text
    },
    end: json ? ']}' : `</${resource}></${xmlRoot}>`,
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

export const serializeValue = (
  { format, personid, resource }: EnvelopeContext,
  code: number,
  record: ResponseValue,
): string =>
  format === 'json'
    ? `${jsonHead(personid, code)},"${resource}":${JSON.stringify(record)}}`
    : `${xmlHead(personid, code)}<${resource}>${xmlValue(record)}</${resource}></${xmlRoot}>`

export function serializeError(format: Format, personid: number | null, refusal: ApiError): string {
  const { status, code, message, verbose } = refusal
  if (format === 'json') return `${jsonHead(personid, status)},"error":${JSON.stringify({ code, message, verbose })}}`
  const sentences = verbose.map((sentence) => `<item>${escapeXml(sentence)}</item>`).join('')
  return `${xmlHead(personid, status)}<error><code>${code}</code><message>${escapeXml(message)}</message><verbose>${sentences}</verbose></error></${xmlRoot}>`
}
