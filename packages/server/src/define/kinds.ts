// The kinds of values: how each is parsed from a body, stored, and serialized. Which inputs are accepted is decision
// 12, the serialized forms are decision 7. A kind knows nothing about fields or resources.
import { parseDate, parseDateTime } from '../kit/calendar.ts'
import { parseDecimal, printDecimal } from '../kit/decimal.ts'
import { sanitizeHtml } from '../kit/html-sanitizer.ts'
import { codePoints, textError } from '../kit/text.ts'
import { SanitizedHtml, WireFile, type WireValue } from '../kit/wire-tree.ts'
import { escapeXml } from '../kit/xml-escape.ts'
import { Invalid } from './api-error.ts'

export type JsonSchema = { readonly [name: string]: JsonSchema | string | boolean | readonly string[] }

export type StoredValue = string | number | null
export type FieldValue = StoredValue | readonly number[] | WireFile

/** The limits of an upload. */
export interface UploadRules {
  readonly maxBytes: number
  /** True when the kind reads the bytes itself; then the limit is small. */
  readonly keepsContent: boolean
}

/** The names of the kinds. Forms of the web choose their components by them. */
export const kindNames = [
  'id',
  'ids',
  'number',
  'padded',
  'text',
  'html',
  'flag',
  'date',
  'monday',
  'datetime',
  'hours',
  'hoursofday',
  'seconds',
  'money',
  'rate',
  'quantity',
  'tax',
  'percent',
  'color',
  'email',
  'password',
  'zone',
  'currency',
  'word',
  'words',
  'file',
  'changes',
  'counts',
] as const

export type KindName = (typeof kindNames)[number]

export interface Kind {
  readonly name: KindName
  /** The reference's word for the type, used by documents and tests. */
  readonly type:
    | 'integer'
    | 'string'
    | 'html'
    | 'boolean'
    | 'date'
    | 'datetime'
    | 'double'
    | 'integer list'
    | 'file'
    | 'structure'
  readonly maxLength?: number
  /** From the wire. Blank (null or '') gives null, which the field turns into its own idea of empty. */
  parse(wire: WireValue): FieldValue | Invalid
  /** To the wire; null means the field is absent. */
  serialize(stored: StoredValue): string | null
  /** The stored value of a blank: null, '' or 0. */
  readonly blank: StoredValue
  /** True when `serialize` returns only characters that neither JSON nor XML escape. */
  readonly escapeFree: boolean
  /** For a stored JSON text that is part of the response as it is: the same value as XML, and its JSON Schema. */
  readonly structure?: { readonly xml: (json: string) => string; readonly schema: JsonSchema }
  /** True for words separated by commas that are serialized as a list. */
  readonly isList?: true
  /** The allowed range of a number: above the first, up to and including the second. */
  readonly range?: readonly [above: number, most: number]
  /** The allowed words, for a kind with a fixed set; a list kind takes several, separated by commas. */
  readonly allowedValues?: readonly string[]
  /** For files: the rules of the upload. */
  readonly upload?: UploadRules
  /** True when an error must not repeat the value (T-55). */
  readonly secret?: true
  /** Work that must be done before the transaction, such as hashing a password. */
  prepare?(value: FieldValue): Promise<FieldValue>
}

/** The text of a scalar in a body. Numbers keep their original text. */
export function scalarText(wire: WireValue): string | Invalid {
  if (typeof wire === 'string') return wire
  if (wire instanceof SanitizedHtml) return wire.text
  if (wire === null) return ''
  if (typeof wire === 'boolean') return wire ? 't' : 'f'
  if (wire instanceof Map || Array.isArray(wire)) return new Invalid('must be a single value, not a list or an object')
  if (wire instanceof WireFile) return new Invalid('must be text, not a file')
  return (wire as { number: string }).number
}

/** A kind that reads one scalar text; blank is always null. */
const scalarKind = (
  name: KindName,
  type: Kind['type'],
  read: (text: string) => StoredValue | Invalid,
  rest: Partial<Kind> & Pick<Kind, 'serialize'>,
): Kind => ({
  name,
  type,
  blank: null,
  escapeFree: true,
  parse: (wire) => {
    const text = scalarText(wire)
    if (text instanceof Invalid) return text
    return text === '' ? null : read(text)
  },
  ...rest,
})

const serializeAsText = (stored: StoredValue): string | null => (stored === null ? null : String(stored))

/** Digits only, within the exact range of a JavaScript number (T-37). */
export const parseWholeNumber = (text: string): number | Invalid => {
  if (!/^\d{1,16}$/.test(text)) return new Invalid('must be a whole number')
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : new Invalid('is too large')
}

const parsePositiveId = (text: string): number | Invalid => {
  const number = parseWholeNumber(text)
  return number === 0 ? new Invalid('must be an id, a whole number above 0') : number
}

/** An id. Zero means "none" only in fields that use `idOrZero` (moduleid of projectmodule). */
export const recordId: Kind = scalarKind('id', 'integer', parsePositiveId, { serialize: serializeAsText })

