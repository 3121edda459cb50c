// What the export of an account looks like (docs/adr/0020-copies.md): its files, its manifest, which tables are part of it, and
// reading it again with every file checked. It holds what an account owns, in files that need no program of ours.
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
  /** Secure notes whose text was left out. */
  readonly closedNotes: number
  readonly tables: Readonly<Record<string, TableTotals>>
  /** The file of each hash that rows name. */
  readonly documents: Readonly<Record<string, string>>
  readonly files: readonly ArchiveEntry[]
}

/** Not an account's own: what a server keeps for a while, and what would be done a second time elsewhere. */
const excludedTables = new Set([
  'tableversion',
  'quota',
  'keptanswer',
  'outbox',
  'removedfile',
  'session',
  'signintry',
  'setupcode',
])

/** Whoever has these can act for somebody else. */
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
manifest.json       version, schema, row counts, sums, and the SHA-256 of every file
manifest.sha256     the SHA-256 of manifest.json

"stint import --from FOLDER" makes a new account of it on any server of this version or a newer one. It reads the JSON lines,
not the CSV. Ids are given anew there; local numbers stay.
`

const fileNamePattern =
  /^(README\.txt|tables\/[a-z]+\.(jsonl|csv)|documents\/\d{1,16}\/v\d{1,9}-[^/\\\0]{1,200}|logo\/[^/\\\0]{1,200})$/

/** A name that any file system takes, from one that a person gave; the path around it is ours (T-41). */
export function safeFileName(given: string): string {
  const name = given.replaceAll(/[\p{Cc}<>:"|?*/\\]/gu, '_').replace(/[. ]+$/, '_')
  const [, stem = '', ending = ''] = /^(.*?)(\.[^.]{1,15})?$/su.exec(name) ?? []
  let kept = ''
  for (const character of stem) {
    if (Buffer.byteLength(kept + character + ending) > 180) break
    kept += character
  }
  const whole = `${kept}${ending}`
  return /^\.*$/.test(whole) ? '_' : whole
}

/** The path of a listed file, if it is what the list says and nothing but a file in this folder. */
async function checkedPath(folder: string, { name, size, sha256 }: ArchiveEntry): Promise<string> {
  if (!fileNamePattern.test(name) || name.split('/').includes('..')) {
    throw new CorruptionError(`${JSON.stringify(name)} does not belong into an export`)
  }
  const path = join(folder, ...name.split('/'))
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found === undefined) throw new CorruptionError(`${name} is missing`)
  if (!found.isFile() || !realpathSync(path).startsWith(realpathSync(folder) + sep)) {
    throw new CorruptionError(`${name} is not a file of its own`)
  }
  const hash = createHash('sha256')
  if (found.size === size) for await (const piece of createReadStream(path)) hash.update(piece)
  if (hash.digest('hex') !== sha256) throw new CorruptionError(`${name} is not what its manifest says`)
  return path
}

export class AccountExport implements CopySource {
  readonly manifest: ExportManifest
  /** Those of the schema it was made with; whoever reads the rows says which. */
  tables: readonly Table[] = []
  readonly #paths: ReadonlyMap<string, string>

  constructor(manifest: ExportManifest, paths: ReadonlyMap<string, string>) {
    this.manifest = manifest
    this.#paths = paths
  }

  get applied(): readonly AppliedMigration[] {
    return this.manifest.schema
  }

  /** Ids are given anew, so that none of the old ones counts. */
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
  const known = new Set(columns.map((column) => column.name))
  const strange = Object.keys(record).find((key) => !known.has(key))
  if (strange !== undefined) throw new CopyError(`a record of ${name} has a ${strange}, which its schema does not have`)
  return columns.map((column) => record[column.name])
}

export async function readExport(folder: string): Promise<AccountExport> {
  const [bytes, hash] = ['manifest.json', 'manifest.sha256'].map((name) => {
    const path = join(folder, name)
    if (lstatSync(path, { throwIfNoEntry: false })?.isFile()) return readFileSync(path)
    throw new CorruptionError(`it has no ${name}, so it is no export or was never finished`)
  })
  const found = createHash('sha256')
    .update(bytes ?? '')
    .digest('hex')
  if (!hash?.toString('utf8').startsWith(`${found} `)) throw new CorruptionError('its manifest was changed')
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
