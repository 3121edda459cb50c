// Serializes records: one function per list of fields, for JSON and for XML, built once and run per row. It
// concatenates strings, because this is the hot path of every response; the escaping is done by the platform and the
// kit.
import type { Kind, StoredValue } from '../define/kinds.ts'
import type { Row } from '../io/database.ts'
import type { Format } from '../kit/accept-header.ts'
import { escapeXml } from '../kit/xml-escape.ts'

/** What a serializer needs to know about a field. */
export interface SerializedField {
  readonly name: string
  readonly field: { readonly kind: Kind }
}

export type RecordSerializer = (row: Row) => string

const words = (text: string): string[] => (text === '' ? [] : text.split(','))

const xmlText = (kind: Kind, text: string): string =>
  kind.structure !== undefined
    ? kind.structure.xml(text)
    : kind.isList
      ? words(text)
          .map((word) => `<item>${escapeXml(word)}</item>`)
          .join('')
      : escapeXml(text)

const jsonSerializer = (fields: readonly SerializedField[]): RecordSerializer => {
  const keys = fields.map(({ name }, at) => `${at === 0 ? '{' : ','}${JSON.stringify(name)}:`)
  const kinds = fields.map(({ field }) => field.kind)
  return (row) => {
    let out = ''
    for (let at = 0; at < keys.length; at++) {
      const kind = kinds[at]
      if (kind === undefined) continue
      const text = kind.serialize(row[at] as StoredValue)
      out += keys[at]
      if (kind.structure !== undefined) out += text ?? 'null'
      else
        out += text === null ? 'null' : kind.escapeFree ? `"${text}"` : JSON.stringify(kind.isList ? words(text) : text)
    }
    return `${out}}`
  }
}

const xmlSerializer = (fields: readonly SerializedField[]): RecordSerializer => {
  const names = fields.map(({ name }) => name)
  const kinds = fields.map(({ field }) => field.kind)
  return (row) => {
    let out = ''
    for (let at = 0; at < names.length; at++) {
      const kind = kinds[at]
      if (kind === undefined) continue
      const text = kind.serialize(row[at] as StoredValue)
      out +=
        text === null || text === ''
          ? `<${names[at]}/>`
          : `<${names[at]}>${kind.escapeFree && kind.structure === undefined ? text : xmlText(kind, text)}</${names[at]}>`
    }
    return out
  }
}

export const recordSerializer = (fields: readonly SerializedField[], format: Format): RecordSerializer =>
  format === 'json' ? jsonSerializer(fields) : xmlSerializer(fields)
