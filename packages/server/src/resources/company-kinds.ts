// The kinds that only the company has: a time zone, a currency, what budgets are in, and a logo, judged by its bytes.
// They are checked against what the platform knows, so that no list of zones or currencies is kept here.
import { file, type Kind, megabyte, text } from '../define/kinds.ts'
import { Unfit } from '../define/refusal.ts'
import { zoneNamed } from '../kit/calendar.ts'
import { readImage } from '../kit/image.ts'
import { WireFile } from '../kit/wire-tree.ts'

/** A text of which only some will do; `judge` gives back what is kept. */
const judged = (plain: Kind, judge: (read: string) => string | Unfit): Kind => ({
  ...plain,
  parse: (wire) => {
    const read = plain.parse(wire)
    return typeof read === 'string' ? judge(read) : read
  },
})

export const zone: Kind = judged(
  text(),
  (read) => zoneNamed(read) ?? new Unfit('is not a time zone such as Europe/Berlin'),
)

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

export const currency: Kind = judged(text(3), (read) =>
  currencies.has(read) ? read : new Unfit('is not a currency of ISO 4217 such as EUR'),
)

const budgetUnits = ['hours', 'money']

export const budgetUnit: Kind = {
  ...judged(text(), (read) => (budgetUnits.includes(read) ? read : new Unfit("is neither 'hours' nor 'money'"))),
  words: budgetUnits,
}

/** More than any printer shows of a logo, and little enough to be unpacked in passing. */
const mostPixels = 1500

export const logo: Kind = {
  ...file,
  upload: { mostBytes: 2 * megabyte, looksAt: true },
  parse: (wire) => {
    const read = file.parse(wire)
    if (!(read instanceof WireFile)) return read
    const image = readImage(read.parts.content ?? new Uint8Array())
    if (typeof image === 'string') return new Unfit(image)
    const { mediatype, width, height } = image
    if (Math.max(width, height) > mostPixels) {
      return new Unfit(`has ${width} by ${height} pixels; at most ${mostPixels} each way are allowed`)
    }
    return new WireFile({ ...read.parts, mediatype })
  },
}
