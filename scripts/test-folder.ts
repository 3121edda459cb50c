// Decides where tests keep their temporary files. A memory-backed folder saves the time that a disk needs for every
// commit. It is chosen only if there is enough space in it, otherwise the temporary folder of the machine is used. It
// does not remove anything: the process that keeps PostgreSQL (postgres-process.ts) removes the folder of a run.
import { chmodSync, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

const MEMORY = '/dev/shm'
const GIB = 2 ** 30

/** The two PostgreSQL clusters and the SQLite files of one run need less than this. */
const NEEDED = 4 * GIB

/** For files that are too large for memory or must be executable: containers often mount /dev/shm with noexec. */
export const diskFolder: string = process.env.STINT_TEST_DISK ?? tmpdir()

function freeSpace(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return 0
  }
}

const testFolder = (): string =>
  freeSpace(MEMORY) >= NEEDED && process.availableMemory() >= 2 * NEEDED ? MEMORY : diskFolder

/** A new folder for one run. Others may enter it, because root starts PostgreSQL as another user. */
export function newRunFolder(): string {
  const folder = mkdtempSync(join(testFolder(), 'stint-run-'))
  chmodSync(folder, 0o755)
  return folder
}

/** The prefix of the names of PostgreSQL databases that are kept until the end of the run. */
export const snapshotPrefix = (runFolder: string): string => basename(runFolder).replaceAll(/\W/g, '_').toLowerCase()
