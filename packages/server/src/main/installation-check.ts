// Checks that this server belongs to the installation of its database: the files must be those of the database, and
// servers that share a PostgreSQL database must have the same key. A database without these facts takes those of its
// first server.
import { randomUUID } from 'node:crypto'
import { join, resolve } from 'node:path'
import { readFact, storeFact } from '../accounts/installation.ts'
import type { Database } from '../io/database.ts'
import { FilesUnavailable, FilesUnreachable } from '../io/errors.ts'
import type { FileStore } from '../io/file-store.ts'
import { SettingError, type Settings } from './config.ts'
import { filePlaceOf } from './storage.ts'

export async function checkInstallation(
  settings: Settings,
  database: Database,
  files: FileStore,
  log: (line: string) => void,
): Promise<void> {
  // A SQLite database has one server, whose key is in the same folder.
  if (settings.databaseUrl !== undefined) await checkKey(settings, database)
  await checkFileStore(settings, database, files, log)
}

/** For a process that starts after the check: a worker, or a command that stores files. */
export async function expectFileStore(database: Database, files: FileStore): Promise<void> {
  const id = await readFact(database, 'files')
  if (id !== null) files.expectId(id)
}

async function checkKey(settings: Settings, database: Database): Promise<void> {
  const expected = await readFact(database, 'key')
  if (expected === null) return storeFact(database, 'key', database.vault.currentKeyName())
  const own = database.vault.keyNames()
  if (own.includes(expected)) return
  const source = settings.secretKeys === undefined ? join(resolve(settings.data), 'secret.key') : 'this setting'
  throw new SettingError(
    `STINT_SECRET_KEY (--secret-key): the servers of this database encrypt with key ${expected}, and ${source} has ` +
      `${own.join(', ') || 'none'}. Give every server the same STINT_SECRET_KEY: the content of secret.key in the data folder ` +
      'of the first server. To replace the key, see "Secure notes and their key" in docs/operate.md.',
  )
}

async function checkFileStore(
  settings: Settings,
  database: Database,
  files: FileStore,
  log: (line: string) => void,
): Promise<void> {
  const expected = await readFact(database, 'files')
  const own = await readIdIfReachable(settings, files, expected, log)
  if (own === undefined) return
  if (expected === null || own === expected) {
    const id = own ?? randomUUID()
    if (own === null) await files.writeId(id)
    if (expected === null) await storeFact(database, 'files', id)
    return files.expectId(id)
  }
  const found = own === null ? 'it has no id' : `its id is ${own}`
  throw new SettingError(
    `${settingOf(settings)}: ${filePlaceOf(settings)} is not the file store of this database, which has the id ` +
      `${expected} (${found}). ${advice(settings)}`,
  )
}

const settingOf = ({ files }: Settings): string =>
  files === undefined ? 'STINT_DATA (--data)' : 'STINT_FILES (--files)'

/** Undefined if a known store cannot be reached: everything but files works then, and each upload compares the id. */
async function readIdIfReachable(
  settings: Settings,
  files: FileStore,
  expected: string | null,
  log: (line: string) => void,
): Promise<string | null | undefined> {
  try {
    return await files.readId()
  } catch (error) {
    if (!(error instanceof FilesUnavailable)) throw error
    const message = `${settingOf(settings)}: ${error.message}`
    if (expected === null || !(error instanceof FilesUnreachable)) throw new SettingError(message, { cause: error })
    log(`${message}. Files are not available until it can be reached.`)
    files.expectId(expected)
    return undefined
  }
}

const advice = ({ databaseUrl, files }: Settings): string =>
  databaseUrl === undefined
    ? 'Mount or put back the files of this database. To go on with the files that are there, write this id into ' +
      `${files === undefined ? 'the file' : 'the object'} store-id.`
    : 'Servers that share a database must share their files: mount the same folder on each of them, or give each of ' +
      'them the same bucket.'
