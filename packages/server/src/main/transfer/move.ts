// Moves the records of a server from SQLite to PostgreSQL or back. The files of documents stay where they are. The old
// database is only read, with no server running, and stays unchanged.
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type CopyResult, copyAll } from '../../io/copy.ts'
import type { FileStore } from '../../io/file-store.ts'
import { syncFolder } from '../../io/folder-file-store.ts'
import { acquireFolderLock, type FolderLock } from '../../io/folder-lock.ts'
import { commitMarkFile } from '../../io/sqlite-commit-mark.ts'
import type { Store, WritableStore } from '../../io/store.ts'
import { allOrNothing } from '../backup/all-or-nothing.ts'
import { referencedFiles } from '../backup/backup.ts'
import { createStore, type DatabaseLocation, readStore } from '../backup/open-stores.ts'
import { CommandError } from '../commands/command-line.ts'
import type { Progress } from '../commands/progress.ts'

export async function moveToPostgres(data: string, databaseUrl: string, progress: Progress): Promise<CopyResult> {
  const folder = resolve(data)
  return withLock(folder, (lock) =>
    moveRecords({ data: folder, databaseUrl: undefined }, progress, () => lock.release(), {
      make: (from) => createStore({ data: folder, databaseUrl }, from.applied),
      keep: async () => undefined,
    }),
  )
}

/** Built in a temporary folder within the data folder and moved into place by a rename. */
export async function moveToSqlite(
  data: string,
  databaseUrl: string,
  files: FileStore,
  progress: Progress,
): Promise<CopyResult> {
  const folder = resolve(data)
  const tempFolder = join(folder, 'moving')
  if (existsSync(join(folder, 'stint.sqlite'))) {
    throw new CommandError(
      `The records were not moved: there is a stint.sqlite in ${folder} already; move it away first.`,
    )
  }
  return withLock(folder, (lock) => {
    const clear = (): void => rmSync(tempFolder, { recursive: true, force: true })
    const undo = (): void => {
      clear()
      lock.release()
    }
    return moveRecords({ data: folder, databaseUrl }, progress, undo, {
      make: async (from) => {
        await checkFiles(from, files, folder)
        clear()
        mkdirSync(tempFolder, { mode: 0o700 })
        return createStore({ data: tempFolder, databaseUrl: undefined }, from.applied)
      },
      keep: async () => {
        // It belongs to an earlier database of this folder, and would be newer than this one.
        rmSync(join(folder, commitMarkFile), { force: true })
        await syncFolder(folder)
        for (const file of ['quota.sqlite', 'stint.sqlite']) {
          rmSync(join(folder, `${file}-wal`), { force: true })
          rmSync(join(folder, `${file}-shm`), { force: true })
          renameSync(join(tempFolder, file), join(folder, file))
        }
        await syncFolder(folder)
        clear()
      },
    })
  })
}

interface Target {
  readonly make: (from: Store) => Promise<WritableStore>
  /** Called when the new database is complete and closed. */
  readonly keep: () => Promise<void>
}

function moveRecords(
  source: DatabaseLocation,
  progress: Progress,
  clear: () => void,
  target: Target,
): Promise<CopyResult> {
  const undo = (): void => {
    progress.end()
    clear()
  }
  return allOrNothing('The records were not moved', undo, async () => {
    const stores: Store[] = []
    try {
      const from = await readStore(source, true)
      stores.push(from)
      const to = await target.make(from)
      stores.push(to)
      let rows = 0
      progress.begin('counting', from.tables.length)
      for (const table of from.tables) {
        rows += (await from.totals(table)).rows
        progress.add(1)
      }
      progress.begin('records', rows * 2)
      const copied = await copyAll(from, to, progress.add)
      await to.commit()
      await to.close()
      await target.keep()
      progress.end()
      return copied
    } finally {
      for (const store of stores) await store.close()
    }
  })
}

/** Holds the folder's lock: no server runs on the folder, and none can start. */
async function withLock<T>(folder: string, work: (lock: FolderLock) => Promise<T>): Promise<T> {
  if (!existsSync(folder)) throw new CommandError(`The records were not moved: there is no data folder ${folder}.`)
  const lock = await acquireFolderLock(folder)
  try {
    return await work(lock)
  } finally {
    lock.release()
  }
}

/** The server reads the documents from this store, so they must exist. */
async function checkFiles(from: Store, files: FileStore, folder: string): Promise<void> {
  let lost = 0
  for (const hash of await referencedFiles(from)) {
    const file = await files.open(hash)
    if (file === undefined) lost++
    else await file.close()
  }
  if (lost === 0) return
  throw new CommandError(
    `The records were not moved: ${lost} files of documents are not in ${folder}: give the data folder of the server.`,
  )
}
