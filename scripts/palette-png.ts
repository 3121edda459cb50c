// Makes a screenshot small: a PNG of half the width and height with a palette of at most 256 colors instead of three
// or four samples per pixel. It reads only what the browser writes: 8 bits per sample, not interlaced.
import { crc32, deflateSync, inflateSync } from 'node:zlib'

interface Image {
  readonly width: number
  readonly height: number
  /** Red, green and blue of every pixel. */
  readonly pixels: Buffer
}

function packedPixels(png: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    if (png.toString('latin1', at + 4, at + 8) !== 'IDAT') continue
    parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
  }
  return inflateSync(Buffer.concat(parts))
}

/** The predictor of the filter "Paeth": the neighbor that is nearest to left + above - corner. */
function paeth(left: number, above: number, corner: number): number {
  const guess = left + above - corner
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - above), Math.abs(guess - corner)]
  return a <= b && a <= c ? left : b <= c ? above : corner
}

/** Each row begins with its filter, which predicts a sample from its neighbors. */
function unfiltered(rows: Buffer, rowSize: number, samples: number): Buffer {
  const plain = Buffer.alloc((rows.length / (rowSize + 1)) * rowSize)
  for (let at = 0; at < plain.length; at += 1) {
    const column = at % rowSize
    const row = Math.floor(at / rowSize)
    const left = column < samples ? 0 : (plain[at - samples] ?? 0)
    const above = row === 0 ? 0 : (plain[at - rowSize] ?? 0)
    const corner = column < samples || row === 0 ? 0 : (plain[at - rowSize - samples] ?? 0)
    const filter = rows[row * (rowSize + 1)] ?? 0
    const guess = [0, left, above, (left + above) >> 1, paeth(left, above, corner)][filter] ?? 0
    plain[at] = (rows[at + row + 1] ?? 0) + guess
  }
  return plain
}

function readImage(png: Buffer): Image {
  const [width, height, kind] = [png.readUInt32BE(16), png.readUInt32BE(20), png[25]]
  const samples = kind === 6 ? 4 : 3
  if (png[24] !== 8 || (kind !== 2 && kind !== 6) || png[28] !== 0) throw new Error('not a PNG of a browser')
  const plain = unfiltered(packedPixels(png), width * samples, samples)
  const pixels = Buffer.alloc(width * height * 3)
  for (let at = 0; at < width * height; at += 1) plain.copy(pixels, at * 3, at * samples, at * samples + 3)
  return { width, height, pixels }
}

/** Four pixels become one of their mean color. */
function halved({ width, height, pixels }: Image): Image {
  const [half, rows] = [width >> 1, height >> 1]
  const small = Buffer.alloc(half * rows * 3)
  for (let at = 0; at < small.length; at += 1) {
    const pixel = Math.floor(at / 3)
    const from = (Math.floor(pixel / half) * 2 * width + (pixel % half) * 2) * 3 + (at % 3)
    const four = [from, from + 3, from + width * 3, from + width * 3 + 3].map((place) => pixels[place] ?? 0)
    small[at] = Math.round(four.reduce((sum, sample) => sum + sample) / 4)
  }
  return { width: half, height: rows, pixels: small }
}

const distance = (a: number, b: number): number =>
  ((a >> 16) - (b >> 16)) ** 2 + (((a >> 8) & 255) - ((b >> 8) & 255)) ** 2 + ((a & 255) - (b & 255)) ** 2

/** Colors nearer than this look the same. */
const SAME = 60

/** The most frequent colors that differ enough from each other. */
function paletteOf(counts: ReadonlyMap<number, number>): number[] {
  const palette: number[] = []
  for (const [color] of [...counts].sort((a, b) => b[1] - a[1])) {
    if (palette.length === 256) break
    if (palette.every((other) => distance(color, other) > SAME)) palette.push(color)
  }
  return palette
}

function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  size.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([size, named, sum])
}

/** The same picture, half as large and with a palette. */
export function palettePng(png: Buffer): Buffer {
  const { width, height, pixels } = halved(readImage(png))
  const counts = new Map<number, number>()
  for (let at = 0; at < pixels.length; at += 3) {
    const color = pixels.readUIntBE(at, 3)
    counts.set(color, (counts.get(color) ?? 0) + 1)
  }
  const palette = paletteOf(counts)
  const nearest = (color: number): number =>
    palette.reduce((best, other, at) => (distance(color, other) < distance(color, palette[best] ?? 0) ? at : best), 0)
  const places = new Map([...counts.keys()].map((color) => [color, nearest(color)]))
  const rows = Buffer.alloc((width + 1) * height)
  for (let at = 0; at < width * height; at += 1) {
    rows[at + Math.floor(at / width) + 1] = places.get(pixels.readUIntBE(at * 3, 3)) ?? 0
  }
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 3, 0, 0, 0])
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  const colors = Buffer.from(palette.flatMap((color) => [color >> 16, (color >> 8) & 255, color & 255]))
  return Buffer.concat([
    png.subarray(0, 8),
    chunk('IHDR', head),
    chunk('PLTE', colors),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
