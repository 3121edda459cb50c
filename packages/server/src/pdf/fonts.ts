// Loads and shapes fonts: Inter, and the Noto family for every script that Inter lacks. The packages contain variable
// fonts cut into slices by characters. A slice is unpacked at one weight when a text first needs it, and cached.
// HarfBuzz shapes the text; the PDF library embeds the used glyphs. text-layout.ts places the text.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { create, type Font as ParsedFont } from 'fontkit'
import { Blob, Buffer, ClusterLevel, Direction, Feature, Font, Face as HarfBuzzFace, shape } from 'harfbuzzjs'
import subsetFont from 'subset-font'

export type Weight = 400 | 600

/** Options for shaping a run of text. */
export interface Shaping {
  readonly rightToLeft: boolean
  /** All digits have the same width, so that columns of numbers align. */
  readonly tabular: boolean
}

const mainFamily = 'inter'

const maxCachedRuns = 4000

const scripts =
  `arabic hebrew devanagari thai bengali gurmukhi gujarati oriya tamil telugu kannada malayalam sinhala lao
  khmer myanmar georgian armenian ethiopic`.split(/\s+/)

/** The three families draw the same Han characters differently, so the order depends on the document. */
type HanOrder = 'sc jp kr' | 'jp sc kr' | 'kr sc jp'

/** Kana means Japanese and Hangul means Korean; Han characters alone count as Chinese. */
export function hanOrderFor(text: string): HanOrder {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'jp sc kr'
  return /\p{Script=Hangul}/u.test(text) ? 'kr sc jp' : 'sc jp kr'
}

const fontFamilies = (order: HanOrder): string[] => [
  mainFamily,
  ...[...scripts, ...order.split(' ')].map((script) => `noto-sans-${script}`),
]

interface FontSlice {
  readonly file: string
  /** First and last code point of each range, alternating. */
  readonly ranges: readonly number[]
}

const fontFilePath = (family: string, path: string): string =>
  fileURLToPath(import.meta.resolve(`@fontsource-variable/${family}/${path}`))

const loadSlices = memoized(async (family: string): Promise<readonly FontSlice[]> => {
  const rangesByName = JSON.parse(await readFile(fontFilePath(family, 'unicode.json'), 'utf8')) as Record<
    string,
    string
  >
  return Object.entries(rangesByName).map(([name, ranges]) => ({
    file: `${family}-${name.replaceAll(/[[\]]/g, '')}-wght-normal.woff2`,
    ranges: ranges.split(',').flatMap((range) => {
      const [first = '', last = first] = range.slice('U+'.length).split('-')
      return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
    }),
  }))
})

const coversCodePoint = ({ ranges }: FontSlice, point: number): boolean => {
  for (let at = 0; at < ranges.length; at += 2) {
    if ((ranges[at] ?? 0) <= point && point <= (ranges[at + 1] ?? 0)) return true
  }
  return false
}

/** A shaped text in the format of the PDF library, in font units. */
interface GlyphRun {
  readonly glyphs: readonly { readonly id: string; readonly codePoints: number[]; readonly advanceWidth: number }[]
  readonly positions: readonly { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number }[]
  readonly advanceWidth: number
}

/** One slice of a family at one weight. */
export class FontFace {
  readonly name: string
  /** Ascent and descent, relative to the font size. */
  readonly above: number
  readonly below: number
  readonly #characters: ReadonlySet<number>
  readonly #shaper: Font
  readonly #parsed: ParsedFont
  readonly #unitsPerEm: number
  /** Words repeat, so each is shaped once. */
  readonly #cachedRuns = new Map<string, GlyphRun>()

  constructor(name: string, file: Uint8Array<ArrayBuffer>) {
    this.name = name
    const harfBuzzFace = new HarfBuzzFace(new Blob(file))
    this.#characters = new Set(harfBuzzFace.collectUnicodes())
    this.#shaper = new Font(harfBuzzFace)
    this.#unitsPerEm = harfBuzzFace.upem
    this.#parsed = create(file as never) as ParsedFont
    const { typoAscender, typoDescender } = this.#parsed['OS/2']
    this.above = typoAscender / this.#unitsPerEm
    this.below = -typoDescender / this.#unitsPerEm
  }

  has(point: number): boolean {
    return this.#characters.has(point)
  }

