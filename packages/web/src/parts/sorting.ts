// The order of a list as the address holds it: a sort field of the API, with a minus in front when it goes down.
import type { Sorting } from './record-table.tsx'

const parseSorting = (text: string): Sorting => ({ field: text.replace(/^-/, ''), down: text.startsWith('-') })

/** What the server does not sort by, where its `fields` are given, is as if it were not there. */
export function sortingOf(text: string | undefined, usual: string, fields?: readonly string[]): Sorting {
  const wanted = parseSorting(text ?? usual)
  return fields === undefined || fields.includes(wanted.field) ? wanted : parseSorting(usual)
}

export const sortText = ({ field, down }: Sorting): string => `${down ? '-' : ''}${field}`

/** What the server is asked; a field that the address made up is left out. */
export const sortQuery = <F extends string>({ field, down }: Sorting, fields: readonly F[]) => {
  const known = fields.find((one) => one === field)
  return known === undefined ? {} : { sortfield: known, sortdir: down ? ('DESC' as const) : ('ASC' as const) }
}
