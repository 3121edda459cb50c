// One file that holds many: a plain tar (kit/tar.ts), so that anybody can look into a backup without us. Written under another
// name and given its own when it is whole and on disk. Read strictly: a byte that we would not have written is damage.
import { createHash } from 'node:crypto'
import { type FileHandle, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { readTarHead, tarBlock, tarHead, tarPadding } from '../kit/tar.ts'
import { syncFolder } from './files.ts'

/** The file is not what it should be; the message completes "it is damaged: ...". */
export class Damaged extends Error {}

export interface Entry {
  readonly name: string
  readonly size: number
  readonly sha256: string
}

const end = Buffer.alloc(tarBlock * 2)
const readAtOnce = 262_144

export class ArchiveWriter {
  readonly draft: string
  readonly #path: string
  readonly #file: FileHandle
  #at = 0

  constructor(path: string, draft: string, file: FileHandle) {
    this.#path = path
    this.draft = draft
    this.#file = file
  }

  /** How many bytes there are so far. */
  get size(): number {
    return this.#at
  }

  async add(name: string, bytes: Buffer): Promise<Entry> {
    await this.#write([tarHead({ name, size: bytes.length }), bytes, Buffer.alloc(tarPadding(bytes.length))])
    return { name, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
  }

  /** Bytes as they come; null, and nothing added, when they are not as many as were announced or have another hash. */
  async addFile(name: string, size: number, sha256: string, bytes: AsyncIterable<Buffer>): Promise<Entry | null> {
    const from = this.#at
    const hash = createHash('sha256')
    await this.#write([tarHead({ name, size })])
    for await (const piece of bytes) {
      hash.update(piece)
      await this.#write([piece])
    }
    if (this.#at === from + tarBlock + size && hash.digest('hex') === sha256) {
      await this.#write([Buffer.alloc(tarPadding(size))])
      return { name, size, sha256 }
    }
    this.#at = from
    await this.#file.truncate(from)
    return null
  }

  async finish(): Promise<void> {
    await this.#write([end])
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
      const { bytesWritten } = await this.#file.write(bytes, done, bytes.length - done, this.#at + done)
      done += bytesWritten
    }
    this.#at += bytes.length
  }
}

/** Each process has a draft of its own: of two that write to one name at once, the later is what is there afterwards, whole. */
const draftMark = '.unfinished-'

function runs(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Who is killed leaves a draft behind. */
async function removeDraftsOfTheDead(path: string): Promise<void> {
  const start = `${basename(path)}${draftMark}`
  // Whoever may write there and not look is not kept from it.
  for (const name of await readdir(dirname(path)).catch(() => [])) {
    if (!name.startsWith(start)) continue
    const pid = Number(name.slice(start.length))
    if (Number.isInteger(pid) && !runs(pid)) await rm(join(dirname(path), name), { force: true })
  }
}

/** For the server's user alone, from the first byte on. */
export async function writeArchive(path: string): Promise<ArchiveWriter> {
  const draft = `${path}${draftMark}${process.pid}`
  await rm(draft, { force: true })
  await removeDraftsOfTheDead(path)
  return new ArchiveWriter(path, draft, await open(draft, 'wx', 0o600))
}

/** Where an entry's bytes lie in the file. */
export interface Place {
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
  async places(onBytes: (count: number) => void): Promise<Place[]> {
    const places: Place[] = []
    let at = 0
    for (;;) {
      const block = await this.#exactly(at, tarBlock)
      if (block.every((byte) => byte === 0)) break
      const head = readTarHead(block)
      if (head === null) throw new Damaged(`byte ${at} and those behind it are no entry`)
      const hash = createHash('sha256')
      for await (const piece of this.#pieces(at + tarBlock, head.size)) {
        hash.update(piece)
        onBytes(piece.length)
      }
      places.push({ ...head, at: at + tarBlock, sha256: hash.digest('hex') })
      const padding = await this.#exactly(at + tarBlock + head.size, tarPadding(head.size))
      if (padding.some((byte) => byte !== 0)) throw new Damaged(`there is something behind ${head.name}`)
      at += tarBlock + head.size + padding.length
    }
    const rest = await this.#exactly(at, end.length)
    if (!rest.equals(end) || this.size !== at + end.length) throw new Damaged('there is something behind its end')
    return places
  }

  bytes({ at, size }: Place): AsyncGenerator<Buffer> {
    return this.#pieces(at, size)
  }

  async whole({ at, size }: Place): Promise<Buffer> {
    return this.#exactly(at, size)
  }

  close(): Promise<void> {
    return this.#file.close()
  }

  async *#pieces(from: number, size: number): AsyncGenerator<Buffer> {
    for (let at = from; at < from + size; ) {
      const piece = await this.#exactly(at, Math.min(readAtOnce, from + size - at))
      yield piece
      at += piece.length
    }
  }

  /** A size that the file does not have must not be believed, so it is looked at before memory is taken for it. */
  async #exactly(at: number, count: number): Promise<Buffer> {
    if (at + count > this.size) throw new Damaged('it ends too early')
    const bytes = Buffer.alloc(count)
    for (let done = 0; done < count; ) {
      const { bytesRead } = await this.#file.read(bytes, done, count - done, at + done)
      if (bytesRead === 0) throw new Damaged('it ends too early')
      done += bytesRead
    }
    return bytes
  }
}

export async function openArchive(path: string): Promise<ArchiveReader> {
  const found = await stat(path)
  if (!found.isFile()) throw new Damaged('it is not a file')
  return new ArchiveReader(await open(path, 'r'), found.size)
}
