// Conversion between typed values (numbers, flags, instants, decimals) and the fields of the wire. For reading, the
// kind of each field is in the generated contract; for writing, the type of the value decides.
import { instantOfWire, isoInstant } from './calendar.ts'
import { Decimal } from './decimal.ts'

/** The fields of a record that are not plain fields, by kind: names separated by spaces. */
export interface Kinds {
  readonly integer?: string
  readonly decimal?: string
  readonly flag?: string
  readonly instant?: string
  readonly ids?: string
}

const valueReaders: Readonly<Record<keyof Kinds, (text: string) => unknown>> = {
  integer: (text) => (text === '' ? null : Number(text)),
  decimal: (text) => (text === '' ? null : Decimal.from(text)),
  flag: (text) => (text === '' ? null : text === 't'),
  instant: (text) => (text === '' ? null : instantOfWire(text)),
  ids: (text) => (text === '' ? [] : text.split(',').map(Number)),
}

export type Decoder<R> = (wire: Readonly<Record<string, unknown>>) => R

/** Decodes records. An unknown field, from a newer server, is left unchanged. */
export function decoderOf<R>(kinds: Kinds): Decoder<R> {
  const readers = new Map<string, (text: string) => unknown>()
  for (const [kind, names] of Object.entries(kinds) as [keyof Kinds, string][]) {
    for (const name of names.split(' ')) readers.set(name, valueReaders[kind])
  }
  const value = (name: string, wire: unknown): unknown => {
    const read = readers.get(name)
    return read === undefined || typeof wire !== 'string' ? wire : read(wire)
  }
  return (wire) => Object.fromEntries(Object.entries(wire).map(([name, text]) => [name, value(name, text)])) as R
}

/** A file that the program created, with its name. */
export interface NamedFile {
  readonly name: string
  readonly content: Blob | Uint8Array | string
  /** The media type, if `content` has none. */
  readonly type?: string
}

/** A file to upload: a File or Blob, bytes, or either with a name. */
export type FileInput = Blob | Uint8Array | NamedFile

type Scalar = string | number | boolean | null
type WireInput = Scalar | readonly Scalar[]

function wireScalar(name: string, value: unknown): Scalar {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (value instanceof Decimal) return value.toString()
  if (value instanceof Date) return isoInstant(value)
  if (Number.isSafeInteger(value)) return value as number
  if (typeof value === 'number') {
    throw new TypeError(`${name}: ${value} is a binary fraction; write it as a Decimal or a text, such as '${value}'`)
  }
  throw new TypeError(`${name}: ${Object.prototype.toString.call(value)} cannot be sent`)
}

const wireInput = (name: string, value: unknown): WireInput =>
  Array.isArray(value) ? value.map((item) => wireScalar(name, item)) : wireScalar(name, value)

const flagText = (value: boolean): string => (value ? 't' : 'f')

const wireText = (value: WireInput): string => {
  if (typeof value === 'boolean') return flagText(value)
  return Array.isArray(value) ? value.join(',') : String(value ?? '')
}

const entriesOf = (fields: object): [string, unknown][] =>
  Object.entries(fields).filter(([, value]) => value !== undefined)

/**
 * The query of a list. An empty array is sent as a blank value, which the server rejects: it does not mean "no filter".
 */
export function queryText(query: object): string {
  const pairs = entriesOf(query).map(([name, value]): [string, string] => [name, wireText(wireInput(name, value))])
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
}

export interface Body {
  readonly type: string
  readonly content: string | Blob
}

interface Part {
  readonly name: string
  readonly content: Blob
}

/** Bytes are copied, because a Blob does not accept memory that is shared with another thread. */
function blobOf(content: Blob | Uint8Array | string, type = ''): Blob {
  const own = content instanceof Uint8Array ? new Uint8Array(content) : content
  return new Blob([own], { type })
}

function fileOf(value: unknown): Part | null {
  if (value instanceof Blob) return { name: 'name' in value ? String(value.name) : 'file', content: value }
  if (value instanceof Uint8Array) return { name: 'file', content: blobOf(value) }
  if (typeof value !== 'object' || value === null || !('content' in value)) return null
  const { name, content, type } = value as NamedFile
  return { name, content: blobOf(content, type ?? (content instanceof Blob ? content.type : '')) }
}

/** JSON, or multipart/form-data if there is a file. */
export function bodyOf(values: object): Body {
  const fields: [string, WireInput][] = []
  const files: [string, Part][] = []
  for (const [name, value] of entriesOf(values)) {
    const file = fileOf(value)
    if (file === null) fields.push([name, wireInput(name, value)])
    else files.push([name, file])
  }
  if (files.length > 0) return multipart(fields, files)
  return { type: 'application/json', content: JSON.stringify(Object.fromEntries(fields)) }
}

/** Built by hand, because FormData changes the line breaks of fields. */
function multipart(fields: readonly [string, WireInput][], files: readonly [string, Part][]): Body {
  const boundary = crypto.randomUUID()
  const head = (name: string, more = '') =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`
  const chunks: (string | Blob)[] = fields.flatMap(([name, value]) => [head(name), wireText(value), '\r\n'])
  for (const [name, { name: filename, content }] of files) {
    const type = content.type === '' ? 'application/octet-stream' : content.type
    // Line breaks and quotes must not end the header early; the server rejects such names anyway.
    const quoted = filename.replaceAll(/[\r\n]/g, '\u2028').replaceAll(/["\\]/g, '\\$&')
    chunks.push(head(name, `; filename="${quoted}"\r\nContent-Type: ${type}`), content, '\r\n')
  }
  const type = `multipart/form-data; boundary=${boundary}`
  return { type, content: new Blob([...chunks, `--${boundary}--\r\n`], { type }) }
}
