// The URL parameters of the task list: filters with the names and formats of the API, sort order and view. So a URL can
// be shared, and a saved filter has the same text. Invalid values are ignored.
import { type IsoDate, isoDate, isoInstant } from '@stint/sdk'
import { type FilterFact, type FilterOf, filtersOf, type Role, sortsOf } from '../../api/permissions.ts'
import type { QueryOf } from '../../api/records.ts'
import { dayParam } from '../../kit/url-params.ts'

export type TaskFilterName = FilterOf<'task'>
export type TaskQuery = QueryOf<'task'>

/** Ids are separated by commas, flags are t and f, days YYYY-MM-DD. */
export type TaskFilters = { readonly [F in TaskFilterName]?: string | number | undefined }

export interface TaskSearch extends TaskFilters {
  /** A sort field of the API, with a minus in front for descending order. */
  readonly sort?: string | undefined
  readonly view?: 'board' | 'calendar' | undefined
  /** The calendar: a week instead of a month, a day of what it shows, and whether it has the hours logged. */
  readonly span?: 'week' | undefined
  readonly day?: IsoDate | undefined
  readonly time?: true | undefined
}

/** The parameters of the view, without those that are not set. */
function viewParams(given: Readonly<Record<string, unknown>>): Pick<TaskSearch, 'view' | 'span' | 'day' | 'time'> {
  if (given.view === 'board') return { view: 'board' }
  if (given.view !== 'calendar') return {}
  const day = dayParam(given, 'day')
  return {
    view: 'calendar',
    ...(given.span === 'week' ? { span: 'week' } : {}),
    ...(day === undefined ? {} : { day }),
    ...(given.time === true ? { time: true } : {}),
  }
}

const allFilters: readonly FilterFact<TaskFilterName>[] = filtersOf('task', 'Administrator')
const factsByName: ReadonlyMap<string, FilterFact<TaskFilterName>> = new Map(
  allFilters.map((fact) => [fact.name, fact]),
)

const patterns: Readonly<Record<string, RegExp>> = {
  number: /^\d{1,15}$/,
  numbers: /^(-1|\d{1,15})(,(-1|\d{1,15}))*$/,
  flag: /^[tf]$/,
  date: /^\d{4}-\d\d-\d\d$/,
  datetime: /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\dZ)?$/,
  text: /\S/,
}

/** The value of a URL parameter. A number stays a number, because the router writes texts of digits in quotes. */
const toParam = (text: string): string | number => (/^(0|[1-9]\d{0,14})$/.test(text) ? Number(text) : text)

function toText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 't' : 'f'
  if (Array.isArray(value)) return value.join(',')
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function validText(name: string, value: unknown): string | undefined {
  const fact = factsByName.get(name)
  const raw = toText(value)
  const text = fact?.kind === 'datetime' ? raw.replace(/^(\S+) (\S+)$/, '$1T$2Z') : raw
  // includetimerid is not a filter; the lists that show timers always send it.
  if (fact === undefined || name === 'includetimerid') return undefined
  return patterns[fact.kind]?.test(text) === true ? text : undefined
}

export function parseTaskSearch(given: Readonly<Record<string, unknown>>): TaskSearch {
  const filters = Object.keys(given).flatMap((name) => {
    const text = validText(name, given[name])
    return text === undefined ? [] : [[name, toParam(text)]]
  })
  const sort = toText(given.sort)
  const sorts: readonly string[] = sortsOf('task', 'Administrator')
  return {
    ...Object.fromEntries(filters),
    ...(sorts.includes(sort.replace(/^-/, '')) ? { sort } : {}),
    ...viewParams(given),
  }
}

export const filterValue = (search: TaskSearch, name: TaskFilterName): string => String(search[name] ?? '')

/** The ids of a filter; -1 means records without a value. */
export const filterIds = (search: TaskSearch, name: TaskFilterName): number[] =>
  filterValue(search, name)
    .split(',')
    .filter((part) => part !== '')
    .map(Number)

/** The search with a filter set, or without it when the value is blank. */
export function withFilter(search: TaskSearch, name: TaskFilterName, value: string | readonly number[]): TaskSearch {
  const text = typeof value === 'string' ? value : value.join(',')
  const { [name]: _before, ...rest } = search
  return text.trim() === '' ? rest : { ...rest, [name]: toParam(text) }
}

