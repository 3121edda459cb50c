// Opens what the settings name: the data folder, the database and the store of files. It does not load the server, so
// that a command that needs only these starts quickly.
import { accessSync, constants, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Database } from '../io/database.ts'
import { CannotOpen } from '../io/errors.ts'
import { type FileStore, FolderFileStore } from '../io/file-store.ts'
import { type OpenOptions, openDatabase } from '../io/open-database.ts'
import { UnusableKey } from '../io/vault.ts'
import { clockOf, SettingError, type Settings } from './config.ts'

/** Opens the configured database. An error names the setting that chose it. */
export async function openFromSettings(settings: Settings, more: Partial<OpenOptions>): Promise<Database> {
  const { databaseUrl: url, data, secretKeys } = settings
  try {
    return await openDatabase({ url, secretKeys, dataFolder: resolve(data), clock: clockOf(settings), ...more })
  } catch (error) {
    if (!(error instanceof CannotOpen)) throw error
    const chosenBy =
      error instanceof UnusableKey
        ? 'STINT_SECRET_KEY (--secret-key)'
        : url === undefined
          ? 'STINT_DATA (--data)'
          : 'STINT_DATABASE_URL (--database-url)'
    throw new SettingError(`${chosenBy}: ${error.message}`, { cause: error })
  }
}

export function prepareDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch {
    throw new SettingError(`STINT_DATA (--data): the folder ${resolve(folder)} cannot be written.`)
  }
}

export const fileStoreFrom = ({ data }: Settings): FileStore => new FolderFileStore(join(resolve(data), 'files'))
