// Receives an upload into a local file, as a stream, and computes the hash of its bytes meanwhile. Every store of files
// begins with it. It does not know where the bytes are kept in the end.
import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode } from '../kit/error-message.ts'
import { DiskFull } from './errors.ts'
import { FileTooLarge, type ReceivedFile } from './file-store.ts'

/** Returns undefined instead of an error when a file does not exist. */
export async function ifExists<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

export async function translateFullDisk<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (['ENOSPC', 'EDQUOT'].includes(errorCode(error))) throw new DiskFull('the disk is full', { cause: error })
    throw error
  }
}

export const namesIn = async (folder: string): Promise<string[]> => (await ifExists(readdir(folder))) ?? []

export async function namesOlderThan(folder: string, before: number): Promise<string[]> {
  const old: string[] = []
  for (const name of await namesIn(folder)) {
    const stats = await ifExists(stat(join(folder, name)))
    if (stats !== undefined && stats.mtimeMs < before) old.push(name)
  }
  return old
}

/** A complete upload in a local file. */
export interface SpooledFile {
  readonly path: string
  readonly hash: string
  readonly size: number
}

/** The folder of uploads that are not complete, or not kept yet. */
export class UploadSpool {
  readonly #folder: string
  readonly #keep: (file: SpooledFile) => Promise<void>

  /** `keep` stores a received file permanently. It may move the file away. */
  constructor(folder: string, keep: (file: SpooledFile) => Promise<void>) {
    this.#folder = folder
    this.#keep = keep
  }

  receive(bytes: AsyncIterable<Uint8Array>, limit: number): Promise<ReceivedFile> {
    return translateFullDisk(this.#receive(bytes, limit))
  }

  /** Removes what processes left that died before that instant. */
  async cleanUp(before: number): Promise<void> {
    for (const name of await namesOlderThan(this.#folder, before)) await rm(join(this.#folder, name), { force: true })
  }

  async #receive(bytes: AsyncIterable<Uint8Array>, limit: number): Promise<ReceivedFile> {
    const path = join(this.#folder, randomUUID())
    const file = await open(path, 'wx', 0o600)
    try {
      const { hash, size } = await writeAndHash(file, bytes, limit)
      await file.close()
      let kept = false
      const keep = async (): Promise<void> => {
        await translateFullDisk(this.#keep({ path, hash, size }))
        kept = true
      }
      return { hash, size, keep, discard: async () => (kept ? undefined : rm(path, { force: true })) }
    } catch (error) {
      await file.close().catch(() => undefined)
      await rm(path, { force: true })
      throw error
    }
  }
}

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
