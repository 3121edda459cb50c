// One server per data folder (T-83). The lock is an open transaction on a small SQLite file of its own, so the
// operating system frees it the moment its process dies: there is no stale lock to judge. The worker processes of one
// server share it under their common parent; it says nothing about who may read the database file with other tools.
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import BetterSqlite from 'better-sqlite3'
import { CannotOpen } from './errors.ts'

/** Long enough for a sibling to finish an ordinary migration, which it does alone. */
const lockTimeoutMs = 10_000
const retryEveryMs = 50

export class FolderLock {
  readonly #file: BetterSqlite.Database
  readonly #parentPid: number | undefined
  #exclusive: boolean

  constructor(file: BetterSqlite.Database, family: number | undefined, alone: boolean) {
    this.#file = file
    this.#parentPid = family
    this.#exclusive = alone
  }

  /** True while no sibling can have opened the database: the time to migrate. */
  get exclusive(): boolean {
    return this.#exclusive
  }

  /** Lets siblings in. A lock that is not to be shared stays as it is. */
  async share(): Promise<void> {
    if (this.#parentPid === undefined || !this.#exclusive) return
    this.#file.exec('create table if not exists holder (family integer not null); delete from holder')
    this.#file.prepare('insert into holder (family) values (?)').run(this.#parentPid)
    this.#file.exec('commit')
    const family = this.#parentPid
    if (!(await retryUntilTimeout(() => holdShared(this.#file, family)))) throw folderInUse(this.#file.name)
    this.#exclusive = false
  }

  release(): void {
    this.#file.close()
  }
}

export async function acquireFolderLock(folder: string, family?: number): Promise<FolderLock> {
  const path = join(folder, 'stint.lock')
  const file = new BetterSqlite(path, { timeout: 0 })
  try {
    chmodSync(path, 0o600)
    let alone = false
    const hold = (): boolean => {
      alone = !isBusy(() => file.exec('begin exclusive'))
      return alone || (family !== undefined && holdShared(file, family))
    }
    if (family === undefined ? hold() : await retryUntilTimeout(hold)) return new FolderLock(file, family, alone)
    throw folderInUse(path)
  } catch (error) {
    file.close()
    throw error
  }
}

/** Takes part in the lock if its holder is of the same family. */
function holdShared(file: BetterSqlite.Database, family: number): boolean {
  file.exec('begin')
  const read = (): unknown =>
    file.prepare("select 1 from sqlite_master where name = 'holder'").get() === undefined
      ? undefined
      : file.prepare('select family from holder').pluck().get()
  let holder: unknown
  const busy = isBusy(() => {
    holder = read()
  })
  if (!busy && holder === family) return true
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
