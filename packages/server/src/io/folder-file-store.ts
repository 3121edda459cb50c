// The store of files in a folder of this machine, or of a network file system that several servers share. A file
// is named by the hash of its bytes.
import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { errorCode } from '../kit/error-message.ts'
import { dateAt, systemClock } from './clock.ts'
import { type FileStore, type IsReferenced, isHash, type OpenFile, type ReceivedFile, requireId } from './file-store.ts'
import { ifExists, namesIn, namesOlderThan, translateFullDisk, UploadSpool } from './upload-spool.ts'
import { WriteProbe } from './write-probe.ts'

/** A new or renamed file survives a crash only after its folder was synced too. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  await folder.sync().finally(() => folder.close())
}

/** Creates a folder in one that exists: the folder of the store itself must not be created again. */
async function createFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 })
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
  }
}

export class FolderFileStore implements FileStore {
  readonly #folder: string
  readonly #idFile: string
  /** Uploads that are not complete yet. */
  readonly #uploadFolder: string
  /** An empty file for each stored file whose record may not have been written. */
  readonly #unconfirmedFolder: string
  /** Files that are being removed. Nobody reads them here, and they can still be restored. */
  readonly #removalFolder: string
  readonly #uploads: UploadSpool
  readonly #probe = new WriteProbe(() => this.#probeWrite())
  /** Null until the store of the database is known. Until then a missing folder is created. */
  #expectedId: string | null = null
  /** True when the entries of these folders are known to be on disk. */
  #synced = false

  constructor(folder: string) {
    this.#folder = folder
    this.#idFile = join(folder, 'store-id')
    this.#uploadFolder = join(folder, 'arriving')
    this.#unconfirmedFolder = join(folder, 'loose')
    this.#removalFolder = join(folder, 'leaving')
    this.#uploads = new UploadSpool(this.#uploadFolder, ({ path, hash }) => this.#keep(path, hash))
  }

  async receive(bytes: AsyncIterable<Uint8Array>, limit: number): Promise<ReceivedFile> {
    await translateFullDisk(this.#createFolders())
    return this.#uploads.receive(bytes, limit)
  }

  async open(hash: string): Promise<OpenFile | undefined> {
    const file = await ifExists(open(this.#pathOf(hash), 'r'))
    if (file === undefined) return undefined
    const { size } = await file.stat()
    return { size, bytes: (start, end) => file.createReadStream({ start, end }), close: () => file.close() }
  }

  async unconfirmed(before: number): Promise<string[]> {
    return (await namesOlderThan(this.#unconfirmedFolder, before)).filter(isHash)
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

  async readId(): Promise<string | null> {
    return (await ifExists(readFile(this.#idFile, 'utf8')))?.trim() ?? null
  }

  async writeId(id: string): Promise<void> {
    await this.#createFolders()
    await writeFile(this.#idFile, `${id}\n`, { mode: 0o600, flush: true })
    await syncFolder(this.#folder)
  }

  expectId(id: string): void {
    this.#expectedId = id
  }

  isWritable(): Promise<boolean> {
    return this.#probe.succeeds()
  }

  async cleanUp(before: number, isReferenced: IsReferenced): Promise<void> {
    await this.#uploads.cleanUp(before)
    for (const name of await namesIn(this.#removalFolder)) {
      const hash = name.split('.', 1)[0] ?? ''
      if (isHash(hash)) await this.#finishRemoval(join(this.#removalFolder, name), hash, before, isReferenced)
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
    await createFolder(dirname(target))
    // Always: the folder may be new although it exists, if the process that created it was killed before it synced.
    await syncFolder(this.#folder)
    await rename(path, target)
    await syncFolder(dirname(target))
    // Afterwards, because the file system may be unmounted at any moment of an upload.
    await this.#checkId()
  }

  async #checkId(): Promise<void> {
    if (this.#expectedId !== null) requireId(this.#expectedId, await this.readId())
  }

  #pathOf(hash: string): string {
    if (!isHash(hash)) throw new Error('a file is named by the hash of its bytes and nothing else')
    return join(this.#folder, hash.slice(0, 2), hash.slice(2))
  }

  async #createFolders(): Promise<void> {
    if (this.#expectedId === null) await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    else await this.#checkId()
    for (const folder of [this.#uploadFolder, this.#unconfirmedFolder, this.#removalFolder]) await createFolder(folder)
    if (this.#synced) return
    await syncFolder(this.#folder)
    await syncFolder(dirname(this.#folder))
    this.#synced = true
  }
}

/** A whole block: some file systems keep a few bytes without one, even on a full disk. */
const probeBytes = Buffer.alloc(4096, 'probe ')
