// Where the bytes of documents lie: named by their own hash, written as they come, never whole in memory. The interface is
// small enough for an object store; the folder below it is the one that ships. It knows no record and no name that a person
// gave (T-41): which files are still wanted is told by whoever asks to remove them.
import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { dateAt, systemClock } from './clock.ts'

/** More bytes came than may be kept. */
export class FileTooLarge extends Error {}

/** Bytes that have come whole, and are on disk, but do not stay by themselves. */
export interface ReceivedFile {
  readonly hash: string
  readonly size: number
  /** Makes them stay under their hash, whatever happens afterwards. */
  keep(): Promise<void>
  /** Removes them unless they were kept. */
  discard(): Promise<void>
}

/** An open file. Reading it to its end closes it. */
export interface OpenFile {
  readonly size: number
  bytes(from: number, to: number): Readable
  close(): Promise<void>
}

/** True when something still names the file. */
export type IsReferenced = (hash: string) => Promise<boolean>

export interface FileStore {
  receive(bytes: AsyncIterable<Uint8Array>, limit: number): Promise<ReceivedFile>
  /** The file, or undefined when there is none. */
  open(hash: string): Promise<OpenFile | undefined>
  /** Files that were last kept before an instant, and of which nobody has said since that they are settled. */
  unconfirmed(before: number): Promise<string[]>
  confirm(hash: string): Promise<void>
  /** Removes a file, unless it is wanted or was kept again since that instant; true when it is gone. */
  remove(hash: string, before: number, wanted: IsReferenced): Promise<boolean>
  /** Ends what processes that died before that instant have left half done. */
  cleanUp(before: number, wanted: IsReferenced): Promise<void>
}

const hasErrorCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code

/** Undefined instead of an error when something is not there. */
async function ifExists<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return undefined
    throw error
  }
}

/** What a folder says of its files is on disk only once the folder itself was written out. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  await folder.sync().finally(() => folder.close())
}

export class FolderFileStore implements FileStore {
  readonly #folder: string
  /** Bytes on their way in. */
  readonly #uploadFolder: string
  /** A small file for each kept one whose record may never have been written. */
  readonly #unconfirmedFolder: string
  /** Files that are being removed: out of everyone's way, and still there to be put back. */
  readonly #removalFolder: string

  constructor(folder: string) {
    this.#folder = folder
    this.#uploadFolder = join(folder, 'arriving')
    this.#unconfirmedFolder = join(folder, 'loose')
    this.#removalFolder = join(folder, 'leaving')
  }

  async receive(bytes: AsyncIterable<Uint8Array>, limit: number): Promise<ReceivedFile> {
    await this.#createFolders()
    const path = join(this.#uploadFolder, randomUUID())
    const file = await open(path, 'wx', 0o600)
    try {
      const { hash, size } = await writeAndHash(file, bytes, limit)
      await file.close()
      let kept = false
      const keep = async (): Promise<void> => {
        await this.#keep(path, hash)
        kept = true
      }
      return { hash, size, keep, discard: async () => (kept ? undefined : rm(path, { force: true })) }
    } catch (error) {
      await file.close().catch(() => undefined)
      await rm(path, { force: true })
      throw error
    }
  }

  async open(hash: string): Promise<OpenFile | undefined> {
    const file = await ifExists(open(this.#pathOf(hash), 'r'))
    if (file === undefined) return undefined
    const { size } = await file.stat()
    return { size, bytes: (start, end) => file.createReadStream({ start, end }), close: () => file.close() }
  }

  async unconfirmed(before: number): Promise<string[]> {
    return (await this.#namesOlderThan(this.#unconfirmedFolder, before)).filter(isHash)
  }

  confirm(hash: string): Promise<void> {
    return rm(join(this.#unconfirmedFolder, hash), { force: true })
  }

  /**
   * Between looking at a file and removing it somebody may keep the same bytes again. So it is moved aside first: whatever
   * is kept after that is another file, and what was kept just before shows by its time and is put back.
   */
  async remove(hash: string, before: number, wanted: IsReferenced): Promise<boolean> {
    await this.#createFolders()
    const aside = join(this.#removalFolder, `${hash}.${randomUUID()}`)
    if ((await ifExists(rename(this.#pathOf(hash), aside).then(() => true))) === undefined) return true
    return this.#finishRemoval(aside, hash, before, wanted)
  }

  async cleanUp(before: number, wanted: IsReferenced): Promise<void> {
    for (const name of await this.#namesOlderThan(this.#uploadFolder, before))
      await rm(join(this.#uploadFolder, name), { force: true })
    for (const name of await namesIn(this.#removalFolder)) {
      const hash = name.split('.', 1)[0] ?? ''
      if (isHash(hash)) await this.#finishRemoval(join(this.#removalFolder, name), hash, before, wanted)
    }
  }

  async #finishRemoval(aside: string, hash: string, before: number, wanted: IsReferenced): Promise<boolean> {
    const found = await ifExists(stat(aside))
    // Another process is settling it too, and has.
    if (found === undefined) return false
    if (found.mtimeMs < before && !(await wanted(hash))) {
      await rm(aside, { force: true })
      return true
    }
    // Its bytes are those of whatever took its place meanwhile; its time must not look older.
    const now = dateAt(systemClock.now())
    await ifExists(utimes(aside, now, now))
    await ifExists(rename(aside, this.#pathOf(hash)))
    return false
  }

  /** The marker first, so that a file without a record is always known to be one. */
  async #keep(path: string, hash: string): Promise<void> {
    const place = this.#pathOf(hash)
    await writeFile(join(this.#unconfirmedFolder, hash), '\n', { mode: 0o600 })
    await syncFolder(this.#unconfirmedFolder)
    if ((await mkdir(dirname(place), { recursive: true, mode: 0o700 })) !== undefined) await syncFolder(this.#folder)
    await rename(path, place)
    await syncFolder(dirname(place))
  }

  #pathOf(hash: string): string {
    if (!isHash(hash)) throw new Error('a file is named by the hash of its bytes and nothing else')
    return join(this.#folder, hash.slice(0, 2), hash.slice(2))
  }

  async #namesOlderThan(folder: string, before: number): Promise<string[]> {
    const old: string[] = []
    for (const name of await namesIn(folder)) {
      const found = await ifExists(stat(join(folder, name)))
      if (found !== undefined && found.mtimeMs < before) old.push(name)
    }
    return old
  }

  async #createFolders(): Promise<void> {
    for (const folder of [this.#uploadFolder, this.#unconfirmedFolder, this.#removalFolder])
      await mkdir(folder, { recursive: true, mode: 0o700 })
  }
}

const isHash = (text: string): boolean => /^[0-9a-f]{64}$/.test(text)

const namesIn = async (folder: string): Promise<string[]> => (await ifExists(readdir(folder))) ?? []

async function writeAndHash(
  file: FileHandle,
  bytes: AsyncIterable<Uint8Array>,
  limit: number,
): Promise<{ hash: string; size: number }> {
  const hash = createHash('sha256')
  let size = 0
  for await (const piece of bytes) {
    size += piece.length
    if (size > limit) throw new FileTooLarge(`more than ${limit} bytes`)
    hash.update(piece)
    await file.writeFile(piece)
  }
  await file.sync()
  return { hash: hash.digest('hex'), size }
}