  /** The width of a text, relative to the font size. */
  width(text: string, shaping: Shaping): number {
    return this.#shapeCached(text, shaping).advanceWidth / this.#unitsPerEm
  }

  /**
   * The font in the PDF library's format, with shaping by HarfBuzz: the library's own shaping is twenty times slower,
   * supports fewer scripts and has no direction. The name is set here, because slices of a family share their name.
   */
  asPdfFont(): ParsedFont {
    const layout = (text: string, shaping: Shaping): GlyphRun => {
      const run = this.#shapeCached(text, shaping)
      // A copy, because the library changes the positions.
      return { ...run, positions: run.positions.map((position) => ({ ...position })) }
    }
    return Object.create(this.#parsed, {
      postscriptName: { value: this.name },
      layout: { value: layout },
      createSubset: { value: () => createSubsetByText(this.#parsed) },
    }) as ParsedFont
  }

  #shapeCached(text: string, shaping: Shaping): GlyphRun {
    const key = `${shaping.rightToLeft} ${shaping.tabular} ${text}`
    let run = this.#cachedRuns.get(key)
    if (run === undefined) {
      if (this.#cachedRuns.size === maxCachedRuns) this.#cachedRuns.clear()
      run = this.#shape(text, shaping)
      this.#cachedRuns.set(key, run)
    }
    return run
  }

  #shape(text: string, { rightToLeft, tabular }: Shaping): GlyphRun {
    const buffer = new Buffer()
    buffer.addText(text)
    buffer.setClusterLevel(ClusterLevel.CHARACTERS)
    buffer.guessSegmentProperties()
    buffer.setDirection(rightToLeft ? Direction.RTL : Direction.LTR)
    shape(this.#shaper, buffer, tabular ? [new Feature('tnum')] : [])
    const infos = buffer.getGlyphInfos()
    const positions = buffer.getGlyphPositions()
    const clusters = clusterTexts(text, infos)
    const glyphs = infos.map(({ codepoint: glyph }, at) => ({
      id: `${glyph} ${clusters[at]}`,
      codePoints: codePointsOf(clusters[at] ?? ''),
      advanceWidth: this.#parsed.getGlyph(glyph).advanceWidth,
    }))
    return { glyphs, positions, advanceWidth: positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0) }
  }
}

interface Subset {
  readonly glyphs: number[]
  includeGlyph(glyph: number | string): number
}

/**
 * The subset of a font that a document uses, with one entry for each pair of glyph and text. Fonts draw several letters
 * with the same shape plus separate dots, and an entry in the document has one text. Components of glyphs are requested
 * by number alone.
 */
function createSubsetByText(font: ParsedFont): Subset {
  const subset = font.createSubset() as unknown as Subset
  const include = subset.includeGlyph.bind(subset)
  const entries = new Map<string, number>()
  subset.includeGlyph = (glyph) => {
    if (typeof glyph === 'number') return include(glyph)
    const entry = entries.get(glyph) ?? subset.glyphs.push(Number.parseInt(glyph, 10)) - 1
    entries.set(glyph, entry)
    return entry
  }
  return subset
}

/** The text that is copied from the PDF: the first glyph of a cluster has all its characters, the other glyphs none. */
function clusterTexts(text: string, infos: readonly { readonly cluster: number }[]): string[] {
  const begins = [...new Set(infos.map(({ cluster }) => cluster))].sort((a, b) => a - b)
  const remaining = new Map(begins.map((begin, at) => [begin, text.slice(begin, begins[at + 1])]))
  return infos.map(({ cluster }) => {
    const characters = remaining.get(cluster) ?? ''
    remaining.delete(cluster)
    return characters
  })
}

const loadFace = memoized(async (key: string): Promise<FontFace> => {
  const [family = '', file = '', weight = ''] = key.split(' ')
  const packed = await readFile(fontFilePath(family, `files/${file}`))
  const options = {
    keepAllGlyphs: true,
    noHinting: true,
    targetFormat: 'truetype' as const,
    variationAxes: { wght: Number(weight) },
  }
  const unpacked = await subsetFont(packed, '', options)
  return new FontFace(`${file.replace('-wght-normal.woff2', '')}-${weight}`, new Uint8Array(unpacked))
})

