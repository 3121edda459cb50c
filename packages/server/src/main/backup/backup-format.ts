// What a backup looks like (docs/adr/0020-copies.md): the names of its entries, its manifest, and reading it again with every
// entry checked. The manifest comes last and its hash after it, so that a backup that was cut short has none.
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
  /** Files that were missing or damaged when it was made. */
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

/** Nothing else may be in a backup, so no name in it can lead anywhere (T-41). */
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

/** Rows unpacked from one part may not be more than this: a part is made of a few megabytes. */
const maxPartBytes = 256_000_000

/** A backup that was read through once and found whole. */
export class Backup implements CopySource {
  readonly manifest: Manifest
  readonly tables: readonly Table[]
  readonly #archive: ArchiveReader
  readonly #locations: ReadonlyMap<string, EntryLocation>

  constructor(archive: ArchiveReader, places: ReadonlyMap<string, EntryLocation>, manifest: Manifest) {
    this.#archive = archive
    this.#locations = places
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
      const place = this.#locations.get(tablePartName(name, part))
      if (place === undefined) return
      const text = gunzipSync(await this.#archive.readAll(place), { maxOutputLength: maxPartBytes }).toString('utf8')
      const lines = text.split('\n').slice(0, -1)
      for (let at = 0; at < lines.length; at += 1000) {
        yield lines.slice(at, at + 1000).map((line) => JSON.parse(line) as Row)
      }
    }
  }

  async totals({ name }: Table): Promise<TableTotals> {
    return this.manifest.tables[name] ?? { rows: 0, sums: {} }
  }

  /** The documents and logos, each with its hash and how to read it. */
  files(): { readonly hash: string; readonly size: number; readonly bytes: () => AsyncGenerator<Buffer> }[] {
    return [...this.#locations.values()]
      .filter(({ name }) => name.startsWith('files/'))
      .map((place) => ({ hash: place.sha256, size: place.size, bytes: () => this.#archive.stream(place) }))
  }

  async key(): Promise<Buffer | null> {
    const place = this.#locations.get(keyEntryName)
    return place === undefined ? null : this.#archive.readAll(place)
  }
}

export async function readBackup(archive: ArchiveReader, onBytes: (count: number) => void): Promise<Backup> {
  const found = await archive.readEntries(onBytes)
  const places = new Map(found.map((place) => [place.name, place]))
  const strange = found.find(({ name }) => !entryNamePattern.test(name))
  if (strange !== undefined) throw new CorruptionError(`${JSON.stringify(strange.name)} does not belong into a backup`)
  if (places.size !== found.length) throw new CorruptionError('an entry is in it twice')
  const manifest = await readManifest(archive, places)
  const listed = new Map(manifest.entries.map((entry) => [entry.name, entry]))
  for (const { name, size, sha256 } of found) {
    if (name === manifestEntryName || name === manifestHashEntryName) continue
    const entry = listed.get(name)
    if (entry?.size !== size || entry.sha256 !== sha256)
      throw new CorruptionError(`${name} is not what its manifest says`)
    if (name.startsWith('files/') && name !== fileEntryName(sha256))
      throw new CorruptionError(`${name} is not named by its bytes`)
  }
  const absent = manifest.entries.find(({ name }) => !places.has(name))
  if (absent !== undefined) throw new CorruptionError(`${absent.name} is missing`)
  return new Backup(archive, places, manifest)
}

async function readManifest(archive: ArchiveReader, places: ReadonlyMap<string, EntryLocation>): Promise<Manifest> {
  const [place, hash] = [places.get(manifestEntryName), places.get(manifestHashEntryName)]
  if (place === undefined || hash === undefined)
    throw new CorruptionError('it has no manifest, so it was never finished')
  const bytes = await archive.readAll(place)
  if (!(await archive.readAll(hash)).equals(sha256FileLine(sha256Hex(bytes))))
    throw new CorruptionError('its manifest was changed')
  const manifest = JSON.parse(bytes.toString('utf8')) as Manifest
  if (manifest.format !== backupFormat) throw new CorruptionError(`its format is ${JSON.stringify(manifest.format)}`)
  return manifest
}
