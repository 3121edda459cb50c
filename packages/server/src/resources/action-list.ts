// What an action note tells its reader: the changed fields as an HTML list, old and new by label, without those that the
// changed record hides from the reader's role (decision 46, T-14). How a change is kept is the engine's.
import type { Role } from '../define/actor.ts'
import { seen } from '../define/fields.ts'
import { html, type Stored } from '../define/kinds.ts'
import type { ChangedField, Resource } from '../define/resource.ts'
import { asText } from '../kit/html.ts'
import { textOfHtml } from '../kit/html-text.ts'

/** The changes that a role may know of: the fields that it sees on the record itself. */
export const changesFor = (of: Resource, changed: readonly ChangedField[], role: Role): ChangedField[] =>
  changed.filter(({ field }) => of.fields[field]?.hideFrom.includes(role) === false)

/** A value in words. Of a field that holds HTML itself only the words are told, on one line. */
function inWords(type: string | undefined, value: string): string {
  if (type === 'boolean') return value === 't' ? 'yes' : 'no'
  return type === 'html' ? textOfHtml(value).replaceAll('\n', ' ') : value
}

const shown = (of: Resource, field: string, value: string): string =>
  asText(inWords(of.fields[field]?.kind.type, value) || '(none)')

/** The list for a role; empty when nothing in it is for that role, or nothing was changed. */
export function actionList(of: Resource, stored: Stored, role: Role): string {
  if (typeof stored !== 'string') return ''
  const lines = changesFor(of, JSON.parse(stored) as ChangedField[], role).map(
    ({ field, label, was, now }) => `<li>${asText(label)}: ${shown(of, field, was)} → ${shown(of, field, now)}</li>`,
  )
  return lines.length === 0 ? '' : `<ul>${lines.join('')}</ul>`
}

/** The field `actions` of the notes on a resource. */
export const actionsOn = (of: Resource) =>
  seen(html, 'changes', (stored, { role }) => actionList(of, stored, role), {
    doc: 'What an automatic note tells of: a list of the changed fields, old and new, that its reader may see',
  })
