// Databases with the schema of the program and without an account, for tests that start whole servers. Migrating a new
// database takes 0.6 s of CPU time on SQLite and 1.1 s on PostgreSQL, so it is done once and copied. Not for tests of
// the first start itself.
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withPgClient } from '../../../../scripts/postgres.ts'
import { cachedFolder } from '../../../../scripts/test-cache.ts'
import { durableUrl, newDurableDatabase } from '../fixture/database-servers.ts'

/** Runs `stint migrate` with these settings. */
export type Migrate = (settings: Readonly<Record<string, string>>) => Promise<void>

const template = 'stint_migrated'

async function inNewFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'stint-migrated-'))
  await work(folder).finally(() => rmSync(folder, { recursive: true, force: true }))
}

/** A new database on the durable PostgreSQL of this run. The first caller makes the one that is copied. */
export async function newMigratedDatabase(migrate: Migrate): Promise<string> {
  await withPgClient(durableUrl(), async (client) => {
    await client.query('select pg_advisory_lock(7346)')
    const { rowCount } = await client.query('select from pg_database where datname = $1', [template])
    if (rowCount !== 0) return
    const url = await newDurableDatabase()
    await inNewFolder((folder) => migrate({ STINT_DATA: folder, STINT_DATABASE_URL: url }))
    // Under its name only when it is complete.
    await client.query(`alter database ${new URL(url).pathname.slice(1)} rename to ${template}`)
  })
  return newDurableDatabase(template)
}

/** Copies a migrated SQLite database into the folder. */
export async function copyMigratedFile(migrate: Migrate, folder: string): Promise<void> {
  const source = await cachedFolder({
    name: 'migrated',
    sources: ['packages/server/src/**/*.ts', 'packages/server/migrations/*.sql'],
    variant: 'sqlite',
    build: async (created) => {
      await migrate({ STINT_DATA: created })
      for (const name of readdirSync(created)) if (name !== 'stint.sqlite') rmSync(join(created, name))
    },
  })
  cpSync(source, folder, { recursive: true })
}