/** The names of the filters that are set and that this role has. */
export const activeFilters = (search: TaskSearch, role: Role): TaskFilterName[] =>
  filtersOf('task', role)
    .map(({ name }) => name)
    .filter((name) => search[name] !== undefined)

/** The server ignores these filters for restricted people, so they are not offered. */
const ignoredWhenRestricted: readonly TaskFilterName[] = ['assigneeid', 'ownerid']

/** The filters that are offered to a person, by name. */
export const filtersFor = (role: Role, restricted: boolean): ReadonlyMap<TaskFilterName, FilterFact<TaskFilterName>> =>
  new Map(
    filtersOf('task', role)
      .filter(({ name }) => !restricted || !ignoredWhenRestricted.includes(name))
      .map((fact) => [fact.name, fact]),
  )

export const withoutFilters = (search: TaskSearch): TaskSearch => ({
  ...(search.sort === undefined ? {} : { sort: search.sort }),
  ...viewParams({ ...search }),
})

/** Closed tasks are left out unless one of these filters is set, because most tasks are closed. */
const closedTaskFilters: readonly TaskFilterName[] = [
  'excludeclosed',
  'statusid',
  'dateclosed',
  'dateclosedbegin',
  'dateclosedend',
  'tasklistfilterid',
]

export const excludesClosed = (search: TaskSearch): boolean =>
  closedTaskFilters.every((name) => search[name] === undefined) || search.excludeclosed === 't'

const defaultSort = 'datedue'

export function taskSorting({ sort, tasklistfilterid }: TaskSearch): { field: string; down: boolean } | undefined {
  if (sort === undefined && tasklistfilterid !== undefined) return undefined
  const text = sort ?? defaultSort
  return { field: text.replace(/^-/, ''), down: text.startsWith('-') }
}

function toQueryValue(kind: string, text: string): unknown {
  if (kind === 'number') return Number(text)
  if (kind === 'numbers') return text.split(',').map(Number)
  if (kind === 'flag') return text === 't'
  if (kind === 'date') return isoDate(text)
  if (kind === 'datetime') return isoInstant(text.includes('T') ? text : `${text}T00:00:00Z`)
  return text
}

/** The query of the request. */
export function taskQueryOf(search: TaskSearch, role: Role): TaskQuery {
  const facts = new Map(filtersOf('task', role).map((fact) => [fact.name, fact]))
  const filters = activeFilters(search, role).map((name) => [
    name,
    toQueryValue(facts.get(name)?.kind ?? 'text', filterValue(search, name)),
  ])
  const sorting = taskSorting(search)
  const sorts: readonly string[] = sortsOf('task', role)
  const sorted = sorting !== undefined && sorts.includes(sorting.field)
  return {
    ...Object.fromEntries(filters),
    ...(excludesClosed(search) ? { excludeclosed: true } : {}),
    ...(sorted ? { sortfield: sorting.field, sortdir: sorting.down ? 'DESC' : 'ASC' } : {}),
  } as TaskQuery
}

/** The search in the format of a saved filter of the API. */
export function toFilterParams(search: TaskSearch, role: Role): string {
  const params = new URLSearchParams()
  for (const name of activeFilters(search, role)) {
    const text = filterValue(search, name)
    // The API writes an instant with a blank and without the time zone.
    const wire = factsByName.get(name)?.kind === 'datetime' ? text.replace('T', ' ').replace('Z', '') : text
    if (name !== 'tasklistfilterid') params.set(name, wire)
  }
  if (excludesClosed(search)) params.set('excludeclosed', 't')
  const sorting = taskSorting(search)
  if (sorting !== undefined) {
    params.set('sortfield', sorting.field)
    if (sorting.down) params.set('sortdir', 'DESC')
  }
  return params.toString()
}

/** Converts a saved filter to URL parameters, so that its filters are visible and can be changed. */
export function parseFilterParams(params: string, shown: TaskSearch): TaskSearch {
  const pairs = Object.fromEntries(new URLSearchParams(params))
  const { sortfield = '', sortdir = '' } = pairs
  const sort = `${sortdir.toUpperCase() === 'DESC' ? '-' : ''}${sortfield}`
  const filters = parseTaskSearch({ ...pairs, ...(sortfield === '' ? {} : { sort }), ...viewParams({ ...shown }) })
  return filters.excludeclosed === undefined && excludesClosed(filters) ? { ...filters, excludeclosed: 'f' } : filters
}
