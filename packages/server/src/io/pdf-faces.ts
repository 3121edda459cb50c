// The type that pages are set in: Inter, and the Noto family of every script that Inter lacks. The packages carry variable fonts
// cut into slices by characters; a slice is unpacked at one weight when a text first needs it, and kept. HarfBuzz shapes; the
// PDF library takes the glyphs and embeds those that were used. Which character stands where on a line is `pdf-text.ts`.
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

const mostKnown = 4000

const scripts =
  `arabic hebrew devanagari thai bengali gurmukhi gujarati oriya tamil telugu kannada malayalam sinhala lao
  khmer myanmar georgian armenian ethiopic`.split(/\s+/)

/** The three draw the same Han characters differently, so the order is the document's. */
type HanOrder = 'sc jp kr' | 'jp sc kr' | 'kr sc jp'

/** Kana are Japanese and Hangul is Korean; Han characters without either are taken for Chinese. */
export function hanOrderOf(text: string): HanOrder {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'jp sc kr'
  return /\p{Script=Hangul}/u.test(text) ? 'kr sc jp' : 'sc jp kr'
}

const familiesIn = (order: HanOrder): string[] => [
  mainFamily,
  ...[...scripts, ...order.split(' ')].map((script) => `noto-sans-${script}`),
]

interface Slice {
  readonly file: string
  /** First and last code points, by turns. */
  readonly ranges: readonly number[]
}

const placeOf = (family: string, path: string): string =>
  fileURLToPath(import.meta.resolve(`@fontsource-variable/${family}/${path}`))

const slicesOf = remembered(async (family: string): Promise<readonly Slice[]> => {
  const listed = JSON.parse(await readFile(placeOf(family, 'unicode.json'), 'utf8')) as Record<string, string>
  return Object.entries(listed).map(([name, ranges]) => ({
    file: `${family}-${name.replaceAll(/[[\]]/g, '')}-wght-normal.woff2`,
    ranges: ranges.split(',').flatMap((range) => {
      const [first = '', last = first] = range.slice('U+'.length).split('-')
      return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
    }),
  }))
})

