// The filters of a list. A filter parses one query parameter into a variant and a value: the variant decides the SQL
// text, which is compiled once, and the value is bound when the list runs. A filter on a field that is hidden from a
// role does not exist for that role.
import { isOneOf, withoutItsIndex } from '../io/dialect.ts'
import { rowCount } from '../io/row-counts.ts'
import { accountSlot, anyCondition, type Fragment, slot, sql, sqlName } from '../io/sql.ts'
import { instantsOfDay } from '../kit/day-in-zone.ts'
import { fold } from '../kit/text.ts'
import type { Role, Viewer } from './actor.ts'
import { Invalid } from './api-error.ts'
import type { Field, LinkTable } from './fields.ts'
import { date, datetime, flag as flagKind, parseWholeNumber, splitIds, plainText as textKind } from './kinds.ts'

export interface ParsedFilter {
  /** Which SQL text the filter needs, e.g. 'one' or 'many'. */
  readonly variant: string
  readonly value: unknown
}

export interface FilterContext {
  readonly variant: string
  readonly slotName: string
  readonly viewer: Viewer
  /** The SQL of one of the resource's own fields. */
  readonly column: (field: string) => Fragment
  /** The link table behind a field that lists people. */
  readonly linkTable: (field: string) => LinkTable | undefined
  readonly table: string
  /** The columns of a table that its search index has; none if there is no index. */
  readonly searchIndexColumns: (table: string) => readonly string[]
}

export interface Filter {
  readonly type: 'integer' | 'string' | 'boolean' | 'date' | 'datetime'
  readonly acceptsList: boolean
  readonly doc: string
  /** The field that the filter reads; where the field is hidden, so is the filter (decision 18). */
  readonly field?: string
  /** The resource of its ids, where no field states it. */
  readonly target?: string
  readonly hideFrom: readonly Role[]
  /** True when it reads the text of every row. Such a list runs off the event loop. */
  readonly slow: boolean
  /**
   * For a filter that can use search indexes, in its variant `indexed`: a condition that is true when they give at most
   * this number of rows. Its own cost is small in any case. Null when there is no index.
   */
  readonly hasFewIndexed?: (use: FilterContext, most: number) => Fragment | null
  /**
   * The number of matches of a list with this filter alone, for viewers who see all records: a filter that most records
   * match would read them all to be counted. Null when there is no shorter way.
   */
  readonly countAlone?: (use: FilterContext) => Fragment | null
  /**
   * The condition of a list with this filter alone in the order of ids, for viewers who see all records. An index has
   * exactly these records in this order, so the list is short even if `slow` is true.
   */
  readonly whereAlone?: (use: FilterContext) => Fragment
  /** `zone` is the time zone of the account, for days that are compared with instants (decision 32). */
  readonly parse: (text: string, zone?: string) => ParsedFilter | Invalid
  readonly where: (use: FilterContext) => Fragment
  /** Fields that the response has only when this filter is sent with another value than 'f'. */
  readonly addsFields?: Readonly<Record<string, (name: string) => Field>>
  /** The filter names a record that stores a query of this list in a field. Its parameters are applied as if sent. */
  readonly savedQuery?: { readonly resource: string; readonly field: string }
  /** The allowed words, for a filter with a fixed set. */
  readonly allowedValues?: readonly string[]
  /** True for a filter that the reference does not have. */
  readonly extension?: true
  /** True for callers for whom the filter is accepted and does nothing. */
  readonly ignoredFor?: (viewer: Viewer) => boolean
}

export type FilterOptions = Partial<
  Pick<
    Filter,
    | 'hideFrom'
    | 'field'
    | 'target'
    | 'ignoredFor'
    | 'addsFields'
    | 'savedQuery'
    | 'slow'
    | 'countAlone'
    | 'allowedValues'
    | 'extension'
  >
>

export const newFilter = (
  type: Filter['type'],
  doc: string,
  parse: Filter['parse'],
  where: Filter['where'],
  rest: FilterOptions & { acceptsList?: boolean } = {},
): Filter => ({ type, acceptsList: false, doc, hideFrom: [], slow: false, parse, where, ...rest })

const parsedValue = (value: unknown): ParsedFilter | Invalid =>
  value instanceof Invalid ? value : { variant: '', value }

const parseId = (text: string): number | Invalid => {
  const number = parseWholeNumber(text)
  return number === 0 ? new Invalid('must be an id, a whole number above 0') : number
}

const maxListValues = 1000

