// Parses a request body into a tree of values: JSON or XML by its Content-Type, or by its first character without one
// (decision 4). Only UTF-8, never compressed, never longer than the limit of the server.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { ApiError } from '../define/api-error.ts'
import { readJson } from '../kit/json-reader.ts'
import { MalformedBody, type WireValue } from '../kit/wire-tree.ts'
import { readXmlInSlices } from '../kit/xml-reader.ts'
import type { PathTarget } from './allowed-methods.ts'

export const invalidBody = (sentence: string): ApiError => new ApiError(400, 18, [`body: ${sentence}`])

/** Parsing a larger body holds up all other requests for a noticeable time. Only HTML texts need more (T-91). */
export const largeBodyBytes = 256 * 1024

/** Rejects a large body for a resource without HTML fields. A resource with HTML has the limit of the server. */
export function rejectLargeBody(target: PathTarget, resourceByName: (name: string) => PathTarget | undefined): void {
  if (!('fields' in target)) throw bodyTooLarge()
  const created = Object.values(target.actions ?? {}).map((action) =>
    'creates' in action ? resourceByName(action.creates) : undefined,
  )
  if (![target, ...created].some((one) => one !== undefined && hasHtml(one))) throw bodyTooLarge()
}

const hasHtml = (target: PathTarget): boolean =>
  'fields' in target && Object.values(target.fields).some(({ kind }) => kind.type === 'html')

export const bodyTooLarge = (): ApiError => invalidBody(`is larger than ${largeBodyBytes / 1024} KB`)

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export function decodeUtf8(bytes: Buffer): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw invalidBody('is not valid UTF-8')
  }
}

export const unsupportedContentType = (media: string): ApiError =>
  invalidBody(`the Content-Type "${media.slice(0, 60)}" is neither application/json nor application/xml`)

function bodyFormat(contentType: string | undefined, text: string): 'json' | 'xml' {
  // The values that nearly every program sends are recognised without parsing the header.
  if (contentType === 'application/json') return 'json'
  if (contentType === undefined || contentType.trim() === '') return text.trimStart().startsWith('<') ? 'xml' : 'json'
  const [media = '', ...parameters] = contentType
    .toLowerCase()
    .split(';')
    .map((part) => part.trim())
  const charset = parameters
    .find((part) => part.startsWith('charset='))
    ?.slice('charset='.length)
    .replaceAll('"', '')
  if (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8')
    throw invalidBody(`the charset ${charset} is not UTF-8`)
  if (media === 'application/json' || media.endsWith('+json') || media === 'text/json') return 'json'
  if (media === 'application/xml' || media === 'text/xml' || media.endsWith('+xml')) return 'xml'
  throw unsupportedContentType(media)
}

/** The root element that existing client programs expect in XML responses, and may send (decisions 8 and 55). */
export const xmlRoot = 'intervals'

/** The fields of an XML body. Its root has the name of the resource, or is `xmlRoot`, around that element or fields. */
async function xmlFields(text: string, resource: string): Promise<WireValue> {
  const { root, value } = await readXmlInSlices(text, nextTurn)
  if (root !== resource && root !== xmlRoot)
    throw invalidBody(`the root element is "${root.slice(0, 60)}", not "${resource}"`)
  const inner = root === xmlRoot && value instanceof Map && value.size === 1 ? value.get(resource) : undefined
  const fields = inner instanceof Map || Array.isArray(inner) || inner === '' ? inner : value
  return fields === '' ? new Map() : fields
}

/** The value of the body, undefined without one. */
export async function parseRequestBody(
  bytes: Buffer | undefined,
  contentType: string | undefined,
  encoding: string | undefined,
  resource: string,
): Promise<WireValue | undefined> {
  if (bytes === undefined || bytes.length === 0) return undefined
  if (encoding !== undefined && encoding !== 'identity')
    throw invalidBody(`the Content-Encoding ${encoding} is not accepted`)
  const text = decodeUtf8(bytes)
  try {
    if (bodyFormat(contentType, text) === 'json') return readJson(text)
    return await xmlFields(text, resource)
  } catch (error) {
    if (error instanceof MalformedBody) throw invalidBody(error.message)
    throw error
  }
}
