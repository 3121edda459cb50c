// What an address of the application may say: ids, days and words. Whatever does not fit is left out rather than asked
// for, so that an address typed or kept for years still opens something.
import { type IsoDate, isoDate } from '@stint/sdk'

type Given = Readonly<Record<string, unknown>>

export function idIn(given: Given, name: string): number | undefined {
  const value = Number(given[name])
  return Number.isSafeInteger(value) && value > 0 ? value : undefined
}

export function dayIn(given: Given, name: string): IsoDate | undefined {
  const value = given[name]
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value) || Number.isNaN(Date.parse(value))) return undefined
  return isoDate(value)
}

export const wordIn = <W extends string>(given: Given, name: string, words: readonly W[]): W | undefined =>
  words.find((word) => word === given[name])

export function textIn(given: Given, name: string): string | undefined {
  const value = given[name]
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
  return text === '' ? undefined : text
}

/** Without what is not there, so that the address stays short. */
export const without = <T extends object>(given: T): Partial<T> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<T>
