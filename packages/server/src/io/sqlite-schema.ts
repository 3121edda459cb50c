// Reads tables and foreign keys from an SQLite file, as the migrations created them. schema.ts interprets the result.
// There is no second list of tables in the code.
import { type KeyRow, Schema, type TableRow } from './schema.ts'
import type { SqliteConnection } from './sqlite-connection.ts'

interface KeyColumn {
  readonly table: string
  readonly id: number
  readonly to: string
  readonly column: string
  readonly toColumn: string | null
  readonly action: string
}

export function readSqliteSchema(connection: SqliteConnection): Schema {
  const columns = connection
    .prepare<[], TableRow>(
      `select t.name as "table", c.name as "column" from sqlite_master t, pragma_table_info(t.name) c
       where t.type = 'table'`,
    )
    .all()
  const keyColumns = connection
    .prepare<[], KeyColumn>(
      `select t.name as "table", k.id as id, k."table" as "to", k."from" as "column", k."to" as toColumn,
         k.on_delete as action
       from sqlite_master t, pragma_foreign_key_list(t.name) k where t.type = 'table' order by t.name, k.id, k.seq`,
    )
    .all()
  const keys = Map.groupBy(keyColumns, (key) => `${key.table} ${key.id}`)
  return new Schema(
    columns,
    [...keys.values()].flatMap((parts): KeyRow[] => {
      const [first] = parts
      if (first === undefined) return []
      return [
        {
          table: first.table,
          to: first.to,
          columns: parts.map((part) => part.column),
          toColumns: parts.map((part) => part.toColumn ?? ''),
          cascades: first.action === 'CASCADE',
        },
      ]
    }),
  )
}
