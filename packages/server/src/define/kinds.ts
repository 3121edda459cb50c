// The kinds of values: how each is read from the wire, kept in the database and printed. Leniency of input is decision 12,
// the printed forms decision 7. A kind knows nothing of fields or resources.
import { parseDate, parseDateTime } from '../kit/calendar.ts'
import { parseDecimal, printDecimal } from '../kit/decimal.ts'
import { sanitiseHtml } from '../kit/html.ts'
import { codePoints, textFault } from '../kit/text.ts'
import { WireFile, type WireValue } from '../kit/wire-tree.ts'
import { Unfit } from './refusal.ts'

export type Stored = string | number | null
export type Value = Stored | readonly number[] | WireFile

/** How the bytes of a file are taken. */
export interface FileTaking {
  readonly mostBytes: number
  /** True when the kind looks at the bytes themselves, of which there are few then. */
  readonly looksAt: boolean
}

export interface Kind {
  /** The reference's word for the type, used by documents and tests. */
  readonly type: 'integer' | 'string' | 'html' | 'boolean' | 'date' | 'datetime' | 'double' | 'integer list' | 'file'
  readonly maxLength?: number
  /** From the wire. Blank (null or '') gives null, which the field turns into its own idea of empty. */
  parse(wire: WireValue): Value | Unfit
  /** To the wire; null means the field is absent. */
  print(stored: Stored): string | null
  /** What a blank is in the database: null, or a value such as '' or 0. */
  readonly blank: Stored
  /** True when print can only give characters that neither JSON nor XML escape. */
  readonly plain: boolean
  /** Where a number must lie when not all of its kind will do: above the first, up to the second. */
  readonly between?: readonly [above: number, most: number]
  /** The only texts it takes, where these are words; several of them, parted by commas, of a list. */
  readonly words?: readonly string[]
  /** Of a file: how its bytes are taken. */
  readonly upload?: FileTaking
  /** Work that must be done before the transaction, such as hashing a password. */
  seal?(value: Value): Promise<Value>
}

/** The wire's text of a scalar, or a refusal; numbers keep the text they were sent as. */
export function scalarText(wire: WireValue): string | Unfit {
  if (typeof wire === 'string') return wire
  if (wire === null) return ''
  if (typeof wire === 'boolean') return wire ? 't' : 'f'
  if (wire instanceof Map || Array.isArray(wire)) return new Unfit('must be a single value, not a list or an object')
  if (wire instanceof WireFile) return new Unfit('must be a text, not a file')
  return (wire as { number: string }).number
}

/** A kind that reads one scalar text; blank is always null. */
const scalar = (
  type: Kind['type'],
  read: (text: string) => Stored | Unfit,
  rest: Partial<Kind> & Pick<Kind, 'print'>,
): Kind => ({
  type,
  blank: null,
  plain: true,
  parse: (wire) => {
    const text = scalarText(wire)
    if (text instanceof Unfit) return text
    return text === '' ? null : read(text)
  },
  ...rest,
})

const asText = (stored: Stored): string | null => (stored === null ? null : String(stored))

/** Digits only, within what a JavaScript number carries exactly (T-37). */
export const wholeNumber = (text: string): number | Unfit => {
  if (!/^\d{1,16}$/.test(text)) return new Unfit('is not a whole number')
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : new Unfit('is too large')
}

const idNumber = (text: string): number | Unfit => {
  const number = wholeNumber(text)
  return number === 0 ? new Unfit('is not an id') : number
}

/** An id. Zero is the reference's "none" only where a field says so (projectmodule's moduleid). */
export const id: Kind = scalar('integer', idNumber, { print: asText })

export const idOrZero: Kind = scalar('integer', wholeNumber, { print: asText })

const orderLimit = 1_000_000
export const integer: Kind = scalar(
  'integer',
  (text) => {
    const number = wholeNumber(text)
    return typeof number === 'number' && number > orderLimit ? new Unfit(`is over ${orderLimit}`) : number
  },
  { print: asText },
)

/** The human-readable number of clients, projects and invoices, shown with five digits (decision 31). */
export const padded: Kind = scalar('integer', wholeNumber, {
  print: (stored) => (stored === null ? null : String(stored).padStart(5, '0')),
})

export const text = (maxLength?: number): Kind => ({
  type: 'string',
  ...(maxLength === undefined ? {} : { maxLength }),
  blank: '',
  plain: false,
  parse: (wire) => {
    const read = scalarText(wire)
    if (read instanceof Unfit || read === '') return read === '' ? null : read
    const fault = textFault(read)
    if (fault !== null) return new Unfit(fault)
    const length = codePoints(read)
    if (maxLength !== undefined && length > maxLength) {
      return new Unfit(`has ${length} characters; at most ${maxLength} are allowed`)
    }
    return read
  },
  print: asText,
})

const htmlLimit = 262_144
export const html: Kind = {
  ...text(htmlLimit),
  type: 'html',
  parse: (wire) => {
    const read = text(htmlLimit).parse(wire)
    // What is nothing but what may not be kept is as good as blank.
    return typeof read === 'string' ? sanitiseHtml(read) || null : read
  },
}

