// The store of files in a bucket of an S3-compatible store, for servers on several machines (docs/adr/0041-s3.md). Each
// upload becomes an object of its own, `objects/{hash}/{random}`: an object is never written twice, so removing an
// unused one can never remove an upload of the same bytes that arrives meanwhile.
import { createHash, randomUUID } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { type FileStore, type IsReferenced, isHash, type OpenFile, type ReceivedFile, requireId } from './file-store.ts'
import { S3Bucket, type S3Location, type S3Object } from './s3-bucket.ts'
import { type SpooledFile, translateFullDisk, UploadSpool } from './upload-spool.ts'
import { WriteProbe } from './write-probe.ts'

/** Larger files are put in parts of this size. */
const partBytes = 64 * 1024 * 1024

const objectsFolder = 'objects/'
/** An empty object for each upload whose record may not have been written. */
const unconfirmedFolder = 'loose/'
const probeFolder = 'arriving/'
const idKey = 'store-id'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const textBody = (text: string) => ({ bytes: text, sha256: sha256(text) })

/** The part of a key after the last slash. */
const nameOf = (key: string): string => key.slice(key.lastIndexOf('/') + 1)

export class S3FileStore implements FileStore {
  readonly #bucket: S3Bucket
  readonly #uploadFolder: string
  readonly #uploads: UploadSpool
  readonly #partBytes: number
  #expectedId: string | null = null
  readonly #probe = new WriteProbe(() => this.#probeWrite())

  /** Uploads are received in the local folder `uploadFolder` first: the hash is known only at their end. */
  constructor(location: S3Location, uploadFolder: string, maxPartBytes = partBytes) {
    this.#bucket = new S3Bucket(location)
    this.#partBytes = maxPartBytes
    this.#uploadFolder = uploadFolder
    this.#uploads = new UploadSpool(uploadFolder, (file) => this.#keep(file))
  }

  async receive(bytes: AsyncIterable<Uint8Array>, limit: number): Promise<ReceivedFile> {
    await translateFullDisk(mkdir(this.#uploadFolder, { recursive: true, mode: 0o700 }))
    return this.#uploads.receive(bytes, limit)
  }

  async open(hash: string): Promise<OpenFile | undefined> {
    const [object] = await this.#objectsOf(hash)
    if (object === undefined) return undefined
    return {
      size: object.size,
      bytes: (from, to) => Readable.from(this.#read(object.key, from, to), { objectMode: false }),
      close: async () => undefined,
    }
  }

  async unconfirmed(before: number): Promise<string[]> {
    const hashes: string[] = []
    for await (const { key, modified } of this.#bucket.list(unconfirmedFolder)) {
      if (modified < before && isHash(nameOf(key))) hashes.push(nameOf(key))
    }
    return hashes
  }

  confirm(hash: string): Promise<void> {
    return this.#bucket.delete(`${unconfirmedFolder}${hash}`)
  }

  /** Only objects that were stored before that instant are removed. A later upload of the same bytes has its own. */
  async remove(hash: string, before: number, isReferenced: IsReferenced): Promise<boolean> {
    if (await isReferenced(hash)) return false
    const objects = await this.#objectsOf(hash)
    const old = objects.filter(({ modified }) => modified < before)
    for (const { key } of old) await this.#bucket.delete(key)
    return old.length === objects.length
  }

  async readId(): Promise<string | null> {
    const response = await this.#bucket.get(idKey)
    return response === undefined ? null : (await response.text()).trim()
  }

  async writeId(id: string): Promise<void> {
    await this.#bucket.put(idKey, textBody(`${id}\n`))
  }

  expectId(id: string): void {
    this.#expectedId = id
  }

  isWritable(): Promise<boolean> {
    return this.#probe.succeeds()
  }

  async cleanUp(before: number): Promise<void> {
    await this.#uploads.cleanUp(before)
    for await (const { key, modified } of this.#bucket.list(probeFolder))
      if (modified < before) await this.#bucket.delete(key)
    await this.#bucket.abortUploads(before)
  }

  /** The marker is written first, so that a file without a record always has one. */
  async #keep(file: SpooledFile): Promise<void> {
    const { path, hash, size } = file
    // At the same time, so that the comparison costs no time.
    await Promise.all([this.#checkId(), this.#bucket.put(`${unconfirmedFolder}${hash}`, textBody('\n'))])
    const key = `${objectsFolder}${hash}/${randomUUID()}`
    if (size <= this.#partBytes) await this.#bucket.put(key, { bytes: await openAsBlob(path), sha256: hash })
    else await this.#bucket.putParts(key, this.#partsOf(file))
    await rm(path, { force: true })
  }

  async *#partsOf({ path, size }: SpooledFile) {
    const whole = await openAsBlob(path)
    for (let from = 0; from < size; from += this.#partBytes) {
      const bytes = whole.slice(from, from + this.#partBytes)
      const hash = createHash('sha256')
      for await (const chunk of bytes.stream()) hash.update(chunk)
      yield { bytes, sha256: hash.digest('hex') }
    }
  }

  /** The objects with these bytes, the newest first: it is the last one that may be removed. */
  async #objectsOf(hash: string): Promise<S3Object[]> {
    if (!isHash(hash)) throw new Error('a file is named by the hash of its bytes and nothing else')
    const objects: S3Object[] = []
    for await (const object of this.#bucket.list(`${objectsFolder}${hash}/`)) objects.push(object)
    return objects.sort((a, b) => b.modified - a.modified)
  }

  async *#read(key: string, from: number, to: number): AsyncGenerator<Uint8Array> {
    // An empty file has no range.
    if (to < from) return
    const response = await this.#bucket.get(key, [from, to])
    if (response?.body == null) throw new Error(`the object ${key} is missing`)
    yield* response.body
  }

  async #checkId(): Promise<void> {
    if (this.#expectedId !== null) requireId(this.#expectedId, await this.readId())
  }

  async #probeWrite(): Promise<void> {
    await this.#checkId()
    const key = `${probeFolder}${randomUUID()}`
    await this.#bucket.put(key, textBody('probe\n'))
    await this.#bucket.delete(key)
  }
}
