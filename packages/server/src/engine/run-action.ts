// Runs an action of a resource on one record that the caller sees, in one transaction. An action updates that record,
// or creates a record of another resource under all rules of that resource. Which roles may run it is checked in
// engine.ts.
import type { Actor } from '../define/actor.ts'
import { ValidationErrors } from '../define/api-error.ts'
import type { FieldValue } from '../define/kinds.ts'
import type { Action, ActionContext, Resource } from '../define/resource.ts'
import type { WireValue } from '../kit/wire-tree.ts'
import { insertRecord } from './create-record.ts'
import { removeRecord } from './delete-record.ts'
import { associatedDataFor } from './encryption.ts'
import { parseActionBody, parseWriteBody, rawBodyFields, splitActionBody } from './parse-body.ts'
import type { RecordWriter, WriteContext, WriteRequest, WrittenRecord } from './write-transaction.ts'

/** Returns the record that the action created or updated. */
export async function runAction(
  writer: RecordWriter,
  resource: Resource,
  name: string,
  action: Action,
  actor: Actor,
  id: number,
  request: WriteRequest,
): Promise<WrittenRecord> {
  const { body } = request
  return writer.runWrite(resource, actor, request, async (context) => {
    const { tx } = context
    const { previous, rules } = await writer.lockRecord(resource, name, tx, actor, id)
    const act = { ...context, id, previous }
    const lock = 'lock' in action ? action.lock?.(act) : undefined
    if (lock !== undefined) await tx.lock(lock.table, lock.id, lock.mode)
    await writer.checkIfMatch(resource, tx, actor, id, request)
    const { vault } = writer.database
    const encrypt = (field: string, text: string): string =>
      vault.encrypt(text, associatedDataFor(actor.accountid, resource, field, id))
    const others = otherRecords(writer, context, action)
    if (!('creates' in action)) {
      const values = parseActionBody(resource, action, actor, body)
      await rules.enforce()
      if (resource.recorded !== false) tx.nameEvent({ resource: resource.name, id, kind: name })
      await action.run({ ...act, values, encrypt, vault, ...others })
      const statements = writer.statementsFor(resource, actor)
      return { fields: statements.fields, row: await writer.readAfterWrite(statements, tx, actor, id), previous }
    }
    const target = writer.recordReader.resource(action.creates)
    const own = splitActionBody(action, actor, rawBodyFields(target, body))
    await rules.enforce()
    if (resource.recorded !== false) tx.nameEvent({ resource: resource.name, id, kind: name })
    const creating = { ...act, values: own.values, encrypt, vault, ...others }
    const prepared = await action.prepare(creating, own.rest)
    const values = await parseNewRecord(writer, target, context, [...Object.entries(prepared), ...own.rest], own.errors)
    return insertRecord(writer, target, act, { requested: values, prepared: values }, (newId) =>
      action.afterCreate(creating, newId),
    )
  })
}

/** The valid values of a new record. The errors of other fields of the body are reported with its own. */
async function parseNewRecord(
  writer: RecordWriter,
  target: Resource,
  { tx, actor }: WriteContext,
  wire: readonly (readonly [string, WireValue])[],
  otherErrors: ValidationErrors,
): Promise<Record<string, FieldValue>> {
  const { values, invalid, errors } = parseWriteBody(target, actor, new Map(wire), null)
  errors.append(otherErrors)
  if (!errors.hasErrors) return values
  const change = { actor, id: null, previous: null, requested: values, values: { ...values }, invalid, errors }
  return writer.rejectInvalid(target, tx, change)
}

/**
 * Creates and deletes other records of an action. Nobody is told about each of them. An undeclared resource is a
 * mistake in the definition: a token that is limited to other resources could write it.
 */
function otherRecords(
  writer: RecordWriter,
  context: WriteContext,
  action: Action,
): Pick<ActionContext, 'create' | 'remove'> {
  const target = (name: string): Resource => {
    if (!action.alsoWrites?.includes(name)) throw new Error(`the action does not declare that it also writes ${name}`)
    return writer.recordReader.resource(name)
  }
  return {
    create: async (name, fields, stored = {}) => {
      const resource = target(name)
      const parsed = await parseNewRecord(writer, resource, context, Object.entries(fields), new ValidationErrors())
      const values = { ...parsed, ...stored }
      const quiet = { ...context, mailer: { ...context.mailer, isSilent: true }, endsTransaction: false }
      const written = await insertRecord(writer, resource, quiet, { requested: values, prepared: values })
      return Number(written.row[written.fields.findIndex((field) => field.name === 'id')])
    },
    remove: async (name, id) => {
      const resource = target(name)
      if ((await writer.recordReader.find(context.tx, resource, context.actor, id)) === undefined) return
      await removeRecord(writer, resource, context, id)
    },
  }
}
