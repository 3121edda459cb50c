// Filters that find a part of a text. A definition says which texts a filter reads; whether they have a search index is
// read from the database. An index only gives the rows that can match, and the condition decides: so the result is the
// same with and without it.
import { containsText, hasFewIndexed, inSearchForm, isAmong, minIndexedLength, searchIndexIds } from '../io/dialect.ts'
import { accountSlot, allConditions, anyCondition, type Fragment, joinFragments, sql, sqlName } from '../io/sql.ts'
import { codePoints, searchedForm } from '../kit/text.ts'
import { Invalid } from './api-error.ts'
import { type Filter, type FilterContext, type FilterOptions, newFilter, type ParsedFilter } from './filters.ts'
import { plainText } from './kinds.ts'

/** Variants of a search: by an index in any account, by an index in an account with many rows, or without an index. */
const indexedVariant = 'indexed'
const manyRowsVariant = 'indexed-many'
const scanVariant = 'scan'

/** True if a search may use an index. */
export const isIndexed = (variant: string): boolean => variant === indexedVariant || variant === manyRowsVariant

/** The same search in an account with many rows, or without an index. */
export const inManyRows = (parsed: ParsedFilter): ParsedFilter => ({ ...parsed, variant: manyRowsVariant })
export const withoutIndex = (parsed: ParsedFilter): ParsedFilter => ({ ...parsed, variant: scanVariant })

const parseSearch = (text: string): ParsedFilter | Invalid => {
  const parsed = plainText().parse(text)
  if (parsed instanceof Invalid) return parsed
  const value = searchedForm(String(parsed ?? ''))
  return { variant: codePoints(value) < minIndexedLength ? scanVariant : indexedVariant, value }
}

/** A text that a search reads: a condition on the records, and how a search index finds them. */
export interface SearchedText {
  readonly matches: Fragment
  /** The table and columns whose index can find the text. */
  readonly table: string
  readonly columns: readonly string[]
  /** Turns a select of ids of that table into one of ids of the list's own table. */
  readonly ownIds: (ids: Fragment) => Fragment
}

/**
 * The records that have one of these texts. With indexes, they first give the few records that can have it; the
 * condition itself decides.
 */
function searchCondition(use: FilterContext, texts: readonly SearchedText[]): Fragment {
  const matches = anyCondition(texts.map((text) => text.matches))
  if (!isIndexed(use.variant) || !texts.every((text) => hasIndex(use, text))) return matches
  const ids = oneOfEachTable(texts).map(({ table, ownIds }) =>
    ownIds(searchIndexIds(table, use.searchIndexColumns(table), use.slotName, use.variant === manyRowsVariant)),
  )
  return sql`${isAmong(sqlName(`${use.table}.id`), joinFragments(ids, ' union all '))} and ${matches}`
}

/** The index of a table finds a text in any of its columns. */
const oneOfEachTable = (texts: readonly SearchedText[]): SearchedText[] => [
  ...new Map(texts.map((text) => [text.table, text])).values(),
]

function hasIndex(use: FilterContext, { table, columns }: SearchedText): boolean {
  const indexed = use.searchIndexColumns(table)
  return columns.every((column) => indexed.includes(column))
}

const fewIndexed = (use: FilterContext, texts: readonly SearchedText[], most: number): Fragment | null =>
  texts.every((text) => hasIndex(use, text))
    ? allConditions(oneOfEachTable(texts).map(({ table, ownIds }) => hasFewIndexed(table, use.slotName, most, ownIds)))
    : null

const searching = (
  doc: string,
  texts: (use: FilterContext) => readonly SearchedText[],
  rest: FilterOptions = {},
): Filter => ({
  ...newFilter('string', doc, parseSearch, (use) => searchCondition(use, texts(use)), { ...rest, slow: true }),
  hasFewIndexed: (use, most) => fewIndexed(use, texts(use), most),
})

/** A substring in any letter case, with or without accents; there are no wildcards (decision 17). */
export const textContains = (field: string, doc: string): Filter =>
  searching(doc, (use) => [{ ...searchedColumn(use, field), matches: matchesSearch(use.column(field), use) }], {
    field,
  })

/** A column of the list's own table. */
export const searchedColumn = (use: FilterContext, column: string): SearchedText => ({
  matches: matchesSearch(sqlName(`${use.table}.${column}`), use),
  table: use.table,
  columns: [column],
  ownIds: (ids) => ids,
})

/** A number of the list's own table, as the digits that people see. */
export const searchedNumber = (use: FilterContext, column: string, digits: Fragment): SearchedText => ({
  ...searchedColumn(use, column),
  matches: containsText(digits, use.slotName),
})

/** A text of the record that `key`, a column of the list's own table, names. */
export const searchedThrough = (
  use: FilterContext,
  key: string,
  { table, columns, matches }: Pick<SearchedText, 'table' | 'columns' | 'matches'>,
): SearchedText => ({
  matches,
  table,
  columns,
  ownIds: (ids) =>
    sql`select owner.id from ${sqlName(use.table)} owner where owner.accountid = ${accountSlot} and ${isAmong(sqlName(`owner.${key}`), ids)}`,
})

/** A text of records whose column `key` names the record of the list. */
export const searchedParts = (
  key: string,
  { table, columns, matches }: Pick<SearchedText, 'table' | 'columns' | 'matches'>,
): SearchedText => ({
  matches,
  table,
  columns,
  ownIds: (ids) =>
    sql`select part.${sqlName(key)} from ${sqlName(table)} part where part.accountid = ${accountSlot} and ${isAmong(sql`part.id`, ids)}`,
})

/** A text that is searched in several columns. */
export const searchFilter = (doc: string, texts: (use: FilterContext) => readonly SearchedText[]): Filter =>
  searching(doc, texts)

/** The usual condition of a search: the text contains the searched text. */
export const matchesSearch = (text: Fragment, use: FilterContext): Fragment =>
  containsText(inSearchForm(text), use.slotName)
