// Writes one account to open files: JSON lines and CSV for each table, documents under their names. It is written to a
// temporary folder and renamed, so that an existing export is always complete. Secrets are included only on request.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Kind, StoredValue } from '../../define/kinds.ts'
import { associatedDataFor } from '../../engine/encryption.ts'
import { writePlan } from '../../engine/write-plan.ts'
import type { ArchiveEntry } from '../../io/archive.ts'
import type { Row } from '../../io/database.ts'
import { syncFolder } from '../../io/folder-file-store.ts'
import { countRows, type Store, type Table, type TableTotals } from '../../io/store.ts'
import { DecryptionError, isEncrypted, Vault } from '../../io/vault.ts'
import { utcText } from '../../kit/calendar.ts'
import { csvLine, escapeFormula } from '../../kit/csv.ts'
import { fileColumns } from '../../maintenance/file-columns.ts'
import { resources } from '../../resources/all.ts'
import { allOrNothing } from '../backup/all-or-nothing.ts'
import { readStore } from '../backup/open-stores.ts'
import { CommandError } from '../commands/command-line.ts'
import type { Progress } from '../commands/progress.ts'
import { clockOf, type Settings } from '../config.ts'
import { fileStoreFrom } from '../storage.ts'
import { version } from '../version.ts'
import { type ExportManifest, exportFormat, exportReadme, isExported, safeFileName } from './export-format.ts'

export interface ExportOptions {
  readonly accountid: number
  readonly to: string
  readonly withSecrets: boolean
}

export interface ExportResult {
  readonly folder: string
  readonly account: string
  readonly tables: number
  readonly rows: number
  readonly documents: number
  readonly withSecrets: boolean
  readonly closedNotes: number
}

export function exportAccount(settings: Settings, options: ExportOptions, progress: Progress): Promise<ExportResult> {
  const to = resolve(options.to)
  const draft = `${to}.unfinished`
  if (existsSync(to) && readdirSync(to).length > 0)
    throw new CommandError(`The folder ${to} is not empty: choose another.`)
  if (existsSync(draft))
    throw new CommandError(`${draft} is left from an export that was not finished: remove it first.`)
  const undo = (): void => {
    progress.end()
    rmSync(draft, { recursive: true, force: true })
  }
  return allOrNothing(`The account was not exported to ${to}`, undo, async () => {
    const store = await readStore(settings)
    try {
      const account = await accountName(store, options.accountid)
      mkdirSync(dirname(draft), { recursive: true, mode: 0o700 })
      mkdirSync(draft, { mode: 0o700 })
      const writing = new ExportWriter(store, settings, options, draft, progress)
      const manifest = await writing.write(account)
      await writing.sync()
      renameSync(draft, to)
      await syncFolder(dirname(to))
      progress.end()
      return {
        folder: to,
        account,
        tables: Object.keys(manifest.tables).length,
        rows: countRows(manifest.tables),
        documents: Object.keys(manifest.documents).length,
        withSecrets: options.withSecrets,
        closedNotes: manifest.closedNotes,
      }
    } finally {
      await store.close()
    }
  })
}

async function accountName(store: Store, accountid: number): Promise<string> {
  const table = store.tables.find(({ name }) => name === 'account')
  const at = table?.columns.findIndex(({ name }) => name === 'name') ?? -1
  if (table !== undefined) for await (const [row] of store.rows(table, accountid)) return String(row?.[at])
  throw new CommandError(`There is no account ${accountid}; "stint account list" shows those that there are.`)
}

/** How a column is hidden without --with-secrets, and its format in a spreadsheet. */
interface ColumnExport {
  readonly kind: Kind | undefined
  readonly flagAt: number
  readonly password: boolean
}

class ExportWriter {
  readonly #store: Store
  readonly #settings: Settings
  readonly #options: ExportOptions
  readonly #folder: string
  readonly #progress: Progress
  readonly #vault: Vault
  readonly #files: ArchiveEntry[] = []
  readonly #folders = new Set<string>()
  readonly #documents: Record<string, string> = {}
  #closedNotes = 0