export const idOrZero: Kind = scalarKind('id', 'integer', parseWholeNumber, { serialize: serializeAsText })

const integerLimit = 1_000_000
export const integer: Kind = scalarKind(
  'number',
  'integer',
  (text) => {
    const number = parseWholeNumber(text)
    return typeof number === 'number' && number > integerLimit ? new Invalid(`must be ${integerLimit} or less`) : number
  },
  { serialize: serializeAsText },
)

/** The human-readable number of clients, projects and invoices, shown with five digits (decision 31). */
export const fiveDigitNumber: Kind = scalarKind('padded', 'integer', parseWholeNumber, {
  serialize: (stored) => (stored === null ? null : String(stored).padStart(5, '0')),
})

export const plainText = (maxLength?: number): Kind => ({
  name: 'text',
  type: 'string',
  ...(maxLength === undefined ? {} : { maxLength }),
  blank: '',
  escapeFree: false,
  parse: (wire) => {
    const read = scalarText(wire)
    if (read instanceof Invalid || read === '') return read === '' ? null : read
    const error = textError(read)
    if (error !== null) return new Invalid(error)
    const length = codePoints(read)
    if (maxLength !== undefined && length > maxLength) {
      return new Invalid(`is too long (${length} characters); use at most ${maxLength}`)
    }
    return read
  },
  serialize: serializeAsText,
})

const htmlLimit = 262_144
export const html: Kind = {
  ...plainText(htmlLimit),
  name: 'html',
  type: 'html',
  parse: (wire) => {
    const read = plainText(htmlLimit).parse(wire)
    if (typeof read !== 'string') return read
    // HTML of which the sanitizer leaves nothing is blank.
    return (wire instanceof SanitizedHtml ? wire.html : sanitizeHtml(read)) || null
  },
}

/** Six hex digits without '#', so that a colour cannot contain anything else (T-32). */
export const color: Kind = scalarKind(
  'color',
  'string',
  (read) => (/^[0-9a-fA-F]{6}$/.test(read) ? read : new Invalid('must be six hex digits, such as C8244C')),
  { serialize: serializeAsText, maxLength: 6 },
)

/** A Map, because an object also has the names that it inherits, such as toString (T-35). */
const booleanTexts: ReadonlyMap<string, 't' | 'f'> = new Map([
  ['t', 't'],
  ['true', 't'],
  ['1', 't'],
  ['f', 'f'],
  ['false', 'f'],
  ['0', 'f'],
])
export const flag: Kind = scalarKind(
  'flag',
  'boolean',
  (read) => booleanTexts.get(read) ?? new Invalid("must be 't' or 'f'"),
  {
    serialize: serializeAsText,
  },
)

/** Why a text is no date: a day that no calendar has, or another form. */
const dateError = (read: string): string =>
  /^\d{4}-\d{2}-\d{2}$/.test(read) ? 'is not a calendar date' : 'must be a date in the form YYYY-MM-DD'

export const date: Kind = scalarKind('date', 'date', (read) => parseDate(read) ?? new Invalid(dateError(read)), {
  serialize: serializeAsText,
})

export const datetime: Kind = scalarKind(
  'datetime',
  'datetime',
  (read) => parseDateTime(read) ?? new Invalid('must be a date and time in the form YYYY-MM-DD HH:MM:SS'),
  { serialize: serializeAsText },
)

/** An exact decimal, stored as a whole number of its smallest unit; never a binary float (decision 42). */
const decimalKind = (name: KindName, scale: number, limit: number): Kind =>
  scalarKind(
    name,
    'double',
    (read) => {
      const units = parseDecimal(read, scale)
      if (typeof units !== 'number') return new Invalid(units)
      return Math.abs(units) > limit * 10 ** scale ? new Invalid(`must be between -${limit} and ${limit}`) : units
    },
    // A blank number is an empty text in responses, as recorded responses of the reference show for `budget`.
    { serialize: (stored) => (stored === null ? '' : printDecimal(stored as number, scale)) },
  )

const nonNegative = (kind: Kind, name: KindName = kind.name): Kind => ({
  ...kind,
  name,
  parse: (wire) => {
    const value = kind.parse(wire)
    return typeof value === 'number' && value < 0 ? new Invalid('must be 0 or more') : value
  },
})

const withinHours = (name: KindName, kind: Kind, scale: number, above: number, most: number): Kind => ({
  ...kind,
  name,
  range: [above, most],
  parse: (wire) => {
    const value = kind.parse(wire)
    if (typeof value !== 'number' || (value > above * 10 ** scale && value <= most * 10 ** scale)) return value
    return new Invalid(`must be more than ${above} and at most ${most} hours`)
  },
})