/** Six hex digits without '#', so that a colour can never carry anything else (T-32). */
export const color: Kind = scalar(
  'string',
  (read) => (/^[0-9a-fA-F]{6}$/.test(read) ? read : new Unfit('is not six hex digits')),
  { print: asText, maxLength: 6 },
)

const truths: Readonly<Record<string, 't' | 'f'>> = { t: 't', true: 't', '1': 't', f: 'f', false: 'f', '0': 'f' }
export const flag: Kind = scalar('boolean', (read) => truths[read] ?? new Unfit("is neither 't' nor 'f'"), {
  print: asText,
})

export const date: Kind = scalar(
  'date',
  (read) => parseDate(read) ?? new Unfit('is not a date of the form YYYY-MM-DD'),
  {
    print: asText,
  },
)

export const datetime: Kind = scalar(
  'datetime',
  (read) => parseDateTime(read) ?? new Unfit('is not a date and time of the form YYYY-MM-DD HH:MM:SS'),
  { print: asText },
)

/** An exact decimal kept as a whole number of its smallest unit; no binary float touches it (decision 42). */
const decimal = (scale: number, limit: number): Kind =>
  scalar(
    'double',
    (read) => {
      const units = parseDecimal(read, scale)
      if (typeof units !== 'number') return new Unfit(units)
      return Math.abs(units) > limit * 10 ** scale ? new Unfit(`is beyond ${limit}`) : units
    },
    // A blank number is an empty text on the wire, as the recorded answers of the reference's service show for budget.
    { print: (stored) => (stored === null ? '' : printDecimal(stored as number, scale)) },
  )

const positive = (kind: Kind): Kind => ({
  ...kind,
  parse: (wire) => {
    const value = kind.parse(wire)
    return typeof value === 'number' && value < 0 ? new Unfit('must not be negative') : value
  },
})

const within = (kind: Kind, scale: number, above: number, most: number): Kind => ({
  ...kind,
  between: [above, most],
  parse: (wire) => {
    const value = kind.parse(wire)
    if (typeof value !== 'number' || (value > above * 10 ** scale && value <= most * 10 ** scale)) return value
    return new Unfit(`must be more than ${above} and at most ${most}`)
  },
})

export const hoursScale = 6
export const moneyScale = 4
export const hours: Kind = positive(decimal(hoursScale, 1_000_000))
/** The hours of one entry: some, and no more than a day has. */
export const hoursOfDay: Kind = within(hours, hoursScale, 0, 24)
export const money: Kind = decimal(moneyScale, 9_999_999_999)
export const rate: Kind = positive(money)
/** Seconds to the millisecond. The limit is above what has passed since the first year, so that no start is too early. */
export const secondsScale = 3
export const mostSeconds = 1_000_000_000_000
export const seconds: Kind = positive(decimal(secondsScale, mostSeconds))
/** A quantity of anything, hours among it; what is taken back has one below nothing. */
export const quantity: Kind = decimal(hoursScale, 1_000_000)
/** Per cent. Below nothing where a tax is withheld. */
export const tax: Kind = decimal(moneyScale, 1000)
export const percent: Kind = positive(decimal(moneyScale, 1_000_000))

/** Zero for a blank number: estimates and percentages are never absent. */
export const orZero = (kind: Kind): Kind => ({ ...kind, blank: 0 })

/** Ids in one text, in their order: "3,5", 3 or [3,5] on the wire; duplicates collapse (decision 12). */
const idListLimit = 1000
export const idList: Kind = {
  type: 'integer list',
  blank: '',
  plain: true,
  parse: (wire) => {
    const parts = Array.isArray(wire) ? wire.map(scalarText) : scalarText(wire)
    if (parts instanceof Unfit) return parts
    const texts = typeof parts === 'string' ? (parts === '' ? [] : parts.split(',')) : parts
    const ids = new Set<number>()
    for (const part of texts) {
      if (part instanceof Unfit) return part
      const number = idNumber(part)
      if (number instanceof Unfit) return new Unfit('is not a list of ids')
      ids.add(number)
    }
    return ids.size > idListLimit ? new Unfit(`has more than ${idListLimit} ids`) : [...ids]
  },
  print: (stored) => (stored === null ? '' : String(stored)),
}

export const megabyte = 1024 * 1024

/** A file of a multipart body. Its bytes are made to stay once everything else of the body is known to be well. */
export const file: Kind = {
  type: 'file',
  blank: null,
  plain: true,
  upload: { mostBytes: 100 * megabyte, looksAt: false },
  parse: (wire) => {
    if (wire === null || wire === '') return null
    return wire instanceof WireFile ? wire : new Unfit('must be a file, sent as multipart/form-data')
  },
  print: () => null,
  seal: async (value) => {
    if (value instanceof WireFile) await value.parts.keep()
    return value
  },
}
