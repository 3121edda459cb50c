// Breaks texts into lines of a width, orders the runs of lines with mixed directions (UAX #9), and chooses the font
// face of each run. It draws nothing and knows no pages.
import bidiFactory, { type Bidi } from 'bidi-js'
import { unbreakableParts } from '../kit/line-break.ts'
import type { FontFace, FontSet, Weight } from './fonts.ts'

export interface TextStyle {
  readonly size: number
  readonly weight?: Weight
  readonly color?: string
  /** `start` is the side where the paragraph's script begins. */
  readonly align?: 'start' | 'left' | 'right' | 'center'
  readonly tabular?: boolean
  /** Space added between letters, in points. */
  readonly tracking?: number
  /** Line height, relative to the font size. */
  readonly leading?: number
}

export interface TextRun {
  readonly text: string
  readonly face: FontFace
  readonly rightToLeft: boolean
  readonly width: number
}

/** A line with its runs from left to right. */
export interface TextLine {
  readonly runs: readonly TextRun[]
  readonly width: number
  readonly height: number
  /** The distance from the top of the line to the baseline. */
  readonly baseline: number
  readonly align: 'left' | 'right' | 'center'
}

// The package's types are wrong: the import is the function itself.
const bidi = (bidiFactory as unknown as () => Bidi)()
const rightToLeftPattern =
  /[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** Normalizes text: composed characters, one kind of line end, no control characters. */
export const cleanText = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/\r\n?|[\u2028\u2029\u0085\v\f]/g, '\n')
    .replaceAll('\t', '  ')
    .replaceAll(/(?!\n)\p{Cc}/gu, '')
    .trimEnd()

const weightOf = ({ weight = 400 }: TextStyle): Weight => weight
export const leadingOf = ({ leading = 1.45 }: TextStyle): number => leading

/** Half the height of capital letters, which is the middle of a line. */
const halfCapital = 0.36

/**
 * Limits of ascent and descent, relative to the font size: fonts reserve space for stacked marks that are very rare.
 */
const maxAscent = 1.08
const maxDescent = 0.5

export class TextLayout {
  readonly #fonts: FontSet

  constructor(fonts: FontSet) {
    this.#fonts = fonts
  }

  /** The lines of a text that was normalized with cleanText(). */
  lines(text: string, style: TextStyle, width: number): TextLine[] {
    return text.split('\n').flatMap((paragraph) => new Paragraph(this, paragraph, style).lines(width))
  }

  /** The width of a text on one line. */
  width(text: string, style: TextStyle): number {
    return this.runs(text, style, false).reduce((sum, run) => sum + run.width, 0)
  }

