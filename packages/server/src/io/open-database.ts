// Opens the configured database: PostgreSQL when there is a url, else the SQLite file in the data folder. This is the
// only file that decides; all other code uses the interface Database.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ChangeLog } from './change-log.ts'
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
  /** The connections to PostgreSQL. */
  readonly connections?: number | undefined
  readonly dataFolder: string
  readonly clock: Clock
  /** The keys for encrypted texts; none means the key file in the data folder. */
  readonly secretKeys?: readonly Buffer[] | undefined
  readonly log?: (line: string) => void
  /** Called for every statement. */
  readonly watch?: StatementWatch | undefined
  /** True in the worker processes of one server, which share its SQLite file. */
  readonly workersMayShare?: boolean
  /** True for a command that runs alongside a server: it takes no lock and applies no migrations. */
  readonly alongsideServer?: boolean
  /** For a temporary PostgreSQL server only: allows fsync and similar settings to be off. */
  readonly allowUnsafe?: boolean
  /** For tests: the statements are those of a distributed PostgreSQL, which also run on one that is not. */
  readonly asDistributed?: boolean | undefined
  /** Records changes as events; without it none are recorded. */
  readonly changeLog?: ChangeLog
}

/** A file that exists in the data folder during a copy, and remains if the process is killed. */
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
    connections,
    dataFolder,
    clock,
    workersMayShare = false,
    alongsideServer = false,
    allowUnsafe = false,
    watch,
    changeLog,
    asDistributed,
  } = options
  const vault = new Vault({ keys: options.secretKeys, keyFile: join(dataFolder, 'secret.key') })
  vault.check()
  if (url !== undefined)
    return openPostgres({
      ...{ url, connections, clock, log, allowUnsafe, alongsideServer, vault, watch, changeLog, asDistributed },
    })
  return openSqlite({ dataFolder, clock, log, workersMayShare, alongsideServer, vault, watch, changeLog })
}
