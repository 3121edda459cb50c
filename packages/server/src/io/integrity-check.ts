// Checks the database itself: its pages, its indexes, and every reference between rows. It does not check what the rows
// mean. It reads on its own connections, may take long, and changes nothing.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { PostgresConnection } from './postgres-connection.ts'
import { readForeignKeys } from './postgres-schema.ts'
import { patientSettings } from './postgres-settings.ts'
import { openSqliteFile } from './sqlite-connection.ts'
import { checkSearchIndexes } from './sqlite-search.ts'

export interface IntegrityReport {
  /** The number of foreign keys checked. */
  readonly references: number
  /** Each error in one sentence. */
  readonly problems: readonly string[]
}

export const checkIntegrity = (url: string | undefined, dataFolder: string): Promise<IntegrityReport> =>
  url === undefined ? checkSqlite(dataFolder) : checkPostgres(url)

interface DanglingReference {
  readonly table: string
  readonly parent: string
  readonly rows: number
}

const danglingMessage = ({ table, parent, rows }: DanglingReference): string =>
  `${rows} rows of ${table} refer to rows of ${parent} that do not exist`

async function checkSqlite(dataFolder: string): Promise<IntegrityReport> {
  const problems: string[] = []
  let references = 0
  for (const name of ['stint.sqlite', 'quota.sqlite']) {
    const file = join(dataFolder, name)
    if (!existsSync(file)) continue
    const connection = openSqliteFile(file, { readonly: true, synchronous: 'full', cacheKilobytes: 48_000 })
    try {
      const results = connection.prepare<[], string>('pragma integrity_check(20)').pluck().all()
      const damages = results.filter((damage) => damage !== 'ok')
      problems.push(...damages.map((damage) => `${name} is damaged: ${damage.replaceAll('\n', ' ')}`))
      const dangling = connection
        .prepare<[], DanglingReference>(
          'select "table", parent, count(*) as rows from pragma_foreign_key_check group by 1, 2 order by 1, 2',
        )
        .all()
      problems.push(...dangling.map(danglingMessage))
      if (damages.length === 0) problems.push(...checkSearchIndexes(connection))
      references += Number(
        connection
          .prepare(
            "select count(*) from sqlite_master t, pragma_foreign_key_list(t.name) k where t.type = 'table' and k.seq = 0",
          )
          .pluck()
          .get(),
      )
    } finally {
      connection.close()
    }
  }
  return { references, problems }
}

const invalidObjectsSql = `
  select 'the rule ' || conname || ' of ' || conrelid::regclass || ' was never checked' from pg_constraint
  where not convalidated and connamespace = current_schema()::regnamespace
  union all
  select 'the index ' || indexrelid::regclass || ' is not valid' from pg_index join pg_class on pg_class.oid = indexrelid
  where not indisvalid and relnamespace = current_schema()::regnamespace`

async function checkPostgres(url: string): Promise<IntegrityReport> {
  const connection = new PostgresConnection(url, patientSettings)
  try {
    const client = await connection.client()
    await connection.begin(client, 'repeatable read, read only')
    const { rows } = await client.query({ text: invalidObjectsSql })
    const problems = rows.map(([sentence]) => String(sentence))
    const keys = await readForeignKeys(client)
    for (const { table, columns, to, toColumns } of keys) {
      const hasValue = columns.map((column) => `c.${column} is not null`).join(' and ')
      const matchesParent = columns.map((column, at) => `p.${toColumns[at]} = c.${column}`).join(' and ')
      const { rows: countRows } = await client.query({
        text: `select count(*) from ${table} c where ${hasValue} and not exists (select 1 from ${to} p where ${matchesParent})`,
      })
      const dangling = { table, parent: to, rows: Number(countRows[0]?.[0]) }
      if (dangling.rows > 0) problems.push(danglingMessage(dangling))
    }
    return { references: keys.length, problems }
  } finally {
    await connection.close()
  }
}
