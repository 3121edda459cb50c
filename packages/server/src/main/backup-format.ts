// What a backup looks like (docs/adr/0020-copies.md): the names of its entries, its manifest, and reading it again with every
// entry checked. The manifest comes last and its hash after it, so that a backup that was cut short has none.
import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { type ArchiveReader, Damaged, type Entry, type Place } from '../io/archive.ts'
import type { Row } from '../io/database.ts'
import type { AppliedMigration } from '../io/migrate.ts'
import type { Column, Measure, Origin, Table } from '../io/store.ts'

export const backupFormat = 'stint backup 1'

export interface TableNote extends Measure {
  readonly columns: readonly Column[]
}

export interface Manifest {
  readonly format: string
  readonly program: string
  readonly made: string
  readonly from: string
  readonly schema: readonly AppliedMigration[]
  readonly lastId: number
  readonly tables: Readonly<Record<string, TableNote>>
  /** Files that were missing or damaged when it was made. */
  readonly missing: readonly string[]
  readonly entries: readonly Entry[]
}

export const readmeName = 'README.txt'
export const keyName = 'secret.key'
export const manifestName = 'manifest.json'
export const manifestHashName = 'manifest.sha256'
export const partName = (table: string, part: number): string =>
  `tables/${table}/${String(part).padStart(6, '0')}.jsonl.gz`
export const fileName = (hash: string): string => `files/${hash.slice(0, 2)}/${hash.slice(2)}`

/** Nothing else may be in a backup, so no name in it can lead anywhere (T-41). */
const namePattern =
  /^(README\.txt|secret\.key|tables\/([a-z]+)\/\d{6}\.jsonl\.gz|files\/([0-9a-f]{2})\/([0-9a-f]{62})|manifest\.(json|sha256))$/

export const sha256Line = (hash: string): Buffer => Buffer.from(`${hash}  ${manifestName}\n`)

export const readme = `A backup of a Stint server, made by "stint backup".

tables/NAME/NNNNNN.jsonl.gz  the rows of each table, one JSON array per line; the columns stand in manifest.json
files/                       documents and logos, named by the SHA-256 of their bytes
secret.key                   the key of secure notes, only if it was asked for
manifest.json                version, schema, row counts, sums, and the SHA-256 of every entry
manifest.sha256              the SHA-256 of manifest.json

"stint restore --from FILE --data FOLDER" makes a server of it again.
`

const hexHash = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** Rows unpacked from one part may not be more than this: a part is made of a few megabytes. */
const largestPart = 256_000_000

/** A backup that was read through once and found whole. */
export class Backup implements Origin {
  readonly manifest: Manifest
  readonly tables: readonly Table[]
  readonly #archive: ArchiveReader
  readonly #places: ReadonlyMap<string, Place>

  constructor(archive: ArchiveReader, places: ReadonlyMap<string, Place>, manifest: Manifest) {
    this.#archive = archive
    this.#places = places
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
      const place = this.#places.get(partName(name, part))
      if (place === undefined) return
      const text = gunzipSync(await this.#archive.whole(place), { maxOutputLength: largestPart }).toString('utf8')
      const lines = text.split('\n').slice(0, -1)
      for (let at = 0; at < lines.length; at += 1000) {
        yield lines.slice(at, at + 1000).map((line) => JSON.parse(line) as Row)
      }
    }
  }

  async measure({ name }: Table): Promise<Measure> {
    return this.manifest.tables[name] ?? { rows: 0, sums: {} }
  }

  /** The documents and logos, each with its hash and how to read it. */
  files(): { readonly hash: string; readonly size: number; readonly bytes: () => AsyncGenerator<Buffer> }[] {
    return [...this.#places.values()]
      .filter(({ name }) => name.startsWith('files/'))
      .map((place) => ({ hash: place.sha256, size: place.size, bytes: () => this.#archive.bytes(place) }))
  }

  async key(): Promise<Buffer | null> {
    const place = this.#places.get(keyName)
    return place === undefined ? null : this.#archive.whole(place)
  }
}

export async function readBackup(archive: ArchiveReader, onBytes: (count: number) => void): Promise<Backup> {
  const found = await archive.places(onBytes)
  const places = new Map(found.map((place) => [place.name, place]))
  const strange = found.find(({ name }) => !namePattern.test(name))
  if (strange !== undefined) throw new Damaged(`${JSON.stringify(strange.name)} does not belong into a backup`)
  if (places.size !== found.length) throw new Damaged('an entry is in it twice')
  const manifest = await readManifest(archive, places)
  const listed = new Map(manifest.entries.map((entry) => [entry.name, entry]))
  for (const { name, size, sha256 } of found) {
    if (name === manifestName || name === manifestHashName) continue
    const entry = listed.get(name)
    if (entry?.size !== size || entry.sha256 !== sha256) throw new Damaged(`${name} is not what its manifest says`)
    if (name.startsWith('files/') && name !== fileName(sha256)) throw new Damaged(`${name} is not named by its bytes`)
  }
  const absent = manifest.entries.find(({ name }) => !places.has(name))
  if (absent !== undefined) throw new Damaged(`${absent.name} is missing`)
  return new Backup(archive, places, manifest)
}

async function readManifest(archive: ArchiveReader, places: ReadonlyMap<string, Place>): Promise<Manifest> {
  const [place, hash] = [places.get(manifestName), places.get(manifestHashName)]
  if (place === undefined || hash === undefined) throw new Damaged('it has no manifest, so it was never finished')
  const bytes = await archive.whole(place)
  if (!(await archive.whole(hash)).equals(sha256Line(hexHash(bytes)))) throw new Damaged('its manifest was changed')
  const manifest = JSON.parse(bytes.toString('utf8')) as Manifest
  if (manifest.format !== backupFormat) throw new Damaged(`its format is ${JSON.stringify(manifest.format)}`)
  return manifest
}