const claims = ({ ranges }: Slice, point: number): boolean => {
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
export class Face {
  readonly name: string
  /** How far letters reach above and below the line, in sizes of type. */
  readonly above: number
  readonly below: number
  readonly #characters: ReadonlySet<number>
  readonly #shaper: Font
  readonly #parsed: ParsedFont
  readonly #upem: number
  /** Words come again, on the same page and the next, and are shaped once. */
  readonly #known = new Map<string, GlyphRun>()

  constructor(name: string, file: Uint8Array<ArrayBuffer>) {
    this.name = name
    const harfBuzzFace = new HarfBuzzFace(new Blob(file))
    this.#characters = new Set(harfBuzzFace.collectUnicodes())
    this.#shaper = new Font(harfBuzzFace)
    this.#upem = harfBuzzFace.upem
    this.#parsed = create(file as never) as ParsedFont
    const { typoAscender, typoDescender } = this.#parsed['OS/2']
    this.above = typoAscender / this.#upem
    this.below = -typoDescender / this.#upem
  }

  has(point: number): boolean {
    return this.#characters.has(point)
  }

  /** Width of a text, in sizes of type. */
  width(text: string, shaping: Shaping): number {
    return this.#shaped(text, shaping).advanceWidth / this.#upem
  }

  /**
   * The font as the PDF library knows fonts, shaping by HarfBuzz: the library's own shaping is twenty times slower, knows fewer
   * scripts and cannot be told a direction. The name is ours, because slices of a family share theirs.
   */
  forDocument(): ParsedFont {
    const layout = (text: string, shaping: Shaping): GlyphRun => {
      const run = this.#shaped(text, shaping)
      // The library scales the positions where they stand.
      return { ...run, positions: run.positions.map((position) => ({ ...position })) }
    }
    return Object.create(this.#parsed, {
      postscriptName: { value: this.name },
      layout: { value: layout },
      createSubset: { value: () => subsetByText(this.#parsed) },
    }) as ParsedFont
  }

  #shaped(text: string, shaping: Shaping): GlyphRun {
    const key = `${shaping.rightToLeft} ${shaping.tabular} ${text}`
    let run = this.#known.get(key)
    if (run === undefined) {
      if (this.#known.size === mostKnown) this.#known.clear()
      run = this.#shape(text, shaping)
      this.#known.set(key, run)
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
      codePoints: pointsOf(texts[at] ?? ''),
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
function subsetByText(font: ParsedFont): Subset {
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

const faceOf = remembered(async (key: string): Promise<Face> => {
  const [family = '', file = '', weight = ''] = key.split(' ')
  const packed = await readFile(placeOf(family, `files/${file}`))
  const options = {
    keepAllGlyphs: true,
    noHinting: true,
    targetFormat: 'truetype' as const,
    variationAxes: { wght: Number(weight) },
  }
  const unpacked = await subsetFont(packed, '', options)
  return new Face(`${file.replace('-wght-normal.woff2', '')}-${weight}`, new Uint8Array(unpacked))
})

/** The first face that has all of these characters. */
async function findFace(points: readonly number[], weight: Weight, order: HanOrder): Promise<Face | undefined> {
  const [first = 0] = points
  for (const family of familiesIn(order)) {
    for (const slice of (await slicesOf(family)).filter((one) => claims(one, first))) {
      const face = await faceOf(`${family} ${slice.file} ${weight}`)
      if (points.every((point) => face.has(point))) return face
    }
  }
  return undefined
}

/** A stretch of a text that one face sets. */
export interface Piece {
  readonly text: string
  readonly face: Face
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })
const plain = /^[\x20-\x7e\xa1-\xac\xae-\xff\u2010-\u2015\u2018-\u201d\u2022\u2026\u20ac\u2212]*$/
/** Characters that say something about their neighbours and show nothing themselves. */
const silent = /\p{Default_Ignorable_Code_Point}/gu
const joining = /[\u200c\u200d]/
const emptyBox = '\u25a1'

/** The faces for the texts of one document: filled first, because unpacking takes a while, and asked afterwards. */
export class Typeface {
  readonly #order: HanOrder
  readonly #main = new Map<Weight, Face>()
  readonly #pieces = new Map<string, readonly Piece[]>()

  constructor(allTexts: string) {
    this.#order = hanOrderOf(allTexts)
  }

  async load(text: string, weight: Weight): Promise<void> {
    if (!this.#main.has(weight)) {
      const main = await findFace([0x41], weight, this.#order)
      if (main === undefined) throw new Error('the main family has no letters')
      this.#main.set(weight, main)
    }
    if (plain.test(text)) return
    for (const { segment } of graphemes.segment(text)) {
      const key = `${weight} ${segment}`
      if (!this.#pieces.has(key)) this.#pieces.set(key, await this.#choose(segment, weight))
    }
  }

  /** The text in pieces of one face each; their texts are what is drawn, which may be less than what was asked. */
  pieces(text: string, weight: Weight): readonly Piece[] {
    const main = this.main(weight)
    if (plain.test(text)) return text === '' ? [] : [{ text, face: main }]
    const joined: { text: string; face: Face }[] = []
    for (const { segment } of graphemes.segment(text)) {
      for (const piece of this.#pieces.get(`${weight} ${segment}`) ?? [{ text: segment, face: main }]) {
        const last = joined.at(-1)
        if (last?.face === piece.face) last.text += piece.text
        else joined.push({ ...piece })
      }
    }
    return joined
  }

  main(weight: Weight): Face {
    const face = this.#main.get(weight)
    if (face === undefined) throw new Error(`no text of weight ${weight} was loaded`)
    return face
  }

  /** A letter with its marks from one face if one has them all, else each from its own; what no face has is one empty box. */
  async #choose(segment: string, weight: Weight): Promise<readonly Piece[]> {
    const visible = segment.replaceAll(silent, '').replaceAll(/[\u00a0\u2007\u202f]/g, ' ')
    if (visible === '') return []
    const together = await findFace(pointsOf(visible), weight, this.#order)
    if (together !== undefined)
      return [{ text: joining.test(segment) ? joinedText(segment, together) : visible, face: together }]
    const apart: Piece[] = []
    for (const character of visible) {
      const face = await findFace(pointsOf(character), weight, this.#order)
      if (face !== undefined) apart.push({ text: character, face })
    }
    if (apart.length > 0) return apart
    const face = await findFace(pointsOf(emptyBox), weight, this.#order)
    return [{ text: emptyBox, face: face ?? this.main(weight) }]
  }
}

/** Joiners shape the letters of some scripts, so they stay where the face knows them. */
const joinedText = (segment: string, face: Face): string =>
  Array.from(segment)
    .filter((one) => !one.match(silent) || (joining.test(one) && face.has(one.codePointAt(0) ?? 0)))
    .join('')

const pointsOf = (text: string): number[] => Array.from(text, (character) => character.codePointAt(0) ?? 0)

/** The function with its answers kept; what failed is tried again. */
function remembered<T>(work: (key: string) => Promise<T>): (key: string) => Promise<T> {
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
