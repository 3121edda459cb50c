// A file of a record, sent as it is: as an attachment that no browser runs (T-34), whole or in part, and checked on its way.
// Who may have it was decided by the engine; here it is only how it travels.
import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import type { Logger } from 'pino'
import { wholeNumber } from '../define/kinds.ts'
import { Faults, notAllowed, Refusal, Unfit } from '../define/refusal.ts'
import type { StoredFile } from '../define/resource.ts'
import type { Files, OpenFile } from '../io/files.ts'
import { prefers } from '../kit/accept.ts'
import { readRange, type Span } from '../kit/byte-range.ts'
import { attachment } from '../kit/file-name.ts'
import { isImage } from '../kit/media-type.ts'
import { excerpt } from '../kit/text.ts'

/** What of a request, and of the server, decides how a file is sent. */
export interface Delivery {
  readonly files: Files
  readonly log: Logger
  readonly headers: IncomingHttpHeaders
  readonly withBody: boolean
}

export interface FileAnswer {
  readonly status: 200 | 206
  readonly headers: Readonly<Record<string, string>>
  readonly body: Readable | ''
}

/** What a page would run: a document is never a part of one. */
const runAs = /^(script|style|xslt|object|embed|(audio|paint|shared|service)?work(er|let))$/

/** The version a query asks for; null for the newest. */
export function readVersion(query: ReadonlyMap<string, string>): number | null {
  const faults = new Faults()
  let version: number | null = null
  for (const [name, text] of query) {
    const number = wholeNumber(text)
    if (name !== 'version') faults.unknown(excerpt(name), 'parameter here')
    else if (number instanceof Unfit || number === 0) faults.unfit(name, text, 'is not the number of a version')
    else version = number
  }
  faults.refuse()
  return version
}

/** True when an image was asked for rather than the record it belongs to (decision 3 knows two formats of a record). */
export const asksFor = (file: StoredFile, accept: string | undefined): boolean =>
  isImage(file.mediatype) && prefers(accept, file.mediatype)

export async function deliver(file: StoredFile, delivery: Delivery): Promise<FileAnswer> {
  const { headers, files, withBody } = delivery
  const dest = headers['sec-fetch-dest']
  if (typeof dest === 'string' && runAs.test(dest)) throw notAllowed(`download: a file may not be loaded as ${dest}`)
  const tag = `"${file.hash}"`
  const span = withBody ? spanOf(headers, tag, file.filesize) : 'whole'
  if (span === 'outside') throw outside(file.filesize)
  const { from, to } = span === 'whole' ? { from: 0, to: file.filesize - 1 } : span
  const told = {
    'content-type': file.mediatype,
    'content-disposition': attachment(file.filename),
    'content-length': String(to - from + 1),
    'accept-ranges': 'bytes',
    etag: tag,
    ...(span === 'whole' ? {} : { 'content-range': `bytes ${from}-${to}/${file.filesize}` }),
  }
  const opened = await openWhole(files, file)
  const status = span === 'whole' ? 200 : 206
  if (withBody && file.filesize > 0) return { status, headers: told, body: bytesOf(opened, file, span, delivery.log) }
  await opened.close()
  return { status, headers: told, body: '' }
}

/** A range of another file than the one that is asked about would be put together wrong (If-Range). */
function spanOf(headers: IncomingHttpHeaders, tag: string, size: number): Span | 'whole' | 'outside' {
  const condition = headers['if-range']
  return condition !== undefined && condition !== tag ? 'whole' : readRange(headers.range, size)
}

const outside = (size: number): Refusal =>
  new Refusal(416, 18, [`Range: the file has ${size} bytes`], { 'content-range': `bytes */${size}` })

async function openWhole(files: Files, { hash, filesize }: StoredFile): Promise<OpenFile> {
  const opened = await files.open(hash)
  if (opened === undefined) throw new Error(`the file ${hash} is missing`)
  if (opened.size === filesize) return opened
  await opened.close()
  throw new Error(`the file ${hash} has ${opened.size} bytes instead of ${filesize}`)
}

function bytesOf(opened: OpenFile, file: StoredFile, span: Span | 'whole', log: Logger): Readable {
  if (span !== 'whole') return opened.bytes(span.from, span.to)
  const bytes = checked(opened.bytes(0, file.filesize - 1), file.hash)
  return Readable.from(bytes, { objectMode: false }).on('error', (error) =>
    log.error({ err: error }, 'download failed'),
  )
}

/** One piece is always held back, so that a file that has changed on disk never arrives as a whole one. */
async function* checked(bytes: AsyncIterable<Buffer>, wanted: string): AsyncIterable<Buffer> {
  const hash = createHash('sha256')
  let held: Buffer | undefined
  for await (const piece of bytes) {
    hash.update(piece)
    if (held !== undefined) yield held
    held = piece
  }
  if (hash.digest('hex') !== wanted) throw new Error(`the file ${wanted} is damaged`)
  if (held !== undefined) yield held
}
