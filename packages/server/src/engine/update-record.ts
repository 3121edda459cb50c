// Updates one record: locks it, validates what really changes, writes it, then leaves the action note and notifies.
// Parsing of the body is in parse-body.ts, the rows are written in write-rows.ts.
import type { Actor } from '../define/actor.ts'
import { ValidationErrors } from '../define/api-error.ts'
import type { Field } from '../define/fields.ts'
import type { FieldValue, StoredValue } from '../define/kinds.ts'
import { type Change, type FieldChange, type Resource, type StoredRecord, toIds } from '../define/resource.ts'
import { changedFields, writeActionNote } from './action-note.ts'
import { type ParsedBody, type ParsedValues, parseWriteBody, prepareValues } from './parse-body.ts'
import { linkTableOf } from './select-sql.ts'
import { updateRow } from './write-rows.ts'
import {
  type RecordWriter,
  toStoredRecord,
  type WriteContext,
  type WriteRequest,
  type WrittenRecord,
} from './write-transaction.ts'

export async function updateRecord(
  writer: RecordWriter,
  resource: Resource,
  actor: Actor,
  id: number,
  request: WriteRequest,
): Promise<WrittenRecord> {
  const parsed = parseWriteBody(resource, actor, request.body, id)
  if (parsed.errors.hasErrors) return rejectUpdate(writer, resource, actor, id, parsed)
  const { values: requested } = parsed
  const prepared = await prepareValues(resource, requested)
  return writer.runWrite(resource, actor, request, (context) =>
    lockAndUpdate(writer, resource, context, id, { requested, prepared }, request),
  )
}

/** A record that the caller does not see is not compared with the body: nothing in the response depends on it. */
async function rejectUpdate(
  writer: RecordWriter,
  resource: Resource,
  actor: Actor,
  id: number,
  { values: requested, invalid, errors }: ParsedBody,
): Promise<never> {
  return writer.database.read(actor.accountid, async (tx) => {
    const previous = await writer.readStored(resource, tx, actor, id)
    if (previous === undefined) throw errors.toApiError()
    const values = changedValues(resource, previous, requested)
    const change: FieldChange = { actor, id, previous, requested, values, invalid, errors }
    checkCreateOnlyFields(resource, change)
    return writer.rejectInvalid(resource, tx, change)
  })
}

async function lockAndUpdate(
  writer: RecordWriter,
  resource: Resource,
  { tx, actor, sideEffects, mailer, noticeMailer }: WriteContext,
  id: number,
  { requested, prepared }: ParsedValues,
  request: WriteRequest,
): Promise<WrittenRecord> {
  const statements = writer.statementsFor(resource, actor)
  const { fields } = statements
  const { row: previousRow, previous, rules } = await writer.lockRecord(resource, 'update', tx, actor, id)
  await writer.checkIfMatch(resource, tx, actor, id, request)
  const values = changedValues(resource, previous, prepared)
  const input = { requested, values, invalid: new Set<string>(), errors: new ValidationErrors() }
  const change: Change = { tx, actor, sideEffects, mailer, noticeMailer, id, previous, ...input }
  checkCreateOnlyFields(resource, change)
  if (Object.keys(values).length === 0) {
    change.errors.throwIfAny()
    return { fields, row: previousRow, previous }
  }
  await rules.enforceOwnRow()
  const checked = await writer.validate(resource, change, rules)
  // The `before` hook may have restored the previous values. Then there is nothing to write either.
  if (Object.keys(changedValues(resource, previous, change.values)).length === 0)
    return { fields, row: previousRow, previous }
  await updateRow(resource, change, id, writer.database.vault)
  await resource.after?.(change, id, checked)
  const row = await writer.readAfterWrite(statements, tx, actor, id)
  const current = toStoredRecord(fields, row)
  const changes = changedFields(resource, previous, current)
  if (sideEffects.leaveNote) await writeActionNote(tx, resource, actor, id, changes)
  await resource.notify?.({ tx, actor, mailer, id, previous, current, changedFields: changes })
  return { fields, row, previous }
}

/** A value that equals the stored one is not a change: no action note, no new modification time (I-29). */
function changedValues(
  resource: Resource,
  previous: StoredRecord,
  values: Readonly<Record<string, FieldValue>>,
): Record<string, FieldValue> {
  return Object.fromEntries(
    Object.entries(values).filter(([fieldName, value]) => {
      const field = resource.fields[fieldName]
      return field === undefined || !isSameValue(field, value, previous[fieldName] ?? null)
    }),
  )
}

function isSameValue(field: Field, value: FieldValue, previous: StoredValue): boolean {
  const links = linkTableOf(field)
  if (links === undefined) return value === previous
  const ids = toIds(value)
  const previousIds = toIds(previous)
  if (ids.length !== previousIds.length) return false
  return links.ordered
    ? ids.every((id, index) => id === previousIds[index])
    : ids.every((id) => previousIds.includes(id))
}

function checkCreateOnlyFields(resource: Resource, change: FieldChange): void {
  for (const fieldName of Object.keys(change.values)) {
    if (resource.fields[fieldName]?.settable === 'once')
      change.errors.add(fieldName, 'cannot be changed once it is set')
  }
}
