// Words that several mails share: how a record is named, what of it is shown, what changed in it. All of it is taken from
// the record as its reader gets it, so a field that reader may not see is simply not there (T-15).
import type { VisibleRecord } from '../define/mailer.ts'
import type { ChangedField } from '../define/resource.ts'
import { textOfHtml } from '../kit/html-text.ts'
import { type MailBlock, multiLine, oneLine } from '../kit/mail-body.ts'
import type { Recipient } from './write-mails.ts'

const maxValueLength = 300

/** "task 12 "Mend the roof"", as a sentence speaks of it. */
export const recordTitle = (
  what: string,
  number: string | null | undefined,
  title: string | null | undefined,
): string => [what, number, `"${oneLine(title ?? '')}"`].filter((part) => part !== null && part !== undefined).join(' ')

/** What was done, by whom and when; who may not know by whom reads "Task 12 was changed". */
export const eventSentence = ({ who, at }: Recipient, did: string, what: string, wasDone: string): string =>
  who === null
    ? `${what.charAt(0).toUpperCase()}${what.slice(1)} was ${wasDone} on ${at}.`
    : `${who} ${did} ${what} on ${at}.`

/** The fields that the reader sees and that say something, by their labels. */
export function visibleRows(record: VisibleRecord, labels: Readonly<Record<string, string>>): MailBlock[] {
  const rows = Object.entries(labels).flatMap(([field, label]) => {
    const value = record[field]
    return value === undefined || value === null || value === ''
      ? []
      : [[label, oneLine(value, maxValueLength)] as const]
  })
  return rows.length === 0 ? [] : [{ rows }]
}

/** Somebody's words, which were HTML. */
export const quoteHtml = (html: string | null | undefined): MailBlock[] => {
  const quote = multiLine(textOfHtml(html ?? ''))
  return quote === '' ? [] : [{ quote }]
}

/**
 * What changed, of the fields that the reader sees; null when that is nothing. What came from another project is told as it
 * is now: the reader may never have seen what it was. `readable` makes the values of some fields fit for people.
 */
export function changedRows(
  record: VisibleRecord,
  changed: readonly ChangedField[],
  readable: Readonly<Record<string, (value: string) => string>>,
): MailBlock | null {
  const seen = changed.filter(({ field }) => Object.hasOwn(record, field))
  const moved = changed.some(({ field }) => field === 'projectid')
  const shown = (field: string, value: string): string =>
    oneLine(readable[field]?.(value) ?? value, maxValueLength) || 'none'
  const rows = seen.map(({ field, label, was, now }) => {
    const before = moved ? '' : ` (was ${shown(field, was)})`
    return [label, `${shown(field, now)}${before}`] as const
  })
  return rows.length === 0 ? null : { rows }
}
