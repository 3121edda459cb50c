// Makes a backup: all tables in one snapshot, then every file that the snapshot refers to, in one archive. The server
// may run and write meanwhile. Everything acknowledged before the backup began is included (I-44).
import { rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { type ArchiveEntry, type ArchiveWriter, writeArchive } from '../../io/archive.ts'
import { rowAsJsonLine } from '../../io/copy.ts'
import type { FileStore } from '../../io/file-store.ts'
import { type CopySource, countRows, type Store, type Table } from '../../io/store.ts'
import { utcText } from '../../kit/calendar.ts'
import { fileColumns } from '../../maintenance/file-columns.ts'
import { CommandError } from '../commands/command-line.ts'
import type { Progress } from '../commands/progress.ts'
import { clockOf, type Settings } from '../config.ts'
import { fileStoreFrom } from '../storage.ts'
import { version } from '../version.ts'
import { allOrNothing } from './all-or-nothing.ts'
import {
  backupFormat,
  fileEntryName,
  keyEntryName,
  type Manifest,
  manifestEntryName,
  manifestHashEntryName,
  readme,
  readmeEntryName,
  sha256FileLine,
  type TableManifest,
  tablePartName,
} from './backup-format.ts'
import { readStore } from './open-stores.ts'

export interface BackupOptions {
  readonly to: string
  readonly withKey: boolean
  /** Continues without files that are missing or damaged. */
  readonly withoutLostFiles: boolean
}

export interface BackupResult {
  readonly file: string
  readonly bytes: number
  readonly tables: number
  readonly rows: number
  readonly files: number
  readonly lostFiles: readonly string[]
  readonly schema: number
  readonly withKey: boolean
}

const partCharacters = 4_000_000
const gzipLines = promisify(gzip)

export async function makeBackup(
  settings: Settings,
  options: BackupOptions,
  progress: Progress,
): Promise<BackupResult> {
  const path = resolve(options.to)
  // A document can be deleted between the snapshot and the copy of its file. Then the backup starts again.
  for (let attempt = 1; ; attempt++) {
    const result = await tryBackup(settings, { ...options, to: path }, progress)
    if (result !== 'again') return result
    if (attempt === 3) throw new CommandError('The backup was not made: documents are being removed all the time.')
  }
}

function tryBackup(settings: Settings, options: BackupOptions, progress: Progress): Promise<BackupResult | 'again'> {
  let writer: ArchiveWriter | undefined
  const undo = (): void => {
    progress.end()
    if (writer !== undefined) rmSync(writer.draft, { force: true })
  }
  return allOrNothing(`The backup ${options.to} was not made`, undo, async () => {
    const store = await readStore(settings)
    try {
      writer = await writeArchive(options.to)
      const result = await writeBackup(writer, store, settings, options, progress)
      if (result === 'again') await writer.abandon()
      progress.end()
      return result
    } finally {
      await store.close()
    }
  })
}

async function writeBackup(
  writer: ArchiveWriter,
  store: Store,
  settings: Settings,
  options: BackupOptions,
  progress: Progress,
): Promise<BackupResult | 'again'> {
  const entries: ArchiveEntry[] = [await writer.add(readmeEntryName, Buffer.from(readme))]
  const tables: Record<string, TableManifest> = {}
  progress.begin('counting', store.tables.length)
  for (const table of store.tables) {
    tables[table.name] = { columns: table.columns, ...(await store.totals(table)) }
    progress.add(1)
  }
  const rows = countRows(tables)
  progress.begin('records', rows)
  for (const table of store.tables) entries.push(...(await addTable(writer, store, table, progress)))
  const files = fileStoreFrom(settings)
  const added = await addFiles(writer, store, files, progress)
  if (added.lost.length > 0 && (await stillReferenced(settings, added.lost)).length < added.lost.length) return 'again'
  if (added.lost.length > 0 && !options.withoutLostFiles) throw lostFilesError(added.lost)
  entries.push(...added.entries)
  if (options.withKey) entries.push(await writer.add(keyEntryName, await secretKeyBytes(settings)))
  const manifest: Manifest = {
    format: backupFormat,
    program: version,
    made: utcText(clockOf(settings).now()),
    from: settings.databaseUrl === undefined ? 'sqlite' : 'postgres',
    schema: store.applied.map(({ number, name, checksum }) => ({ number, name, checksum })),
    lastId: store.lastId,
    tables,
    missing: added.lost,
    entries,
  }
  const written = await writer.add(manifestEntryName, Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`))
  await writer.add(manifestHashEntryName, sha256FileLine(written.sha256))
  await writer.finish()
  return {
    file: options.to,
    bytes: writer.size,
    tables: store.tables.length,
    rows,
    files: added.entries.length,
    lostFiles: added.lost,
    schema: store.applied.length,
    withKey: options.withKey,
  }
}

const lostFilesError = (lost: readonly string[]): CommandError =>
  new CommandError(
    `The backup was not made: ${lost.length} of the files that documents name are missing or damaged in the file store ` +
      `(${lost.slice(0, 3).join(', ')}${lost.length > 3 ? ', ...' : ''}). ` +
      'With --without-lost-files it is made of all the others.',
  )

/** Rows in parts of some megabytes: each part is compressed in memory and written at once. */
async function addTable(
  writer: ArchiveWriter,
  store: CopySource,
  table: Table,
  progress: Progress,
): Promise<ArchiveEntry[]> {
  const entries: ArchiveEntry[] = []
  let lines: string[] = []
  let length = 0
  const writePart = async (): Promise<void> => {
    if (lines.length === 0) return
    const bytes = await gzipLines(lines.join(''), { level: 5 })
    entries.push(await writer.add(tablePartName(table.name, entries.length + 1), bytes))
    lines = []
    length = 0
  }
  for await (const rows of store.rows(table)) {
    for (const row of rows) {
      const line = rowAsJsonLine(row)
      lines.push(line)
      length += line.length
      if (length >= partCharacters) await writePart()
    }
    progress.add(rows.length)
  }
  await writePart()
  return entries
}

async function addFiles(
  writer: ArchiveWriter,
  store: CopySource,
  files: FileStore,
  progress: Progress,
): Promise<{ entries: ArchiveEntry[]; lost: string[] }> {
  const hashes = await referencedFiles(store)
  const entries: ArchiveEntry[] = []
  const lost: string[] = []
  progress.begin('files', hashes.length)
  for (const hash of hashes) {
    const file = await files.open(hash)
    const bytes = file === undefined || file.size === 0 ? [] : file.bytes(0, file.size - 1)
    const entry =
      file === undefined
        ? null
        : await writer.addFile(fileEntryName(hash), file.size, hash, bytes as AsyncIterable<Buffer>)
    if (file?.size === 0) await file.close()
    if (entry === null) lost.push(hash)
    else entries.push(entry)
    progress.add(1)
  }
  return { entries, lost }
}

/** The hashes of all files that these tables refer to, in order. */
export async function referencedFiles(store: CopySource, accountid?: number): Promise<string[]> {
  const hashes = new Set<string>()
  for (const { table: name, hash } of fileColumns) {
    const table = store.tables.find((one) => one.name === name)
    const at = table?.columns.findIndex((column) => column.name === hash) ?? -1
    if (table === undefined || at === -1) continue
    for await (const rows of store.rows(table, accountid)) {
      for (const row of rows) if (row[at] !== null) hashes.add(String(row[at]))
    }
  }
  return [...hashes].sort()
}

/** The lost files that the database still refers to. */
async function stillReferenced(settings: Settings, lost: readonly string[]): Promise<string[]> {
  const store = await readStore(settings)
  try {
    const referenced = new Set(await referencedFiles(store))
    return lost.filter((hash) => referenced.has(hash))
  } finally {
    await store.close()
  }
}

async function secretKeyBytes({ data, secretKeys }: Settings): Promise<Buffer> {
  if (secretKeys !== undefined) return Buffer.from(secretKeys.map((key) => `${key.toString('base64')}\n`).join(''))
  try {
    return await readFile(join(resolve(data), 'secret.key'))
  } catch {
    throw new CommandError(
      'The backup was not made: --with-key was given, and there is no secret.key in the data folder.',
    )
  }
}
