// An upload: a multipart/form-data body read as it comes, its fields into a record and its one file straight into the file
// store (decision 49). Nothing of a body that breaks off, is too large or lies about its length is left behind. What the
// fields mean is judged where the fields of every other body are.
import type { IncomingHttpHeaders } from 'node:http'
import { PassThrough, type Readable } from 'node:stream'
import { Dicer } from '@fastify/busboy'
import { Refusal } from '../define/refusal.ts'
import { type Files, type Received, TooLarge } from '../io/files.ts'
import { fileNameFault } from '../kit/file-name.ts'
import { safeMediaType } from '../kit/media-type.ts'
import { type PartHead, readPartHead } from '../kit/part-head.ts'
import { excerpt } from '../kit/text.ts'
import { WireFile, type WireRecord, type WireValue } from '../kit/wire-tree.ts'
import { refused, textOf } from './body-read.ts'

const megabyte = 1024 * 1024
export const uploadLimit = 100 * megabyte
/** All fields together, as in any other body. */
const fieldsLimit = 2 * megabyte
const partsLimit = 300
const headLimits = { maxHeaderPairs: 20, maxHeaderSize: 16_384 }
/** Whatever stands around and between the parts, no body is longer. */
const bodyLimit = uploadLimit + fieldsLimit + partsLimit * headLimits.maxHeaderSize

/** Where the bytes of the part that is being read go. */
interface Sink {
  take(piece: Buffer): boolean
  end(): void
}

export interface UploadOptions {
  readonly files: Files
  /** The names of the fields that are files. */
  readonly fileFields: readonly string[]
}

export class Upload {
  readonly #body: Readable
  readonly #headers: IncomingHttpHeaders
  readonly #options: UploadOptions
  readonly #record = new Map<string, WireValue>()
  readonly #names = new Set<string>()
  readonly #failed = Promise.withResolvers<never>()
  readonly #finished = Promise.withResolvers<void>()
  #failure: unknown
  #fieldBytes = 0
  /** Parts that have begun and not ended. */
  #open = 0
  /** True once the last boundary was found. */
  #split = false
  #file: { readonly head: PartHead; readonly pipe: PassThrough; readonly arriving: Promise<Received> } | undefined

  constructor(body: Readable, headers: IncomingHttpHeaders, options: UploadOptions) {
    this.#body = body
    this.#headers = headers
    this.#options = options
    // Whoever reads is told; that nobody may be reading any more is no fault of its own.
    this.#failed.promise.catch(() => undefined)
  }

