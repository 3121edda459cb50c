// An upload: a multipart/form-data body, parsed while it arrives. Its fields become a record, its one file is written
// to the file store (decision 49). An incomplete or too large body leaves nothing behind. The fields are validated
// like those of any other body, in the engine.
import type { IncomingHttpHeaders } from 'node:http'
import { PassThrough, type Readable } from 'node:stream'
import { Dicer } from '@fastify/busboy'
import { ApiError } from '../define/api-error.ts'
import { megabyte, type UploadRules } from '../define/kinds.ts'
import { type FileStore, FileTooLarge, type ReceivedFile } from '../io/file-store.ts'
import { fileNameError } from '../kit/file-name.ts'
import { safeMediaType } from '../kit/media-type.ts'
import { type PartHeader, readPartHeader } from '../kit/multipart-header.ts'
import { excerpt } from '../kit/text.ts'
import { WireFile, type WireRecord, type WireValue } from '../kit/wire-tree.ts'
import { decodeUtf8, invalidBody } from './request-body.ts'

/** The limit of all fields together, as in any other body. */
const maxFieldBytes = 2 * megabyte
const maxParts = 300
const partHeaderLimits = { maxHeaderPairs: 20, maxHeaderSize: 16_384 }
/** The limit of everything in a body except the file. */
const maxBytesBesideFile = maxFieldBytes + maxParts * partHeaderLimits.maxHeaderSize

/** The destination of the bytes of the current part. */
interface PartSink {
  write(piece: Buffer): boolean
  end(): void
}

interface IncomingFile {
  readonly head: PartHeader
  readonly pipe: PassThrough
  readonly received: Promise<ReceivedFile>
  /** Its bytes so far, if the kind of the field reads them. */
  readonly chunks: Buffer[] | null
}

export interface UploadOptions {
  readonly files: FileStore
  /** The fields that are files. */
  readonly fileFields: ReadonlyMap<string, UploadRules>
}

export class Upload {
  readonly #body: Readable
  readonly #headers: IncomingHttpHeaders
  readonly #options: UploadOptions
  readonly #record = new Map<string, WireValue>()
  readonly #partNames = new Set<string>()
  readonly #failureSignal = Promise.withResolvers<never>()
  readonly #finished = Promise.withResolvers<void>()
  #failure: unknown
  #fieldBytes = 0
  /** The number of parts that have begun and not ended. */
  #openParts = 0
  /** True after the last boundary. */
  #parserFinished = false
  #file: IncomingFile | undefined

  constructor(body: Readable, headers: IncomingHttpHeaders, options: UploadOptions) {
    this.#body = body
    this.#headers = headers
    this.#options = options
    // The reader receives the error; without a reader it must not become an unhandled rejection.
    this.#failureSignal.promise.catch(() => undefined)
  }

