// The type that pages are set in: Inter, and the Noto family of every script that Inter lacks. The packages carry variable fonts
// cut into slices by characters; a slice is unpacked at one weight when a text first needs it, and kept. HarfBuzz shapes; the
// PDF library takes the glyphs and embeds those that were used. Which character stands where on a line is `text-layout.ts`.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { create, type Font as ParsedFont } from 'fontkit'
import { Blob, Buffer, ClusterLevel, Direction, Feature, Font, Face as HarfBuzzFace, shape } from 'harfbuzzjs'
import subsetFont from 'subset-font'

export type Weight = 400 | 600

/** How a run of text is to be shaped. */
export interface Shaping {
  readonly rightToLeft: boolean
  /** Figures that are all of one width, so that columns of numbers align. */
  readonly tabular: boolean
}

const mainFamily = 'inter'

const maxCachedRuns = 4000

const scripts =
  `arabic hebrew devanagari thai bengali gurmukhi gujarati oriya tamil telugu kannada malayalam sinhala lao
  khmer myanmar georgian armenian ethiopic`.split(/\s+/)

/** The three draw the same Han characters differently, so the order is the document's. */
type HanOrder = 'sc jp kr' | 'jp sc kr' | 'kr sc jp'

/** Kana are Japanese and Hangul is Korean; Han characters without either are taken for Chinese. */
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
  /** First and last code points, by turns. */
  readonly ranges: readonly number[]
}

const fontFilePath = (family: string, path: string): string =>
  fileURLToPath(import.meta.resolve(`@fontsource-variable/${family}/${path}`))

