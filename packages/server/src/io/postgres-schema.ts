// Reads tables and foreign keys from PostgreSQL's catalogue, as the migrations created them. schema.ts interprets the
// result.
// There is no second list of tables in the code.
import type { PostgresClient, PostgresConnection } from './postgres-connection.ts'
import { type KeyRow, Schema } from './schema.ts'

const columnsSql = `
  select c.relname::text, a.attname::text from pg_attribute a join pg_class c on c.oid = a.attrelid
  where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
    and a.attnum > 0 and not a.attisdropped`

const columnNamesSql = (table: string, numbers: string): string => `
  (select json_agg(a.attname order by at.place)::text from unnest(${numbers}) with ordinality as at (number, place)
   join pg_attribute a on a.attrelid = ${table} and a.attnum = at.number)`

const keysSql = `
  select c.relname::text, ${columnNamesSql('k.conrelid', 'k.conkey')}, t.relname::text, ${columnNamesSql('k.confrelid', 'k.confkey')},
    (k.confdeltype = 'c')::int
  from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class t on t.oid = k.confrelid
  where k.contype = 'f' and c.relnamespace = current_schema()::regnamespace`

const searchIndexesSql = `select indexname::text, indexdef from pg_indexes
  where schemaname = current_schema() and indexname like '%\\_search'`

export async function readPostgresSchema(connection: PostgresConnection): Promise<Schema> {
  const { rows: columns } = await connection.query({ text: columnsSql })
  const { rows: indexes } = await connection.query({ text: searchIndexesSql })
  // As on SQLite, where a search index is a table with the searched columns.
  const searched = indexes.flatMap(([table, definition]) =>
    [...String(definition).matchAll(/searchform\(\(?([a-z]+)/g)].map(([, column]) => [table, column]),
  )
  return new Schema(
    [...columns, ...searched].map(([table, column]) => ({ table: String(table), column: String(column) })),
    await readForeignKeys(connection),
  )
}

export async function readForeignKeys(connection: PostgresConnection | PostgresClient): Promise<KeyRow[]> {
  const { rows } = await connection.query({ text: keysSql })
  return rows.map(([table, columns, to, toColumns, cascades]) => ({
    table: String(table),
    columns: JSON.parse(String(columns)) as string[],
    to: String(to),
    toColumns: JSON.parse(String(toColumns)) as string[],
    cascades: cascades === 1,
  }))
}
