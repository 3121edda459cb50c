// Notes the files that rows refer to when a row is deleted or gets another file, so that the removal of unused files
// looks at them (packages/server/src/maintenance/unused-files.ts). The transactions of both databases call it; triggers
// would not work on distributed tables. Which file is still in use is decided there.
import type { ColumnValue } from './database.ts'
import { accountSlot, type Fragment, type Statement, slot, sql, sqlName, statement } from './sql.ts'

/** The column of each table with the hash of a file. */
export const fileHashes = { documentversion: 'hash', company: 'logohash', expense: 'receipthash' } as const

export const filesOf = (table: string): string | undefined =>
  Object.hasOwn(fileHashes, table) ? fileHashes[table as keyof typeof fileHashes] : undefined

/** `rows` is a select without its columns. */
const noteFiles = (column: string, rows: Fragment): Fragment =>
  sql`insert into removedfile (accountid, hash) select distinct accountid, ${sqlName(column)} ${rows}
    and ${sqlName(column)} is not null on conflict do nothing`

export const noteRemovedFiles = (column: string, rows: Fragment): Statement => statement(noteFiles(column, rows))

const replacements = new Map(
  Object.entries(fileHashes).map(([table, column]) => [
    table,
    statement(
      noteFiles(
        column,
        sql`from ${sqlName(table)} where accountid = ${accountSlot} and id = ${slot('id')}
          and ${sqlName(column)} <> cast(${slot('hash')} as text)`,
      ),
    ),
  ]),
)

/** What notes the file of a row before it gets these values; undefined if they have no file. */
export function fileReplacement(
  table: string,
  id: number,
  values: Readonly<Record<string, ColumnValue>>,
): readonly [Statement, { readonly id: number; readonly hash: string }] | undefined {
  const [column, replacement] = [filesOf(table), replacements.get(table)]
  if (column === undefined || replacement === undefined || !Object.hasOwn(values, column)) return undefined
  // No file has the blank hash, so it stands for none.
  return [replacement, { id, hash: String(values[column] ?? '') }]
}

/** A statement that deletes many rows would not note their files. */
export const removalNeeded = (table: string): Error =>
  new Error(`rows of ${table} have files, so they are deleted one by one with remove()`)
