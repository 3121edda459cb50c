// A file that is kept with its record, in columns whose names begin with that of its field: the logo of the company,
// the receipt of an expense. It is uploaded, stored and downloaded like the file of a document; it has no versions.
import type { Change, Download } from '../define/resource.ts'
import { accountSlot, slot, sql, sqlName, statement } from '../io/sql.ts'
import { WireFile } from '../kit/wire-tree.ts'

/** An uploaded file becomes that of the record; a blank value removes the present one. */
export function applyUploadedFile({ values }: Change, field: string): void {
  if (!Object.hasOwn(values, field)) return
  const parts = values[field] instanceof WireFile ? values[field].parts : null
  values[field] = parts?.hash ?? null
  values[`${field}filename`] = parts?.filename ?? null
  values[`${field}filesize`] = parts?.filesize ?? null
  values[`${field}mediatype`] = parts?.mediatype ?? null
}

export function downloadOf(table: string, field: string): Download['find'] {
  const columns = ['filename', 'filesize', 'mediatype', 'hash'].map((part) => `owner.${field}${part}`)
  const fileById = statement(sql`select ${sqlName(columns.join(', '))} from ${sqlName(table)} owner
    where owner.accountid = ${accountSlot} and owner.id = ${slot('id')} and ${sqlName(`owner.${field}hash`)} is not null`)
  return async (tx, id, version) => {
    const row = version === null ? await tx.first(fileById, { id }) : undefined
    if (row === undefined) return undefined
    const [filename, filesize, mediatype, hash] = row
    return {
      filename: String(filename),
      filesize: Number(filesize),
      mediatype: String(mediatype),
      hash: String(hash),
    }
  }
}
