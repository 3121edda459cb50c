// The text of an action note: the changed fields as an HTML list with old and new values, without the fields that are
// hidden from the reader's role (decision 46, T-14). The engine stores the changes; this file does not.
import type { Role } from '../define/actor.ts'
import { viewerDependent } from '../define/fields.ts'
import { html, type StoredValue } from '../define/kinds.ts'
import type { ChangedField, Resource } from '../define/resource.ts'
import { textAsHtml } from '../kit/html-sanitizer.ts'
import { textOfHtml } from '../kit/html-text.ts'

/** The changes that a role may see: those of fields that it sees on the record itself. */
export const visibleChanges = (of: Resource, changed: readonly ChangedField[], role: Role): ChangedField[] =>
  changed.filter(({ field }) => of.fields[field]?.hideFrom.includes(role) === false)

/** A value as plain text on one line. HTML is reduced to its text. */
function displayValue(type: string | undefined, value: string): string {
  if (type === 'boolean') return value === 't' ? 'yes' : 'no'
  return type === 'html' ? textOfHtml(value).replaceAll('\n', ' ') : value
}

const escapedValue = (of: Resource, field: string, value: string): string =>
  textAsHtml(displayValue(of.fields[field]?.kind.type, value) || '(none)')

/** The list for a role; empty if the role may see none of the changes, or nothing was changed. */
export function changesAsHtml(of: Resource, stored: StoredValue, role: Role): string {
  if (typeof stored !== 'string') return ''
  const lines = visibleChanges(of, JSON.parse(stored) as ChangedField[], role).map(
    ({ field, label, was, now }) =>
      `<li>${textAsHtml(label)}: ${escapedValue(of, field, was)} → ${escapedValue(of, field, now)}</li>`,
  )
  return lines.length === 0 ? '' : `<ul>${lines.join('')}</ul>`
}

/** The field `actions` of the notes on a resource. */
export const actionsField = (of: Resource) =>
  viewerDependent(html, 'changes', (stored, { role }) => changesAsHtml(of, stored, role), {
    doc: 'What an automatic note tells of: a list of the changed fields, old and new, that its reader may see',
  })
