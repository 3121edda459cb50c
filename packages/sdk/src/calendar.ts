// Days and instants as texts. A day has no time zone; an instant is in UTC. A Date depends on the time zone of the
// machine and can turn a day into the day before or after, so days are never converted to a Date here.

/** A day of the calendar, such as '2026-05-14'. */
export type IsoDate = `${number}-${number}-${number}`

/** An instant in UTC to the second, such as '2026-05-14T10:00:00Z'. `new Date(instant)` is correct in every zone. */
export type IsoInstant = `${IsoDate}T${string}Z`

const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/
const INSTANT = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/

/** Checks the form of a text and returns it as a day. Whether the day exists is checked by the server. */
export function isoDate(text: string): IsoDate {
  if (!DAY.test(text)) throw new TypeError(`isoDate: '${text.slice(0, 40)}' is not a day of the form 2026-05-14`)
  return text as IsoDate
}

/** Returns a text or a Date as an instant. The fraction of a second of a Date is dropped. */
export function isoInstant(value: string | Date): IsoInstant {
  const text = typeof value === 'string' ? value : value.toISOString().replace(/\.\d+Z$/, 'Z')
  if (!INSTANT.test(text)) {
    throw new TypeError(`isoInstant: '${text.slice(0, 40)}' is not an instant of the form 2026-05-14T10:00:00Z`)
  }
  return text as IsoInstant
}

/** A format costs more than its use, and a program hardly ever needs two time zones: the last one is kept. */
let lastFormat: { readonly zone: string; readonly format: Intl.DateTimeFormat } | undefined

function formatIn(zone: string): Intl.DateTimeFormat {
  if (lastFormat?.zone !== zone) {
    const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
    const calendar = { calendar: 'gregory', numberingSystem: 'latn' }
    lastFormat = { zone, format: new Intl.DateTimeFormat('en', { timeZone: zone, ...calendar, ...parts }) }
  }
  return lastFormat.format
}

/** The day of an instant in a time zone such as 'Europe/Berlin'. The account's time zone is in `company.timezone`. */
export function dayIn(zone: string, instant: Date | IsoInstant): IsoDate {
  const date = typeof instant === 'string' ? new Date(instant) : instant
  const parts = new Map(
    formatIn(zone)
      .formatToParts(date)
      .map(({ type, value }) => [type, value]),
  )
  return isoDate(`${parts.get('year')?.padStart(4, '0')}-${parts.get('month')}-${parts.get('day')}`)
}

/** On the wire an instant has a space instead of the T, and no zone. */
export const instantOfWire = (wire: string): IsoInstant => `${wire.replace(' ', 'T')}Z` as IsoInstant
