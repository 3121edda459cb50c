// Allows one server per data folder. The lock is an open transaction on a separate small SQLite file, so the operating
// system releases it when the process dies and no stale lock can remain. The worker processes of one server share the
// lock through the pid of their parent. It does not restrict other tools that read the database file.
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import BetterSqlite from 'better-sqlite3'
import { CannotOpen } from './errors.ts'

/** Long enough for another worker to finish an ordinary migration, which needs the exclusive lock. */
const lockTimeoutMs = 10_000
const retryEveryMs = 50

export class FolderLock {
  readonly #file: BetterSqlite.Database
  readonly #parentPid: number | undefined
  #exclusive: boolean

  constructor(file: BetterSqlite.Database, parentPid: number | undefined, exclusive: boolean) {
    this.#file = file
    this.#parentPid = parentPid
    this.#exclusive = exclusive
  }

  /** True while no other worker can have opened the database. Migrations run only then. */
  get exclusive(): boolean {
    return this.#exclusive
  }

  /** Allows other workers of the same parent. A lock without a parent stays exclusive. */
  async share(): Promise<void> {
    if (this.#parentPid === undefined || !this.#exclusive) return
    this.#file.exec('create table if not exists holder (family integer not null); delete from holder')
    this.#file.prepare('insert into holder (family) values (?)').run(this.#parentPid)
    this.#file.exec('commit')
    const parentPid = this.#parentPid
    if (!(await retryUntilTimeout(() => holdShared(this.#file, parentPid)))) throw folderInUse(this.#file.name)
    this.#exclusive = false
  }

  release(): void {
    this.#file.close()
  }
}

export async function acquireFolderLock(folder: string, parentPid?: number): Promise<FolderLock> {
  const path = join(folder, 'stint.lock')
  const file = new BetterSqlite(path, { timeout: 0 })
  try {
    chmodSync(path, 0o600)
    let exclusive = false
    const hold = (): boolean => {
      exclusive = !isBusy(() => file.exec('begin exclusive'))
      return exclusive || (parentPid !== undefined && holdShared(file, parentPid))
    }
    if (parentPid === undefined ? hold() : await retryUntilTimeout(hold))
      return new FolderLock(file, parentPid, exclusive)
    throw folderInUse(path)
  } catch (error) {
    file.close()
    throw error
  }
}

/** Joins the lock if its holder has the same parent process. */
function holdShared(file: BetterSqlite.Database, parentPid: number): boolean {
  file.exec('begin')
  const read = (): unknown =>
    file.prepare("select 1 from sqlite_master where name = 'holder'").get() === undefined
      ? undefined
      : file.prepare('select family from holder').pluck().get()
  let holder: unknown
  const busy = isBusy(() => {
    holder = read()
  })
  if (!busy && holder === parentPid) return true
  file.exec('rollback')
  return false
}

async function retryUntilTimeout(attempt: () => boolean): Promise<boolean> {
  for (let waited = 0; waited <= lockTimeoutMs; waited += retryEveryMs) {
    if (attempt()) return true
    await sleep(retryEveryMs)
  }
  return false
}

function isBusy(attempt: () => unknown): boolean {
  try {
    attempt()
    return false
  } catch (error) {
    if (error instanceof BetterSqlite.SqliteError && error.code.startsWith('SQLITE_BUSY')) return true
    throw error
  }
}

const folderInUse = (path: string): CannotOpen =>
  new CannotOpen(`Another Stint server is using the data folder (it holds ${path}): stop it, or choose another folder.`)
