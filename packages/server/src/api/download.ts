// Sends a file of a record as an attachment that no browser executes (T-34), whole or a byte range, with its hash
// verified. Permission is checked before, in the engine.
import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import type { Logger } from 'pino'
import { ApiError, forbidden, Invalid, ValidationErrors } from '../define/api-error.ts'
import { parseWholeNumber } from '../define/kinds.ts'
import type { StoredFile } from '../define/resource.ts'
import type { FileStore, OpenFile } from '../io/file-store.ts'
import { prefersType } from '../kit/accept-header.ts'
import { type ByteRange, readByteRange } from '../kit/byte-range.ts'
import { attachmentHeader } from '../kit/file-name.ts'
import { isImage } from '../kit/media-type.ts'
import { excerpt } from '../kit/text.ts'

/** What decides how a file is sent: parts of the request and of the server. */
export interface FileDelivery {
  readonly files: FileStore
  readonly log: Logger
  readonly headers: IncomingHttpHeaders
  readonly withBody: boolean
}

export interface FileResponse {
  readonly status: 200 | 206
  readonly headers: Readonly<Record<string, string>>
  readonly body: Readable | ''
}

/** The destinations with which a page would execute a file. */
const executableDestination = /^(script|style|xslt|object|embed|(audio|paint|shared|service)?work(er|let))$/

/** The version that the query names; null for the newest. */
export function parseVersion(query: ReadonlyMap<string, string>): number | null {
  const errors = new ValidationErrors()
  let version: number | null = null
  for (const [name, text] of query) {
    const number = parseWholeNumber(text)
    if (name !== 'version') errors.addUnknownName(excerpt(name), 'parameter here')
    else if (number instanceof Invalid || number === 0) errors.addInvalid(name, text, 'must be a version number')
    else version = number
  }
  errors.throwIfAny()
  return version
}

/** True when the request prefers the image to the record that it belongs to (decision 3). */
export const prefersImage = (file: StoredFile, accept: string | undefined): boolean =>
  isImage(file.mediatype) && prefersType(accept, file.mediatype)

export async function deliverFile(file: StoredFile, delivery: FileDelivery): Promise<FileResponse> {
  const { headers, files, withBody } = delivery
  const dest = headers['sec-fetch-dest']
  if (typeof dest === 'string' && executableDestination.test(dest))
    throw forbidden(`download: a file cannot be loaded as ${dest}`)
  const tag = `"${file.hash}"`
  const span = withBody ? requestedRange(headers, tag, file.filesize) : 'whole'
  if (span === 'outside') throw rangeNotSatisfiable(file.filesize)
  const { from, to } = span === 'whole' ? { from: 0, to: file.filesize - 1 } : span
  const responseHeaders = {
    'content-type': file.mediatype,
    'content-disposition': attachmentHeader(file.filename),
    'content-length': String(to - from + 1),
    'accept-ranges': 'bytes',
    etag: tag,
    ...(span === 'whole' ? {} : { 'content-range': `bytes ${from}-${to}/${file.filesize}` }),
  }
  const opened = await openStoredFile(files, file)
  const status = span === 'whole' ? 200 : 206
  if (withBody && file.filesize > 0)
    return { status, headers: responseHeaders, body: byteStream(opened, file, span, delivery.log) }
  await opened.close()
  return { status, headers: responseHeaders, body: '' }
}

/** If-Range: a range of a changed file would be combined with parts of the old one, so the whole file is sent. */
function requestedRange(headers: IncomingHttpHeaders, tag: string, size: number): ByteRange | 'whole' | 'outside' {
  const condition = headers['if-range']
  return condition !== undefined && condition !== tag ? 'whole' : readByteRange(headers.range, size)
}

const rangeNotSatisfiable = (size: number): ApiError =>
  new ApiError(416, 18, [`Range: the file has ${size} bytes`], { 'content-range': `bytes */${size}` })

async function openStoredFile(files: FileStore, { hash, filesize }: StoredFile): Promise<OpenFile> {
  const opened = await files.open(hash)
  if (opened === undefined) throw new Error(`the file ${hash} is missing`)
  if (opened.size === filesize) return opened
  await opened.close()
  throw new Error(`the file ${hash} has ${opened.size} bytes instead of ${filesize}`)
}

function byteStream(opened: OpenFile, file: StoredFile, span: ByteRange | 'whole', log: Logger): Readable {
  if (span !== 'whole') return opened.bytes(span.from, span.to)
  const bytes = verifyHash(opened.bytes(0, file.filesize - 1), file.hash)
  return Readable.from(bytes, { objectMode: false }).on('error', (error) =>
    log.error({ err: error }, 'download failed'),
  )
}

/** Holds back the last piece until the hash is verified, so that a damaged file never arrives completely. */
async function* verifyHash(bytes: AsyncIterable<Buffer>, expectedHash: string): AsyncIterable<Buffer> {
  const hash = createHash('sha256')
  let held: Buffer | undefined
  for await (const piece of bytes) {
    hash.update(piece)
    if (held !== undefined) yield held
    held = piece
  }
  if (hash.digest('hex') !== expectedHash) throw new Error(`the file ${expectedHash} is damaged`)
  if (held !== undefined) yield held
}
