// Restores a backup: verifies the whole file before anything is written, fills an empty database and folder, and
// compares the result before it reports success. The schema stays the backup's; a newer program migrates it at its
// first start.
import { resolve } from 'node:path'
import { type ArchiveReader, CorruptionError, openArchive } from '../../io/archive.ts'
import { copyAll } from '../../io/copy.ts'
import type { FileStore } from '../../io/file-store.ts'
import type { S3Location } from '../../io/s3-bucket.ts'
import { countRows, type WritableStore } from '../../io/store.ts'
import type { Progress } from '../commands/progress.ts'
import { openFileStore } from '../storage.ts'
import { allOrNothing, asCommandError, asCorruption } from './all-or-nothing.ts'
import { type Backup, readBackup } from './backup-format.ts'
import { NewFolder } from './new-folder.ts'
import { createStore, type DatabaseLocation, migrationsOfCopy } from './open-stores.ts'

export interface RestoreResult {
  readonly made: string
  readonly program: string
  readonly schema: number
  readonly tables: number
  readonly rows: number
  readonly files: number
  readonly missing: readonly string[]
  readonly withKey: boolean
}

/** Where a backup is restored. */
export interface RestoreLocation extends DatabaseLocation {
  /** The bucket for files; without one they are in the data folder. */
  readonly s3?: S3Location | undefined
}

export async function restoreBackup(from: string, into: RestoreLocation, progress: Progress): Promise<RestoreResult> {
  const path = resolve(from)
  let archive: ArchiveReader | undefined
  try {
    archive = await openArchive(path)
    progress.begin('checking', archive.size)
    const backup = await readBackup(archive, progress.add)
    await migrationsOfCopy('The backup was not restored', backup.manifest)
    return await restoreInto(into, backup, progress)
  } catch (error) {
    throw asCommandError(`${path} was not restored`, asCorruption(error))
  } finally {
    progress.end()
    await archive?.close()
  }
}

async function restoreInto(into: RestoreLocation, backup: Backup, progress: Progress): Promise<RestoreResult> {
  const folder = new NewFolder(resolve(into.data))
  let store: WritableStore | undefined
  const { manifest } = backup
  const undo = (): void => {
    progress.end()
    folder.undo()
  }
  try {
    return await allOrNothing('The backup was not restored', undo, async () => {
      await folder.begin()
      store = await createStore(into, manifest.schema)
      progress.begin('records', countRows(manifest.tables) * 2)
      const copied = await copyAll(backup, store, progress.add)
      const fileStore = openFileStore(folder.path, into.s3)
      const files = await restoreFiles(backup, fileStore, progress)
      const key = await backup.key()
      if (key !== null) folder.putKey(key)
      await store.commit()
      await store.close()
      for (const { hash } of backup.files()) await fileStore.confirm(hash)
      await folder.finish()
      const { made, program, schema, missing } = manifest
      return { made, program, schema: schema.length, ...copied, files, missing, withKey: key !== null }
    })
  } finally {
    await store?.close()
  }
}

async function restoreFiles(backup: Backup, files: FileStore, progress: Progress): Promise<number> {
  const entries = backup.files()
  progress.begin('files', entries.length)
  for (const { hash, size, bytes } of entries) {
    const received = await files.receive(bytes(), size)
    if (received.hash !== hash) throw new CorruptionError(`the file ${hash} is not what it was a moment ago`)
    await received.keep()
    progress.add(1)
  }
  return entries.length
}
