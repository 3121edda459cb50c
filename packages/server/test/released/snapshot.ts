// The recording of a released schema: the database of the demo company that its own code created, the files of its
// documents, and the responses of that code (I-45). This file writes and reads recordings. record.ts creates them once,
// and they are never changed.
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import type { AppliedMigration } from '../../src/io/migrations.ts'
import type { RecordedAnswer } from './questions.ts'

export const releasedFolder = fileURLToPath(new URL('./', import.meta.url))

const sharedFiles = join(releasedFolder, 'files')

/** The key of the secure notes in the recordings. It is public, like the demo company. */
export const releasedKey = createHash('sha256').update('the key of the released schemas').digest()

export interface ReleasedSchema {
  /** The number of its last migration. */
  readonly schema: number
  /**
   * The instant of the recording. Requests must be repeated at this instant, because many responses depend on the day.
   */
  readonly instant: string
  readonly migrations: readonly AppliedMigration[]
}

export interface ReleasedSnapshot extends ReleasedSchema {
  /** Copies the database and the documents into a data folder. */
  unpack(dataFolder: string): void
  answers(): RecordedAnswer[]
}

export const folderOf = (schema: number): string => join(releasedFolder, String(schema).padStart(4, '0'))

/** Responses of different roles are similar but far apart, so the window has the maximum size. */
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
  // Files are named by their hash, so the recordings share them.
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