/** The first font face that has all of these characters. */
async function findFace(points: readonly number[], weight: Weight, order: HanOrder): Promise<FontFace | undefined> {
  const [first = 0] = points
  for (const family of fontFamilies(order)) {
    for (const slice of (await loadSlices(family)).filter((one) => coversCodePoint(one, first))) {
      const face = await loadFace(`${family} ${slice.file} ${weight}`)
      if (points.every((point) => face.has(point))) return face
    }
  }
  return undefined
}

/** A part of a text that one font face draws. */
export interface FontRun {
  readonly text: string
  readonly face: FontFace
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })
const latinText = /^[\x20-\x7e\xa1-\xac\xae-\xff\u2010-\u2015\u2018-\u201d\u2022\u2026\u20ac\u2212]*$/
/** Invisible characters that only affect their neighbours. */
const ignorable = /\p{Default_Ignorable_Code_Point}/gu
const joiner = /[\u200c\u200d]/
const emptyBox = '\u25a1'

/**
 * The font faces of one document. They are loaded first, because unpacking is slow, and used synchronously afterwards.
 */
export class FontSet {
  readonly #order: HanOrder
  readonly #main = new Map<Weight, FontFace>()
  readonly #runs = new Map<string, readonly FontRun[]>()

  constructor(allTexts: string) {
    this.#order = hanOrderFor(allTexts)
  }

  async load(text: string, weight: Weight): Promise<void> {
    if (!this.#main.has(weight)) {
      const main = await findFace([0x41], weight, this.#order)
      if (main === undefined) throw new Error('the main family has no letters')
      this.#main.set(weight, main)
    }
    if (latinText.test(text)) return
    for (const { segment } of graphemes.segment(text)) {
      const key = `${weight} ${segment}`
      if (!this.#runs.has(key)) this.#runs.set(key, await this.#chooseFonts(segment, weight))
    }
  }

  /** Splits the text into runs of one face each. The runs contain what is drawn, which may be less than the input. */
  runs(text: string, weight: Weight): readonly FontRun[] {
    const main = this.main(weight)
    if (latinText.test(text)) return text === '' ? [] : [{ text, face: main }]
    const joined: { text: string; face: FontFace }[] = []
    for (const { segment } of graphemes.segment(text)) {
      for (const run of this.#runs.get(`${weight} ${segment}`) ?? [{ text: segment, face: main }]) {
        const last = joined.at(-1)
        if (last?.face === run.face) last.text += run.text
        else joined.push({ ...run })
      }
    }
    return joined
  }

  main(weight: Weight): FontFace {
    const face = this.#main.get(weight)
    if (face === undefined) throw new Error(`no text of weight ${weight} was loaded`)
    return face
  }

  /**
   * A letter with its marks from one face if possible, else each character from its own face. A character without any
   * face becomes one empty box.
   */
  async #chooseFonts(segment: string, weight: Weight): Promise<readonly FontRun[]> {
    const visible = segment.replaceAll(ignorable, '').replaceAll(/[\u00a0\u2007\u202f]/g, ' ')
    if (visible === '') return []
    const commonFace = await findFace(codePointsOf(visible), weight, this.#order)
    if (commonFace !== undefined)
      return [{ text: joiner.test(segment) ? textWithJoiners(segment, commonFace) : visible, face: commonFace }]
    const runs: FontRun[] = []
    for (const character of visible) {
      const face = await findFace(codePointsOf(character), weight, this.#order)
      if (face !== undefined) runs.push({ text: character, face })
    }
    if (runs.length > 0) return runs
    const face = await findFace(codePointsOf(emptyBox), weight, this.#order)
    return [{ text: emptyBox, face: face ?? this.main(weight) }]
  }
}

/** Joiners affect the letters of some scripts, so they are kept if the face has them. */
const textWithJoiners = (segment: string, face: FontFace): string =>
  Array.from(segment)
    .filter((one) => !one.match(ignorable) || (joiner.test(one) && face.has(one.codePointAt(0) ?? 0)))
    .join('')

const codePointsOf = (text: string): number[] => Array.from(text, (character) => character.codePointAt(0) ?? 0)

/** Caches the results of a function by key. A failed call is not cached. */
function memoized<T>(work: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const results = new Map<string, Promise<T>>()
  return (key) => {
    const cached = results.get(key)
    if (cached !== undefined) return cached
    const result = work(key)
    results.set(key, result)
    result.catch(() => results.delete(key))
    return result
  }
}
