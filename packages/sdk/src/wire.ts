// Values on their way out and in: numbers, flags, instants and decimals inside, the texts of the wire outside. Which field is
// of which kind is in the generated contract; what a value is when it is sent, the value itself says.
import { instantOfWire, isoInstant } from './calendar.ts'
import { Decimal } from './decimal.ts'

/** The fields of a record that are not plain texts, by kind: names with a blank between them. */
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

/** Reads records. A field it does not know, of a newer server, is left as it came. */
export function decoderOf<R>(kinds: Kinds): Decoder<R> {
  const readerOf = new Map<string, (text: string) => unknown>()
  for (const [kind, names] of Object.entries(kinds) as [keyof Kinds, string][]) {
    for (const name of names.split(' ')) readerOf.set(name, valueReaders[kind])
  }
  const value = (name: string, wire: unknown): unknown => {
    const read = readerOf.get(name)
    return read === undefined || typeof wire !== 'string' ? wire : read(wire)
  }
  return (wire) => Object.fromEntries(Object.entries(wire).map(([name, text]) => [name, value(name, text)])) as R
}

/** A file of one's own making, with the name it is to have. */
export interface NamedFile {
  readonly name: string
  readonly content: Blob | Uint8Array | string
  /** Its media type, if `content` does not know it. */
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

const wireText = (sent: WireInput): string => {
  if (typeof sent === 'boolean') return flagText(sent)
  return Array.isArray(sent) ? sent.join(',') : String(sent ?? '')
}

const entriesOf = (fields: object): [string, unknown][] =>
  Object.entries(fields).filter(([, value]) => value !== undefined)

/** The query of a list. An empty array is sent as the blank that it is, and refused, rather than taken for no filter. */
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

/** Bytes may be shared with another thread, which a Blob would refuse, so a copy of them goes. */
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

/** JSON, or multipart/form-data as soon as there is a file in it. */
export function bodyOf(fields: object): Body {
  const texts: [string, WireInput][] = []
  const files: [string, Part][] = []
  for (const [name, value] of entriesOf(fields)) {
    const file = fileOf(value)
    if (file === null) texts.push([name, wireInput(name, value)])
    else files.push([name, file])
  }
  if (files.length > 0) return multipart(texts, files)
  return { type: 'application/json', content: JSON.stringify(Object.fromEntries(texts)) }
}

/** Made by hand, because FormData turns the line breaks of a text into others. */
function multipart(texts: readonly [string, WireInput][], files: readonly [string, Part][]): Body {
  const boundary = crypto.randomUUID()
  const head = (name: string, more = '') =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`
  const pieces: (string | Blob)[] = texts.flatMap(([name, sent]) => [head(name), wireText(sent), '\r\n'])
  for (const [name, { name: filename, content }] of files) {
    const type = content.type === '' ? 'application/octet-stream' : content.type
    // Nothing that is refused in a name anyway may end the header early.
    const quoted = filename.replaceAll(/[\r\n]/g, '\u2028').replaceAll(/["\\]/g, '\\$&')
    pieces.push(head(name, `; filename="${quoted}"\r\nContent-Type: ${type}`), content, '\r\n')
  }
  const type = `multipart/form-data; boundary=${boundary}`
  return { type, content: new Blob([...pieces, `--${boundary}--\r\n`], { type }) }
}