  constructor(store: Store, settings: Settings, options: ExportOptions, folder: string, progress: Progress) {
    this.#store = store
    this.#settings = settings
    this.#options = options
    this.#folder = folder
    this.#progress = progress
    this.#vault = new Vault({ keys: settings.secretKeys, keyFile: join(resolve(settings.data), 'secret.key') })
  }

  async write(account: string): Promise<ExportManifest> {
    const { accountid, withSecrets } = this.#options
    const tables: Record<string, TableTotals> = {}
    const exported = this.#store.tables.filter((table) => isExported(table, withSecrets))
    this.#progress.begin('counting', exported.length)
    for (const table of exported) {
      tables[table.name] = await this.#store.totals(table, accountid)
      this.#progress.add(1)
    }
    this.#files.push(await this.#writeText('README.txt', exportReadme(account)))
    this.#progress.begin('records', countRows(tables))
    for (const table of exported) await this.#writeTable(table)
    await this.#writeDocuments()
    const manifest: ExportManifest = {
      format: exportFormat,
      program: version,
      made: utcText(clockOf(this.#settings).now()),
      account: { id: accountid, name: account },
      schema: this.#store.applied.map(({ number, name, checksum }) => ({ number, name, checksum })),
      withSecrets,
      closedNotes: this.#closedNotes,
      tables,
      documents: this.#documents,
      files: [...this.#files],
    }
    const { sha256 } = await this.#writeText('manifest.json', `${JSON.stringify(manifest, null, 1)}\n`)
    await this.#writeText('manifest.sha256', `${sha256}  manifest.json\n`)
    return manifest
  }

  async #writeTable(table: Table): Promise<void> {
    const formats = columnExports(table)
    const names = table.columns.map(({ name }) => name)
    const lines = await this.#create(`tables/${table.name}.jsonl`)
    const csv = await this.#create(`tables/${table.name}.csv`)
    await csv.write(csvLine(names))
    for await (const rows of this.#store.rows(table, this.#options.accountid)) {
      const exportedRows = rows.map((row) => this.#exportedRow(table, formats, row))
      await lines.write(exportedRows.map((row) => `${JSON.stringify(objectOf(names, row))}\n`).join(''))
      await csv.write(exportedRows.map((row) => csvLine(row.map((value, at) => csvCell(formats[at], value)))).join(''))
      this.#progress.add(rows.length)
    }
    this.#files.push(await lines.close(), await csv.close())
  }

  /** The exported row: without --with-secrets, passwords and encrypted notes are empty. */
  #exportedRow(table: Table, formats: readonly ColumnExport[], row: Row): Row {
    return row.map((value, at) => {
      const format = formats[at]
      if (format?.password === true) return this.#options.withSecrets ? value : ''
      if (format === undefined || format.flagAt === -1 || !isEncrypted(value)) return value
      if (!this.#options.withSecrets) {
        this.#closedNotes++
        return ''
      }
      return this.#decrypt(table, at, row, value)
    })
  }

  #decrypt({ name, columns }: Table, at: number, row: Row, encrypted: string): string {
    const resource = [...resources.values()].find(({ table }) => table === name)
    const id = Number(row[columns.findIndex((column) => column.name === 'id')])
    if (resource === undefined) throw new Error(`no resource keeps its records in ${name}`)
    try {
      return this.#vault.decrypt(
        encrypted,
        associatedDataFor(this.#options.accountid, resource, columns[at]?.name ?? '', id),
      )
    } catch (error) {
      if (!(error instanceof DecryptionError)) throw error
      throw new CommandError(`The account was not exported: ${error.message}.`, { cause: error })
    }
  }

  /** Each file is written once, under the name of the first row that refers to it. */
  async #writeDocuments(): Promise<void> {
    const fileStore = fileStoreFrom(this.#settings)
    const references = await this.#referencedFiles()
    this.#progress.begin('files', references.length)
    for (const { hash, name } of references) {
      const file = await fileStore.open(hash)
      const writing = await this.#create(name)
      if (file === undefined || file.size === 0) await file?.close()
      else for await (const chunk of file.bytes(0, file.size - 1)) await writing.write(chunk as Buffer)
      const entry = await writing.close()
      if (entry.sha256 !== hash) {
        throw new CommandError(
          `The account was not exported: the file of ${name} is missing or damaged in the file store.`,
        )
      }
      this.#files.push(entry)
      this.#documents[hash] = name
      this.#progress.add(1)
    }
  }

  async #referencedFiles(): Promise<{ hash: string; name: string }[]> {
    const names = new Map<string, string>()
    for (const { table: name, hash, filename, exportPath } of fileColumns) {
      const table = this.#store.tables.find((one) => one.name === name)
      if (table === undefined) continue
      const indexOf = (column: string): number => table.columns.findIndex((one) => one.name === column)
      const [hashAt, nameAt] = [hash, filename].map(indexOf)
      for await (const rows of this.#store.rows(table, this.#options.accountid)) {
        for (const row of rows) {
          const bytes = row[hashAt ?? -1]
          if (typeof bytes !== 'string' || names.has(bytes)) continue
          const fileName = safeFileName(String(row[nameAt ?? -1]))
          names.set(
            bytes,
            exportPath((column) => row[indexOf(column)], fileName),
          )
        }
      }
    }
    return [...names].map(([hash, name]) => ({ hash, name }))
  }