  async read(): Promise<WireRecord> {
    const declared = Number(this.#headers['content-length'] ?? Number.NaN)
    if (declared > this.#bodyLimit) throw this.#bodyTooLarge()
    await this.#feedParser(this.#createParser(), declared)
    if (this.#file !== undefined) {
      const { head, received: arriving, chunks } = this.#file
      const { hash, size, keep } = await Promise.race([this.#failureSignal.promise, arriving])
      const filename = head.filename ?? ''
      const mediatype = safeMediaType(head.type, filename)
      const content = chunks === null ? null : Buffer.concat(chunks)
      this.#record.set(head.name, new WireFile({ filename, filesize: size, mediatype, hash, content, keep }))
    }
    return this.#record
  }

  /** Deletes the received file unless it was kept. */
  async discard(): Promise<void> {
    this.#file?.pipe.destroy()
    const received = await this.#file?.received.catch(() => undefined)
    await received?.discard()
  }

  /** Reads the body with backpressure. The stream stays open, because the response is still to be sent. */
  async #feedParser(splitter: Dicer, declared: number): Promise<void> {
    const { promise: finished } = this.#finished
    let bytes = 0
    for await (const piece of this.#bodyChunks()) {
      if (this.#failure !== undefined) throw this.#failure
      bytes += piece.length
      if (bytes > this.#bodyLimit) throw this.#bodyTooLarge()
      // Bytes after the last boundary are ignored.
      if (this.#parserFinished || !splitter.writable || splitter.write(piece)) continue
      const drained = new Promise<void>((resolve) => splitter.once('drain', resolve))
      await Promise.race([this.#failureSignal.promise, drained, finished])
    }
    if (!Number.isNaN(declared) && bytes !== declared) throw invalidBody('its length does not match Content-Length')
    if (!this.#parserFinished && splitter.writable) splitter.end()
    await Promise.race([this.#failureSignal.promise, finished])
  }

  async *#bodyChunks(): AsyncIterable<Buffer> {
    try {
      yield* this.#body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>
    } catch {
      throw invalidBody('broke off before its end')
    }
  }

  #createParser(): Dicer {
    const boundary = /;[ \t]*boundary=(?:"([^"]{1,70})"|([^\s";,]{1,70}))[ \t]*(?:;|$)/i.exec(
      this.#headers['content-type'] ?? '',
    )
    if (boundary === null) throw invalidBody('its Content-Type names no boundary')
    const splitter = new Dicer({ boundary: boundary[1] ?? boundary[2] ?? '', ...partHeaderLimits })
    splitter.on('error', () => this.#fail(invalidBody('is not multipart/form-data, or ends before its last boundary')))
    splitter.on('part', (part) => this.#handlePart(part))
    splitter.once('finish', () => {
      this.#parserFinished = true
      this.#finishWhenPartsRead()
    })
    return splitter
  }

  #handlePart(part: Readable): void {
    let sink: PartSink | undefined
    this.#openParts++
    part.on('error', () => undefined)
    part.once('header', (header: Readonly<Record<string, readonly string[]>>) => {
      sink = this.#attempt(() => this.#sinkFor(header, part))
    })
    part.on('data', (piece: Buffer) => {
      if (sink?.write(piece) === false) part.pause()
    })
    part.once('end', () => {
      if (sink === undefined) this.#fail(invalidBody('has a part without a readable name; names stand on one line'))
      else this.#attempt(sink.end)
      this.#openParts--
      this.#finishWhenPartsRead()
    })
  }

  /** The last boundary is often found before the part before it was emitted. */
  #finishWhenPartsRead(): void {
    if (this.#parserFinished && this.#openParts === 0) this.#finished.resolve()
  }

  #sinkFor(header: Readonly<Record<string, readonly string[]>>, part: Readable): PartSink {
    const head = readPartHeader(header['content-disposition']?.[0] ?? '', header['content-type']?.[0] ?? '')
    if (head === null) throw invalidBody('has a part without a readable name; names stand on one line, in UTF-8')
    if (this.#partNames.has(head.name)) throw new ApiError(400, 18, [`${excerpt(head.name)}: is sent more than once`])
    this.#partNames.add(head.name)
    if (this.#partNames.size > maxParts) throw invalidBody(`has more than ${maxParts} parts`)
    return head.filename === null ? this.#fieldSink(head.name) : this.#fileSink(head, part)
  }

  #fieldSink(name: string): PartSink {
    const pieces: Buffer[] = []
    return {
      write: (piece) => {
        this.#fieldBytes += piece.length
        if (this.#fieldBytes > maxFieldBytes) this.#fail(invalidBody('its fields are larger than 2 MB'))
        else pieces.push(piece)
        return true
      },
      end: () => this.#record.set(name, decodeUtf8(Buffer.concat(pieces))),
    }
  }

  #fileSink(head: PartHeader, part: Readable): PartSink {
    const { name, filename } = head
    const { files, fileFields } = this.#options
    const taking = fileFields.get(name)
    if (taking === undefined) {
      const fields = [...fileFields.keys()]
      throw new ApiError(400, 17, [`${excerpt(name)}: not a file that can be sent here; send it as ${fields}`])
    }
    const reason = fileNameError(filename ?? '')
    if (reason !== null) throw new ApiError(400, 18, [`${name}: "${excerpt(filename ?? '')}" ${reason}`])
    const pipe = new PassThrough()
    pipe.on('error', () => undefined)
    pipe.on('drain', () => part.resume())
    const arriving = files.receive(pipe, taking.maxBytes).catch((error) => {
      throw error instanceof FileTooLarge ? fileTooLarge([[name, taking]]) : error
    })
    arriving.catch((error) => this.#fail(error))
    const chunks: Buffer[] | null = taking.keepsContent ? [] : null
    this.#file = { head, pipe, received: arriving, chunks }
    const write = (piece: Buffer): boolean => {
      if (pipe.destroyed) return true
      chunks?.push(piece)
      return pipe.write(piece)
    }
    return { write, end: () => pipe.end() }
  }

  get #bodyLimit(): number {
    return Math.max(...[...this.#options.fileFields.values()].map(({ maxBytes }) => maxBytes)) + maxBytesBesideFile
  }

  #bodyTooLarge(): ApiError {
    return fileTooLarge([...this.#options.fileFields])
  }

  #attempt<T>(work: () => T): T | undefined {
    try {
      return work()
    } catch (error) {
      this.#fail(error)
      return undefined
    }
  }

  /** The first error ends the parsing; later errors are consequences of it. */
  #fail(error: unknown): void {
    if (this.#failure !== undefined) return
    this.#failure = error
    this.#failureSignal.reject(error)
    this.#file?.pipe.destroy()
  }
}

const fileTooLarge = (fields: readonly (readonly [name: string, taking: UploadRules])[]): ApiError =>
  new ApiError(
    400,
    18,
    fields.map(([name, { maxBytes }]) => `${name}: is larger than ${maxBytes / megabyte} MB`),
  )
