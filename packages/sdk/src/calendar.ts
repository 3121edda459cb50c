// Days and instants as texts. A day has no time zone and an instant has one, UTC; a Date has both at once, and turns a day into
// the one before or after wherever the machine's own zone is not that of the writer. So neither is ever put into a Date here.

/** A day of the calendar, such as '2026-05-14'. */
export type IsoDate = `${number}-${number}-${number}`

/** An instant in UTC to the second, such as '2026-05-14T10:00:00Z'. `new Date(instant)` reads it right, whatever the zone. */
export type IsoInstant = `${IsoDate}T${string}Z`

const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/
const INSTANT = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/

/** A text that came from somewhere as the day it must be. Whether that day exists is the server's to say. */
export function isoDate(text: string): IsoDate {
  if (!DAY.test(text)) throw new TypeError(`isoDate: '${text.slice(0, 40)}' is not a day of the form 2026-05-14`)
  return text as IsoDate
}

/** A text, or a Date without its fraction of a second, as an instant. */
export function isoInstant(value: string | Date): IsoInstant {
  const text = typeof value === 'string' ? value : value.toISOString().replace(/\.\d+Z$/, 'Z')
  if (!INSTANT.test(text)) {
    throw new TypeError(`isoInstant: '${text.slice(0, 40)}' is not an instant of the form 2026-05-14T10:00:00Z`)
  }
  return text as IsoInstant
}

/** The day that an instant falls on in a time zone such as 'Europe/Berlin': the account's is in `company.timezone`. */
export function dayIn(zone: string, instant: Date | IsoInstant): IsoDate {
  const at = typeof instant === 'string' ? new Date(instant) : instant
  const format = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]))
  return isoDate(`${parts.get('year')?.padStart(4, '0')}-${parts.get('month')}-${parts.get('day')}`)
}

/** The wire writes an instant with a blank and without its zone. */
export const instantOfWire = (wire: string): IsoInstant => `${wire.replace(' ', 'T')}Z` as IsoInstant
