// Checks that the pixels of a PNG can be decompressed and have the size that its header declares. A file that
// decompresses to more could fill the memory of the PDF renderer (T-34). It only counts; image.ts checks the structure
// before.
import { Buffer } from 'node:buffer'
import { inflateSync } from 'node:zlib'

// Samples per pixel for each colour type: grey, colours, palette, grey and colours with transparency.
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

// The first column and row of the seven passes of an interlaced image, and the distance between their pixels.
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

export function hasAllPixels(png: Uint8Array): boolean {
  const image = Buffer.from(png.buffer, png.byteOffset, png.byteLength)
  const [width, height] = [image.readUInt32BE(16), image.readUInt32BE(20)]
  const [depth = 0, colour = 0, , , interlaced] = image.subarray(24, 29)
  const bits = depth * (SAMPLES[colour] ?? 0)
  const rows = (across: number, down: number): number =>
    across === 0 ? 0 : down * (1 + Math.ceil((across * bits) / 8))
  const size =
    interlaced === 0
      ? rows(width, height)
      : PASSES.reduce((sum, [x, y, right, below]) => {
          return sum + rows(Math.ceil((width - x) / right), Math.ceil((height - y) / below))
        }, 0)
  try {
    return inflateSync(packedPixels(image), { maxOutputLength: size + 1 }).length === size
  } catch {
    return false
  }
}

function packedPixels(image: Buffer): Buffer {
  const chunks: Buffer[] = []
  for (let at = 8; at + 12 <= image.length; ) {
    const end = at + 8 + image.readUInt32BE(at)
    if (image.toString('latin1', at + 4, at + 8) === 'IDAT') chunks.push(image.subarray(at + 8, end))
    at = end + 4
  }
  return Buffer.concat(chunks)
}