/** The ids of one parameter. -1 means records without a link, where the filter supports it (decision 15). */
export function parseIds(text: string, noneAllowed: boolean): ParsedFilter | Invalid {
  const parts = splitIds(text)
  if (parts.length > maxListValues)
    return new Invalid(`has too many values (${parts.length}); use at most ${maxListValues}`)
  const ids = new Set<number>()
  let none = false
  for (const part of parts) {
    if (noneAllowed && part === '-1') {
      none = true
      continue
    }
    const number = parseWholeNumber(part)
    if (number instanceof Invalid) return new Invalid('must be ids separated by commas')
    ids.add(number)
  }
  const [only] = ids
  const count = ids.size === 1 ? 'one' : 'many'
  return { variant: none ? `${count}-or-none` : count, value: ids.size === 1 ? only : [...ids] }
}

/** `column` is one of the ids of the slot; `variant` comes from `parseIds`. */
export const idMatches = (column: Fragment, variant: string, slotName: string): Fragment =>
  variant.startsWith('one') ? sql`${column} = ${slot(slotName)}` : isOneOf(column, slotName)

function idsCondition(field: string, use: FilterContext): Fragment {
  const links = use.linkTable(field)
  const orNone = use.variant.endsWith('-or-none')
  if (links === undefined) {
    const column = use.column(field)
    const isMatch = idMatches(column, use.variant, use.slotName)
    return orNone ? anyCondition([isMatch, sql`${column} is null`]) : isMatch
  }
  const { table, key } = links
  const isMatch = sql`${sqlName(use.table)}.id in (select link.${sqlName(key)} from ${sqlName(table)} link
    where link.accountid = ${slot('account')} and ${idMatches(sql`link.personid`, use.variant, use.slotName)})`
  if (!orNone) return isMatch
  return anyCondition([
    isMatch,
    sql`not exists (select 1 from ${sqlName(table)} link
      where link.accountid = ${sqlName(use.table)}.accountid and link.${sqlName(key)} = ${sqlName(use.table)}.id)`,
  ])
}

export const anyOf = (field: string, doc: string, rest: FilterOptions = {}): Filter =>
  newFilter(
    'integer',
    doc,
    (text) => parseIds(text, false),
    (use) => idsCondition(field, use),
    { field, acceptsList: true, ...rest },
  )

export const anyOfOrNone = (field: string, doc: string, rest: FilterOptions = {}): Filter =>
  newFilter(
    'integer',
    doc,
    (text) => parseIds(text, true),
    (use) => idsCondition(field, use),
    { field, acceptsList: true, ...rest },
  )

/** Ids with a condition of their own. */
export const idsFilter = (doc: string, where: (use: FilterContext) => Fragment, rest: FilterOptions = {}): Filter =>
  newFilter('integer', doc, (text) => parseIds(text, false), where, { acceptsList: true, ...rest })

/** One id, equal to a field. */
export const equalsId = (field: string, doc: string): Filter =>
  newFilter(
    'integer',
    doc,
    (text) => parsedValue(parseId(text)),
    (use) => sql`${use.column(field)} = ${slot(use.slotName)}`,
    {
      field,
    },
  )

/** One id with a condition of its own. */
export const idFilter = (doc: string, where: (use: FilterContext) => Fragment, rest: FilterOptions = {}): Filter =>
  newFilter('integer', doc, (text) => parsedValue(parseId(text)), where, rest)

/** A whole number with a condition of its own. */
export const numberFilter = (doc: string, where: (use: FilterContext) => Fragment): Filter =>
  newFilter('integer', doc, (text) => parsedValue(parseWholeNumber(text)), where)

/** The id of a record that stores a query of this list in a field. The stored parameters choose records, not the id. */
export const savedQueryFilter = (resource: string, field: string, doc: string): Filter =>
  idFilter(doc, () => sql`1 = 1`, { target: resource, savedQuery: { resource, field } })

const parseWithKind =
  (kind: typeof date) =>
  (text: string): ParsedFilter | Invalid => {
    const value = kind.parse(text)
    return value === null ? new Invalid('must not be blank') : parsedValue(value)
  }

const compare = (field: string, operator: '=' | '>=' | '<=', kind: typeof date, doc: string): Filter =>
  newFilter(
    kind.type as 'date' | 'datetime',
    doc,
    parseWithKind(kind),
    (use) => sql`${use.column(field)} ${sql.raw(operator)} ${slot(use.slotName)}`,
    { field },
  )

/** The whole text. */
export const equalsText = (field: string, doc: string, rest: FilterOptions = {}): Filter =>
  newFilter('string', doc, parseWithKind(textKind()), (use) => sql`${use.column(field)} = ${slot(use.slotName)}`, {
    field,
    ...rest,
  })

