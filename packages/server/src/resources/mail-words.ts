// Words that several mails share: how a record is named, what of it is shown, what changed in it. All of it is taken from
// the record as its reader gets it, so a field that reader may not see is simply not there (T-15).
import type { ShownRecord } from '../define/post.ts'
import type { ChangedField } from '../define/resource.ts'
import { textOfHtml } from '../kit/html-text.ts'
import { type Block, oneLine, someLines } from '../kit/letter.ts'
import type { Reader } from './mail.ts'

const longestValue = 300

/** "task 12 "Mend the roof"", as a sentence speaks of it. */
export const named = (what: string, number: string | null | undefined, title: string | null | undefined): string =>
  [what, number, `"${oneLine(title ?? '')}"`].filter((part) => part !== null && part !== undefined).join(' ')

/** What was done, by whom and when; who may not know by whom reads "Task 12 was changed". */
export const sentence = ({ who, at }: Reader, did: string, what: string, wasDone: string): string =>
  who === null
    ? `${what.charAt(0).toUpperCase()}${what.slice(1)} was ${wasDone} on ${at}.`
    : `${who} ${did} ${what} on ${at}.`

/** The fields that the reader sees and that say something, by their labels. */
export function shownRows(record: ShownRecord, labels: Readonly<Record<string, string>>): Block[] {
  const rows = Object.entries(labels).flatMap(([field, label]) => {
    const value = record[field]
    return value === undefined || value === null || value === '' ? [] : [[label, oneLine(value, longestValue)] as const]
  })
  return rows.length === 0 ? [] : [{ rows }]
}

/** Somebody's words, which were HTML. */
export const quoted = (html: string | null | undefined): Block[] => {
  const quote = someLines(textOfHtml(html ?? ''))
  return quote === '' ? [] : [{ quote }]
}

/**
 * What changed, of the fields that the reader sees; null when that is nothing. What came from another project is told as it
 * is now: the reader may never have seen what it was. `readable` makes the values of some fields fit for people.
 */
export function changedRows(
  record: ShownRecord,
  changed: readonly ChangedField[],
  readable: Readonly<Record<string, (value: string) => string>>,
): Block | null {
  const seen = changed.filter(({ field }) => Object.hasOwn(record, field))
  const moved = changed.some(({ field }) => field === 'projectid')
  const shown = (field: string, value: string): string =>
    oneLine(readable[field]?.(value) ?? value, longestValue) || 'none'
  const rows = seen.map(({ field, label, was, now }) => {
    const before = moved ? '' : ` (was ${shown(field, was)})`
    return [label, `${shown(field, now)}${before}`] as const
  })
  return rows.length === 0 ? null : { rows }
}
