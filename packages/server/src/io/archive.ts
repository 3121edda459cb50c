// Reads and writes a plain tar file (kit/tar.ts), so that a backup can be opened with standard tools. It is written
// under a temporary name and renamed when it is complete and on disk. Reading is strict: any byte that the writer would
// not have written is an error.

import { createHash } from 'node:crypto'
import { type FileHandle, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { errorCode } from '../kit/error-message.ts'
import { readTarHeader, tarBlock, tarHeader, tarPadding } from '../kit/tar.ts'
import { systemClock } from './clock.ts'
import { syncFolder } from './folder-file-store.ts'

/** The file is not what it should be; the message completes "it is damaged: ...". */
export class CorruptionError extends Error {}

export interface ArchiveEntry {
  readonly name: string
  readonly size: number
  readonly sha256: string
}

const endBlocks = Buffer.alloc(tarBlock * 2)
const chunkBytes = 262_144

export class ArchiveWriter {
  readonly draft: string
  readonly #path: string
  readonly #file: FileHandle
  #position = 0

  constructor(path: string, draft: string, file: FileHandle) {
    this.#path = path
    this.draft = draft
    this.#file = file
  }

  /** The number of bytes written so far. */
  get size(): number {
    return this.#position
  }

  async add(name: string, bytes: Buffer): Promise<ArchiveEntry> {
    await this.#write([tarHeader({ name, size: bytes.length }), bytes, Buffer.alloc(tarPadding(bytes.length))])
    return { name, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
  }

  /**
   * Adds a stream of bytes. Returns null and adds nothing when the size or the hash differs from what was announced.
   */
  async addFile(
    name: string,
    size: number,
    sha256: string,
    bytes: AsyncIterable<Buffer>,
  ): Promise<ArchiveEntry | null> {
    const from = this.#position
    const hash = createHash('sha256')
    await this.#write([tarHeader({ name, size })])
    for await (const chunk of bytes) {
      hash.update(chunk)
      await this.#write([chunk])
    }
    if (this.#position === from + tarBlock + size && hash.digest('hex') === sha256) {
      await this.#write([Buffer.alloc(tarPadding(size))])
      return { name, size, sha256 }
    }
    this.#position = from
    await this.#file.truncate(from)
    return null
  }

  async finish(): Promise<void> {
    await this.#write([endBlocks])
    await this.#file.sync()
    await this.#file.close()
    await rename(this.draft, this.#path)
    await syncFolder(dirname(this.#path))
  }

  async abandon(): Promise<void> {
    await this.#file.close().catch(() => undefined)
    await rm(this.draft, { force: true })
  }

  async #write(chunks: readonly Buffer[]): Promise<void> {
    const bytes = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)
    if (bytes === undefined) return
    for (let done = 0; done < bytes.length; ) {
      const { bytesWritten } = await this.#file.write(bytes, done, bytes.length - done, this.#position + done)
      done += bytesWritten
    }
    this.#position += bytes.length
  }
}

/**
 * Each process writes its own draft. If two processes write to one name, the file of the later one remains, complete.
 */
const draftSuffix = '.unfinished-'

function isProcessRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}

const draftName = /^.+\.unfinished-(\d+)$/

/** A draft that grows is written at least this often. The process with its number may be another one since. */
const staleAfterMs = 86_400_000

/** A process that was killed leaves its draft behind, under the name of any backup. */
async function removeStaleDrafts(folder: string): Promise<void> {
  // A folder that is writable but not readable is not an error.
  for (const name of await readdir(folder).catch(() => [])) {
    const pid = draftName.exec(name)?.[1]
    if (pid === undefined) continue
    const path = join(folder, name)
    // Another backup may have removed it meanwhile.
    const changed = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => systemClock.now(),
    )
    const isOld = changed < systemClock.now() - staleAfterMs
    if (isOld || Number(pid) === process.pid || !isProcessRunning(Number(pid))) await rm(path, { force: true })
  }
}

/** The file is readable only by the server's user, from the first byte on. */
export async function writeArchive(path: string): Promise<ArchiveWriter> {
  const draft = `${path}${draftSuffix}${process.pid}`
  await removeStaleDrafts(dirname(path))
  return new ArchiveWriter(path, draft, await open(draft, 'wx', 0o600))
}

/** The position of an entry's bytes in the file. */
export interface EntryLocation {
  readonly name: string
  readonly at: number
  readonly size: number
  readonly sha256: string
}

export class ArchiveReader {
  readonly size: number
  readonly #file: FileHandle

  constructor(file: FileHandle, size: number) {
    this.#file = file
    this.size = size
  }

  /** Reads the whole file once. Returns every entry with its position and hash, or throws CorruptionError. */
  async readEntries(onBytes: (count: number) => void): Promise<EntryLocation[]> {
    const entries: EntryLocation[] = []
    let at = 0
    for (;;) {
      const block = await this.#readExactly(at, tarBlock)
      if (block.every((byte) => byte === 0)) break
      const head = readTarHeader(block)
      if (head === null) throw new CorruptionError(`byte ${at} and those behind it are no entry`)
      const hash = createHash('sha256')
      for await (const chunk of this.#chunks(at + tarBlock, head.size)) {
        hash.update(chunk)
        onBytes(chunk.length)
      }
      entries.push({ ...head, at: at + tarBlock, sha256: hash.digest('hex') })
      const padding = await this.#readExactly(at + tarBlock + head.size, tarPadding(head.size))
      if (padding.some((byte) => byte !== 0)) throw new CorruptionError(`there is something behind ${head.name}`)
      at += tarBlock + head.size + padding.length
    }
    const rest = await this.#readExactly(at, endBlocks.length)
    if (!rest.equals(endBlocks) || this.size !== at + endBlocks.length)
      throw new CorruptionError('there is something behind its end')
    return entries
  }

  stream({ at, size }: EntryLocation): AsyncGenerator<Buffer> {
    return this.#chunks(at, size)
  }

  async readAll({ at, size }: EntryLocation): Promise<Buffer> {
    return this.#readExactly(at, size)
  }

  close(): Promise<void> {
    return this.#file.close()
  }

  async *#chunks(from: number, size: number): AsyncGenerator<Buffer> {
    for (let at = from; at < from + size; ) {
      const chunk = await this.#readExactly(at, Math.min(chunkBytes, from + size - at))
      yield chunk
      at += chunk.length
    }
  }

  /** The header may contain a wrong size, so it is compared with the file's size before memory is allocated. */
  async #readExactly(at: number, count: number): Promise<Buffer> {
    if (at + count > this.size) throw new CorruptionError('it ends too early')
    const bytes = Buffer.alloc(count)
    for (let done = 0; done < count; ) {
      const { bytesRead } = await this.#file.read(bytes, done, count - done, at + done)
      if (bytesRead === 0) throw new CorruptionError('it ends too early')
      done += bytesRead
    }
    return bytes
  }
}

export async function openArchive(path: string): Promise<ArchiveReader> {
  const stats = await stat(path)
  if (!stats.isFile()) throw new CorruptionError('it is not a file')
  return new ArchiveReader(await open(path, 'r'), stats.size)
}
