// The order of a list in the URL: a sort field of the API, with a minus in front for descending order.
import type { Sorting } from './record-table.tsx'

const parseSorting = (text: string): Sorting => ({ field: text.replace(/^-/, ''), down: text.startsWith('-') })

/** Parses an order. If `fields` are given, an order by another field is replaced with the default. */
export function sortingOf(text: string | undefined, usual: string, fields?: readonly string[]): Sorting {
  const sorting = parseSorting(text ?? usual)
  return fields === undefined || fields.includes(sorting.field) ? sorting : parseSorting(usual)
}

export const sortText = ({ field, down }: Sorting): string => `${down ? '-' : ''}${field}`

/** The sort parameters of a request; empty if the server does not sort by the field. */
export const sortQuery = <F extends string>({ field, down }: Sorting, fields: readonly F[]) => {
  const sortfield = fields.find((one) => one === field)
  return sortfield === undefined ? {} : { sortfield, sortdir: down ? ('DESC' as const) : ('ASC' as const) }
}