  runs(text: string, style: TextStyle, rightToLeft: boolean): TextRun[] {
    return this.#fonts
      .runs(text, weightOf(style))
      .map((run) => ({ ...run, rightToLeft, width: this.#runWidth(run.text, run.face, style, rightToLeft) }))
  }

  mainFace(style: TextStyle): FontFace {
    return this.#fonts.main(weightOf(style))
  }

  #runWidth(text: string, face: FontFace, style: TextStyle, rightToLeft: boolean): number {
    const { size, tabular = false, tracking = 0 } = style
    return face.width(text, { rightToLeft, tabular }) * size + tracking * text.length
  }
}

class Paragraph {
  readonly #layout: TextLayout
  readonly #text: string
  readonly #style: TextStyle
  /**
   * The embedding level of each character, odd for right to left; null when the text has no right-to-left characters.
   */
  readonly #levels: Uint8Array | null
  readonly #baseLevel: number

  constructor(layout: TextLayout, text: string, style: TextStyle) {
    this.#layout = layout
    this.#text = text
    this.#style = style
    const embedding = rightToLeftPattern.test(text) ? bidi.getEmbeddingLevels(text, 'auto') : null
    this.#levels = embedding?.levels ?? null
    this.#baseLevel = embedding?.paragraphs[0]?.level ?? 0
  }

  lines(width: number): TextLine[] {
    const lines: TextLine[] = []
    let [from, at, filled] = [0, 0, 0]
    const end = (to: number): void => {
      lines.push(this.#lineBetween(from, to))
      from = to
      filled = 0
    }
    // Blanks at the end of a line count only when another word follows on the same line.
    let blanks = 0
    for (const { text, blank } of unbreakableParts(this.#text)) {
      const partWidth = this.#measure(at, at + text.length)
      if (filled > 0 && filled + blanks + partWidth > width) {
        end(at)
        blanks = 0
      }
      if (filled === 0 && partWidth > width) {
        for (const cut of this.#cutPositions(at, text, width)) end(cut)
        filled = this.#measure(from, at + text.length)
      } else filled += blanks + partWidth
      at += text.length
      blanks = this.#measure(at, at + blank.length)
      at += blank.length
    }
    if (from < this.#text.length || lines.length === 0) lines.push(this.#lineBetween(from, this.#text.length))
    return lines
  }

  /**
   * The positions where a word that is wider than its line is cut. Adjacent letters can be wider than the sum of their
   * widths, so each cut is measured.
   */
  #cutPositions(at: number, word: string, width: number): number[] {
    const ends = Array.from(graphemes.segment(word), ({ segment, index }) => at + index + segment.length)
    const begin = (index: number): number => ends[index - 1] ?? at
    const end = (index: number): number => ends[index] ?? at
    const cuts: number[] = []
    for (let first = 0, last = 0; first < ends.length; first = last + 1) {
      last = first
      let filled = this.#measure(begin(first), end(first))
      while (last + 1 < ends.length && filled <= width) filled += this.#measure(begin(++last), end(last))
      if (last === ends.length - 1 && filled <= width) break
      while (last > first && this.#measure(begin(first), end(last)) > width) last--
      if (last < ends.length - 1) cuts.push(end(last))
    }
    return cuts
  }

  #measure(from: number, to: number): number {
    return this.#levelRuns(from, to).reduce(
      (sum, { text, level }) =>
        sum + this.#layout.runs(text, this.#style, level % 2 === 1).reduce((all, run) => all + run.width, 0),
      0,
    )
  }

  #levelRuns(from: number, to: number): { text: string; level: number }[] {
    const text = this.#text.slice(from, to)
    if (this.#levels === null || text === '') return text === '' ? [] : [{ text, level: 0 }]
    const runs: { text: string; level: number }[] = []
    for (let at = from; at < to; at++) {
      const level = this.#levels[at] ?? 0
      const last = runs.at(-1)
      if (last?.level === level) last.text += this.#text[at]
      else runs.push({ text: this.#text[at] ?? '', level })
    }
    return runs
  }

  #lineBetween(from: number, to: number): TextLine {
    const end = from + this.#text.slice(from, to).trimEnd().length
    const { size, align = 'start' } = this.#style
    const leveled = this.#levelRuns(from, end).flatMap(({ text, level }) =>
      this.#layout.runs(text, this.#style, level % 2 === 1).map((run) => ({ run, level })),
    )
    const runs = inVisualOrder(leveled)
    const middle = (leadingOf(this.#style) * size) / 2
    const above = Math.max(
      middle + halfCapital * size,
      ...runs.map(({ face }) => Math.min(face.above, maxAscent) * size),
    )
    const below = Math.max(
      middle - halfCapital * size,
      ...runs.map(({ face }) => Math.min(face.below, maxDescent) * size),
    )
    return {
      runs,
      width: runs.reduce((sum, { width }) => sum + width, 0),
      height: above + below,
      baseline: above,
      align: align === 'start' ? (this.#baseLevel % 2 === 1 ? 'right' : 'left') : align,
    }
  }
}

/** From the highest level down to the lowest odd one, each sequence of at least that level is reversed (UAX #9, L2). */
function inVisualOrder(leveled: readonly { run: TextRun; level: number }[]): TextRun[] {
  const order = [...leveled]
  const highest = Math.max(0, ...order.map(({ level }) => level))
  for (let level = highest; level > 0; level--) {
    for (let from = 0; from < order.length; from++) {
      let to = from
      while ((order[to]?.level ?? -1) >= level) to++
      if (to > from) order.splice(from, to - from, ...order.slice(from, to).reverse())
      from = Math.max(from, to)
    }
  }
  return order.map(({ run }) => run)
}
