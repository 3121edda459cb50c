// Requests and responses in both formats, as one tree: JSON and XML must have the same data (I-19). The differences
// that the envelope rules allow (decisions 6 to 8) are removed only here: a null is an empty element, a number is its
// digits, an empty list is an empty element.
import assert from 'node:assert/strict'
import { isLong } from '../../../../scripts/test-suites.ts'
import type { WireValue } from '../../src/kit/wire-tree.ts'
import { escapeXml } from '../../src/kit/xml-escape.ts'
import { readXml } from '../../src/kit/xml-reader.ts'
import type { Reply } from '../fixture/api-fixture.ts'
import { carriesFile, type Json, type JsonObject, type Request } from '../fixture/request-parts.ts'

export type Tree = string | Tree[] | { [name: string]: Tree }
export type Format = 'json' | 'xml'
export const formats: readonly Format[] = ['json', 'xml']

/**
 * One format in `npm test`, which the name of the cell decides, and the other one in the long suite. It is for rules
 * about callers and records, which do not depend on the format: formats.test.ts compares both formats of every
 * resource.
 */
export function formatFor(cell: string): Format {
  const sum = [...cell].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0)
  return (sum % 2 === 0) === isLong ? 'xml' : 'json'
}

export const acceptOf = (format: Format): Record<string, string> => ({ accept: `application/${format}` })

const xmlOf = (value: Json): string => {
  if (value === null) return ''
  if (Array.isArray(value)) return value.map((item) => `<item>${xmlOf(item)}</item>`).join('')
  if (typeof value !== 'object') return escapeXml(String(value))
  return Object.entries(value)
    .map(([name, inner]) => `<${name}>${xmlOf(inner)}</${name}>`)
    .join('')
}

export const xmlBody = (resource: string, body: JsonObject): string => `<${resource}>${xmlOf(body)}</${resource}>`

/** The body and the headers of a request in a format. A body with a file has neither format. */
export const requestAs = (format: Format, resource: string, body: JsonObject): Pick<Request, 'body' | 'headers'> =>
  carriesFile(body)
    ? { body, headers: acceptOf(format) }
    : {
        body: format === 'json' ? JSON.stringify(body) : xmlBody(resource, body),
        headers: { ...acceptOf(format), 'content-type': `application/${format}` },
      }

const normalised = (value: Json): Tree => {
  if (value === null) return ''
  if (Array.isArray(value)) return value.length === 0 ? '' : value.map(normalised)
  if (typeof value !== 'object') return String(value)
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, normalised(inner)]))
}

const treeOfXml = (value: WireValue): Tree => {
  if (value instanceof Map) return Object.fromEntries([...value].map(([name, inner]) => [name, treeOfXml(inner)]))
  if (Array.isArray(value)) return value.map(treeOfXml)
  assert.ok(typeof value === 'string', 'XML contains only elements and text')
  return value
}

/** The data of a response, the same for both formats. */
export function treeOf(reply: Reply): { [name: string]: Tree } {
  const type = String(reply.headers['content-type'])
  if (type.startsWith('application/json')) return normalised(JSON.parse(reply.text) as Json) as { [name: string]: Tree }
  assert.match(type, /^application\/xml/, `a response of type ${type}`)
  const { root, value } = readXml(reply.text)
  assert.equal(root, 'intervals')
  return treeOfXml(value) as { [name: string]: Tree }
}

export type RecordTree = { [field: string]: Tree }

export const recordIn = (reply: Reply, resource: string): RecordTree => treeOf(reply)[resource] as RecordTree

export const recordsIn = (reply: Reply, resource: string): RecordTree[] => {
  const content = treeOf(reply)[resource]
  return content === '' ? [] : (content as RecordTree[])
}

export interface ErrorContent {
  readonly status: number
  readonly code: number
  readonly messages: readonly string[]
}

/** Status, service code and messages of an error; the code is -1 if there is none. */
export function errorContent(reply: Reply): ErrorContent {
  const error = (reply.text === '' ? undefined : treeOf(reply).error) as { [name: string]: Tree } | undefined
  const verbose = error?.verbose ?? ''
  return {
    status: reply.status,
    code: Number(error?.code ?? -1),
    messages: Array.isArray(verbose) ? verbose.map(String) : [],
  }
}

/** The response must be an error with this status and service code; each of `names` must begin a message. */
export function assertRefused(reply: Reply, status: number, code: number, what: string, names: string[] = []): void {
  const error = errorContent(reply)
  assert.deepEqual([error.status, error.code], [status, code], `${what}: ${reply.text.slice(0, 400)}`)
  for (const name of names) {
    const named = error.messages.some((sentence) => sentence.startsWith(`${name}: `) || sentence.startsWith(`${name} `))
    assert.ok(named, `${what}: no message names ${name}: ${reply.text.slice(0, 400)}`)
  }
}
