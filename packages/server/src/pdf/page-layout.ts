// Lays blocks out on pages and draws them with PDFKit. Everything becomes strips, which are never broken; a page takes strips
// until one does not fit. It knows paper and ink, not what the document is about.
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

/** Side by side stacks up to this height stay together. */
const maxUnbrokenHeight = bodyHeight * 0.45
const maxRowHeight = bodyHeight * 0.18
/** Strips that want to stay together do so up to this height. */
const maxChainHeight = bodyHeight * 0.7

const defaultColor = '#111827'
const pngFirstByte = 0x89

interface Strip {
  readonly height: number
  readonly draw: (x: number, y: number) => void
  /** Must not be the last strip of a page. */
  readonly keepWithNext?: boolean
  /** Drawn again above this strip when a page begins with it. */
  readonly head?: Strip
  /** Vanishes at the top of a page. */
  readonly blank?: boolean
}

type PdfKitDocument = InstanceType<typeof PdfKit>

export async function renderPages(paper: PdfSource): Promise<Uint8Array> {
  const texts = textsIn(paper.blocks).map(({ text, style }) => ({ text: cleanText(text), style }))
  texts.push({ text: `${cleanText(paper.foot)} 0123456789/`, style: paper.footStyle })
  if (paper.stamp !== undefined) texts.push({ text: paper.stamp.text, style: stampStyle })
  const typeface = new FontSet(texts.map(({ text }) => text).join('\n'))
  for (const { text, style } of texts) await typeface.load(text, style.weight ?? 400)
  return new PageRenderer(paper, new TextLayout(typeface)).render()
}

const stampStyle: TextStyle = { size: 150, weight: 600, tracking: 12 }

class PageRenderer {
  readonly #source: PdfSource
  readonly #textLayout: TextLayout
  readonly #pdf: PdfKitDocument
  readonly #registered = new Set<FontFace>()

  constructor(paper: PdfSource, setter: TextLayout) {
    this.#source = paper
    this.#textLayout = setter
    this.#pdf = new PdfKit({
      size: [page.width, page.height],
      margin: 0,
      bufferPages: true,
      pdfVersion: '1.7',
      lang: paper.language,
      displayTitle: true,
      font: '',
      info: {
        Title: paper.title,
        Author: paper.author,
        Creator: 'Stint',
        CreationDate: dateAt(Date.parse(`${paper.date}T00:00:00Z`)),
      },
    })
  }

  render(): Promise<Uint8Array> {
    const pieces: Uint8Array[] = []
    const printed = new Promise<Uint8Array>((resolve, reject) => {
      this.#pdf.on('data', (piece: Uint8Array) => pieces.push(piece))
      this.#pdf.on('end', () => resolve(Buffer.concat(pieces)))
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
    return printed
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
      case 'badge':
        return [this.#badgeStrip(block, width)]
      case 'columns':
        return this.#columnStrips(block, width, maxUnbrokenHeight)
      case 'table':
        return this.#tableStrips(block, width)
    }
  }

  #textStrips({ text, style, keepWithNext = false }: TextBlock, width: number): Strip[] {
    const lines = this.#textLayout.lines(cleanText(text), style, width)
    return lines.map((line) => ({
      height: line.height,
      draw: (x, y) => this.#drawLine(line, style, x, y, width),
      keepWithNext,
    }))
  }

  /** What a rule or a space parts from the above belongs to what follows. */
  #ruleStrip({ color, thickness }: RuleBlock, width: number): Strip {
    return { height: thickness, draw: (x, y) => this.#fillRect(color, x, y, width, thickness), keepWithNext: true }
  }

  #imageStrip({ bytes, width, height }: ImageBlock): Strip {
    // A JPEG goes into the document as it is; the pixels of a PNG may have to be unpacked, and errors then have no caller.
    if (bytes[0] === pngFirstByte && !hasAllPixels(bytes)) throw new Error('the image is damaged')
    // @types/pdfkit knows no Uint8Array and no openImage.
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

  #badgeStrip({ text, style, fill }: BadgeBlock, width: number): Strip {
    const [inside, height] = [9, style.size * 1.9]
    const wide = this.#textLayout.width(text, style) + 2 * inside
    const [line] = this.#textLayout.lines(text, { ...style, leading: 1.9 }, width)
    return {
      height,
      draw: (x, y) => {
        const left = x + width - wide
        this.#pdf.roundedRect(left, y, wide, height, height / 2).fill(fill)
        if (line !== undefined) this.#drawLine({ ...line, align: 'left' }, style, left + inside, y, wide)
      },
    }
  }

  #columnStrips({ columns, gap }: ColumnsBlock, width: number, tallest: number): Strip[] {
    const stacks = columnPositions(columns, width, gap).map(({ column, x, width: wide }) => ({
      x,
      strips: this.#strips(column.blocks, wide),
    }))
    const height = Math.max(0, ...stacks.map(({ strips }) => heightOf(strips)))
    if (height <= tallest) {
      const draw = (x: number, y: number): void => {
        for (const stack of stacks) drawStack(stack.strips, x + stack.x, y)
      }
      return [{ height, draw }]
    }
    const rows = Math.max(...stacks.map(({ strips }) => strips.length))
    return Array.from({ length: rows }, (_, at) => {
      const abreast = stacks.flatMap(({ x, strips }) => (strips[at] === undefined ? [] : [{ x, strip: strips[at] }]))
      const draw = (x: number, y: number): void => {
        for (const one of abreast) one.strip.draw(x + one.x, y)
      }
      return { height: Math.max(0, ...abreast.map(({ strip }) => strip.height)), draw }
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
    // The last row stays with what follows, so that sums never stand on a page alone.
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
      // A parsed font is welcome since 0.20, which @types/pdfkit does not know.
      this.#pdf.registerFont(face.name, face.asPdfFont() as never)
    }
    const shaping: Shaping = { rightToLeft, tabular: style.tabular ?? false }
    this.#pdf.font(face.name, style.size).fillColor(style.color ?? defaultColor)
    this.#pdf.text(text, x, baseline, {
      lineBreak: false,
      baseline: 'alphabetic',
      characterSpacing: style.tracking ?? 0,
      // Whatever stands here is handed on to the font's own layout.
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
    const [counted] = this.#textLayout.lines(number, { ...footStyle, align: 'right' }, bodyWidth)
    if (counted !== undefined) this.#drawLine(counted, footStyle, page.left, top, bodyWidth)
  }

  #drawStamp({ text, color }: { text: string; color: string }): void {
    const style: TextStyle = { ...stampStyle, color, align: 'center', leading: 1 }
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

/** The height of a strip with all that it must not be parted from; a chain longer than a page is not kept. */
function heightWithFollowing(strips: readonly Strip[], from: number): number {
  let height = 0
  for (let at = from; at < strips.length; at++) {
    height += strips[at]?.height ?? 0
    if (strips[at]?.keepWithNext !== true) break
    if (height > maxChainHeight) return strips[from]?.height ?? 0
  }
  return height
}

/** Where columns stand: those of a fixed width first, the others share what is left. */
function columnPositions(
  columns: readonly Column[],
  width: number,
  gap: number,
): { column: Column; x: number; width: number }[] {
  const fixed = columns.reduce((sum, column) => sum + (column.width > 1 ? column.width : 0), 0)
  const left = width - fixed - gap * (columns.length - 1)
  let x = 0
  return columns.map((column) => {
    const wide = column.width > 1 ? column.width : left * column.width
    const place = { column, x, width: wide }
    x += wide + gap
    return place
  })
}