  async read(): Promise<WireRecord> {
    const declared = Number(this.#headers['content-length'] ?? Number.NaN)
    if (declared > bodyLimit) throw tooLarge()
    await this.#pour(this.#splitter(), declared)
    if (this.#file !== undefined) {
      const { head, arriving } = this.#file
      const { hash, size, keep } = await Promise.race([this.#failed.promise, arriving])
      const filename = head.filename ?? ''
      const mediatype = safeMediaType(head.type, filename)
      this.#record.set(head.name, new WireFile({ filename, filesize: size, mediatype, hash, keep }))
    }
    return this.#record
  }

  /** Removes what has come and was not kept. */
  async discard(): Promise<void> {
    this.#file?.pipe.destroy()
    const received = await this.#file?.arriving.catch(() => undefined)
    await received?.discard()
  }

  /** The body, piece by piece and no faster than its parts are taken. It is left open: its sender is still to be answered. */
  async #pour(splitter: Dicer, declared: number): Promise<void> {
    const { promise: finished } = this.#finished
    let bytes = 0
    for await (const piece of this.#pieces()) {
      if (this.#failure !== undefined) throw this.#failure
      bytes += piece.length
      if (bytes > bodyLimit) throw tooLarge()
      // What follows the last boundary means nothing.
      if (this.#split || !splitter.writable || splitter.write(piece)) continue
      const drained = new Promise<void>((resolve) => splitter.once('drain', resolve))
      await Promise.race([this.#failed.promise, drained, finished])
    }
    if (!Number.isNaN(declared) && bytes !== declared) throw refused('its length is not what Content-Length says')
    if (!this.#split && splitter.writable) splitter.end()
    await Promise.race([this.#failed.promise, finished])
  }

  async *#pieces(): AsyncIterable<Buffer> {
    try {
      yield* this.#body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>
    } catch {
      throw refused('broke off before its end')
    }
  }

  #splitter(): Dicer {
    const boundary = /;[ \t]*boundary=(?:"([^"]{1,70})"|([^\s";,]{1,70}))[ \t]*(?:;|$)/i.exec(
      this.#headers['content-type'] ?? '',
    )
    if (boundary === null) throw refused('its Content-Type names no boundary')
    const splitter = new Dicer({ boundary: boundary[1] ?? boundary[2] ?? '', ...headLimits })
    splitter.on('error', () => this.#fail(refused('is not multipart/form-data, or ends before its last boundary')))
    splitter.on('part', (part) => this.#takePart(part))
    splitter.once('finish', () => {
      this.#split = true
      this.#finishWhenTaken()
    })
    return splitter
  }

  #takePart(part: Readable): void {
    let sink: Sink | undefined
    this.#open++
    part.on('error', () => undefined)
    part.once('header', (header: Readonly<Record<string, readonly string[]>>) => {
      sink = this.#attempt(() => this.#sinkFor(header, part))
    })
    part.on('data', (piece: Buffer) => {
      if (sink?.take(piece) === false) part.pause()
    })
    part.once('end', () => {
      if (sink === undefined) this.#fail(refused('has a part without a readable name; names stand on one line'))
      else this.#attempt(sink.end)
      this.#open--
      this.#finishWhenTaken()
    })
  }

  /** The last boundary is often found before the part in front of it has been handed out. */
  #finishWhenTaken(): void {
    if (this.#split && this.#open === 0) this.#finished.resolve()
  }

  #sinkFor(header: Readonly<Record<string, readonly string[]>>, part: Readable): Sink {
    const head = readPartHead(header['content-disposition']?.[0] ?? '', header['content-type']?.[0] ?? '')
    if (head === null) throw refused('has a part without a readable name; names stand on one line, in UTF-8')
    if (this.#names.has(head.name)) throw new Refusal(400, 18, [`${excerpt(head.name)}: is sent more than once`])
    this.#names.add(head.name)
    if (this.#names.size > partsLimit) throw refused(`has more than ${partsLimit} parts`)
    return head.filename === null ? this.#fieldSink(head.name) : this.#fileSink(head, part)
  }

  #fieldSink(name: string): Sink {
    const pieces: Buffer[] = []
    return {
      take: (piece) => {
        this.#fieldBytes += piece.length
        if (this.#fieldBytes > fieldsLimit) this.#fail(refused('its fields are larger than 2 MB'))
        else pieces.push(piece)
        return true
      },
      end: () => this.#record.set(name, textOf(Buffer.concat(pieces))),
    }
  }

  #fileSink(head: PartHead, part: Readable): Sink {
    const { name, filename } = head
    const { files, fileFields } = this.#options
    if (!fileFields.includes(name)) {
      throw new Refusal(400, 17, [`${excerpt(name)}: not a file that can be sent here; send it as ${fileFields}`])
    }
    const fault = fileNameFault(filename ?? '')
    if (fault !== null) throw new Refusal(400, 18, [`${name}: "${excerpt(filename ?? '')}" ${fault}`])
    const pipe = new PassThrough()
    pipe.on('error', () => undefined)
    pipe.on('drain', () => part.resume())
    const arriving = files.receive(pipe, uploadLimit).catch((error) => {
      throw error instanceof TooLarge ? tooLarge() : error
    })
    arriving.catch((error) => this.#fail(error))
    this.#file = { head, pipe, arriving }
    return { take: (piece) => pipe.destroyed || pipe.write(piece), end: () => pipe.end() }
  }

  #attempt<T>(work: () => T): T | undefined {
    try {
      return work()
    } catch (error) {
      this.#fail(error)
      return undefined
    }
  }

  /** The first fault ends the reading; what comes after it is a consequence. */
  #fail(error: unknown): void {
    if (this.#failure !== undefined) return
    this.#failure = error
    this.#failed.reject(error)
    this.#file?.pipe.destroy()
  }
}

const tooLarge = (): Refusal => new Refusal(400, 18, [`file: is larger than ${uploadLimit / megabyte} MB`])
