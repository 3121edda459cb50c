// Copies the files of documents and logos from the data folder to a bucket, or back, and reads every copy again. The
// old ones are only read and stay. The records are not changed.
import { createHash } from 'node:crypto'
import type { FileStore, OpenFile } from '../../io/file-store.ts'
import { allOrNothing } from '../backup/all-or-nothing.ts'
import { referencedFiles } from '../backup/backup.ts'
import { type DatabaseLocation, readStore } from '../backup/open-stores.ts'
import { CommandError } from '../commands/command-line.ts'
import type { Progress } from '../commands/progress.ts'

export interface MovedFiles {
  readonly files: number
  readonly bytes: number
}

/** An interrupted move is continued by the next one: what is there already is only read again. */
export function moveFiles(
  database: DatabaseLocation,
  from: FileStore,
  to: FileStore,
  progress: Progress,
): Promise<MovedFiles> {
  return allOrNothing(
    'The files were not moved',
    () => progress.end(),
    async () => {
      const id = await idToCopy(from, to)
      const hashes = await hashesOf(database)
      let bytes = 0
      progress.begin('files', hashes.length)
      for (const hash of hashes) {
        bytes += await copyFile(hash, from, to)
        progress.add(1)
      }
      if (id !== null) await to.writeId(id)
      progress.end()
      return { files: hashes.length, bytes }
    },
  )
}

/** Servers recognize the store of their database by its id. Null if no server has used the old store. */
async function idToCopy(from: FileStore, to: FileStore): Promise<string | null> {
  const [id, other] = [await from.readId(), await to.readId()]
  if (other === null || other === id) return id
  throw new CommandError(
    `The files were not moved: the new place holds the files of another database (the id there is ${other}, and that ` +
      `of the old place is ${id ?? 'missing'}). Choose another bucket, prefix or data folder.`,
  )
}

async function hashesOf(database: DatabaseLocation): Promise<readonly string[]> {
  const store = await readStore(database, true)
  try {
    return await referencedFiles(store)
  } finally {
    await store.close()
  }
}

/** Returns the size. */
async function copyFile(hash: string, from: FileStore, to: FileStore): Promise<number> {
  const source = await openOrFail(hash, from, 'is missing')
  const existing = await to.open(hash)
  await existing?.close()
  if (existing === undefined) {
    const received = await to.receive(bytesOf(source), source.size)
    if (received.hash !== hash) {
      await received.discard()
      throw new CommandError(
        `The files were not moved: the file ${hash} is damaged. \`stint doctor --deep\` lists all of them.`,
      )
    }
    await received.keep()
  } else await source.close()
  const hashOfCopy = createHash('sha256')
  const copy = await openOrFail(hash, to, 'was not stored')
  for await (const chunk of bytesOf(copy)) hashOfCopy.update(chunk)
  if (hashOfCopy.digest('hex') !== hash)
    throw new CommandError(`The files were not moved: the copy of ${hash} is damaged.`)
  await to.confirm(hash)
  return source.size
}

async function openOrFail(hash: string, files: FileStore, problem: string): Promise<OpenFile> {
  const file = await files.open(hash)
  if (file !== undefined) return file
  throw new CommandError(`The files were not moved: the file ${hash} ${problem}. \`stint doctor\` lists all of them.`)
}

/** An empty file has no bytes to ask for. */
async function* bytesOf(file: OpenFile): AsyncGenerator<Uint8Array> {
  if (file.size === 0) await file.close()
  else yield* file.bytes(0, file.size - 1)
}
