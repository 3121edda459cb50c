// Compares a data folder with what was acknowledged: opens it as a server that starts does, checks the database and
// every file, and finds each record in the state after its last acknowledged write or after the one that followed.
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { FileStore } from '../src/io/file-store.ts'
import { checkIntegrity } from '../src/io/integrity-check.ts'
import { tokenHash } from '../src/kit/token.ts'
import { readSettings } from '../src/main/config.ts'
import { prepareFirstAccount } from '../src/main/first-account.ts'
import { fileStoreFrom, openFromSettings } from '../src/main/storage.ts'
import type { WrittenRecord } from './written-records.ts'

export interface Expectation {
  readonly records: readonly WrittenRecord[]
  /** The ids of the requests that were acknowledged. */
  readonly acknowledged: ReadonlySet<string>
  /** The token that the operator has seen; null before. */
  readonly token: string | null
}

interface StoredRecord {
  readonly name: string
  readonly value: string
}

/** Opens the folder as `stint serve` does, and closes it. A state without an account gets one. */
export async function startAndStop(folder: string): Promise<void> {
  const settings = readSettings({ data: folder }, {})
  const database = await openFromSettings(settings, {})
  try {
    await prepareFirstAccount(settings, database, fileStoreFrom(settings), console.error)
  } finally {
    await database.close()
  }
}

async function checkFile(files: FileStore, hash: string, size: number): Promise<void> {
  const file = await files.open(hash)
  if (file === undefined) throw new Error(`the file ${hash} is missing`)
  const digest = createHash('sha256')
  if (size === 0) await file.close()
  else for await (const chunk of file.bytes(0, size - 1)) digest.update(chunk)
  if (digest.digest('hex') !== hash) throw new Error(`the file ${hash} has other bytes`)
}

/** Every file that a row names, not only those that were acknowledged: a row without its file is a half write. */
async function checkFiles(folder: string, database: Sqlite.Database): Promise<void> {
  const files = fileStoreFrom(readSettings({ data: folder }, {}))
  const rows = database
    .prepare<[], { hash: string; filesize: number }>('select hash, filesize from documentversion')
    .all()
  for (const { hash, filesize } of rows) await checkFile(files, hash, filesize)
}

/** The number of writes of a record that the database has, or an error if it has half of one. */
function appliedWrites(record: WrittenRecord, stored: string | undefined, events: ReadonlySet<string>): number {
  const applied = record.writes.filter(({ requestid }) => events.has(requestid)).length
  const isPrefix = record.writes.every(({ requestid }, at) => events.has(requestid) === at < applied)
  const expected = record.writes[applied - 1]?.value ?? undefined
  if (!isPrefix || stored !== expected)
    throw new Error(`${record.name} is incomplete: ${applied} events, and ${stored?.slice(0, 80) ?? 'no record'}`)
  return applied
}

function checkRecords(database: Sqlite.Database, { records, acknowledged }: Expectation): void {
  const rows = database
    .prepare<[], StoredRecord>(
      `select name, description as value from client where name <> 'Owner of the project' union all
       select title, (select hash from documentversion v where v.documentid = document.id order by v.version desc limit 1)
       from document`,
    )
    .all()
  const stored = new Map(rows.map(({ name, value }) => [name, value]))
  if (stored.size !== rows.length) throw new Error('a record is stored twice')
  const eventRows = database
    .prepare<[], string>('select requestid from event where requestid is not null')
    .pluck()
    .all()
  const events = new Set(eventRows)
  for (const record of records) {
    const applied = appliedWrites(record, stored.get(record.name), events)
    const needed = record.writes.filter(({ requestid }) => acknowledged.has(requestid)).length
    if (applied < needed) throw new Error(`${record.name}: write ${applied + 1} was acknowledged and is lost`)
    stored.delete(record.name)
  }
  for (const name of stored.keys()) throw new Error(`${name} was never sent`)
}

/** Throws an error for the first broken promise. */
export async function checkFolder(folder: string, expectation: Expectation): Promise<void> {
  await startAndStop(folder)
  const { problems } = await checkIntegrity(undefined, folder)
  if (problems.length > 0) throw new Error(problems.join('; '))
  const database = new Sqlite(join(folder, 'stint.sqlite'), { readonly: true })
  try {
    const { token } = expectation
    if (token !== null) {
      const found = database.prepare('select 1 from token where hash = ?').get(tokenHash(token))
      if (found === undefined) throw new Error('the token that the first start showed is not valid any more')
    }
    checkRecords(database, expectation)
    await checkFiles(folder, database)
  } finally {
    database.close()
  }
}
