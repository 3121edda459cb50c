// Prepares a database for its first server: checks the key of secure notes, and creates the first account and, if the
// settings ask for it, the demo company. `stint serve` and `stint demo` use it.
import { resolve } from 'node:path'
import { countAccounts } from '../accounts/create-account.ts'
import { removeFact, storeFact } from '../accounts/installation.ts'
import { findUndecryptable } from '../engine/encryption.ts'
import type { Database } from '../io/database.ts'
import type { FileStore } from '../io/file-store.ts'
import { rejectLostDatabase } from '../io/traces.ts'
import { tokenHash } from '../kit/token.ts'
import { resources } from '../resources/all.ts'
import { clockOf, SettingError, type Settings } from './config.ts'
import { demoZone } from './demo/demo-writer.ts'
import { loadDemo } from './demo/load-demo.ts'
import { demoTokens } from './demo/people.ts'
import { type FirstLogin, newAccount, randomToken } from './first-start.ts'
import { checkInstallation } from './installation-check.ts'
import { beginKnownTime } from './retention-time.ts'
import { markFirstStart, resumeFirstStart } from './unfinished-first-start.ts'

/**
 * Prepares the server before it listens: checks the key and the store of files, and creates the first account in an
 * empty database. Of several servers that start at the same time one does it. The caller shows the login and then
 * calls finishFirstStart.
 */
export const prepareFirstAccount = (
  settings: Settings,
  database: Database,
  files: FileStore,
  log: (line: string) => void,
): Promise<FirstLogin | null> =>
  database.prepareAlone(async () => {
    const created = await createIfEmpty(settings, database, files)
    await checkInstallation(settings, database, files, log)
    await beginKnownTime(database, clockOf(settings))
    return created
  })

async function createIfEmpty(settings: Settings, database: Database, files: FileStore): Promise<FirstLogin | null> {
  // Otherwise new notes would be encrypted with another key and the old ones stay unreadable.
  const keyError = await findUndecryptable(database, resources.values())
  if (keyError !== null) throw new SettingError(`STINT_SECRET_KEY (--secret-key): ${keyError}.`)
  const resumed = await resumeFirstStart(settings, database)
  if (resumed !== null) return resumed
  if ((await countAccounts(database)) > 0) return null
  rejectLostDatabase(resolve(settings.data), 'The database')
  return createFirstAccount(settings, database, files)
}

/** A killed process leaves a file that says how far it came, and the next start completes it. */
async function createFirstAccount(settings: Settings, database: Database, files: FileStore): Promise<FirstLogin> {
  const token = settings.adminToken ?? randomToken()
  const timezone = settings.demo ? demoZone : Intl.DateTimeFormat().resolvedOptions().timeZone
  const name = settings.demo ? 'Demo company' : 'My company'
  await storeFact(database, 'firststart', tokenHash(token))
  await markFirstStart(settings, 'creating', [tokenHash(token)])
  const created = await newAccount(database, clockOf(settings), { token, name, timezone, withSetup: !settings.demo })
  if (settings.demo) await loadDemo(database, clockOf(settings), created, files)
  await markFirstStart(settings, 'created', [tokenHash(token)])
  await removeFact(database, 'firststart')
  return created
}

/** The demo's tokens are not secret: they are the same on every server. */
export const demoLines = (): string[] => [
  '',
  '  The demo company is loaded. Its tokens, which are passwords too, are known to everyone: not for a server that others can reach.',
  ...demoTokens.map(({ token, role }) => `  ${token.padEnd(20)}${role}`),
]
