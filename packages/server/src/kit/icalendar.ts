// Writes a calendar of whole days in the format iCalendar (RFC 5545), for programs that subscribe to it. Texts are
// escaped, and lines are folded so that none has more than 75 bytes.

export interface CalendarDay {
  /** The same for the same record at any time. */
  readonly uid: string
  /** yyyy-mm-dd */
  readonly day: string
  readonly title: string
  readonly description: string
  readonly category: string
  readonly url: string
}

const lineBytes = 75

/** Control characters are not allowed in a text, except those of a line break. */
const escapeText = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f]/g, ' ')
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\n/g, '\\n')

/** The following lines of a folded one begin with a space, which counts. No character is divided. */
export function foldLine(line: string): string {
  let folded = ''
  let used = 0
  for (const character of line) {
    const bytes = Buffer.byteLength(character)
    if (used + bytes > lineBytes) {
      folded += '\r\n '
      used = 1
    }
    folded += character
    used += bytes
  }
  return `${folded}\r\n`
}

const digits = (text: string): string => text.replace(/[-:]/g, '')

const dayLines = ({ uid, day, title, description, category, url }: CalendarDay, stamp: string): string[] => [
  'BEGIN:VEVENT',
  `UID:${uid}`,
  `DTSTAMP:${stamp}`,
  `DTSTART;VALUE=DATE:${digits(day)}`,
  `SUMMARY:${escapeText(title)}`,
  `DESCRIPTION:${escapeText(description)}`,
  `CATEGORIES:${escapeText(category)}`,
  `URL:${url}`,
  // A due date takes no time of the day.
  'TRANSP:TRANSPARENT',
  'END:VEVENT',
]

/** `now` is an instant as in responses: yyyy-mm-dd hh:mm:ss in UTC. */
export function calendarText(name: string, days: readonly CalendarDay[], now: string): string {
  const stamp = `${digits(now).replace(' ', 'T')}Z`
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Stint//Stint//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...days.flatMap((one) => dayLines(one, stamp)),
    'END:VCALENDAR',
  ]
  return lines.map(foldLine).join('')
}