const loadSlices = memoized(async (family: string): Promise<readonly FontSlice[]> => {
  const listed = JSON.parse(await readFile(fontFilePath(family, 'unicode.json'), 'utf8')) as Record<string, string>
  return Object.entries(listed).map(([name, ranges]) => ({
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

/** What the PDF library wants to know of a shaped text, in units of the font. */
interface GlyphRun {
  readonly glyphs: readonly { readonly id: string; readonly codePoints: number[]; readonly advanceWidth: number }[]
  readonly positions: readonly { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number }[]
  readonly advanceWidth: number
}

/** One slice of a family at one weight. */
export class FontFace {
  readonly name: string
  /** How far letters reach above and below the line, in sizes of type. */
  readonly above: number
  readonly below: number
  readonly #characters: ReadonlySet<number>
  readonly #shaper: Font
  readonly #parsed: ParsedFont
  readonly #unitsPerEm: number
  /** Words come again, on the same page and the next, and are shaped once. */
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

  /** Width of a text, in sizes of type. */
  width(text: string, shaping: Shaping): number {
    return this.#shapeCached(text, shaping).advanceWidth / this.#unitsPerEm
  }

  /**
   * The font as the PDF library knows fonts, shaping by HarfBuzz: the library's own shaping is twenty times slower, knows fewer
   * scripts and cannot be told a direction. The name is ours, because slices of a family share theirs.
   */
  asPdfFont(): ParsedFont {
    const layout = (text: string, shaping: Shaping): GlyphRun => {
      const run = this.#shapeCached(text, shaping)
      // The library scales the positions where they stand.
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
    const texts = clusterTexts(text, infos)
    const glyphs = infos.map(({ codepoint: glyph }, at) => ({
      id: `${glyph} ${texts[at]}`,
      codePoints: codePointsOf(texts[at] ?? ''),
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
 * The part of a font that a document uses, with a place for every glyph and text it stands for: fonts draw several letters by
 * one shape and dots beside it, and a place in the document has one text. Parts of glyphs are asked for by number alone.
 */
function createSubsetByText(font: ParsedFont): Subset {
  const subset = font.createSubset() as unknown as Subset
  const include = subset.includeGlyph.bind(subset)
  const places = new Map<string, number>()
  subset.includeGlyph = (glyph) => {
    if (typeof glyph === 'number') return include(glyph)
    const place = places.get(glyph) ?? subset.glyphs.push(Number.parseInt(glyph, 10)) - 1
    places.set(glyph, place)
    return place
  }
  return subset
}

/** What a reader copies: the first glyph of a cluster stands for all characters up to the next cluster, the others for none. */
function clusterTexts(text: string, infos: readonly { readonly cluster: number }[]): string[] {
  const begins = [...new Set(infos.map(({ cluster }) => cluster))].sort((a, b) => a - b)
  const untold = new Map(begins.map((begin, at) => [begin, text.slice(begin, begins[at + 1])]))
  return infos.map(({ cluster }) => {
    const characters = untold.get(cluster) ?? ''
    untold.delete(cluster)
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

/** The first face that has all of these characters. */
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

/** A stretch of a text that one face sets. */
export interface FontRun {
  readonly text: string
  readonly face: FontFace
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })
const latinText = /^[\x20-\x7e\xa1-\xac\xae-\xff\u2010-\u2015\u2018-\u201d\u2022\u2026\u20ac\u2212]*$/
/** Characters that say something about their neighbours and show nothing themselves. */
const ignorable = /\p{Default_Ignorable_Code_Point}/gu
const joiner = /[\u200c\u200d]/
const emptyBox = '\u25a1'

/** The faces for the texts of one document: filled first, because unpacking takes a while, and asked afterwards. */
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

  /** The text in pieces of one face each; their texts are what is drawn, which may be less than what was asked. */
  runs(text: string, weight: Weight): readonly FontRun[] {
    const main = this.main(weight)
    if (latinText.test(text)) return text === '' ? [] : [{ text, face: main }]
    const joined: { text: string; face: FontFace }[] = []
    for (const { segment } of graphemes.segment(text)) {
      for (const piece of this.#runs.get(`${weight} ${segment}`) ?? [{ text: segment, face: main }]) {
        const last = joined.at(-1)
        if (last?.face === piece.face) last.text += piece.text
        else joined.push({ ...piece })
      }
    }
    return joined
  }

  main(weight: Weight): FontFace {
    const face = this.#main.get(weight)
    if (face === undefined) throw new Error(`no text of weight ${weight} was loaded`)
    return face
  }

  /** A letter with its marks from one face if one has them all, else each from its own; what no face has is one empty box. */
  async #chooseFonts(segment: string, weight: Weight): Promise<readonly FontRun[]> {
    const visible = segment.replaceAll(ignorable, '').replaceAll(/[\u00a0\u2007\u202f]/g, ' ')
    if (visible === '') return []
    const together = await findFace(codePointsOf(visible), weight, this.#order)
    if (together !== undefined)
      return [{ text: joiner.test(segment) ? textWithJoiners(segment, together) : visible, face: together }]
    const apart: FontRun[] = []
    for (const character of visible) {
      const face = await findFace(codePointsOf(character), weight, this.#order)
      if (face !== undefined) apart.push({ text: character, face })
    }
    if (apart.length > 0) return apart
    const face = await findFace(codePointsOf(emptyBox), weight, this.#order)
    return [{ text: emptyBox, face: face ?? this.main(weight) }]
  }
}

/** Joiners shape the letters of some scripts, so they stay where the face knows them. */
const textWithJoiners = (segment: string, face: FontFace): string =>
  Array.from(segment)
    .filter((one) => !one.match(ignorable) || (joiner.test(one) && face.has(one.codePointAt(0) ?? 0)))
    .join('')

const codePointsOf = (text: string): number[] => Array.from(text, (character) => character.codePointAt(0) ?? 0)

/** The function with its answers kept; what failed is tried again. */
function memoized<T>(work: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const answers = new Map<string, Promise<T>>()
  return (key) => {
    const known = answers.get(key)
    if (known !== undefined) return known
    const answer = work(key)
    answers.set(key, answer)
    answer.catch(() => answers.delete(key))
    return answer
  }
}
