// The filters of a list. A filter reads one query parameter into a shape and a value: the shape decides the SQL text
// (compiled once), the value is bound when the list runs. A filter on a field a role may not see does not exist for it.
import { contains as containsText, folded, isOneOf } from '../io/dialect.ts'
import { allOf, anyOfThese, type Fragment, name, slot, sql } from '../io/sql.ts'
import { fold } from '../kit/text.ts'
import { instantsOfDay } from '../kit/zone-day.ts'
import type { Role, Viewer } from './actor.ts'
import type { Field, Links } from './fields.ts'
import { date, datetime, flag as flagKind, text as textKind, wholeNumber } from './kinds.ts'
import { Unfit } from './refusal.ts'

export interface Parsed {
  /** Which SQL text the filter needs, e.g. 'one' or 'many'. */
  readonly shape: string
  readonly value: unknown
}

export interface FilterUse {
  readonly shape: string
  readonly slotName: string
  readonly viewer: Viewer
  /** The SQL of one of the resource's own fields. */
  readonly column: (field: string) => Fragment
  /** The link table behind a field that lists people. */
  readonly links: (field: string) => Links | undefined
  readonly table: string
}

export interface Filter {
  readonly type: 'integer' | 'string' | 'boolean' | 'date' | 'datetime'
  readonly list: boolean
  readonly doc: string
  /** The field it reveals; hidden together with it (decision 18). */
  readonly field?: string
  readonly hideFrom: readonly Role[]
  /** True when it reads every row's text: such a list never runs on the event loop's connection. */
  readonly slow: boolean
  /** `zone` is the account's, for days that are compared with instants (decision 32). */
  readonly parse: (text: string, zone?: string) => Parsed | Unfit
  readonly where: (use: FilterUse) => Fragment
  /** Fields that the answer has only when this filter is sent, and not as 'f'. */
  readonly adds?: Readonly<Record<string, (name: string) => Field>>
  /** It names a record that keeps a query of this list in one of its fields: the parameters in it are taken as sent. */
  readonly saved?: { readonly resource: string; readonly field: string }
  /** The only values it takes, where these are words. */
  readonly words?: readonly string[]
  /** True when the reference's list has no such filter. */
  readonly ours?: true
  /** True for callers for whom the filter is accepted and does nothing. */
  readonly ignoredFor?: (viewer: Viewer) => boolean
}

type Rest = Partial<Pick<Filter, 'hideFrom' | 'field' | 'ignoredFor' | 'adds' | 'saved' | 'slow' | 'words' | 'ours'>>

const make = (
  type: Filter['type'],
  doc: string,
  parse: Filter['parse'],
  where: Filter['where'],
  rest: Rest & { list?: boolean } = {},
): Filter => ({ type, list: false, doc, hideFrom: [], slow: false, parse, where, ...rest })

const asValue = (value: unknown): Parsed | Unfit => (value instanceof Unfit ? value : { shape: '', value })

const oneId = (text: string): number | Unfit => {
  const number = wholeNumber(text)
  return number === 0 ? new Unfit('is not an id') : number
}

const listLimit = 1000

/** Ids as sent in one parameter; -1 asks for records without a link where the filter knows that (decision 15). */
export function parseIds(text: string, noneAllowed: boolean): Parsed | Unfit {
  const parts = text.split(',')
  if (parts.length > listLimit) return new Unfit(`has ${parts.length} values; at most ${listLimit} are allowed`)
  const ids = new Set<number>()
  let none = false
  for (const part of parts) {
    if (noneAllowed && part === '-1') {
      none = true
      continue
    }
    const number = wholeNumber(part)
    if (number instanceof Unfit) return new Unfit('is not a list of ids')
    ids.add(number)
  }
  const [only] = ids
  const count = ids.size === 1 ? 'one' : 'many'
  return { shape: none ? `${count}-or-none` : count, value: ids.size === 1 ? only : [...ids] }
}

/** `column` is among the ids of the slot, in the shape that `parseIds` gave. */
export const amongIds = (column: Fragment, shape: string, slotName: string): Fragment =>
  shape.startsWith('one') ? sql`${column} = ${slot(slotName)}` : isOneOf(column, slotName)

function idsWhere(field: string, use: FilterUse): Fragment {
  const links = use.links(field)
  const orNone = use.shape.endsWith('-or-none')
  if (links === undefined) {
    const column = use.column(field)
    const among = amongIds(column, use.shape, use.slotName)
    return orNone ? anyOfThese([among, sql`${column} is null`]) : among
  }
  const { table, key } = links
  const among = sql`${name(use.table)}.id in (select link.${name(key)} from ${name(table)} link
    where link.accountid = ${slot('account')} and ${amongIds(sql`link.personid`, use.shape, use.slotName)})`
  if (!orNone) return among
  return anyOfThese([
    among,
    sql`not exists (select 1 from ${name(table)} link
      where link.accountid = ${name(use.table)}.accountid and link.${name(key)} = ${name(use.table)}.id)`,
  ])
}

export const anyOf = (field: string, doc: string, rest: Rest = {}): Filter =>
  make(
    'integer',
    doc,
    (text) => parseIds(text, false),
    (use) => idsWhere(field, use),
    { field, list: true, ...rest },
  )

export const anyOfOrNone = (field: string, doc: string, rest: Rest = {}): Filter =>
  make(
    'integer',
    doc,
    (text) => parseIds(text, true),
    (use) => idsWhere(field, use),
    { field, list: true, ...rest },
  )

/** Ids with a condition of their own. */
export const ids = (doc: string, where: (use: FilterUse) => Fragment, rest: Rest = {}): Filter =>
  make('integer', doc, (text) => parseIds(text, false), where, { list: true, ...rest })