export const hoursScale = 6
export const moneyScale = 4
export const hours: Kind = nonNegative(decimalKind('hours', hoursScale, 1_000_000))
/** The hours of one entry: more than 0, at most 24. */
export const hoursOfDay: Kind = withinHours('hoursofday', hours, hoursScale, 0, 24)
export const money: Kind = decimalKind('money', moneyScale, 9_999_999_999)
export const rate: Kind = nonNegative(money, 'rate')
/** Seconds with milliseconds. The limit is larger than the seconds since year 1, so that no start is too early. */
export const secondsScale = 3
export const maxSeconds = 1_000_000_000_000
export const seconds: Kind = nonNegative(decimalKind('seconds', secondsScale, maxSeconds))
/** A quantity of hours or of anything else; negative for a return. */
export const quantity: Kind = decimalKind('quantity', hoursScale, 1_000_000)
/** Per cent. Negative for a withheld tax. */
export const tax: Kind = decimalKind('tax', moneyScale, 1000)
export const percent: Kind = nonNegative(decimalKind('percent', moneyScale, 1_000_000))

/** Stores a blank number as zero: estimates and percentages are never null. */
export const orZero = (kind: Kind): Kind => ({ ...kind, blank: 0 })

/** Shows a number that is not set as zero (decision 56). */
export const shownAsZero = (kind: Kind): Kind => ({ ...kind, serialize: (stored) => kind.serialize(stored ?? 0) })

/** The parts of a list of ids. Spaces around its commas have no meaning, because many programs send "3, 5". */
export const splitIds = (text: string): string[] =>
  text.includes(',') ? text.split(',').map((part) => /^ *(\S+) *$/.exec(part)?.[1] ?? part) : [text]

/** Ids in one text, in their order: "3,5", 3 or [3,5] in a body; duplicates are dropped (decision 12). */
const idListLimit = 1000
export const idList: Kind = {
  name: 'ids',
  type: 'integer list',
  blank: '',
  escapeFree: true,
  parse: (wire) => {
    const parts = Array.isArray(wire) ? wire.map(scalarText) : scalarText(wire)
    if (parts instanceof Invalid) return parts
    const texts = typeof parts === 'string' ? (parts === '' ? [] : splitIds(parts)) : parts
    const ids = new Set<number>()
    for (const part of texts) {
      if (part instanceof Invalid) return part
      const number = parsePositiveId(part)
      if (number instanceof Invalid) return new Invalid('must be ids separated by commas')
      ids.add(number)
    }
    return ids.size > idListLimit ? new Invalid(`has too many ids; use at most ${idListLimit}`) : [...ids]
  },
  serialize: (stored) => (stored === null ? '' : String(stored)),
}

/** The JSON text of a value that only responses have. */
const structureKind = (name: KindName, empty: string | null, structure: NonNullable<Kind['structure']>): Kind => ({
  name,
  type: 'structure',
  blank: null,
  escapeFree: true,
  parse: () => new Invalid('cannot be sent'),
  serialize: (stored) => (stored === null ? empty : String(stored)),
  structure,
})

const textElement = (name: string, text: string | null): string =>
  text === null || text === '' ? `<${name}/>` : `<${name}>${escapeXml(text)}</${name}>`

/** One changed field of an event. A field whose values are secret has neither. */
export interface EventChange {
  readonly field: string
  /** The value before; absent for a new record. */
  readonly was?: string | null
  /** The value after; absent for a deleted record. */
  readonly now?: string | null
  /** 't' when a text was longer than the log keeps. */
  readonly cut?: 't'
}

/** The changed fields of an event. */
export const changeList: Kind = structureKind('changes', '[]', {
  xml: (json) =>
    (JSON.parse(json) as EventChange[])
      .map((change) =>
        Object.entries(change).map(([name, value]) => textElement(name, value === null ? null : String(value))),
      )
      .map((parts) => `<item>${parts.join('')}</item>`)
      .join(''),
  schema: {
    type: 'array',
    items: {
      type: 'object',
      required: ['field'],
      properties: {
        field: { type: 'string' },
        was: { type: ['string', 'null'] },
        now: { type: ['string', 'null'] },
        cut: { type: 'string' },
      },
      additionalProperties: false,
    },
  },
})

/** Numbers of records by resource. */
export const recordCounts: Kind = structureKind('counts', null, {
  xml: (json) =>
    Object.entries(JSON.parse(json) as Record<string, string>)
      .map(([name, count]) => textElement(name, count))
      .join(''),
  schema: { type: 'object', additionalProperties: { type: 'string' } },
})

export const megabyte = 1024 * 1024

/** A file of a multipart body. Its bytes are kept only after the rest of the body is valid. */
export const file: Kind = {
  name: 'file',
  type: 'file',
  blank: null,
  escapeFree: true,
  upload: { maxBytes: 100 * megabyte, keepsContent: false },
  parse: (wire) => {
    if (wire === null || wire === '') return null
    return wire instanceof WireFile ? wire : new Invalid('must be a file, sent as multipart/form-data')
  },
  serialize: () => null,
  prepare: async (value) => {
    if (value instanceof WireFile) await value.parts.keep()
    return value
  },
}
