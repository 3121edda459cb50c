// Compresses responses for clients that ask for it, at levels that are fast enough for every request. The work runs on
// the threads of Node, never on the event loop. Which responses may be compressed is decided in the pipeline (T-113).
import { pipeline, Readable, type Transform } from 'node:stream'
import { promisify } from 'node:util'
import {
  type BrotliOptions,
  brotliCompress,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  gzip,
  type ZstdOptions,
  constants as zlib,
  zstdCompress,
} from 'node:zlib'
import type { ContentEncoding } from '../kit/accept-encoding.ts'

/** Below this length the headers and the time cost more than is saved. */
export const minCompressedLength = 1024

/** A small window limits the memory of a stream, of which each long list has one. */
const windowBits = 18
const brotliOptions: BrotliOptions = {
  params: { [zlib.BROTLI_PARAM_QUALITY]: 4, [zlib.BROTLI_PARAM_LGWIN]: windowBits },
}
const zstdOptions: ZstdOptions = {
  params: { [zlib.ZSTD_c_compressionLevel]: 3, [zlib.ZSTD_c_windowLog]: windowBits },
}
const gzipOptions = { level: 5 }

const brotliBytes = promisify<string | Buffer, BrotliOptions, Buffer>(brotliCompress)
const zstdBytes = promisify<string | Buffer, ZstdOptions, Buffer>(zstdCompress)
const gzipBytes = promisify<string | Buffer, typeof gzipOptions, Buffer>(gzip)

const compressors: Readonly<
  Record<
    ContentEncoding,
    { readonly bytes: (content: string | Buffer) => Promise<Buffer>; readonly stream: () => Transform }
  >
> = {
  br: { bytes: (content) => brotliBytes(content, brotliOptions), stream: () => createBrotliCompress(brotliOptions) },
  zstd: { bytes: (content) => zstdBytes(content, zstdOptions), stream: () => createZstdCompress(zstdOptions) },
  gzip: { bytes: (content) => gzipBytes(content, gzipOptions), stream: () => createGzip(gzipOptions) },
}

export const compressWhole = (content: string | Buffer, encoding: ContentEncoding): Promise<Buffer> =>
  compressors[encoding].bytes(content)

/** An error of the source ends the stream with that error; if the reader leaves, the source is closed. */
export function compressPieces(pieces: AsyncIterable<string>, encoding: ContentEncoding): Readable {
  // The caller reads the stream and so receives its error.
  return pipeline(Readable.from(pieces, { highWaterMark: 2 }), compressors[encoding].stream(), () => undefined)
}
