// Converts between the URL and date fields: dates as texts, and instants as the first or last second of a day in the
// time zone of the browser.
import { type IsoDate, isoDate } from '@stint/sdk'

export const dayOf = (text: string): IsoDate | null =>
  /^\d{4}-\d\d-\d\d/.test(text) ? isoDate(text.slice(0, 10)) : null

/** The first or the last second of a local day, as an instant. */
export function instantOf(day: IsoDate | null, edge: 'first' | 'last'): string {
  if (day === null) return ''
  const moment = new Date(`${day}T${edge === 'first' ? '00:00:00' : '23:59:59'}`)
  return `${moment.toISOString().slice(0, 19)}Z`
}

/** The local day of an instant. */
export function dayOfInstant(text: string): IsoDate | null {
  if (text === '') return null
  const moment = new Date(text.includes('T') ? text : `${text}T00:00:00Z`)
  const two = (value: number): string => String(value).padStart(2, '0')
  return isoDate(`${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`)
}
