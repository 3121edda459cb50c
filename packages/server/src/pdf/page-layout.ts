// Arranges blocks on pages and draws them with PDFKit. Blocks become strips, which are never split; a page takes strips
// until one does not fit. It does not know what the document is about.
import PdfKit from 'pdfkit'
import { dateAt } from '../io/clock.ts'
import { hasAllPixels } from '../kit/png-pixels.ts'
import type {
  BadgeBlock,
  Block,
  Column,
  ColumnsBlock,
  ImageBlock,
  PdfSource,
  QrBlock,
  RuleBlock,
  TableBlock,
  TextBlock,
} from './blocks.ts'
import { textsIn } from './blocks.ts'
import { type FontFace, FontSet, type Shaping } from './fonts.ts'
import { cleanText, leadingOf, TextLayout, type TextLine, type TextRun, type TextStyle } from './text-layout.ts'

const page = { width: 595.28, height: 841.89, left: 56, right: 56, top: 54, bottom: 72 }
const bodyWidth = page.width - page.left - page.right
const bodyHeight = page.height - page.top - page.bottom
const footBaseline = page.height - 38

/** Columns up to this height are not split. */
const maxUnbrokenHeight = bodyHeight * 0.45
const maxRowHeight = bodyHeight * 0.18
/** Strips with keepWithNext stay together up to this height. */
const maxChainHeight = bodyHeight * 0.7

const defaultColor = '#111827'
const pngFirstByte = 0x89

interface Strip {
  readonly height: number
  readonly draw: (x: number, y: number) => void
  /** Must not be the last strip of a page. */
  readonly keepWithNext?: boolean
  /** The table header, drawn again above this strip when it is the first on a page. */
  readonly head?: Strip
  /** Not drawn at the top of a page. */
  readonly blank?: boolean
}

type PdfKitDocument = InstanceType<typeof PdfKit>

export async function renderPages(source: PdfSource): Promise<Uint8Array> {
  const texts = textsIn(source.blocks).map(({ text, style }) => ({ text: cleanText(text), style }))
  texts.push({ text: `${cleanText(source.foot)} 0123456789/`, style: source.footStyle })
  if (source.stamp !== undefined) texts.push({ text: source.stamp.text, style: stampStyle })
  const fonts = new FontSet(texts.map(({ text }) => text).join('\n'))
  for (const { text, style } of texts) await fonts.load(text, style.weight ?? 400)
  return new PageRenderer(source, new TextLayout(fonts)).render()
}

const stampStyle: TextStyle = { size: 150, weight: 600, tracking: 12 }
const maxStampWidth = page.height * 0.75

class PageRenderer {
  readonly #source: PdfSource
  readonly #textLayout: TextLayout
  readonly #pdf: PdfKitDocument
  readonly #registered = new Set<FontFace>()

