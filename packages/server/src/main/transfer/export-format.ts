// The format of an account export (docs/adr/0020-copies.md): its files, its manifest, its tables, and a reader that
// checks every file. It contains the data of one account in files that need no Stint to be read.
import { createHash } from 'node:crypto'
import { createReadStream, lstatSync, readFileSync, realpathSync } from 'node:fs'
import { join, sep } from 'node:path'
import { createInterface } from 'node:readline'
import { type ArchiveEntry, CorruptionError } from '../../io/archive.ts'
import { CopyError } from '../../io/copy.ts'
import type { Row } from '../../io/database.ts'
import type { AppliedMigration } from '../../io/migrations.ts'
import type { CopySource, Table, TableTotals } from '../../io/store.ts'

export const exportFormat = 'stint export 1'

export interface ExportManifest {
  readonly format: string
  readonly program: string
  readonly made: string
  readonly account: { readonly id: number; readonly name: string }
  readonly schema: readonly AppliedMigration[]
  readonly withSecrets: boolean
  /** The number of secure notes whose text was left out. */
  readonly closedNotes: number
  readonly tables: Readonly<Record<string, TableTotals>>
  /** The file name of each hash in the rows. */
  readonly documents: Readonly<Record<string, string>>
  readonly files: readonly ArchiveEntry[]
}

/** Tables that are not exported: temporary data of a server, and work that would be done twice elsewhere. */
const excludedTables = new Set([
  'tableversion',
  'quota',
  'keptanswer',
  'outbox',
  'notification',
  'duenotice',
  'removedfile',
  'session',
  'signintry',
  'linkcode',
  'factor',
  'recoverycode',
  'passkey',
  'usedchallenge',
  'pendingsignin',
  'knownbrowser',
  'event',
  'tokenuse',
  'calendarfeed',
  'identity',
  'oidcsetting',
  'invoicelink',
  'estimatelink',
  'invoicereminder',
  'webhook',
  'webhookstate',
  'webhookdelivery',
])

/** With these rows one can act as another person. */
export const secretTables: ReadonlySet<string> = new Set(['token'])

export const isExported = ({ name, columns }: Table, withSecrets: boolean): boolean =>
  (name === 'account' || columns.some((column) => column.name === 'accountid')) &&
  !excludedTables.has(name) &&
  (withSecrets || !secretTables.has(name))

export const exportReadme = (name: string): string => `The account "${name}" of a Stint server, made by "stint export".

tables/NAME.jsonl   every record of a table, one JSON object per line, exactly as it is kept: hours in millionths, money,
                    rates and percentages in ten-thousandths, dates and instants (GMT) as text, 't' and 'f' for yes and no
tables/NAME.csv     the same records for people and spreadsheets, with hours and money as decimals
documents/          the files of documents, in a folder for each document id, by version and name
logo/               the company's logo
receipts/           the receipts of expenses, in a folder for each expense id
manifest.json       version, schema, row counts, sums, and the SHA-256 of every file
manifest.sha256     the SHA-256 of manifest.json

"stint import --from FOLDER" makes a new account of it on any server of this version or a newer one. It reads the JSON lines,
not the CSV. Ids are given anew there; local numbers stay. The event log is not part of an export, because its events name
records by their old ids. Webhooks are not part of it either: two servers would send to the same receivers.
`

const fileNamePattern =
  /^(README\.txt|tables\/[a-z]+\.(jsonl|csv)|documents\/\d{1,16}\/v\d{1,9}-[^/\\\0]{1,200}|logo\/[^/\\\0]{1,200}|receipts\/\d{1,16}\/[^/\\\0]{1,200})$/

