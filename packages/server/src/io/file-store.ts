// Stores the bytes of documents under the hash of their content, as a stream, never whole in memory. The interface is
// small enough for an object store; the implementation here uses a folder. It knows no records and no file names given
// by users: the caller says which files are still referenced.

import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { errorCode } from '../kit/error-message.ts'
import { dateAt, systemClock } from './clock.ts'
import { DiskFull } from './errors.ts'
import { WriteProbe } from './write-probe.ts'

/** The upload is larger than the limit. */
export class FileTooLarge extends Error {}

/** A complete upload on disk, which is removed unless keep() is called. */
export interface ReceivedFile {
  readonly hash: string
  readonly size: number
  /** Stores the bytes permanently under their hash. */
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

/** True when a record refers to the file. */
export type IsReferenced = (hash: string) => Promise<boolean>

export interface FileStore {
  /** Without room on the disk it throws DiskFull, and so does keep(). */
  receive(bytes: AsyncIterable<Uint8Array>, limit: number): Promise<ReceivedFile>
  /** The file, or undefined when there is none. */
  open(hash: string): Promise<OpenFile | undefined>
  /** Files that were stored before an instant and that no record has confirmed since. */
  unconfirmed(before: number): Promise<string[]>
  confirm(hash: string): Promise<void>
  /** Removes a file, unless it is referenced or was stored again since that instant. Returns true when it is gone. */
  remove(hash: string, before: number, isReferenced: IsReferenced): Promise<boolean>
  /** True when new files can be stored (T-109). */
  isWritable(): Promise<boolean>
  /** Completes the interrupted work of processes that died before that instant. */
  cleanUp(before: number, isReferenced: IsReferenced): Promise<void>
}

/** Returns undefined instead of an error when a file does not exist. */
async function ifExists<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

async function translateFullDisk<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (['ENOSPC', 'EDQUOT'].includes(errorCode(error))) throw new DiskFull('the disk is full', { cause: error })
    throw error
  }
}