  constructor(source: PdfSource, textLayout: TextLayout) {
    this.#source = source
    this.#textLayout = textLayout
    this.#pdf = new PdfKit({
      size: [page.width, page.height],
      margin: 0,
      bufferPages: true,
      pdfVersion: '1.7',
      lang: source.language,
      displayTitle: true,
      font: '',
      info: {
        Title: source.title,
        Author: source.author,
        Creator: 'Stint',
        CreationDate: dateAt(Date.parse(`${source.date}T00:00:00Z`)),
      },
    })
  }

  render(): Promise<Uint8Array> {
    const chunks: Uint8Array[] = []
    const pdfBytes = new Promise<Uint8Array>((resolve, reject) => {
      this.#pdf.on('data', (chunk: Uint8Array) => chunks.push(chunk))
      this.#pdf.on('end', () => resolve(Buffer.concat(chunks)))
      this.#pdf.on('error', reject)
    })
    this.#placeStrips(this.#strips(this.#source.blocks, bodyWidth))
    const { count } = this.#pdf.bufferedPageRange()
    for (let number = 1; number <= count; number++) {
      this.#pdf.switchToPage(number - 1)
      this.#drawFooter(`${number} / ${count}`)
      if (this.#source.stamp !== undefined) this.#drawStamp(this.#source.stamp)
    }
    this.#pdf.end()
    return pdfBytes
  }

  #placeStrips(strips: readonly Strip[]): void {
    let y = page.top
    for (const [at, strip] of strips.entries()) {
      if (y > page.top && y + heightWithFollowing(strips, at) > page.height - page.bottom) {
        this.#pdf.addPage()
        y = page.top
        if (strip.head !== undefined) {
          strip.head.draw(page.left, y)
          y += strip.head.height
        }
      }
      if (y === page.top && strip.blank === true && at > 0) continue
      strip.draw(page.left, y)
      y += strip.height
    }
  }

  #strips(blocks: readonly Block[], width: number): Strip[] {
    return blocks.flatMap((block) => this.#stripsOfBlock(block, width))
  }

  #stripsOfBlock(block: Block, width: number): Strip[] {
    switch (block.kind) {
      case 'text':
        return this.#textStrips(block, width)
      case 'space':
        return [{ height: block.height, draw: () => undefined, keepWithNext: true, blank: true }]
      case 'rule':
        return [this.#ruleStrip(block, width)]
      case 'image':
        return [this.#imageStrip(block)]
      case 'qr':
        return [this.#qrStrip(block)]
      case 'badge':
        return [this.#badgeStrip(block, width)]
      case 'columns':
        return this.#columnStrips(block, width, maxUnbrokenHeight)
      case 'table':
        return this.#tableStrips(block, width)
    }
  }

  #textStrips({ text, style, link, keepWithNext = false }: TextBlock, width: number): Strip[] {
    const lines = this.#textLayout.lines(cleanText(text), style, width)
    return lines.map((line) => ({
      height: line.height,
      draw: (x, y) => {
        this.#drawLine(line, style, x, y, width)
        if (link !== undefined) this.#pdf.link(x, y, line.width, line.height, link)
      },
      keepWithNext,
    }))
  }

  /** A rule or a space belongs to the content after it. */
  #ruleStrip({ color, thickness }: RuleBlock, width: number): Strip {
    return { height: thickness, draw: (x, y) => this.#fillRect(color, x, y, width, thickness), keepWithNext: true }
  }

  #imageStrip({ bytes, width, height }: ImageBlock): Strip {
    // A JPEG is embedded as it is. The pixels of a PNG may be decompressed later, where an error cannot be handled.
    if (bytes[0] === pngFirstByte && !hasAllPixels(bytes)) throw new Error('the image is damaged')
    // @types/pdfkit has neither Uint8Array nor openImage.
    const image = (
      this.#pdf as unknown as { openImage(bytes: Uint8Array): { width: number; height: number } }
    ).openImage(bytes)
    const scale = Math.min(width / image.width, height / image.height)
    return {
      height: image.height * scale,
      draw: (x, y) => {
        this.#pdf.image(image as never, x, y, { width: image.width * scale, height: image.height * scale })
      },
    }
  }

  /** Lines instead of a picture, so that it is sharp at any size. Dark modules side by side are one rectangle. */
  #qrStrip({ modules, size }: QrBlock): Strip {
    const step = size / modules.length
    const draw = (left: number, top: number): void => {
      for (const [row, dark] of modules.entries()) {
        for (let from = 0, to = 0; from < dark.length; from = to + 1) {
          to = from
          while (dark[to] === true) to++
          if (to > from) this.#pdf.rect(left + from * step, top + row * step, (to - from) * step, step)
        }
      }
      this.#pdf.fill(defaultColor)
    }
    return { height: size, draw }
  }

  #badgeStrip({ text, style, fill }: BadgeBlock, width: number): Strip {
    const [inside, height] = [9, style.size * 1.9]
    const badgeWidth = this.#textLayout.width(text, style) + 2 * inside
    const [line] = this.#textLayout.lines(text, { ...style, leading: 1.9 }, width)
    return {
      height,
      draw: (x, y) => {
        const left = x + width - badgeWidth
        this.#pdf.roundedRect(left, y, badgeWidth, height, height / 2).fill(fill)
        if (line !== undefined) this.#drawLine({ ...line, align: 'left' }, style, left + inside, y, badgeWidth)
      },
    }
  }

  #columnStrips({ columns, gap }: ColumnsBlock, width: number, maxHeight: number): Strip[] {
    const stacks = columnPositions(columns, width, gap).map(({ column, x, width: columnWidth }) => ({
      x,
      strips: this.#strips(column.blocks, columnWidth),
    }))
    const height = Math.max(0, ...stacks.map(({ strips }) => heightOf(strips)))
    if (height <= maxHeight) {
      const draw = (x: number, y: number): void => {
        for (const stack of stacks) drawStack(stack.strips, x + stack.x, y)
      }
      return [{ height, draw }]
    }
    const rows = Math.max(...stacks.map(({ strips }) => strips.length))
    return Array.from({ length: rows }, (_, at) => {
      const row = stacks.flatMap(({ x, strips }) => (strips[at] === undefined ? [] : [{ x, strip: strips[at] }]))
      const draw = (x: number, y: number): void => {
        for (const one of row) one.strip.draw(x + one.x, y)
      }
      return { height: Math.max(0, ...row.map(({ strip }) => strip.height)), draw }
    })
  }

  #tableStrips({ head, rows, rule, padding }: TableBlock, width: number): Strip[] {
    const ruled = (strips: Strip[], thickness: number, isLast = false): Strip[] => [
      ...strips.map((strip, at) => ({ ...strip, keepWithNext: at === strips.length - 1 })),
      { ...this.#ruleStrip({ ...rule, thickness }, width), keepWithNext: isLast },
    ]
    const padded = (strips: Strip[]): Strip[] =>
      strips.map((strip, at) => {
        const above = at === 0 ? padding : 0
        const height = strip.height + above + (at === strips.length - 1 ? padding : 0)
        return { ...strip, height, draw: (x, y) => strip.draw(x, y + above) }
      })
    const top = ruled(padded(this.#columnStrips(head, width, bodyHeight)), rule.thickness * 2)
    const repeated: Strip = { height: heightOf(top), draw: (x, y) => drawStack(top, x, y), keepWithNext: true }
    // The last row stays with the content after it, so that totals are never alone on a page.
    const body = rows.flatMap((row) =>
      ruled(padded(this.#columnStrips(row, width, maxRowHeight)), rule.thickness, row === rows.at(-1)),
    )
    return [repeated, ...body.map((strip) => ({ ...strip, head: repeated }))]
  }

  #drawLine(line: TextLine, style: TextStyle, x: number, y: number, width: number): void {
    let at = x
    if (line.align === 'right') at = x + width - line.width
    if (line.align === 'center') at = x + (width - line.width) / 2
    for (const run of line.runs) {
      this.#drawRun(run, style, at, y + line.baseline)
      at += run.width
    }
  }

  #drawRun({ text, face, rightToLeft }: TextRun, style: TextStyle, x: number, baseline: number): void {
    if (!this.#registered.has(face)) {
      this.#registered.add(face)
      // PDFKit accepts a parsed font since 0.20, which @types/pdfkit does not declare.
      this.#pdf.registerFont(face.name, face.asPdfFont() as never)
    }
    const shaping: Shaping = { rightToLeft, tabular: style.tabular ?? false }
    this.#pdf.font(face.name, style.size).fillColor(style.color ?? defaultColor)
    this.#pdf.text(text, x, baseline, {
      lineBreak: false,
      baseline: 'alphabetic',
      characterSpacing: style.tracking ?? 0,
      // PDFKit passes this value to the font's own layout function.
      features: shaping as never,
    })
  }

  #fillRect(color: string, x: number, y: number, width: number, height: number): void {
    this.#pdf.rect(x, y, width, height).fill(color)
  }

  #drawFooter(number: string): void {
    const { foot, footStyle } = this.#source
    const width = this.#textLayout.width(number, footStyle)
    const top = footBaseline - leadingOf(footStyle) * footStyle.size
    const [line] = this.#textLayout.lines(cleanText(foot), footStyle, bodyWidth - width - 24)
    if (line !== undefined) this.#drawLine(line, footStyle, page.left, top, bodyWidth - width - 24)
    const [numberLine] = this.#textLayout.lines(number, { ...footStyle, align: 'right' }, bodyWidth)
    if (numberLine !== undefined) this.#drawLine(numberLine, footStyle, page.left, top, bodyWidth)
  }

  #drawStamp({ text, color }: { text: string; color: string }): void {
    // A long word is smaller, so that it stays on the page.
    const size = Math.min(stampStyle.size, (stampStyle.size * maxStampWidth) / this.#textLayout.width(text, stampStyle))
    const style: TextStyle = { ...stampStyle, size, color, align: 'center', leading: 1 }
    const [line] = this.#textLayout.lines(text, style, page.height)
    if (line === undefined) return
    this.#pdf.save()
    this.#pdf.rotate(-38, { origin: [page.width / 2, page.height / 2] }).fillOpacity(0.14)
    this.#drawLine(line, style, page.width / 2 - page.height / 2, (page.height - line.height) / 2, page.height)
    this.#pdf.restore()
  }
}

const heightOf = (strips: readonly Strip[]): number => strips.reduce((sum, { height }) => sum + height, 0)

function drawStack(strips: readonly Strip[], x: number, top: number): void {
  let y = top
  for (const strip of strips) {
    strip.draw(x, y)
    y += strip.height
  }
}

/** The height of a strip with all strips that must follow it. A chain longer than the limit is not kept together. */
function heightWithFollowing(strips: readonly Strip[], from: number): number {
  let height = 0
  for (let at = from; at < strips.length; at++) {
    height += strips[at]?.height ?? 0
    if (strips[at]?.keepWithNext !== true) break
    if (height > maxChainHeight) return strips[from]?.height ?? 0
  }
  return height
}

/** The positions of columns: fixed widths first, the others share the rest. */
function columnPositions(
  columns: readonly Column[],
  width: number,
  gap: number,
): { column: Column; x: number; width: number }[] {
  const fixed = columns.reduce((sum, column) => sum + (column.width > 1 ? column.width : 0), 0)
  const left = width - fixed - gap * (columns.length - 1)
  let x = 0
  return columns.map((column) => {
    const columnWidth = column.width > 1 ? column.width : left * column.width
    const position = { column, x, width: columnWidth }
    x += columnWidth + gap
    return position
  })
}
