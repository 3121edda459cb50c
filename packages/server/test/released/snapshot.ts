// What is kept of a released schema: the database that its own code made of the demo company, the files of its
// documents, and what that code answered (I-45). Laid down once by record.ts and never changed; here is how it is
// written and read.
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import type { AppliedMigration } from '../../src/io/migrations.ts'
import type { RecordedAnswer } from './questions.ts'

export const releasedFolder = fileURLToPath(new URL('./', import.meta.url))

const sharedFiles = join(releasedFolder, 'files')

/** What secure notes of the fixtures are sealed with. Known to everyone, as the company is. */
export const releasedKey = createHash('sha256').update('the key of the released schemas').digest()

export interface ReleasedSchema {
  /** The number of its last migration. */
  readonly schema: number
  /** The instant at which it was made, and at which it must be asked again: today is part of many answers. */
  readonly instant: string
  readonly migrations: readonly AppliedMigration[]
}

export interface ReleasedSnapshot extends ReleasedSchema {
  /** Lays database and documents into a data folder. */
  unpack(dataFolder: string): void
  answers(): RecordedAnswer[]
}

export const folderOf = (schema: number): string => join(releasedFolder, String(schema).padStart(4, '0'))

/** Answers of several roles repeat each other at a distance, so the window is as large as it gets. */
const compressed = (bytes: Buffer): Buffer =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_QUALITY]: 11 } })

export function writeSnapshot(
  released: ReleasedSchema,
  dataFolder: string,
  answers: readonly RecordedAnswer[],
): string {
  const folder = folderOf(released.schema)
  mkdirSync(folder)
  writeFileSync(join(folder, 'released.json'), `${JSON.stringify(released, null, 2)}\n`)
  writeFileSync(join(folder, 'stint.sqlite.br'), compressed(readFileSync(join(dataFolder, 'stint.sqlite'))))
  const lines = answers.map((answer) => `${JSON.stringify(answer)}\n`).join('')
  writeFileSync(join(folder, 'answers.jsonl.br'), compressed(Buffer.from(lines)))
  // Named by their bytes, so the fixtures share them.
  cpSync(join(dataFolder, 'files'), sharedFiles, { recursive: true })
  return folder
}

export const releasedSnapshots = (): ReleasedSnapshot[] =>
  readdirSync(releasedFolder)
    .filter((name) => /^\d{4}$/.test(name))
    .sort()
    .map((name) => {
      const folder = join(releasedFolder, name)
      const read = (file: string): Buffer => brotliDecompressSync(readFileSync(join(folder, file)))
      return {
        ...(JSON.parse(readFileSync(join(folder, 'released.json'), 'utf8')) as ReleasedSchema),
        unpack: (dataFolder) => {
          writeFileSync(join(dataFolder, 'stint.sqlite'), read('stint.sqlite.br'), { mode: 0o600 })
          cpSync(sharedFiles, join(dataFolder, 'files'), { recursive: true })
        },
        answers: () =>
          String(read('answers.jsonl.br'))
            .trimEnd()
            .split('\n')
            .map((line) => JSON.parse(line) as RecordedAnswer),
      }
    })