/** A new or renamed file survives a crash only after its folder was synced too. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  await folder.sync().finally(() => folder.close())
}

export class FolderFileStore implements FileStore {
  readonly #folder: string
  /** Uploads that are not complete yet. */
  readonly #uploadFolder: string
  /** An empty file for each stored file whose record may not have been written. */
  readonly #unconfirmedFolder: string
  /** Files that are being removed. Nobody reads them here, and they can still be restored. */
  readonly #removalFolder: string
  readonly #probe = new WriteProbe(() => this.#probeWrite())
  /** True when the entries of these folders are known to be on disk. */
  #synced = false

  constructor(folder: string) {
    this.#folder = folder
    this.#uploadFolder = join(folder, 'arriving')
    this.#unconfirmedFolder = join(folder, 'loose')
    this.#removalFolder = join(folder, 'leaving')
  }

  receive(bytes: AsyncIterable<Uint8Array>, limit: number): Promise<ReceivedFile> {
    return translateFullDisk(this.#receive(bytes, limit))
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
   * Another request may store the same bytes between the check and the removal. So the file is first moved to another
   * folder: a later upload creates a new file, and an upload just before is recognized by its time, and the file is
   * restored.
   */
  async remove(hash: string, before: number, isReferenced: IsReferenced): Promise<boolean> {
    await this.#createFolders()
    const removalPath = join(this.#removalFolder, `${hash}.${randomUUID()}`)
    if ((await ifExists(rename(this.#pathOf(hash), removalPath).then(() => true))) === undefined) return true
    return this.#finishRemoval(removalPath, hash, before, isReferenced)
  }

  isWritable(): Promise<boolean> {
    return this.#probe.succeeds()
  }

  async cleanUp(before: number, isReferenced: IsReferenced): Promise<void> {
    for (const name of await this.#namesOlderThan(this.#uploadFolder, before))
      await rm(join(this.#uploadFolder, name), { force: true })
    for (const name of await namesIn(this.#removalFolder)) {
      const hash = name.split('.', 1)[0] ?? ''
      if (isHash(hash)) await this.#finishRemoval(join(this.#removalFolder, name), hash, before, isReferenced)
    }
  }

  async #receive(bytes: AsyncIterable<Uint8Array>, limit: number): Promise<ReceivedFile> {
    await this.#createFolders()
    const path = join(this.#uploadFolder, randomUUID())
    const file = await open(path, 'wx', 0o600)
    try {
      const { hash, size } = await writeAndHash(file, bytes, limit)
      await file.close()
      let kept = false
      const keep = async (): Promise<void> => {
        await translateFullDisk(this.#keep(path, hash))
        kept = true
      }
      return { hash, size, keep, discard: async () => (kept ? undefined : rm(path, { force: true })) }
    } catch (error) {
      await file.close().catch(() => undefined)
      await rm(path, { force: true })
      throw error
    }
  }

  /** The file is like an upload that was never completed, so cleanUp removes what a killed process left of it. */
  async #probeWrite(): Promise<void> {
    await this.#createFolders()
    const path = join(this.#uploadFolder, randomUUID())
    try {
      await writeFile(path, probeBytes, { flag: 'wx', mode: 0o600, flush: true })
    } finally {
      await rm(path, { force: true })
    }
  }

  async #finishRemoval(
    removalPath: string,
    hash: string,
    before: number,
    isReferenced: IsReferenced,
  ): Promise<boolean> {
    const stats = await ifExists(stat(removalPath))
    // Another process has completed this removal.
    if (stats === undefined) return false
    if (stats.mtimeMs < before && !(await isReferenced(hash))) {
      await rm(removalPath, { force: true })
      return true
    }
    // A file that was stored meanwhile has the same content. The modification time must not become older.
    const now = dateAt(systemClock.now())
    await ifExists(utimes(removalPath, now, now))
    await ifExists(rename(removalPath, this.#pathOf(hash)))
    return false
  }

  /** The marker is written first, so that a file without a record always has one. */
  async #keep(path: string, hash: string): Promise<void> {
    const target = this.#pathOf(hash)
    await writeFile(join(this.#unconfirmedFolder, hash), '\n', { mode: 0o600 })
    await syncFolder(this.#unconfirmedFolder)
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    // Always: the folder may be new although it exists, if the process that created it was killed before it synced.
    await syncFolder(this.#folder)
    await rename(path, target)
    await syncFolder(dirname(target))
  }

  #pathOf(hash: string): string {
    if (!isHash(hash)) throw new Error('a file is named by the hash of its bytes and nothing else')
    return join(this.#folder, hash.slice(0, 2), hash.slice(2))
  }

  async #namesOlderThan(folder: string, before: number): Promise<string[]> {
    const old: string[] = []
    for (const name of await namesIn(folder)) {
      const stats = await ifExists(stat(join(folder, name)))
      if (stats !== undefined && stats.mtimeMs < before) old.push(name)
    }
    return old
  }

  async #createFolders(): Promise<void> {
    for (const folder of [this.#uploadFolder, this.#unconfirmedFolder, this.#removalFolder])
      await mkdir(folder, { recursive: true, mode: 0o700 })
    if (this.#synced) return
    await syncFolder(this.#folder)
    await syncFolder(dirname(this.#folder))
    this.#synced = true
  }
}

/** A whole block: some file systems keep a few bytes without one, even on a full disk. */
const probeBytes = Buffer.alloc(4096, 'probe ')

const isHash = (text: string): boolean => /^[0-9a-f]{64}$/.test(text)

const namesIn = async (folder: string): Promise<string[]> => (await ifExists(readdir(folder))) ?? []

async function writeAndHash(
  file: FileHandle,
  bytes: AsyncIterable<Uint8Array>,
  limit: number,
): Promise<{ hash: string; size: number }> {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of bytes) {
    size += chunk.length
    if (size > limit) throw new FileTooLarge(`more than ${limit} bytes`)
    hash.update(chunk)
    await file.writeFile(chunk)
  }
  await file.sync()
  return { hash: hash.digest('hex'), size }
}
