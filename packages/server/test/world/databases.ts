// Fresh databases for tests, of both kinds. SQLite lives in a temporary folder; PostgreSQL is a database of its own in
// the server that STINT_TEST_DATABASE_URL names, copied from a migrated template and dropped afterwards. Without that
// server it throws: a suite that did not run must not look green.
import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe } from 'node:test'
import pg from 'pg'
import { type Clock, FixedClock } from '../../src/io/clock.ts'
import type { Database } from '../../src/io/database.ts'
import { migrationsFolder } from '../../src/io/migrate.ts'
import { type OpenOptions, openDatabase } from '../../src/io/open.ts'

export type Kind = 'sqlite' | 'postgres'

/** Where a database lives: it can be opened more than once, by turns or at the same time. */
export interface Place {
  readonly kind: Kind
  readonly url: string | undefined
  readonly dataFolder: string
  open(more?: Partial<OpenOptions>): Promise<Database>
}

export const testClock: Clock = new FixedClock('2026-03-01T12:00:00Z')

function serverNamedBy(variable: string): string {
  const url = process.env[variable]
  if (url === undefined) throw new Error(`${variable} names no PostgreSQL server: run the tests with npm test`)
  return url
}

export const serverUrl: string = serverNamedBy('STINT_TEST_DATABASE_URL')

/**
 * A new, empty database on the durable PostgreSQL of this run, for tests of whole servers: `stint serve` refuses a PostgreSQL
 * that may lose acknowledged writes. It is removed with the cluster at the end of the run.
 */
export async function newDurableDatabase(): Promise<string> {
  const url = serverNamedBy('STINT_TEST_DURABLE_URL')
  const name = `stint_${randomBytes(6).toString('hex')}`
  await onServer(url, (client) => client.query(`create database ${name} template template0 encoding 'UTF8'`))
  return Object.assign(new URL(url), { pathname: `/${name}` }).href
}

/** Declares the tests once for each database. Whatever they open is closed and removed after them. */
export function eachDatabase(
  tests: (kind: Kind, open: () => Promise<Database>, place: () => Promise<Place>) => void,
): void {
  for (const kind of ['sqlite', 'postgres'] as const) {
    describe(kind, () => {
      const yard = new Yard()
      after(() => yard.clear())
      const place = (): Promise<Place> => yard.place(kind)
      tests(kind, async () => (await place()).open(), place)
    })
  }
}

/** The databases made for one group of tests. */
export class Yard {
  readonly #opened: Database[] = []
  readonly #folders: string[] = []
  readonly #databases: string[] = []

  async place(kind: Kind, template = true): Promise<Place> {
    const dataFolder = await mkdtemp(join(tmpdir(), 'stint-test-'))
    this.#folders.push(dataFolder)
    const url = kind === 'postgres' ? await this.#copy(template) : undefined
    const open = async (more: Partial<OpenOptions> = {}): Promise<Database> => {
      const database = await openDatabase({ url, dataFolder, clock: testClock, allowUnsafe: true, ...more })
      this.#opened.push(database)
      return database
    }
    return { kind, url, dataFolder, open }
  }

  async clear(): Promise<void> {
    await Promise.all(this.#opened.map((database) => database.close()))
    await Promise.all(this.#folders.map((folder) => rm(folder, { recursive: true, force: true })))
    if (this.#databases.length === 0) return
    await onServer(serverUrl, async (client) => {
      for (const name of this.#databases) await client.query(`drop database if exists ${name} with (force)`)
    })
  }

  async #copy(template: boolean): Promise<string> {
    const from = template ? await templateName() : 'template0'
    const name = `stint_test_${process.pid}_${Math.random().toString(36).slice(2, 10)}`
    this.#databases.push(name)
    await onServer(serverUrl, (client) => client.query(`create database ${name} template ${from} encoding 'UTF8'`))
    return urlOf(name)
  }
}

export async function onServer<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

export function urlOf(database: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.href
}

let template: Promise<string> | undefined

/** One migrated database per version of the migrations, made by whichever test file comes first. */
function templateName(): Promise<string> {
  template ??= onServer(serverUrl, async (client) => {
    const files = readdirSync(migrationsFolder).sort()
    const texts = files.map((file) => readFileSync(new URL(file, migrationsFolder), 'utf8'))
    const name = `stint_template_${createHash('sha256').update(texts.join('\0')).digest('hex').slice(0, 12)}`
    await client.query('select pg_advisory_lock(7346)')
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1 and datistemplate', [name])
    if (rowCount === 1) return name
    await client.query(`drop database if exists ${name}`)
    await client.query(`create database ${name} template template0 encoding 'UTF8'`)
    const options = { url: urlOf(name), dataFolder: tmpdir(), clock: testClock, allowUnsafe: true }
    await (await openDatabase(options)).close()
    await client.query(`alter database ${name} is_template true`)
    return name
  })
  return template
}
