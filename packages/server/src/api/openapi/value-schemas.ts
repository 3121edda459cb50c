// The kinds of values as JSON Schema: exactly as in responses, as recommended in a body (decision 12 lists what else is
// accepted), and as in a query.
import { Invalid } from '../../define/api-error.ts'
import type { Filter } from '../../define/filters.ts'
import type { Kind } from '../../define/kinds.ts'

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }
export type JsonObject = { readonly [name: string]: Json }

const decimalPattern = '-?\\d+(\\.\\d+)?'
const idListPattern = '\\d+(,\\d+)*'
const datePattern = '\\d{4}-\\d{2}-\\d{2}'
const datetimePattern = `${datePattern} \\d{2}:\\d{2}:\\d{2}`

const anchored = (text: string, mayBeBlank: boolean): string => (mayBeBlank ? `^(${text})?$` : `^${text}$`)

/** A text, or null if the field can be null. */
const textOrNull = (schema: JsonObject, absent: boolean): JsonObject => ({
  type: absent ? ['string', 'null'] : 'string',
  ...schema,
})

const isPadded = (kind: Kind): boolean => kind.name === 'padded'

/** A value in a response. Numbers are texts, so that no client loses a digit. */
export function responseSchema(kind: Kind, absent: boolean): JsonObject {
  const orNull = absent && kind.serialize(null) === null
  const orBlank = absent && !orNull
  switch (kind.type) {
    case 'integer':
      return textOrNull({ pattern: anchored(isPadded(kind) ? '\\d{5,}' : '\\d+', orBlank) }, orNull)
    case 'double':
      return textOrNull({ pattern: anchored(decimalPattern, orBlank) }, orNull)
    case 'boolean':
      return textOrNull({ enum: orNull ? ['t', 'f', null] : ['t', 'f'] }, orNull)
    case 'date':
      return textOrNull({ format: 'date' }, orNull)
    case 'datetime':
      return textOrNull({ pattern: anchored(datetimePattern, false) }, orNull)
    case 'integer list':
      return textOrNull({ pattern: anchored(idListPattern, true) }, orNull)
    case 'html':
      return textOrNull({ contentMediaType: 'text/html' }, orNull)
    case 'string':
    case 'file':
      return textOrNull({}, orNull)
    case 'structure':
      return { ...kind.structure?.schema, ...(orNull ? { type: ['object', 'null'] } : {}) }
  }
}

const rejects = (kind: Kind, text: string): boolean => kind.parse(text) instanceof Invalid

function numberBounds(kind: Kind): JsonObject {
  const [above, most] = kind.range ?? []
  if (above !== undefined && most !== undefined) return { exclusiveMinimum: above, maximum: most }
  if (kind.type === 'integer') return { minimum: rejects(kind, '0') ? 1 : 0 }
  return rejects(kind, '-1') ? { minimum: 0 } : {}
}

const withNullType = (types: readonly string[], mayBeBlank: boolean): Json => {
  const all = mayBeBlank ? [...types, 'null'] : types
  return all.length === 1 && all[0] !== undefined ? all[0] : all
}

/** A value in a body; null or an empty text clears a nullable field. */
export function requestSchema(kind: Kind, mayBeBlank: boolean): JsonObject {
  switch (kind.type) {
    case 'integer':
      return {
        type: withNullType(['integer', 'string'], mayBeBlank),
        pattern: anchored('\\d+', mayBeBlank),
        ...numberBounds(kind),
      }
    case 'double':
      return {
        type: withNullType(['number', 'string'], mayBeBlank),
        pattern: anchored(decimalPattern, mayBeBlank),
        ...numberBounds(kind),
      }
    case 'boolean':
      return {
        type: withNullType(['string', 'boolean'], mayBeBlank),
        enum: ['t', 'f', true, false, ...(mayBeBlank ? ['', null] : [])],
      }
    case 'date':
      return mayBeBlank
        ? { type: ['string', 'null'], pattern: anchored(datePattern, true) }
        : { type: 'string', format: 'date' }
    case 'datetime':
      return { type: withNullType(['string'], mayBeBlank), pattern: anchored(datetimePattern, mayBeBlank) }
    case 'integer list':
      return {
        type: withNullType(['string', 'integer', 'array'], mayBeBlank),
        pattern: anchored(idListPattern, mayBeBlank),
        minimum: 1,
        items: { type: 'integer', minimum: 1 },
      }
    case 'file':
    case 'structure':
      return { enum: [null, ''] }
    case 'html':
    case 'string':
      return {
        type: withNullType(['string'], mayBeBlank),
        ...(mayBeBlank ? {} : { minLength: 1 }),
        ...(kind.maxLength === undefined ? {} : { maxLength: kind.maxLength }),
        ...(kind.type === 'html' ? { contentMediaType: 'text/html' } : {}),
      }
  }
}

/** The bytes of a file, as a part of a multipart body. */
export const fileSchema: JsonObject = { type: 'string', format: 'binary' }

const querySchema = (type: string, list: boolean, least: number): JsonObject => {
  const one: JsonObject =
    type === 'integer' ? { type: 'integer', minimum: least } : (querySchemaOfType[type] ?? { type: 'string' })
  return list ? { type: 'array', items: one, minItems: 1, maxItems: 1000 } : one
}

const querySchemaOfType: Readonly<Record<string, JsonObject>> = {
  boolean: { type: 'string', enum: ['t', 'f'] },
  date: { type: 'string', format: 'date' },
  datetime: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}( \\d{2}:\\d{2}(:\\d{2})?)?$' },
  double: { type: 'number' },
}

/** A filter in a query; -1 means "without one" where the filter supports it (decision 15). */
export function filterSchema({ type, acceptsList, allowedValues, parse }: Filter): JsonObject {
  if (allowedValues !== undefined) return { type: 'string', enum: allowedValues }
  const takes = (text: string): boolean => !(parse(text) instanceof Invalid)
  return querySchema(type, acceptsList, takes('-1') ? -1 : takes('0') ? 0 : 1)
}

/** A parameter of an endpoint or a report in a query. */
export const parameterSchema = (kind: Kind): JsonObject =>
  kind.type === 'integer list'
    ? querySchema('integer', true, 1)
    : querySchema(kind.type, false, rejects(kind, '0') ? 1 : 0)