/** Ranges include both ends (decision 14). */
export const onDay = (field: string, doc: string): Filter => compare(field, '=', date, doc)
export const fromDay = (field: string, doc: string): Filter => compare(field, '>=', date, doc)
export const untilDay = (field: string, doc: string): Filter => compare(field, '<=', date, doc)
/** Instants within the UTC day of the given instant or date. */
export const duringDay = (field: string, doc: string): Filter =>
  newFilter(
    'datetime',
    doc,
    (text) => {
      const parsed = parseWithKind(datetime)(text)
      return parsed instanceof Invalid ? parsed : parsedValue(String(parsed.value).slice(0, 10))
    },
    (use) => {
      const [column, day] = [use.column(field), slot(use.slotName)]
      return sql`${column} >= ${day} and ${column} <= cast(${day} as text) || ' 23:59:59'`
    },
    { field },
  )
const instantOfDay = (field: string, operator: '>=' | '<=', edge: 'first' | 'last', doc: string): Filter =>
  newFilter(
    'date',
    doc,
    (text, zone = 'UTC') => {
      const parsed = parseWithKind(date)(text)
      return parsed instanceof Invalid ? parsed : parsedValue(instantsOfDay(String(parsed.value), zone)[edge])
    },
    (use) => sql`${use.column(field)} ${sql.raw(operator)} ${slot(use.slotName)}`,
  )
/** Instants since the start, or until the end, of a day in the account's time zone. */
export const sinceDay = (field: string, doc: string): Filter => instantOfDay(field, '>=', 'first', doc)
export const throughDay = (field: string, doc: string): Filter => instantOfDay(field, '<=', 'last', doc)
export const fromInstant = (field: string, doc: string): Filter => compare(field, '>=', datetime, doc)
export const untilInstant = (field: string, doc: string): Filter => compare(field, '<=', datetime, doc)

const parseFlag = (text: string): ParsedFilter | Invalid => {
  const value = flagKind.parse(text)
  if (value === null) return new Invalid('must not be blank')
  return value instanceof Invalid ? value : { variant: String(value), value }
}

/** A boolean column. */
export const isFlag = (field: string, doc: string, rest: FilterOptions = {}): Filter =>
  newFilter('boolean', doc, parseFlag, (use) => sql`${use.column(field)} = ${slot(use.slotName)}`, { field, ...rest })

/**
 * A boolean column of the table that has an index in the order of ids. Both numbers come from the index of those with
 * 'f': of flags that nearly all records have, these are the few.
 */
export function indexedFlag(column: string, doc: string, rest: FilterOptions = {}): Filter {
  const columnOf = ({ table }: FilterContext): Fragment => sqlName(`${table}.${column}`)
  return {
    ...newFilter(
      'boolean',
      doc,
      parseFlag,
      (use) => sql`${withoutItsIndex(columnOf(use))} = ${sql.lit(use.variant)}`,
      rest,
    ),
    whereAlone: (use) => sql`${columnOf(use)} = ${sql.lit(use.variant)}`,
    countAlone: (use) => {
      const others = sql`(select count(*) from ${sqlName(use.table)}
        where ${sqlName(`${use.table}.accountid`)} = ${accountSlot} and ${columnOf(use)} = 'f')`
      return use.variant === 'f' ? others : sql`${rowCount(use.table)} - ${others}`
    },
  }
}

/** A boolean with two conditions of its own: `yes` for 't', `no` for 'f'. */
export const flagFilter = (
  doc: string,
  yes: (use: FilterContext) => Fragment,
  no: (use: FilterContext) => Fragment,
  rest: FilterOptions = {},
): Filter => newFilter('boolean', doc, parseFlag, (use) => (use.variant === 't' ? yes(use) : no(use)), rest)

const parseText = (text: string): ParsedFilter | Invalid => {
  const value = textKind().parse(text)
  return value instanceof Invalid ? value : { variant: '', value: fold(String(value ?? '')) }
}

/** A column that holds one of a few words. */
export const isChoice = (
  field: string,
  allowedValues: readonly string[],
  doc: string,
  rest: FilterOptions = {},
): Filter =>
  newFilter(
    'string',
    doc,
    (text) =>
      allowedValues.includes(text) ? parsedValue(text) : new Invalid(`must be one of ${allowedValues.join(', ')}`),
    (use) => sql`${use.column(field)} = ${slot(use.slotName)}`,
    { field, allowedValues, ...rest },
  )

/** One of a few words, each with a condition of its own. */
export const choiceFilter = (conditions: Readonly<Record<string, Fragment>>, doc: string): Filter =>
  newFilter(
    'string',
    doc,
    (text) =>
      Object.hasOwn(conditions, text)
        ? { variant: text, value: text }
        : new Invalid(`must be one of ${Object.keys(conditions).join(', ')}`),
    ({ variant }) => conditions[variant] ?? sql`1 = 0`,
    { allowedValues: Object.keys(conditions) },
  )

/** A case-insensitive text with a condition of its own. */
export const textFilter = (doc: string, where: (use: FilterContext) => Fragment): Filter =>
  newFilter('string', doc, parseText, where)
