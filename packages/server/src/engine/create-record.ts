// Creates one record: validates it, inserts its row and links, runs the `after` hook, reads the result and notifies.
// Parsing of the body is in parse-body.ts, the rows are written in write-rows.ts.
import type { Actor } from '../define/actor.ts'
import { ValidationErrors } from '../define/api-error.ts'
import { noticeTables } from '../define/mailer.ts'
import type { Change, Resource } from '../define/resource.ts'
import { type ParsedValues, parseWriteBody, prepareValues } from './parse-body.ts'
import { insertRow, linkedPeopleOf } from './write-rows.ts'
import {
  type RecordWriter,
  toStoredRecord,
  type WriteContext,
  type WriteRequest,
  type WrittenRecord,
} from './write-transaction.ts'

export async function createRecord(
  writer: RecordWriter,
  resource: Resource,
  actor: Actor,
  request: WriteRequest,
): Promise<WrittenRecord> {
  const { values: requested, invalid, errors } = parseWriteBody(resource, actor, request.body, null)
  if (errors.hasErrors) {
    const change = { actor, id: null, previous: null, requested, values: { ...requested }, invalid, errors }
    return writer.database.read(actor.accountid, (tx) => writer.rejectInvalid(resource, tx, change))
  }
  const prepared = await prepareValues(resource, requested)
  return writer.runWrite(resource, actor, request, (context) =>
    insertRecord(writer, resource, context, { requested, prepared }),
  )
}

/** The part inside the transaction; an action that creates a record uses it too. `onCreated` runs before the read. */
export async function insertRecord(
  writer: RecordWriter,
  resource: Resource,
  { tx, actor, sideEffects, mailer, noticeMailer, endsTransaction }: WriteContext,
  { requested, prepared }: ParsedValues,
  onCreated?: (id: number) => Promise<void>,
): Promise<WrittenRecord> {
  const statements = writer.statementsFor(resource, actor)
  const { fields } = statements
  const input = { requested, values: { ...prepared }, invalid: new Set<string>(), errors: new ValidationErrors() }
  const change: Change = { tx, actor, sideEffects, mailer, noticeMailer, id: null, previous: null, ...input }
  const [id, checked] = await Promise.all([tx.newId(), writer.validate(resource, change, null)])
  // Statements run in the order in which they are issued: first the row, then its links, then the read of both. They
  // are issued without waiting for each other, so that they are one round trip to the database.
  const writes = [
    insertRow(resource, change, id, writer.database.vault),
    tx.link(resource.table, id, linkedPeopleOf(resource, change), 'new'),
  ]
  const after = resource.after?.(change, id, checked)
  if (after !== undefined || onCreated !== undefined) {
    await Promise.all([...writes, after])
    await onCreated?.(id)
  }
  const rowAndWrites = Promise.all([writer.readAfterWrite(statements, tx, actor, id), ...writes])
  const tells = mailer.isSilent !== true && resource.tellsNobody?.(change) !== true
  const notify = tells ? resource.notify : undefined
  if (endsTransaction) tx.releasePipeline(notify === undefined ? [] : noticeTables)
  const [row] = await rowAndWrites
  if (notify === undefined) return { fields, row, previous: null }
  const current = toStoredRecord(fields, row)
  await notify({ tx, actor, mailer, id, previous: null, current, changedFields: [] })
  return { fields, row, previous: null }
}
