// The kinds of values as JSON Schema: as the wire sends them, exactly; as a body may have them, in the forms that programs
// should send (what else is understood is decision 12); and as a query has them.
import type { Filter } from '../define/filters.ts'
import type { Kind } from '../define/kinds.ts'
import { Unfit } from '../define/refusal.ts'

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }
export type JsonObject = { readonly [name: string]: Json }

const decimalText = '-?\\d+(\\.\\d+)?'
const idsText = '\\d+(,\\d+)*'
const dayText = '\\d{4}-\\d{2}-\\d{2}'
const instantText = `${dayText} \\d{2}:\\d{2}:\\d{2}`

const whole = (text: string, mayBeBlank: boolean): string => (mayBeBlank ? `^(${text})?$` : `^${text}$`)

/** A text, or null where a record may come without it. */
const textOrNull = (schema: JsonObject, absent: boolean): JsonObject => ({
  type: absent ? ['string', 'null'] : 'string',
  ...schema,
})

const isPadded = (kind: Kind): boolean => kind.print(1) === '00001'

/** A value as answers have it. Numbers are texts, so that no reader loses a digit. */
export function answeredAs(kind: Kind, absent: boolean): JsonObject {
  const orNull = absent && kind.print(null) === null
  const orBlank = absent && !orNull
  switch (kind.type) {
    case 'integer':
      return textOrNull({ pattern: whole(isPadded(kind) ? '\\d{5,}' : '\\d+', orBlank) }, orNull)
    case 'double':
      return textOrNull({ pattern: whole(decimalText, orBlank) }, orNull)
    case 'boolean':
      return textOrNull({ enum: orNull ? ['t', 'f', null] : ['t', 'f'] }, orNull)
    case 'date':
      return textOrNull({ format: 'date' }, orNull)
    case 'datetime':
      return textOrNull({ pattern: whole(instantText, false) }, orNull)
    case 'integer list':
      return textOrNull({ pattern: whole(idsText, true) }, orNull)
    case 'html':
      return textOrNull({ contentMediaType: 'text/html' }, orNull)
    case 'string':
    case 'file':
      return textOrNull({}, orNull)
  }
}

const refuses = (kind: Kind, text: string): boolean => kind.parse(text) instanceof Unfit

function bounds(kind: Kind): JsonObject {
  const [above, most] = kind.between ?? []
  if (above !== undefined && most !== undefined) return { exclusiveMinimum: above, maximum: most }
  if (kind.type === 'integer') return { minimum: refuses(kind, '0') ? 1 : 0 }
  return refuses(kind, '-1') ? { minimum: 0 } : {}
}

const orNothing = (types: readonly string[], mayBeBlank: boolean): Json => {
  const all = mayBeBlank ? [...types, 'null'] : types
  return all.length === 1 && all[0] !== undefined ? all[0] : all
}

/** A value as a body may have it; null or a blank text clears what may be blank. */
export function sentAs(kind: Kind, mayBeBlank: boolean): JsonObject {
  switch (kind.type) {
    case 'integer':
      return { type: orNothing(['integer', 'string'], mayBeBlank), pattern: whole('\\d+', mayBeBlank), ...bounds(kind) }
    case 'double':
      return {
        type: orNothing(['number', 'string'], mayBeBlank),
        pattern: whole(decimalText, mayBeBlank),
        ...bounds(kind),
      }
    case 'boolean':
      return {
        type: orNothing(['string', 'boolean'], mayBeBlank),
        enum: ['t', 'f', true, false, ...(mayBeBlank ? ['', null] : [])],
      }
    case 'date':
      return mayBeBlank
        ? { type: ['string', 'null'], pattern: whole(dayText, true) }
        : { type: 'string', format: 'date' }
    case 'datetime':
      return { type: orNothing(['string'], mayBeBlank), pattern: whole(instantText, mayBeBlank) }
    case 'integer list':
      return {
        type: orNothing(['string', 'integer', 'array'], mayBeBlank),
        pattern: whole(idsText, mayBeBlank),
        minimum: 1,
        items: { type: 'integer', minimum: 1 },
      }
    case 'file':
      return { enum: [null, ''] }
    case 'html':
    case 'string':
      return {
        type: orNothing(['string'], mayBeBlank),
        ...(mayBeBlank ? {} : { minLength: 1 }),
        ...(kind.maxLength === undefined ? {} : { maxLength: kind.maxLength }),
        ...(kind.type === 'html' ? { contentMediaType: 'text/html' } : {}),
      }
  }
}

/** The bytes of a file, as a part of a multipart body. */
export const fileBytes: JsonObject = { type: 'string', format: 'binary' }

const plainInQuery = (type: string, list: boolean, least: number): JsonObject => {
  const one: JsonObject =
    type === 'integer' ? { type: 'integer', minimum: least } : (queryText[type] ?? { type: 'string' })
  return list ? { type: 'array', items: one, minItems: 1, maxItems: 1000 } : one
}

const queryText: Readonly<Record<string, JsonObject>> = {
  boolean: { type: 'string', enum: ['t', 'f'] },
  date: { type: 'string', format: 'date' },
  datetime: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}( \\d{2}:\\d{2}(:\\d{2})?)?$' },
  double: { type: 'number' },
}

/** A filter as a query has it; -1 stands for "without one" where the filter knows that (decision 15). */
export function filteredBy({ type, list, words, parse }: Filter): JsonObject {
  if (words !== undefined) return { type: 'string', enum: words }
  const takes = (text: string): boolean => !(parse(text) instanceof Unfit)
  return plainInQuery(type, list, takes('-1') ? -1 : takes('0') ? 0 : 1)
}

/** A parameter of an endpoint or a report as a query has it. */
export const askedAs = (kind: Kind): JsonObject =>
  kind.type === 'integer list'
    ? plainInQuery('integer', true, 1)
    : plainInQuery(kind.type, false, refuses(kind, '0') ? 1 : 0)
