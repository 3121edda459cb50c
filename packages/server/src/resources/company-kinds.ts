// The kinds of the company's fields: time zone, currency, unit of budgets, and logo (checked by its bytes, not its
// name). Zones and currencies are checked with the platform's Intl data, so no list of them is kept here.

import { Invalid } from '../define/api-error.ts'
import { file, type Kind, type KindName, megabyte, plainText } from '../define/kinds.ts'
import { canonicalZone } from '../kit/calendar.ts'
import { readImage } from '../kit/image.ts'
import { WireFile } from '../kit/wire-tree.ts'

/** A text with a further check; `check` returns the value to store, or the error. */
const restrictedText = (name: KindName, plain: Kind, check: (text: string) => string | Invalid): Kind => ({
  ...plain,
  name,
  parse: (wire) => {
    const value = plain.parse(wire)
    return typeof value === 'string' ? check(value) : value
  },
})

export const timezoneKind: Kind = restrictedText(
  'zone',
  plainText(),
  (text) => canonicalZone(text) ?? new Invalid('is not a time zone such as Europe/Berlin'),
)

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

export const currency: Kind = restrictedText('currency', plainText(3), (text) =>
  currencies.has(text) ? text : new Invalid('is not a currency of ISO 4217 such as EUR'),
)

const budgetUnits = ['hours', 'money']

export const budgetUnit: Kind = {
  ...restrictedText('word', plainText(), (text) =>
    budgetUnits.includes(text) ? text : new Invalid("is neither 'hours' nor 'money'"),
  ),
  allowedValues: budgetUnits,
}

/** Sharp enough for print, and small enough to be decoded while a PDF is rendered. */
const maxPixels = 1500

export const logo: Kind = {
  ...file,
  upload: { maxBytes: 2 * megabyte, keepsContent: true },
  parse: (wire) => {
    const value = file.parse(wire)
    if (!(value instanceof WireFile)) return value
    const image = readImage(value.parts.content ?? new Uint8Array())
    if (typeof image === 'string') return new Invalid(image)
    const { mediatype, width, height } = image
    if (Math.max(width, height) > maxPixels) {
      return new Invalid(`has ${width} by ${height} pixels; at most ${maxPixels} each way are allowed`)
    }
    return new WireFile({ ...value.parts, mediatype })
  },
}