  /** Syncs the folders, so that the file names are on disk too. */
  async sync(): Promise<void> {
    for (const folder of [...this.#folders, this.#folder]) await syncFolder(folder)
  }

  async #writeText(name: string, text: string): Promise<ArchiveEntry> {
    const writing = await this.#create(name)
    await writing.write(text)
    return writing.close()
  }

  async #create(name: string): Promise<HashingFile> {
    const path = join(this.#folder, ...name.split('/'))
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    this.#folders.add(dirname(path)).add(dirname(dirname(path)))
    return new HashingFile(name, await open(path, 'wx', 0o600))
  }
}

/** A file whose hash is computed while it is written. */
class HashingFile {
  readonly #name: string
  readonly #file: FileHandle
  readonly #hash = createHash('sha256')
  #size = 0

  constructor(name: string, file: FileHandle) {
    this.#name = name
    this.#file = file
  }

  async write(chunk: string | Buffer): Promise<void> {
    const bytes = Buffer.from(chunk)
    this.#hash.update(bytes)
    this.#size += bytes.length
    await this.#file.writeFile(bytes)
  }

  async close(): Promise<ArchiveEntry> {
    await this.#file.sync()
    await this.#file.close()
    return { name: this.#name, size: this.#size, sha256: this.#hash.digest('hex') }
  }
}

const objectOf = (names: readonly string[], row: Row): Record<string, unknown> =>
  Object.fromEntries(names.map((name, at) => [name, row[at]]))

function columnExports({ name, columns }: Table): ColumnExport[] {
  const resource = [...resources.values()].find(({ table }) => table === name)
  const flags = new Map(resource === undefined ? [] : writePlan(resource).encrypted)
  return columns.map((column) => {
    const field = Object.values(resource?.fields ?? {}).find(
      ({ from }) => 'column' in from && from.column === column.name,
    )
    const flag = flags.get(column.name)
    return {
      kind: field?.kind,
      flagAt: flag === undefined ? -1 : columns.findIndex((one) => one.name === flag),
      password: name === 'person' && column.name === 'password',
    }
  })
}

function csvCell(format: ColumnExport | undefined, value: unknown): string {
  const text = format?.kind?.serialize(value as StoredValue) ?? (value === null ? '' : String(value))
  return typeof value === 'string' ? escapeFormula(text) : text
}
