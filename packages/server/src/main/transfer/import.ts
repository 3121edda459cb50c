// Creates a new account from an export. The export is first loaded into a temporary database with its own schema,
// compared with its manifest and migrated there. Then its rows get new ids, are added to the server in one transaction,
// and are compared again before the commit. A server may run meanwhile.
import { createReadStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { CorruptionError } from '../../io/archive.ts'
import { systemClock } from '../../io/clock.ts'
import { compareTotals, copyAll } from '../../io/copy.ts'
import type { Row } from '../../io/database.ts'
import type { FileStore } from '../../io/file-store.ts'
import { openSqlite } from '../../io/sqlite.ts'
import { createSqliteStore, readSqliteStore } from '../../io/sqlite-store.ts'
import {
  type CopySource,
  countRows,
  type Store,
  type Table,
  type TableTotals,
  type WritableStore,
} from '../../io/store.ts'
import { Vault } from '../../io/vault.ts'
import { allOrNothing, asCommandError, asCorruption } from '../backup/all-or-nothing.ts'
import { migrationsOfCopy, openStoreForAdding } from '../backup/open-stores.ts'
import { CommandError } from '../commands/command-line.ts'
import type { Progress } from '../commands/progress.ts'
import type { Settings } from '../config.ts'
import { expectFileStore } from '../installation-check.ts'
import { fileStoreFrom, openFromSettings } from '../storage.ts'
import { type AccountExport, readExport } from './export-format.ts'
import { type IdMapping, mapIds } from './import-ids.ts'

export interface ImportResult {
  readonly accountid: number
  readonly account: string
  readonly rows: number
  readonly documents: number
  readonly withSecrets: boolean
  readonly closedNotes: number
}

export async function importAccount(settings: Settings, from: string, progress: Progress): Promise<ImportResult> {
  const folder = resolve(from)
  try {
    const exported = await readExport(folder)
    return await importInto(settings, exported, folder, progress)
  } catch (error) {
    throw asCommandError(`${folder} was not imported`, asCorruption(error))
  } finally {
    progress.end()
  }
}

function importInto(
  settings: Settings,
  exported: AccountExport,
  folder: string,
  progress: Progress,
): Promise<ImportResult> {
  const scratch = mkdtempSync(join(tmpdir(), 'stint-import-'))
  const clear = (): void => rmSync(scratch, { recursive: true, force: true })
  const undo = (): void => {
    progress.end()
    clear()
  }
  return allOrNothing(`${folder} was not imported`, undo, async () => {
    const stores: Store[] = []
    try {
      const staged = await loadIntoStaging(exported, scratch, progress)
      stores.push(staged)
      const to = await openStoreForAdding(settings)
      stores.push(to)
      const vault = new Vault({ keys: settings.secretKeys, keyFile: join(resolve(settings.data), 'secret.key') })
      const ids = await mapIds(staged, to, await nextAccountId(to), vault)
      const files = await expectedFileStore(settings)
      await storeDocuments(exported, files)
      const rows = await addRows(staged, to, ids, progress)
      await to.commit()
      for (const { hash } of exported.documents()) await files.confirm(hash)
      const { account, withSecrets, closedNotes, documents } = exported.manifest
      const count = Object.keys(documents).length
      return { accountid: ids.accountid, account: account.name, rows, documents: count, withSecrets, closedNotes }
    } finally {
      for (const store of stores) await store.close()
      clear()
    }
  })
}

async function loadIntoStaging(exported: AccountExport, scratch: string, progress: Progress): Promise<Store> {
  const migrations = await migrationsOfCopy('The export was not imported', exported.manifest)
  const store = createSqliteStore(scratch, migrations, systemClock)
  try {
    exported.tables = store.tables
    progress.begin('records', countRows(exported.manifest.tables) * 3)
    await copyAll(exported, store, progress.add)
    await store.commit()
  } finally {
    await store.close()
  }
  // Opening the database migrates it to the schema of this program.
  const options = { dataFolder: scratch, clock: systemClock, log: () => undefined, workersMayShare: false }
  await (await openSqlite(options)).close()
  const staged = await readSqliteStore(scratch)
  const accounts = staged.tables.find(({ name }) => name === 'account')
  if (accounts !== undefined && (await staged.totals(accounts)).rows === 1) return staged
  await staged.close()
  throw new CorruptionError('it is not of one account')
}

/** Documents are not stored where the server of the database would not look for them (T-340). */
async function expectedFileStore(settings: Settings): Promise<FileStore> {
  const files = fileStoreFrom(settings)
  const database = await openFromSettings(settings, { alongsideServer: true })
  await expectFileStore(database, files).finally(() => database.close())
  return files
}

async function nextAccountId(to: CopySource): Promise<number> {
  const table = to.tables.find(({ name }) => name === 'account')
  const at = table?.columns.findIndex(({ name }) => name === 'id') ?? -1
  let last = 0
  if (table !== undefined) {
    for await (const rows of to.rows(table)) last = rows.reduce((most, row) => Math.max(most, Number(row[at])), last)
  }
  return last + 1
}

/** Files come first. A file without a row counts as unreferenced and is removed only after a while. */
async function storeDocuments(exported: AccountExport, files: FileStore): Promise<void> {
  for (const { hash, path, size } of exported.documents()) {
    const received = await files.receive(createReadStream(path), size)
    if (received.hash !== hash) {
      await received.discard()
      throw new CorruptionError(`${path} is not the file that its record names`)
    }
    await received.keep()
  }
}

async function addRows(from: Store, to: WritableStore, ids: IdMapping, progress: Progress): Promise<number> {
  const notCopied = new Set(['tableversion', 'quota'])
  let count = 0
  for (const table of to.tables) {
    const origin = from.tables.find(({ name }) => name === table.name)
    if (origin === undefined || notCopied.has(table.name)) continue
    const positions = table.columns.map(({ name }) => origin.columns.findIndex((column) => column.name === name))
    const mapRow = ids.rowMapper(table)
    for await (const rows of from.rows(origin)) {
      const mappedRows = rows.map((row) => mapRow(positions.map((position) => row[position])))
      if (table.name === 'token') await refuseUsedTokens(to, table, mappedRows)
      await to.insert(table, mappedRows)
      progress.add(rows.length)
    }
    const was = unchangedTotals(await from.totals(origin), ids.changedColumns(table))
    compareTotals(table.name, was, await to.totals(table, ids.accountid))
    count += was.rows
  }
  return count
}

const unchangedTotals = ({ rows, sums }: TableTotals, changed: ReadonlySet<string>): TableTotals => ({
  rows,
  sums: Object.fromEntries(Object.entries(sums).filter(([column]) => !changed.has(column))),
})

/** A token belongs to one account, so an account cannot exist twice on a server with its tokens. */
async function refuseUsedTokens(to: WritableStore, table: Table, rows: readonly Row[]): Promise<void> {
  const at = table.columns.findIndex(({ name }) => name === 'hash')
  const hashes = rows.map((row) => row[at])
  if (!(await to.hasAny(table, 'hash', hashes))) return
  throw new CommandError(
    'The export was not imported: its API tokens are in use on this server; export without --with-secrets.',
  )
}
