// Creates the small files of the demo company byte by byte: texts, tables, a few pictures and PDF pages. They are the
// same on every machine and open in any program. It supports only what these files need.
import { crc32, deflateSync } from 'node:zlib'

export const textFile = (...lines: readonly string[]): Buffer => Buffer.from(`${lines.join('\n')}\n`)

/** With a byte order mark, so that spreadsheet programs read it as UTF-8. */
export const tableFile = (...rows: readonly (readonly (string | number)[])[]): Buffer =>
  Buffer.from(`\ufeff${rows.map((row) => row.join(';')).join('\r\n')}\r\n`)

/** A filled rectangle: an index of the palette and its position. */
export type Box = readonly [colour: number, left: number, top: number, width: number, height: number]

export interface Drawing {
  readonly width: number
  readonly height: number
  /** As RRGGBB; the first is the background. */
  readonly palette: readonly string[]
  readonly boxes: readonly Box[]
}

/** A PNG with one byte per pixel. It is not compressed, because compressed bytes could differ between machines. */
export function pictureFile({ width, height, palette, boxes }: Drawing): Buffer {
  const lines = Array.from({ length: height }, (_line, y) => {
    const line = Buffer.alloc(width + 1)
    for (const [colour, left, top, wide, high] of boxes) {
      if (y >= top && y < top + high) line.fill(colour, left + 1, Math.min(left + wide, width) + 1)
    }
    return line
  })
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits per pixel, each an index of the palette.
  header.set([8, 3, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.join(''), 'hex')),
    chunk('IDAT', deflateSync(Buffer.concat(lines), { level: 0 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, content: Buffer): Buffer {
  const typeAndContent = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(content.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(typeAndContent))
  return Buffer.concat([size, typeAndContent, check])
}

/** The codes of typographic characters in the page's encoding, which is Latin-1 otherwise. */
const escapes: Readonly<Record<string, string>> = { '€': '\x80', '’': '\x92', '–': '\x96', '(': '\\(', ')': '\\)' }

const escapeLine = (line: string): string => line.replaceAll(/[€’–()]/g, (sign) => escapes[sign] ?? sign)

/** A PDF of one page: a heading and lines of text. */
export function pageFile(heading: string, ...lines: readonly string[]): Buffer {
  const operators = [
    'BT /F1 18 Tf 24 TL 72 760 Td',
    `(${escapeLine(heading)}) Tj T* /F1 11 Tf 16 TL`,
    ...lines.map((line) => `(${escapeLine(line)}) Tj T*`),
    'ET',
  ].join('\n')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    `<< /Length ${operators.length} >>\nstream\n${operators}\nendstream`,
  ]
  let page = '%PDF-1.4\n'
  const offsets = objects.map((object, at) => {
    const offset = page.length
    page += `${at + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const count = objects.length + 1
  const table = `xref\n0 ${count}\n0000000000 65535 f \n${offsets.join('')}`
  return Buffer.from(
    `${page}${table}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${page.length}\n%%EOF\n`,
    'latin1',
  )
}
