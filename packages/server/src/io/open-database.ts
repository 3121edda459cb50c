// Opens the database the operator chose: a PostgreSQL server when there is a url, else the SQLite file in the data
// folder. The only file that decides which; from here on everyone holds a Database and does not ask.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock } from './clock.ts'
import type { Database } from './database.ts'
import { CannotOpen } from './errors.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'
import type { StatementWatch } from './statement-watch.ts'
import { Vault } from './vault.ts'

export interface OpenOptions {
  /** postgres://...; none means SQLite. */
  readonly url?: string | undefined
  readonly dataFolder: string
  readonly clock: Clock
  /** What texts are encrypted with; none means the key file in the data folder. */
  readonly secretKeys?: readonly Buffer[] | undefined
  readonly log?: (line: string) => void
  /** Hears of every statement. */
  readonly watch?: StatementWatch | undefined
  /** True in the worker processes of one server, which share its SQLite file. */
  readonly workersMayShare?: boolean
  /** True for a command that works beside a running server: it takes no lock and migrates nothing. */
  readonly alongsideServer?: boolean
  /** For a throw-away PostgreSQL server only: lets it run with its safety switched off. */
  readonly allowUnsafe?: boolean
}

/** Lies in a data folder while a copy is being made there, and stays when the copying process is killed. */
export const unfinishedCopyMarker = 'unfinished-copy'

export async function openDatabase(options: OpenOptions): Promise<Database> {
  const log = options.log ?? (() => undefined)
  if (existsSync(join(options.dataFolder, unfinishedCopyMarker))) {
    throw new CannotOpen(
      `The folder ${options.dataFolder} holds a copy that was never finished: empty it and copy again.`,
    )
  }
  const {
    url,
    dataFolder,
    clock,
    workersMayShare = false,
    alongsideServer = false,
    allowUnsafe = false,
    watch,
  } = options
  const vault = new Vault({ keys: options.secretKeys, keyFile: join(dataFolder, 'secret.key') })
  vault.check()
  if (url !== undefined) return openPostgres({ url, clock, log, allowUnsafe, alongsideServer, vault, watch })
  return openSqlite({ dataFolder, clock, log, workersMayShare, alongsideServer, vault, watch })
}
