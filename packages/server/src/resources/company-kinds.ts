// The kinds that only the company has: a time zone, a currency, what budgets are in, and a logo, judged by its bytes.
// They are checked against what the platform knows, so that no list of zones or currencies is kept here.

import { Invalid } from '../define/api-error.ts'
import { file, type Kind, type KindName, megabyte, plainText } from '../define/kinds.ts'
import { canonicalZone } from '../kit/calendar.ts'
import { readImage } from '../kit/image.ts'
import { WireFile } from '../kit/wire-tree.ts'

/** A text of which only some will do; `judge` gives back what is kept. */
const restrictedText = (name: KindName, plain: Kind, judge: (read: string) => string | Invalid): Kind => ({
  ...plain,
  name,
  parse: (wire) => {
    const read = plain.parse(wire)
    return typeof read === 'string' ? judge(read) : read
  },
})

export const timezoneKind: Kind = restrictedText(
  'zone',
  plainText(),
  (read) => canonicalZone(read) ?? new Invalid('is not a time zone such as Europe/Berlin'),
)

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

export const currency: Kind = restrictedText('currency', plainText(3), (read) =>
  currencies.has(read) ? read : new Invalid('is not a currency of ISO 4217 such as EUR'),
)

const budgetUnits = ['hours', 'money']

export const budgetUnit: Kind = {
  ...restrictedText('word', plainText(), (read) =>
    budgetUnits.includes(read) ? read : new Invalid("is neither 'hours' nor 'money'"),
  ),
  allowedValues: budgetUnits,
}

/** More than any printer shows of a logo, and little enough to be unpacked in passing. */
const maxPixels = 1500

export const logo: Kind = {
  ...file,
  upload: { maxBytes: 2 * megabyte, keepsContent: true },
  parse: (wire) => {
    const read = file.parse(wire)
    if (!(read instanceof WireFile)) return read
    const image = readImage(read.parts.content ?? new Uint8Array())
    if (typeof image === 'string') return new Invalid(image)
    const { mediatype, width, height } = image
    if (Math.max(width, height) > maxPixels) {
      return new Invalid(`has ${width} by ${height} pixels; at most ${maxPixels} each way are allowed`)
    }
    return new WireFile({ ...read.parts, mediatype })
  },
}
