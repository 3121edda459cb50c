// Text that several mails share: the name of a record, its fields, its changes. Everything is taken from the record as
// the recipient sees it, so hidden fields are not in it (T-15).
import type { VisibleRecord } from '../define/mailer.ts'
import type { ChangedField } from '../define/resource.ts'
import { textOfHtml } from '../kit/html-text.ts'
import { type MailBlock, multiLine, oneLine } from '../kit/mail-body.ts'
import type { Recipient } from './write-mails.ts'

const maxValueLength = 300

/** The name of a record within a sentence, such as: task 12 "Repair the roof". */
export const recordTitle = (
  type: string,
  number: string | null | undefined,
  title: string | null | undefined,
): string => [type, number, `"${oneLine(title ?? '')}"`].filter((part) => part !== null && part !== undefined).join(' ')

/** Who did what and when. A recipient who may not see who did it gets the passive form, "Task 12 was updated". */
export const eventSentence = ({ who, at }: Recipient, verb: string, what: string, participle: string): string =>
  who === null
    ? `${what.charAt(0).toUpperCase()}${what.slice(1)} was ${participle} on ${at}.`
    : `${who} ${verb} ${what} on ${at}.`

/** The fields that the recipient sees and that are not empty, with their labels. */
export function visibleRows(record: VisibleRecord, labels: Readonly<Record<string, string>>): MailBlock[] {
  const rows = Object.entries(labels).flatMap(([field, label]) => {
    const value = record[field]
    return value === undefined || value === null || value === ''
      ? []
      : [[label, oneLine(value, maxValueLength)] as const]
  })
  return rows.length === 0 ? [] : [{ rows }]
}

/** HTML text that a person wrote, as a quote in plain text. */
export const quoteHtml = (html: string | null | undefined): MailBlock[] => {
  const quote = multiLine(textOfHtml(html ?? ''))
  return quote === '' ? [] : [{ quote }]
}

/**
 * The changed fields that the recipient sees; null if there are none. If the record came from another project, only new
 * values are shown, because the recipient may not have been allowed to see the old ones. `readable` formats the values
 * of some fields.
 */
export function changedRows(
  record: VisibleRecord,
  changed: readonly ChangedField[],
  readable: Readonly<Record<string, (value: string) => string>>,
): MailBlock | null {
  const visible = changed.filter(({ field }) => Object.hasOwn(record, field))
  const moved = changed.some(({ field }) => field === 'projectid')
  const format = (field: string, value: string): string =>
    oneLine(readable[field]?.(value) ?? value, maxValueLength) || 'none'
  const rows = visible.map(({ field, label, was, now }) => {
    const before = moved ? '' : ` (was ${format(field, was)})`
    return [label, `${format(field, now)}${before}`] as const
  })
  return rows.length === 0 ? null : { rows }
}
