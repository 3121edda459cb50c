// Records as text: one printer per list of fields, for JSON and for XML, made once and run per row. Hand-made because it is
// the hot path of every answer; the escaping itself is the platform's and the kit's.

import type { Kind, Stored } from '../define/kinds.ts'
import type { Row } from '../io/database.ts'
import { escapeXml } from '../kit/xml-write.ts'

export type Format = 'json' | 'xml'

/** All that a printer needs to know of a field. */
export interface PrintedField {
  readonly name: string
  readonly field: { readonly kind: Kind }
}

export type RecordPrinter = (row: Row) => string

const jsonPrinter = (fields: readonly PrintedField[]): RecordPrinter => {
  const keys = fields.map(({ name }, at) => `${at === 0 ? '{' : ','}${JSON.stringify(name)}:`)
  const kinds = fields.map(({ field }) => field.kind)
  return (row) => {
    let out = ''
    for (let at = 0; at < keys.length; at++) {
      const kind = kinds[at]
      if (kind === undefined) continue
      const text = kind.print(row[at] as Stored)
      out += keys[at]
      out += text === null ? 'null' : kind.plain ? `"${text}"` : JSON.stringify(text)
    }
    return `${out}}`
  }
}

const xmlPrinter = (fields: readonly PrintedField[]): RecordPrinter => {
  const names = fields.map(({ name }) => name)
  const kinds = fields.map(({ field }) => field.kind)
  return (row) => {
    let out = ''
    for (let at = 0; at < names.length; at++) {
      const kind = kinds[at]
      if (kind === undefined) continue
      const text = kind.print(row[at] as Stored)
      out +=
        text === null || text === ''
          ? `<${names[at]}/>`
          : `<${names[at]}>${kind.plain ? text : escapeXml(text)}</${names[at]}>`
    }
    return out
  }
}

export const recordPrinter = (fields: readonly PrintedField[], format: Format): RecordPrinter =>
  format === 'json' ? jsonPrinter(fields) : xmlPrinter(fields)
