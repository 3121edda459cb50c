// A request body as a tree of values: JSON or XML by its Content-Type, or by its first character when there is none
// (decision 4). UTF-8 only, never compressed, never more than the limit the server set.
import { Refusal } from '../define/refusal.ts'
import { readJson } from '../kit/json-read.ts'
import { MalformedBody, type WireValue } from '../kit/wire-tree.ts'
import { readXml } from '../kit/xml-read.ts'

export const refused = (sentence: string): Refusal => new Refusal(400, 18, [`body: ${sentence}`])

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export function textOf(bytes: Buffer): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw refused('is not valid UTF-8')
  }
}

export const wrongType = (media: string): Refusal =>
  refused(`the Content-Type "${media.slice(0, 60)}" is neither application/json nor application/xml`)

function formatOf(contentType: string | undefined, text: string): 'json' | 'xml' {
  // What nearly every program sends, told apart without taking it apart.
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
    throw refused(`the charset ${charset} is not UTF-8`)
  if (media === 'application/json' || media.endsWith('+json') || media === 'text/json') return 'json'
  if (media === 'application/xml' || media === 'text/xml' || media.endsWith('+xml')) return 'xml'
  throw wrongType(media)
}

/** The body's value, or undefined when there is none. `resource` is the name an XML root must have. */
export function readRequestBody(
  bytes: Buffer | undefined,
  contentType: string | undefined,
  encoding: string | undefined,
  resource: string,
): WireValue | undefined {
  if (bytes === undefined || bytes.length === 0) return undefined
  if (encoding !== undefined && encoding !== 'identity')
    throw refused(`the Content-Encoding ${encoding} is not accepted`)
  const text = textOf(bytes)
  try {
    if (formatOf(contentType, text) === 'json') return readJson(text)
    const { root, value } = readXml(text)
    if (root !== resource) throw refused(`the root element is "${root.slice(0, 60)}", not "${resource}"`)
    return value === '' ? new Map() : value
  } catch (error) {
    if (error instanceof MalformedBody) throw refused(error.message)
    throw error
  }
}
