// How the changed rows of a transaction become events: the changes of one record are merged into one event, with the
// values as an Administrator reads them. The JSON is written as text, because this runs with every write.
import type { StoredValue } from '../define/kinds.ts'
import type { ChangeOrigin, EventRow, NamedEvent, RowChange, RowValues } from '../io/change-log.ts'
import type { RecordedField, TablePlan } from './event-plan.ts'

/** A longer text is cut. */
export const maxText = 2000

/** All changes of one row in the transaction: its first values before and its last values after. */
interface MergedChange {
  readonly table: string
  readonly key: readonly number[]
  before: RowValues | null
  after: RowValues | null
  readonly isNew: boolean
  removed: Readonly<Record<string, number>> | undefined
}

function mergeChanges(changes: readonly RowChange[]): MergedChange[] {
  const merged: MergedChange[] = []
  for (const { table, key, before, after, removed } of changes) {
    const earlier = merged.find((one) => one.table === table && isSameKey(one.key, key))
    if (earlier === undefined) merged.push({ table, key, before, after, isNew: before === null, removed })
    else {
      // The first value of a column is the one before the transaction.
      if (!earlier.isNew) earlier.before = { ...before, ...earlier.before }
      earlier.after = after === null ? null : { ...earlier.after, ...after }
      earlier.removed = removed ?? earlier.removed
    }
  }
  return merged
}

const isSameKey = (one: readonly number[], other: readonly number[]): boolean =>
  one[0] === other[0] && one[1] === other[1]

export function toEvents(
  tables: ReadonlyMap<string, TablePlan>,
  changes: readonly RowChange[],
  named: readonly NamedEvent[],
  origin: ChangeOrigin,
): EventRow[] {
  const events: EventRow[] = []
  const used = new Set<NamedEvent>()
  for (const change of mergeChanges(changes)) {
    const plan = tables.get(change.table)
    // A row that was created and deleted in one transaction never existed for anybody else.
    if (plan === undefined || (change.isNew && change.after === null)) continue
    const recordid = change.key[0] ?? 0
    const action = named.find(({ resource, id }) => id === recordid && resource === plan.resource)
    if (action !== undefined && change.after !== null) used.add(action)
    const kind = kindOf(change, action)
    const text = changesText(plan, change)
    if (text.fields === '' && kind === 'updated') continue
    events.push({
      ...newEvent(origin, plan.resource, recordid, kind),
      ...projectOf(plan, change, recordid),
      ...text,
      removed: countsText(change.removed),
    })
  }
  for (const event of named) {
    if (!used.has(event)) events.push(newEvent(origin, event.resource, event.id, event.kind))
  }
  return events
}

const newEvent = (origin: ChangeOrigin, resource: string, recordid: number, kind: string): EventRow => ({
  date: origin.now ?? '',
  personid: origin.personid,
  channel: origin.channel,
  requestid: origin.requestid,
  resource,
  recordid,
  projectid: null,
  projecttable: null,
  projectrow: null,
  kind,
  fields: '',
  changes: '[]',
  removed: null,
})

/** Numbers are texts, as in every response. */
function countsText(counts: Readonly<Record<string, number>> = {}): string | null {
  const entries = Object.entries(counts).map(([resource, count]) => [resource, String(count)])
  return entries.length === 0 ? null : JSON.stringify(Object.fromEntries(entries))
}

function kindOf({ isNew, after }: MergedChange, action: NamedEvent | undefined): string {
  if (after === null) return 'deleted'
  return action?.kind ?? (isNew ? 'created' : 'updated')
}

function changesText(plan: TablePlan, change: MergedChange): { fields: string; changes: string } {
  const { before, after, isNew } = change
  let [fields, changes] = keyText(plan, change)
  const values = after ?? before ?? {}
  for (const column in values) {
    const field = plan.fields.get(column)
    if (field === undefined) continue
    const was = (before?.[column] ?? null) as StoredValue
    const now = (after?.[column] ?? null) as StoredValue
    // A new flag without a value is recorded too: its column may have a default, which it did not get.
    if (isBlank(was) && isBlank(now) && !(isNew && field.kind.type === 'boolean')) continue
    if (before !== null && after !== null && isSame(was, now)) continue
    fields += field.tag
    const text = field.secret ? '' : valuesText(field, was, now, before !== null, after !== null)
    changes += `${changes === '' ? '' : ','}${field.json}${text}}`
  }
  return { fields, changes: `[${changes}]` }
}

/** The other columns of a key tell which row it was. */
function keyText({ key }: TablePlan, { after, key: values }: MergedChange): [fields: string, changes: string] {
  const [, column] = key
  if (column === undefined) return ['', '']
  return [`<${column}>`, JSON.stringify({ field: column, [after === null ? 'was' : 'now']: String(values[1]) })]
}

const isBlank = (value: StoredValue): boolean => value === null || value === ''

const isSame = (was: StoredValue, now: StoredValue): boolean => was === now || String(was ?? '') === String(now ?? '')

function valuesText(field: RecordedField, was: StoredValue, now: StoredValue, had: boolean, has: boolean): string {
  const wasText = had && was !== null ? field.kind.serialize(was) : null
  const nowText = has && now !== null ? field.kind.serialize(now) : null
  const isCut = (wasText?.length ?? 0) > maxText || (nowText?.length ?? 0) > maxText
  return `${had ? `,"was":${jsonText(field, wasText)}` : ''}${has ? `,"now":${jsonText(field, nowText)}` : ''}${isCut ? ',"cut":"t"' : ''}`
}

function jsonText({ kind }: RecordedField, text: string | null): string {
  if (text === null) return 'null'
  if (kind.escapeFree) return `"${text}"`
  return JSON.stringify(text.length > maxText ? text.slice(0, maxText) : text)
}

/** The project: the changed values have it, or the record they refer to, or the row itself has it in the database. */
function projectOf(
  { key, isProject, projectColumn }: TablePlan,
  { table, before, after }: MergedChange,
  recordid: number,
): Partial<EventRow> {
  if (isProject || key[0] === 'projectid') return { projectid: recordid }
  if (projectColumn === null) return {}
  const { column, table: parent } = projectColumn
  const value = after?.[column] ?? before?.[column]
  if (value === undefined || value === null) return after === null ? {} : { projecttable: table, projectrow: recordid }
  return parent === null ? { projectid: Number(value) } : { projecttable: parent, projectrow: Number(value) }
}
