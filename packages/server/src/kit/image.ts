// Detects PNG and JPEG images and their size from the bytes, never from a file name or a declared type (T-34). It
// checks the structure, so that other content or a truncated file is rejected. It does not decompress the pixels.
import { Buffer } from 'node:buffer'
import { crc32 } from 'node:zlib'

export interface Image {
  readonly mediatype: 'image/png' | 'image/jpeg'
  readonly width: number
  readonly height: number
}

// The image, or a phrase that completes `logo: "name" ...`.
export function readImage(bytes: Uint8Array): Image | string {
  const image = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (image.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE)) return readPng(image) ?? DAMAGED
  if (image.subarray(0, JPEG_SIGNATURE.length).equals(JPEG_SIGNATURE)) return readJpeg(image) ?? DAMAGED
  return 'is neither a PNG nor a JPEG image'
}

const DAMAGED = 'is an image that is damaged or of a rare kind'

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const JPEG_SIGNATURE = Buffer.from([0xff, 0xd8, 0xff])

// Allowed bits per sample for each colour type: grey, colours, palette, grey and colours with transparency.
const DEPTHS: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
}

// Chunks of length, name, content and checksum, from IHDR to IEND. Bytes after the end are ignored.
function readPng(image: Buffer): Image | null {
  const seen = new Set<string>()
  for (let at = PNG_SIGNATURE.length; at + 12 <= image.length; ) {
    const end = at + 8 + image.readUInt32BE(at)
    if (end + 4 > image.length || crc32(image.subarray(at + 4, end)) !== image.readUInt32BE(end)) return null
    const name = image.toString('latin1', at + 4, at + 8)
    if ((seen.size === 0) !== (name === 'IHDR')) return null
    if (name === 'IEND') return seen.has('IDAT') ? pngHead(image, seen.has('PLTE')) : null
    seen.add(name)
    at = end + 4
  }
  return null
}

function pngHead(image: Buffer, hasPalette: boolean): Image | null {
  if (image.readUInt32BE(8) !== 13) return null
  const [width, height] = [image.readUInt32BE(16), image.readUInt32BE(20)]
  const [depth = 0, colour = 0, packing, filter, interlaced = 0] = image.subarray(24, 29)
  const isKnown = DEPTHS[colour]?.includes(depth) === true && packing === 0 && filter === 0 && interlaced <= 1
  if (!isKnown || width === 0 || height === 0 || (colour === 3 && !hasPalette)) return null
  return { mediatype: 'image/png', width, height }
}

const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

// Segments of marker, length and content up to the first scan. The end marker must exist too.
function readJpeg(image: Buffer): Image | null {
  let frame: Image | null = null
  for (let at = 2; at + 4 <= image.length; ) {
    const marker = image[at + 1] ?? 0
    if (image[at] !== 0xff) return null
    if (marker === 0xff) {
      at++
      continue
    }
    const end = at + 2 + image.readUInt16BE(at + 2)
    if (marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd9) || end < at + 4 || end > image.length) return null
    if (marker === 0xda) return image.indexOf(JPEG_END, end) === -1 ? null : frame
    if (isFrame(marker)) frame = jpegFrame(image.subarray(at, end), marker)
    at = end
  }
  return null
}

const JPEG_END = Buffer.from([0xff, 0xd9])

// Baseline, extended and progressive with eight bits per sample, which every program can display.
function jpegFrame(segment: Buffer, marker: number): Image | null {
  if (marker > 0xc2 || segment.length < 10 || segment[4] !== 8) return null
  const [height, width, components = 0] = [segment.readUInt16BE(5), segment.readUInt16BE(7), segment[9]]
  if (width === 0 || height === 0 || ![1, 3, 4].includes(components)) return null
  return { mediatype: 'image/jpeg', width, height }
}
