// Parses the URL parameters of screens: ids, days and texts. Invalid values are ignored, so that an old or mistyped
// address still opens the screen.
import { type IsoDate, isoDate } from '@stint/sdk'

export type Params = Readonly<Record<string, unknown>>

export function idParam(given: Params, name: string): number | undefined {
  const value = Number(given[name])
  return Number.isSafeInteger(value) && value > 0 ? value : undefined
}

export function dayParam(given: Params, name: string): IsoDate | undefined {
  const value = given[name]
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value) || Number.isNaN(Date.parse(value))) return undefined
  return isoDate(value)
}

export const choiceParam = <W extends string>(given: Params, name: string, messages: readonly W[]): W | undefined =>
  messages.find((word) => word === given[name])

export function textParam(given: Params, name: string): string | undefined {
  const value = given[name]
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
  return text === '' ? undefined : text
}

/** Removes undefined values, so that the address stays short. */
export const withoutUndefined = <T extends object>(given: T): Partial<T> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<T>

/** Reads the parameters of a route, for `validateSearch`. */
export const paramsReader =
  <T extends object>(read: (given: Params) => T) =>
  (given: Params): Partial<T> =>
    withoutUndefined(read(given))

/** An id. The router has already parsed the value as a number. */
export const idValue = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : undefined

/** A text that is not empty. The router parses a text of digits as a number. */
export const textValue = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) || undefined : undefined
