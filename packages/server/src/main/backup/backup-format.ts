// The backup format (docs/adr/0020-copies.md): the names of its entries, its manifest, and a reader that checks every
// entry. The manifest and its hash come last, so that an incomplete backup has none.
import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { type ArchiveEntry, type ArchiveReader, CorruptionError, type EntryLocation } from '../../io/archive.ts'
import type { Row } from '../../io/database.ts'
import type { AppliedMigration } from '../../io/migrations.ts'
import type { Column, CopySource, Table, TableTotals } from '../../io/store.ts'

export const backupFormat = 'stint backup 1'

export interface TableManifest extends TableTotals {
  readonly columns: readonly Column[]
}

export interface Manifest {
  readonly format: string
  readonly program: string
  readonly made: string
  readonly from: string
  readonly schema: readonly AppliedMigration[]
  readonly lastId: number
  readonly tables: Readonly<Record<string, TableManifest>>
  /** Files that were missing or damaged when the backup was made. */
  readonly missing: readonly string[]
  readonly entries: readonly ArchiveEntry[]
}

export const readmeEntryName = 'README.txt'
export const keyEntryName = 'secret.key'
export const manifestEntryName = 'manifest.json'
export const manifestHashEntryName = 'manifest.sha256'
export const tablePartName = (table: string, part: number): string =>
  `tables/${table}/${String(part).padStart(6, '0')}.jsonl.gz`
export const fileEntryName = (hash: string): string => `files/${hash.slice(0, 2)}/${hash.slice(2)}`

/** No other names are allowed, so that no entry can write outside of its folder (T-41). */
const entryNamePattern =
  /^(README\.txt|secret\.key|tables\/([a-z]+)\/\d{6}\.jsonl\.gz|files\/([0-9a-f]{2})\/([0-9a-f]{62})|manifest\.(json|sha256))$/

export const sha256FileLine = (hash: string): Buffer => Buffer.from(`${hash}  ${manifestEntryName}\n`)

export const readme = `A backup of a Stint server, made by "stint backup".

tables/NAME/NNNNNN.jsonl.gz  the rows of each table, one JSON array per line; the columns stand in manifest.json
files/                       documents and logos, named by the SHA-256 of their bytes
secret.key                   the key of secure notes, only if it was asked for
manifest.json                version, schema, row counts, sums, and the SHA-256 of every entry
manifest.sha256              the SHA-256 of manifest.json

"stint restore --from FILE --data FOLDER" makes a server of it again.
`

const sha256Hex = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** The limit for one decompressed part; the writer makes parts of a few megabytes. */
const maxPartBytes = 256_000_000

/** A backup that was read once and verified. */
export class Backup implements CopySource {
  readonly manifest: Manifest
  readonly tables: readonly Table[]
  readonly #archive: ArchiveReader
  readonly #locations: ReadonlyMap<string, EntryLocation>

  constructor(archive: ArchiveReader, locations: ReadonlyMap<string, EntryLocation>, manifest: Manifest) {
    this.#archive = archive
    this.#locations = locations
    this.manifest = manifest
    this.tables = Object.entries(manifest.tables).map(([name, { columns }]) => ({
      name,
      columns,
      order: [],
      references: [],
    }))
  }

  get applied(): readonly AppliedMigration[] {
    return this.manifest.schema
  }

  get lastId(): number {
    return this.manifest.lastId
  }

  async *rows({ name }: Table): AsyncGenerator<Row[]> {
    for (let part = 1; ; part++) {
      const location = this.#locations.get(tablePartName(name, part))
      if (location === undefined) return
      const text = gunzipSync(await this.#archive.readAll(location), { maxOutputLength: maxPartBytes }).toString('utf8')
      const lines = text.split('\n').slice(0, -1)
      for (let at = 0; at < lines.length; at += 1000) {
        yield lines.slice(at, at + 1000).map((line) => JSON.parse(line) as Row)
      }
    }
  }

  async totals({ name }: Table): Promise<TableTotals> {
    return this.manifest.tables[name] ?? { rows: 0, sums: {} }
  }

  /** The documents and logos, each with its hash and a reader. */
  files(): { readonly hash: string; readonly size: number; readonly bytes: () => AsyncGenerator<Buffer> }[] {
    return [...this.#locations.values()]
      .filter(({ name }) => name.startsWith('files/'))
      .map((location) => ({ hash: location.sha256, size: location.size, bytes: () => this.#archive.stream(location) }))
  }

  async key(): Promise<Buffer | null> {
    const location = this.#locations.get(keyEntryName)
    return location === undefined ? null : this.#archive.readAll(location)
  }
}

export async function readBackup(archive: ArchiveReader, onBytes: (count: number) => void): Promise<Backup> {
  const entries = await archive.readEntries(onBytes)
  const locations = new Map(entries.map((location) => [location.name, location]))
  const unexpected = entries.find(({ name }) => !entryNamePattern.test(name))
  if (unexpected !== undefined)
    throw new CorruptionError(`${JSON.stringify(unexpected.name)} does not belong into a backup`)
  if (locations.size !== entries.length) throw new CorruptionError('an entry is in it twice')
  const manifest = await readManifest(archive, locations)
  const listed = new Map(manifest.entries.map((entry) => [entry.name, entry]))
  for (const { name, size, sha256 } of entries) {
    if (name === manifestEntryName || name === manifestHashEntryName) continue
    const entry = listed.get(name)
    if (entry?.size !== size || entry.sha256 !== sha256)
      throw new CorruptionError(`${name} is not what its manifest says`)
    if (name.startsWith('files/') && name !== fileEntryName(sha256))
      throw new CorruptionError(`${name} is not named by its bytes`)
  }
  const absent = manifest.entries.find(({ name }) => !locations.has(name))
  if (absent !== undefined) throw new CorruptionError(`${absent.name} is missing`)
  return new Backup(archive, locations, manifest)
}

async function readManifest(archive: ArchiveReader, locations: ReadonlyMap<string, EntryLocation>): Promise<Manifest> {
  const [location, hash] = [locations.get(manifestEntryName), locations.get(manifestHashEntryName)]
  if (location === undefined || hash === undefined)
    throw new CorruptionError('it has no manifest, so it was never finished')
  const bytes = await archive.readAll(location)
  if (!(await archive.readAll(hash)).equals(sha256FileLine(sha256Hex(bytes))))
    throw new CorruptionError('its manifest was changed')
  const manifest = JSON.parse(bytes.toString('utf8')) as Manifest
  if (manifest.format !== backupFormat) throw new CorruptionError(`its format is ${JSON.stringify(manifest.format)}`)
  return manifest
}
