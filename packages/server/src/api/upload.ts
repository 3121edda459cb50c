// An upload: a multipart/form-data body read as it comes, its fields into a record and its one file straight into the file
// store (decision 49). Nothing of a body that breaks off, is too large or lies about its length is left behind. What the
// fields mean is judged where the fields of every other body are.
import type { IncomingHttpHeaders } from 'node:http'
import { PassThrough, type Readable } from 'node:stream'
import { Dicer } from '@fastify/busboy'
import { type FileTaking, megabyte } from '../define/kinds.ts'
import { Refusal } from '../define/refusal.ts'
import { type Files, type Received, TooLarge } from '../io/files.ts'
import { fileNameFault } from '../kit/file-name.ts'
import { safeMediaType } from '../kit/media-type.ts'
import { type PartHead, readPartHead } from '../kit/part-head.ts'
import { excerpt } from '../kit/text.ts'
import { WireFile, type WireRecord, type WireValue } from '../kit/wire-tree.ts'
import { refused, textOf } from './body-read.ts'

/** All fields together, as in any other body. */
const fieldsLimit = 2 * megabyte
const partsLimit = 300
const headLimits = { maxHeaderPairs: 20, maxHeaderSize: 16_384 }
/** Whatever stands around and between the parts, no body has more beside its file. */
const besideFile = fieldsLimit + partsLimit * headLimits.maxHeaderSize

/** Where the bytes of the part that is being read go. */
interface Sink {
  take(piece: Buffer): boolean
  end(): void
}

interface ArrivingFile {
  readonly head: PartHead
  readonly pipe: PassThrough
  readonly arriving: Promise<Received>
  /** Its bytes so far, where the field looks at them. */
  readonly pieces: Buffer[] | null
}

export interface UploadOptions {
  readonly files: Files
  /** The fields that are files. */
  readonly fileFields: ReadonlyMap<string, FileTaking>
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
  #file: ArrivingFile | undefined

  constructor(body: Readable, headers: IncomingHttpHeaders, options: UploadOptions) {
    this.#body = body
    this.#headers = headers
    this.#options = options
    // Whoever reads is told; that nobody may be reading any more is no fault of its own.
    this.#failed.promise.catch(() => undefined)
  }

  async read(): Promise<WireRecord> {
    const declared = Number(this.#headers['content-length'] ?? Number.NaN)
    if (declared > this.#bodyLimit) throw this.#bodyTooLarge()
    await this.#pour(this.#splitter(), declared)
    if (this.#file !== undefined) {
      const { head, arriving, pieces } = this.#file
      const { hash, size, keep } = await Promise.race([this.#failed.promise, arriving])
      const filename = head.filename ?? ''
      const mediatype = safeMediaType(head.type, filename)
      const content = pieces === null ? null : Buffer.concat(pieces)
      this.#record.set(head.name, new WireFile({ filename, filesize: size, mediatype, hash, content, keep }))
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
      if (bytes > this.#bodyLimit) throw this.#bodyTooLarge()
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
    const taking = fileFields.get(name)
    if (taking === undefined) {
      const fields = [...fileFields.keys()]
      throw new Refusal(400, 17, [`${excerpt(name)}: not a file that can be sent here; send it as ${fields}`])
    }
    const fault = fileNameFault(filename ?? '')
    if (fault !== null) throw new Refusal(400, 18, [`${name}: "${excerpt(filename ?? '')}" ${fault}`])
    const pipe = new PassThrough()
    pipe.on('error', () => undefined)
    pipe.on('drain', () => part.resume())
    const arriving = files.receive(pipe, taking.mostBytes).catch((error) => {
      throw error instanceof TooLarge ? tooLarge([[name, taking]]) : error
    })
    arriving.catch((error) => this.#fail(error))
    const pieces: Buffer[] | null = taking.looksAt ? [] : null
    this.#file = { head, pipe, arriving, pieces }
    const take = (piece: Buffer): boolean => {
      if (pipe.destroyed) return true
      pieces?.push(piece)
      return pipe.write(piece)
    }
    return { take, end: () => pipe.end() }
  }

  get #bodyLimit(): number {
    return Math.max(...[...this.#options.fileFields.values()].map(({ mostBytes }) => mostBytes)) + besideFile
  }

  #bodyTooLarge(): Refusal {
    return tooLarge([...this.#options.fileFields])
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

const tooLarge = (fields: readonly (readonly [name: string, taking: FileTaking])[]): Refusal =>
  new Refusal(
    400,
    18,
    fields.map(([name, { mostBytes }]) => `${name}: is larger than ${mostBytes / megabyte} MB`),
  )
