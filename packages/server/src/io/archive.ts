// One file that holds many: a plain tar (kit/tar.ts), so that anybody can look into a backup without us. Written under another
// name and given its own when it is whole and on disk. Read strictly: a byte that we would not have written is damage.
import { createHash } from 'node:crypto'
import { type FileHandle, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { readTarHeader, tarBlock, tarHeader, tarPadding } from '../kit/tar.ts'
import { syncFolder } from './file-store.ts'

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

  /** How many bytes there are so far. */
  get size(): number {
    return this.#position
  }

  async add(name: string, bytes: Buffer): Promise<ArchiveEntry> {
    await this.#write([tarHeader({ name, size: bytes.length }), bytes, Buffer.alloc(tarPadding(bytes.length))])
    return { name, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
  }

  /** Bytes as they come; null, and nothing added, when they are not as many as were announced or have another hash. */
  async addFile(
    name: string,
    size: number,
    sha256: string,
    bytes: AsyncIterable<Buffer>,
  ): Promise<ArchiveEntry | null> {
    const from = this.#position
    const hash = createHash('sha256')
    await this.#write([tarHeader({ name, size })])
    for await (const piece of bytes) {
      hash.update(piece)
      await this.#write([piece])
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

  async #write(pieces: readonly Buffer[]): Promise<void> {
    const bytes = pieces.length === 1 ? pieces[0] : Buffer.concat(pieces)
    if (bytes === undefined) return
    for (let done = 0; done < bytes.length; ) {
      const { bytesWritten } = await this.#file.write(bytes, done, bytes.length - done, this.#position + done)
      done += bytesWritten
    }
    this.#position += bytes.length
  }
}

/** Each process has a draft of its own: of two that write to one name at once, the later is what is there afterwards, whole. */
const draftSuffix = '.unfinished-'

function isProcessRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Who is killed leaves a draft behind. */
async function removeStaleDrafts(path: string): Promise<void> {
  const start = `${basename(path)}${draftSuffix}`
  // Whoever may write there and not look is not kept from it.
  for (const name of await readdir(dirname(path)).catch(() => [])) {
    if (!name.startsWith(start)) continue
    const pid = Number(name.slice(start.length))
    if (Number.isInteger(pid) && !isProcessRunning(pid)) await rm(join(dirname(path), name), { force: true })
  }
}

/** For the server's user alone, from the first byte on. */
export async function writeArchive(path: string): Promise<ArchiveWriter> {
  const draft = `${path}${draftSuffix}${process.pid}`
  await rm(draft, { force: true })
  await removeStaleDrafts(path)
  return new ArchiveWriter(path, draft, await open(draft, 'wx', 0o600))
}

/** Where an entry's bytes lie in the file. */
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

  /** Reads the whole file once: every entry with its place and its hash, or what is damaged. */
  async readEntries(onBytes: (count: number) => void): Promise<EntryLocation[]> {
    const places: EntryLocation[] = []
    let at = 0
    for (;;) {
      const block = await this.#readExactly(at, tarBlock)
      if (block.every((byte) => byte === 0)) break
      const head = readTarHeader(block)
      if (head === null) throw new CorruptionError(`byte ${at} and those behind it are no entry`)
      const hash = createHash('sha256')
      for await (const piece of this.#chunks(at + tarBlock, head.size)) {
        hash.update(piece)
        onBytes(piece.length)
      }
      places.push({ ...head, at: at + tarBlock, sha256: hash.digest('hex') })
      const padding = await this.#readExactly(at + tarBlock + head.size, tarPadding(head.size))
      if (padding.some((byte) => byte !== 0)) throw new CorruptionError(`there is something behind ${head.name}`)
      at += tarBlock + head.size + padding.length
    }
    const rest = await this.#readExactly(at, endBlocks.length)
    if (!rest.equals(endBlocks) || this.size !== at + endBlocks.length)
      throw new CorruptionError('there is something behind its end')
    return places
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
      const piece = await this.#readExactly(at, Math.min(chunkBytes, from + size - at))
      yield piece
      at += piece.length
    }
  }

  /** A size that the file does not have must not be believed, so it is looked at before memory is taken for it. */
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
  const found = await stat(path)
  if (!found.isFile()) throw new CorruptionError('it is not a file')
  return new ArchiveReader(await open(path, 'r'), found.size)
}
