// Opens the database the operator chose: a PostgreSQL server when there is a url, else the SQLite file in the data
// folder. The only file that decides which; from here on everyone holds a Database and does not ask.
import type { Clock } from './clock.ts'
import type { Database } from './database.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'

export interface OpenOptions {
  /** postgres://...; none means SQLite. */
  readonly url?: string | undefined
  readonly dataFolder: string
  readonly clock: Clock
  readonly log?: (line: string) => void
  /** True in the worker processes of one server, which share its SQLite file. */
  readonly workersMayShare?: boolean
  /** True for a command that works beside a running server: it takes no lock and migrates nothing. */
  readonly beside?: boolean
  /** For a throw-away PostgreSQL server only: lets it run with its safety switched off. */
  readonly allowUnsafe?: boolean
}

export async function openDatabase(options: OpenOptions): Promise<Database> {
  const log = options.log ?? (() => undefined)
  const { url, dataFolder, clock, workersMayShare = false, beside = false, allowUnsafe = false } = options
  if (url !== undefined) return openPostgres({ url, clock, log, allowUnsafe })
  return openSqlite({ dataFolder, clock, log, workersMayShare, beside })
}
