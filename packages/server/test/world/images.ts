// Small images as programs make them, and pieces of which tests put together others, whole and broken. It makes them by hand,
// so that what reads images does not owe its tests to itself.
import { crc32, deflateSync } from 'node:zlib'

const number = (value: number): Buffer => {
  const four = Buffer.alloc(4)
  four.writeUInt32BE(value)
  return four
}

export const pngBegin = Buffer.from('89504e470d0a1a0a', 'hex')

export const pngChunk = (name: string, content: Buffer = Buffer.alloc(0)): Buffer => {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content])
  return Buffer.concat([number(content.length), named, number(crc32(named))])
}

/** Depth, type of colour, packing, filter and interlacing, as an IHDR has them. */
export const pngHead = (width: number, height: number, how: readonly number[] = [8, 0, 0, 0, 0]): Buffer =>
  pngChunk('IHDR', Buffer.concat([number(width), number(height), Buffer.from(how)]))

/** A grey square; `note` makes one differ from another. */
export function greyPng(side: number, note = ''): Buffer {
  const pixels = deflateSync(Buffer.alloc((side + 1) * side, 0))
  const words = pngChunk('tEXt', Buffer.from(`Comment\0${note}`, 'latin1'))
  return Buffer.concat([pngBegin, pngHead(side, side), words, pngChunk('IDAT', pixels), pngChunk('IEND')])
}

export const dotPng = greyPng(1)

export const jpegSegment = (marker: number, content: Buffer): Buffer => {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(content.length + 2)
  return Buffer.concat([Buffer.from([0xff, marker]), length, content])
}

export const jpegFrame = (width: number, height: number, marker = 0xc0): Buffer =>
  jpegSegment(marker, Buffer.from([8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0]))

export const jpegBegin = Buffer.from([0xff, 0xd8])
/** The one scan of an image, and its end. */
export const jpegScan = Buffer.concat([
  jpegSegment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
  Buffer.from([0x2a, 0xff, 0x00, 0x11, 0xff, 0xd9]),
])

const quantisers = jpegSegment(0xdb, Buffer.concat([Buffer.from([0]), Buffer.alloc(64, 1)]))

/** As far as it can be told without drawing it. */
export const dotJpeg = Buffer.concat([
  jpegBegin,
  jpegSegment(0xe0, Buffer.from('4a46494600010100000100010000', 'hex')),
  quantisers,
  jpegFrame(1, 1),
  jpegScan,
])
