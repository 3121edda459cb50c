// Completes a first start that was killed. Until the operator has seen the first login, a file in the data folder says
// how far it came. The next start then removes what was half created and begins again, or gives the Administrator a new
// login. The file names its account by the hash of its first token, so that no other data is ever touched.
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { countAccounts } from '../accounts/create-account.ts'
import { readFact, removeFact } from '../accounts/installation.ts'
import { invalidateLinks, linkHash, storeSetupCode } from '../auth/link-code.ts'
import { type Database, nextId } from '../io/database.ts'
import { syncFolder } from '../io/folder-file-store.ts'
import { hashPassword } from '../io/password-hash.ts'
import { accountSlot, deleteRows, slot, sql, statement } from '../io/sql.ts'
import { firstStartMarker } from '../io/traces.ts'
import { utcText } from '../kit/calendar.ts'
import { tokenHash } from '../kit/token.ts'
import { openStoreForAdding } from './backup/open-stores.ts'
import { clockOf, type Settings } from './config.ts'
import { type FirstLogin, newSecrets } from './first-start.ts'

/** `creating`: records are being written, and no server has listened. `created`: only the login was not shown. */
type State = 'creating' | 'created'

interface Marker {
  readonly state: State
  /** Hashes. One of them is the token of the Administrator: a second start that is killed too has written another. */
  readonly tokens: readonly string[]
}

const markerPath = ({ data }: Settings): string => join(resolve(data), firstStartMarker)

/** Another server of the same database may have been killed. Its file is not here, but the database names its token. */
async function readMarker(settings: Settings, database: Database): Promise<Marker | null> {
  const path = markerPath(settings)
  if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8')) as Marker
  const token = await readFact(database, 'firststart')
  return token === null ? null : { state: 'creating', tokens: [token] }
}

/** The file is on disk when this returns. */
export async function markFirstStart(settings: Settings, state: State, tokens: readonly string[]): Promise<void> {
  const path = markerPath(settings)
  const draft = `${path}.draft`
  const file = openSync(draft, 'w', 0o600)
  try {
    writeSync(file, `${JSON.stringify({ state, tokens } satisfies Marker)}\n`)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(draft, path)
  await syncFolder(resolve(settings.data))
}

/**
 * Called when the operator has seen the first login. The file must not return after a power cut: the next start would
 * replace a login that is in use. It waits for the disk, so that no request is executed before.
 */
export function finishFirstStart(settings: Settings): void {
  rmSync(markerPath(settings), { force: true })
  const folder = openSync(resolve(settings.data), 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

const ownerOfToken = statement(sql`select person.id, person.username from person
  join token on token.accountid = person.accountid and token.personid = person.id
  where person.accountid = ${accountSlot} and token.hash = ${slot('hash')}`)

interface Owner {
  readonly personid: number
  readonly username: string
  /** The hash of the token that was found. */
  readonly hash: string
}

/** The Administrator of the account that the file names, if it is the only account. */
async function ownerOf({ tokens }: Marker, database: Database): Promise<Owner | null> {
  if ((await countAccounts(database)) !== 1) return null
  for (const hash of tokens) {
    const row = await database.read(1, (tx) => tx.first(ownerOfToken, { hash }))
    if (row !== undefined) return { personid: Number(row[0]), username: String(row[1]), hash }
  }
  return null
}

/**
 * Looks for the rest of a killed first start. Returns the new login of its Administrator if the account was complete;
 * null if there was nothing, or what was half created is removed now.
 */
export async function resumeFirstStart(settings: Settings, database: Database): Promise<FirstLogin | null> {
  const marker = await readMarker(settings, database)
  if (marker === null) return null
  const owner = await ownerOf(marker, database)
  if (owner !== null && marker.state === 'created') return renewLogin(settings, database, owner)
  if (owner !== null) await removeHalfCreated(settings)
  await removeFact(database, 'firststart')
  finishFirstStart(settings)
  return null
}

async function removeHalfCreated(settings: Settings): Promise<void> {
  const store = await openStoreForAdding(settings)
  try {
    await store.removeAll()
    await store.commit()
  } finally {
    await store.close()
  }
  rmSync(join(resolve(settings.data), 'files'), { recursive: true, force: true })
}

const deleteToken = deleteRows('token', sql`personid = ${slot('personid')} and hash = ${slot('hash')}`)

/** Nobody knows the secrets of the killed start; the new ones replace them. */
async function renewLogin(settings: Settings, database: Database, owner: Owner): Promise<FirstLogin> {
  const { personid, username, hash: oldHash } = owner
  const { password, token, setup } = newSecrets({ token: settings.adminToken, withSetup: !settings.demo })
  const now = utcText(clockOf(settings).now())
  const [passwordHash, hash] = [await hashPassword(password), tokenHash(token)]
  await markFirstStart(settings, 'created', [oldHash, hash])
  await database.write(1, async (tx) => {
    await tx.run('token', deleteToken, { personid, hash: oldHash })
    await tx.insert('token', { id: nextId, personid, hash, name: 'first start', datecreated: now })
    await tx.update('person', personid, { password: passwordHash })
    await invalidateLinks(tx, personid)
    if (setup !== null) await storeSetupCode(tx, personid, linkHash(setup), now)
  })
  return { username, password, token, setup }
}
