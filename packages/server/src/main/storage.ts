// Opens what the settings name: the data folder, the database and the store of files. It does not load the server, so
// that a command that needs only these starts quickly.
import { accessSync, constants, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Database } from '../io/database.ts'
import { CannotOpen } from '../io/errors.ts'
import type { FileStore } from '../io/file-store.ts'
import { FolderFileStore } from '../io/folder-file-store.ts'
import { type OpenOptions, openDatabase } from '../io/open-database.ts'
import type { S3Location } from '../io/s3-bucket.ts'
import { S3FileStore } from '../io/s3-file-store.ts'
import { UnusableKey } from '../io/vault.ts'
import { clockOf, SettingError, type Settings } from './config.ts'
import { changeLog } from './event-log.ts'

/** Opens the configured database. An error names the setting that chose it. */
export async function openFromSettings(settings: Settings, more: Partial<OpenOptions>): Promise<Database> {
  const { databaseUrl: url, databaseConnections: connections, data, secretKeys } = settings
  try {
    return await openDatabase({
      url,
      connections,
      secretKeys,
      dataFolder: resolve(data),
      clock: clockOf(settings),
      changeLog,
      ...more,
    })
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

export type FileSettings = Pick<Settings, 'data' | 'files' | 's3Endpoint' | 's3Region' | 's3KeyId' | 's3SecretKey'>

/** The bucket for files; undefined when they are kept in the data folder. */
export function s3LocationFrom(settings: FileSettings): S3Location | undefined {
  const { files, s3Endpoint: endpoint, s3Region: region, s3KeyId: keyId, s3SecretKey: secretKey } = settings
  if (files === undefined) return undefined
  if (keyId !== undefined && secretKey !== undefined) return { ...files, endpoint, region, keyId, secretKey }
  const missing = keyId === undefined ? 'STINT_S3_KEY_ID (--s3-key-id)' : 'STINT_S3_SECRET_KEY (--s3-secret-key)'
  throw new SettingError(`${missing}: is needed when STINT_FILES is set.`)
}

/** With a bucket, uploads are received in the data folder before they are put there. */
export function openFileStore(data: string, s3: S3Location | undefined): FileStore {
  const folder = join(resolve(data), 'files')
  return s3 === undefined ? new FolderFileStore(folder) : new S3FileStore(s3, join(folder, 'arriving'))
}

export const fileStoreFrom = (settings: FileSettings): FileStore =>
  openFileStore(settings.data, s3LocationFrom(settings))

/** Where files are kept, for people. */
export const filePlaceOf = ({ data, files }: FileSettings): string =>
  files === undefined ? join(resolve(data), 'files') : `s3://${files.bucket}/${files.prefix}`