/** A name that is valid on any file system, from a user's file name. The path around it is not the user's (T-41). */
export function safeFileName(fileName: string): string {
  const name = fileName.replaceAll(/[\p{Cc}<>:"|?*/\\]/gu, '_').replace(/[. ]+$/, '_')
  const [, stem = '', ending = ''] = /^(.*?)(\.[^.]{1,15})?$/su.exec(name) ?? []
  let shortened = ''
  for (const character of stem) {
    if (Buffer.byteLength(shortened + character + ending) > 180) break
    shortened += character
  }
  const whole = `${shortened}${ending}`
  return /^\.*$/.test(whole) ? '_' : whole
}

/** The path of a listed file, if it matches its entry and is a regular file in this folder. */
async function checkedPath(folder: string, { name, size, sha256 }: ArchiveEntry): Promise<string> {
  if (!fileNamePattern.test(name) || name.split('/').includes('..')) {
    throw new CorruptionError(`${JSON.stringify(name)} does not belong into an export`)
  }
  const path = join(folder, ...name.split('/'))
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (stats === undefined) throw new CorruptionError(`${name} is missing`)
  if (!stats.isFile() || !realpathSync(path).startsWith(realpathSync(folder) + sep)) {
    throw new CorruptionError(`${name} is not a file of its own`)
  }
  const hash = createHash('sha256')
  if (stats.size === size) for await (const chunk of createReadStream(path)) hash.update(chunk)
  if (hash.digest('hex') !== sha256) throw new CorruptionError(`${name} is not what its manifest says`)
  return path
}

export class AccountExport implements CopySource {
  readonly manifest: ExportManifest
  /** The tables of the schema it was made with; set by the reader of the rows. */
  tables: readonly Table[] = []
  readonly #paths: ReadonlyMap<string, string>

  constructor(manifest: ExportManifest, paths: ReadonlyMap<string, string>) {
    this.manifest = manifest
    this.#paths = paths
  }

  get applied(): readonly AppliedMigration[] {
    return this.manifest.schema
  }

  /** Records get new ids, so the old ones do not count. */
  get lastId(): number {
    return 1000
  }

  async *rows(table: Table): AsyncGenerator<Row[]> {
    const path = this.#paths.get(`tables/${table.name}.jsonl`)
    if (path === undefined) return
    let rows: Row[] = []
    for await (const line of createInterface({ input: createReadStream(path, 'utf8'), crlfDelay: 0 })) {
      rows.push(parseRow(table, line))
      if (rows.length < 1000) continue
      yield rows
      rows = []
    }
    if (rows.length > 0) yield rows
  }

  async totals({ name }: Table): Promise<TableTotals> {
    return this.manifest.tables[name] ?? { rows: 0, sums: {} }
  }

  documents(): { readonly hash: string; readonly path: string; readonly size: number }[] {
    const sizes = new Map(this.manifest.files.map(({ name, size }) => [name, size]))
    return Object.entries(this.manifest.documents).map(([hash, name]) => {
      const path = this.#paths.get(name)
      if (path === undefined) throw new CorruptionError(`${name} is missing`)
      return { hash, path, size: sizes.get(name) ?? 0 }
    })
  }
}

function parseRow({ name, columns }: Table, line: string): Row {
  const record = JSON.parse(line) as Record<string, unknown>
  const columnNames = new Set(columns.map((column) => column.name))
  const unexpected = Object.keys(record).find((key) => !columnNames.has(key))
  if (unexpected !== undefined)
    throw new CopyError(`a record of ${name} has a ${unexpected}, which its schema does not have`)
  return columns.map((column) => record[column.name])
}

export async function readExport(folder: string): Promise<AccountExport> {
  const [bytes, hash] = ['manifest.json', 'manifest.sha256'].map((name) => {
    const path = join(folder, name)
    if (lstatSync(path, { throwIfNoEntry: false })?.isFile()) return readFileSync(path)
    throw new CorruptionError(`it has no ${name}, so it is no export or was never finished`)
  })
  const actualHash = createHash('sha256')
    .update(bytes ?? '')
    .digest('hex')
  if (!hash?.toString('utf8').startsWith(`${actualHash} `)) throw new CorruptionError('its manifest was changed')
  const manifest = JSON.parse(String(bytes)) as ExportManifest
  if (manifest.format !== exportFormat) throw new CorruptionError(`its format is ${JSON.stringify(manifest.format)}`)
  const paths = new Map<string, string>()
  for (const entry of manifest.files) paths.set(entry.name, await checkedPath(folder, entry))
  for (const [table, { rows }] of Object.entries(manifest.tables)) {
    if (rows > 0 && !paths.has(`tables/${table}.jsonl`))
      throw new CorruptionError(`the records of ${table} are missing`)
  }
  return new AccountExport(manifest, paths)
}