/** One id, equal to a field. */
export const isId = (field: string, doc: string): Filter =>
  make(
    'integer',
    doc,
    (text) => asValue(oneId(text)),
    (use) => sql`${use.column(field)} = ${slot(use.slotName)}`,
    {
      field,
    },
  )

/** One id with a condition of its own. */
export const oneOf = (doc: string, where: (use: FilterUse) => Fragment, rest: Rest = {}): Filter =>
  make('integer', doc, (text) => asValue(oneId(text)), where, rest)

/** The id of a record that keeps a query of this list in one of its fields. */
export const savedIn = (resource: string, field: string, doc: string): Filter =>
  oneOf(doc, () => sql`1 = 1`, { saved: { resource, field } })

const parseWith =
  (kind: typeof date) =>
  (text: string): Parsed | Unfit => {
    const value = kind.parse(text)
    return value === null ? new Unfit('is blank') : asValue(value)
  }

const compare = (field: string, operator: '=' | '>=' | '<=', kind: typeof date, doc: string): Filter =>
  make(
    kind.type as 'date' | 'datetime',
    doc,
    parseWith(kind),
    (use) => sql`${use.column(field)} ${sql.raw(operator)} ${slot(use.slotName)}`,
    { field },
  )

/** Ranges include their ends, everywhere (decision 14). */
export const onDay = (field: string, doc: string): Filter => compare(field, '=', date, doc)
export const fromDay = (field: string, doc: string): Filter => compare(field, '>=', date, doc)
export const untilDay = (field: string, doc: string): Filter => compare(field, '<=', date, doc)
/** Instants of the UTC day that an instant, or a bare date, falls on. */
export const duringDay = (field: string, doc: string): Filter =>
  make(
    'datetime',
    doc,
    (text) => {
      const parsed = parseWith(datetime)(text)
      return parsed instanceof Unfit ? parsed : asValue(String(parsed.value).slice(0, 10))
    },
    (use) => {
      const [column, day] = [use.column(field), slot(use.slotName)]
      return sql`${column} >= ${day} and ${column} <= cast(${day} as text) || ' 23:59:59'`
    },
    { field },
  )
const instantOfDay = (field: string, operator: '>=' | '<=', edge: 'first' | 'last', doc: string): Filter =>
  make(
    'date',
    doc,
    (text, zone = 'UTC') => {
      const parsed = parseWith(date)(text)
      return parsed instanceof Unfit ? parsed : asValue(instantsOfDay(String(parsed.value), zone)[edge])
    },
    (use) => sql`${use.column(field)} ${sql.raw(operator)} ${slot(use.slotName)}`,
  )
/** Instants from the beginning, or to the end, of a day of the account's calendar. */
export const sinceDay = (field: string, doc: string): Filter => instantOfDay(field, '>=', 'first', doc)
export const throughDay = (field: string, doc: string): Filter => instantOfDay(field, '<=', 'last', doc)
export const fromInstant = (field: string, doc: string): Filter => compare(field, '>=', datetime, doc)
export const untilInstant = (field: string, doc: string): Filter => compare(field, '<=', datetime, doc)

const parseFlag = (text: string): Parsed | Unfit => {
  const value = flagKind.parse(text)
  if (value === null) return new Unfit('is blank')
  return value instanceof Unfit ? value : { shape: String(value), value }
}

/** A boolean column. */
export const isFlag = (field: string, doc: string, rest: Rest = {}): Filter =>
  make('boolean', doc, parseFlag, (use) => sql`${use.column(field)} = ${slot(use.slotName)}`, { field, ...rest })

/** A boolean with two conditions of its own: `yes` for 't', `no` for 'f'. */
export const flag = (
  doc: string,
  yes: (use: FilterUse) => Fragment,
  no: (use: FilterUse) => Fragment,
  rest: Rest = {},
): Filter => make('boolean', doc, parseFlag, (use) => (use.shape === 't' ? yes(use) : no(use)), rest)

const parseText = (text: string): Parsed | Unfit => {
  const value = textKind().parse(text)
  return value instanceof Unfit ? value : { shape: '', value: fold(String(value ?? '')) }
}

/** Case-insensitive, Unicode-aware substring; no character is special (decision 17). */
export const contains = (field: string, doc: string): Filter =>
  make('string', doc, parseText, (use) => containsText(folded(use.column(field)), use.slotName), { field, slow: true })

/** A column that holds one of a few words. */
export const isWord = (field: string, words: readonly string[], doc: string): Filter =>
  make(
    'string',
    doc,
    (text) => (words.includes(text) ? asValue(text) : new Unfit(`is none of ${words.join(', ')}`)),
    (use) => sql`${use.column(field)} = ${slot(use.slotName)}`,
    { field, words },
  )

/** One of a few words, each with a condition of its own. */
export const word = (conditions: Readonly<Record<string, Fragment>>, doc: string): Filter =>
  make(
    'string',
    doc,
    (text) =>
      Object.hasOwn(conditions, text)
        ? { shape: text, value: text }
        : new Unfit(`is none of ${Object.keys(conditions).join(', ')}`),
    ({ shape }) => conditions[shape] ?? sql`1 = 0`,
    { words: Object.keys(conditions) },
  )

/** A text that must be equal, whatever its case, to what the condition looks for. */
export const textIs = (doc: string, where: (use: FilterUse) => Fragment): Filter =>
  make('string', doc, parseText, where)

/** Text looked for in several places. */
export const searchIn = (doc: string, places: (use: FilterUse) => readonly Fragment[]): Filter =>
  make('string', doc, parseText, (use) => anyOfThese(places(use)), { slow: true })

/** The usual condition of a search place: the field's text, folded, contains what is looked for. */
export const found = (text: Fragment, use: FilterUse): Fragment => containsText(folded(text), use.slotName)

export { allOf }
