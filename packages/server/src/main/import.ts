// Makes a new account out of an export. The export is first loaded into a scratch database with the schema it was made with,
// compared with its manifest and migrated there; then its rows get new ids and are added to the server in one transaction, and
// are compared again before that is kept. A server may run meanwhile.
import { createReadStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Damaged } from '../io/archive.ts'
import { systemClock } from '../io/clock.ts'
import { compareMeasures, copyAll } from '../io/copy.ts'
import { RuleBroken } from '../io/database.ts'
import { FolderFiles } from '../io/files.ts'
import { openSqlite } from '../io/sqlite.ts'
import { makeSqliteStore, readSqliteStore } from '../io/sqlite-store.ts'
import { type Measure, type NewStore, type Origin, rowsOf, type Store } from '../io/store.ts'
import { Vault } from '../io/vault.ts'
import { CannotDo } from './command-line.ts'
import type { Settings } from './config.ts'
import { type Export, readExport } from './export-format.ts'
import { type NewIds, newIds } from './import-ids.ts'
import type { Progress } from './progress.ts'
import { addToStore, schemaOf } from './stores.ts'
import { inSentence, orDamaged, orUndone } from './undo.ts'

export interface Imported {
  readonly accountid: number
  readonly account: string
  readonly rows: number
  readonly documents: number
  readonly withSecrets: boolean
  readonly closedNotes: number
}

export async function importAccount(settings: Settings, from: string, progress: Progress): Promise<Imported> {
  const folder = resolve(from)
  try {
    const exported = await readExport(folder)
    return await importInto(settings, exported, folder, progress)
  } catch (error) {
    throw inSentence(`${folder} was not imported`, orDamaged(error))
  } finally {
    progress.end()
  }
}

function importInto(settings: Settings, exported: Export, folder: string, progress: Progress): Promise<Imported> {
  const scratch = mkdtempSync(join(tmpdir(), 'stint-import-'))
  const clear = (): void => rmSync(scratch, { recursive: true, force: true })
  const undo = (): void => {
    progress.end()
    clear()
  }
  return orUndone(`${folder} was not imported`, undo, async () => {
    const stores: Store[] = []
    try {
      const staged = await stage(exported, scratch, progress)
      stores.push(staged)
      const to = await addToStore(settings)
      stores.push(to)
      const vault = new Vault({ keys: settings.secretKeys, keyFile: join(resolve(settings.data), 'secret.key') })
      const ids = await newIds(staged, to, await nextAccount(to), vault)
      const files = new FolderFiles(join(resolve(settings.data), 'files'))
      await keepDocuments(exported, files)
      const rows = await addRows(staged, to, ids, progress)
      await to.commit()
      for (const { hash } of exported.documents()) await files.settled(hash)
      const { account, withSecrets, closedNotes, documents } = exported.manifest
      const count = Object.keys(documents).length
      return { accountid: ids.accountid, account: account.name, rows, documents: count, withSecrets, closedNotes }
    } finally {
      for (const store of stores) await store.close()
      clear()
    }
  })
}

async function stage(exported: Export, scratch: string, progress: Progress): Promise<Store> {
  const migrations = await schemaOf('The export was not imported', exported.manifest)
  const store = makeSqliteStore(scratch, migrations, systemClock)
  try {
    exported.tables = store.tables
    progress.begin('records', rowsOf(exported.manifest.tables) * 3)
    await copyAll(exported, store, progress.add)
    await store.commit()
  } finally {
    await store.close()
  }
  // Opening it brings it to the schema of this program.
  const options = { dataFolder: scratch, clock: systemClock, log: () => undefined, workersMayShare: false }
  await (await openSqlite(options)).close()
  const staged = await readSqliteStore(scratch)
  const accounts = staged.tables.find(({ name }) => name === 'account')
  if (accounts !== undefined && (await staged.measure(accounts)).rows === 1) return staged
  await staged.close()
  throw new Damaged('it is not of one account')
}

async function nextAccount(to: Origin): Promise<number> {
  const table = to.tables.find(({ name }) => name === 'account')
  const at = table?.columns.findIndex(({ name }) => name === 'id') ?? -1
  let last = 0
  if (table !== undefined) {
    for await (const rows of to.rows(table)) last = rows.reduce((most, row) => Math.max(most, Number(row[at])), last)
  }
  return last + 1
}

/** Bytes first: until a row names it, a file counts as left behind and would be swept away after a while. */
async function keepDocuments(exported: Export, files: FolderFiles): Promise<void> {
  for (const { hash, path, size } of exported.documents()) {
    const received = await files.receive(createReadStream(path), size)
    if (received.hash !== hash) {
      await received.discard()
      throw new Damaged(`${path} is not the file that its record names`)
    }
    await received.keep()
  }
}

async function addRows(from: Store, to: NewStore, ids: NewIds, progress: Progress): Promise<number> {
  const notCopied = new Set(['tableversion', 'quota'])
  let count = 0
  for (const table of to.tables) {
    const origin = from.tables.find(({ name }) => name === table.name)
    if (origin === undefined || notCopied.has(table.name)) continue
    const places = table.columns.map(({ name }) => origin.columns.findIndex((column) => column.name === name))
    const renewed = ids.row(table)
    for await (const rows of from.rows(origin)) {
      const fresh = rows.map((row) => renewed(places.map((place) => row[place])))
      await to.insert(table, fresh).catch((error) => {
        throw tokensInUse(error) ?? error
      })
      progress.add(rows.length)
    }
    const was = kept(await from.measure(origin), ids.changed(table))
    compareMeasures(table.name, was, await to.measure(table, ids.accountid))
    count += was.rows
  }
  return count
}

const kept = ({ rows, sums }: Measure, changed: ReadonlySet<string>): Measure => ({
  rows,
  sums: Object.fromEntries(Object.entries(sums).filter(([column]) => !changed.has(column))),
})

/** A token opens one account, so the same account cannot be twice on a server with its tokens. */
const tokensInUse = (error: unknown): CannotDo | null =>
  error instanceof RuleBroken && /token[._]hash/.test(error.where)
    ? new CannotDo(
        'The export was not imported: its API tokens are in use on this server; export without --with-secrets.',
      )
    : null
