// Runs an action of a resource on one record that the caller sees, in one transaction. An action updates that record,
// or creates a record of another resource under all rules of that resource. Which roles may run it is checked in
// engine.ts.
import type { Actor } from '../define/actor.ts'
import type { Action, Resource } from '../define/resource.ts'
import { insertRecord } from './create-record.ts'
import { parseActionBody, parseWriteBody, rawBodyFields } from './parse-body.ts'
import type { RecordWriter, WriteRequest, WrittenRecord } from './write-transaction.ts'

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
    await writer.checkIfMatch(resource, tx, actor, id, request)
    const act = { ...context, id, previous }
    if (!('creates' in action)) {
      const values = parseActionBody(resource, action, actor, body)
      await rules.enforce()
      await action.run({ ...act, values })
      const statements = writer.statementsFor(resource, actor)
      return { fields: statements.fields, row: await writer.readAfterWrite(statements, tx, actor, id) }
    }
    const target = writer.recordReader.resource(action.creates)
    const submitted = rawBodyFields(target, body)
    await rules.enforce()
    const prepared = await action.prepare(act, submitted)
    const wire = new Map([...Object.entries(prepared), ...submitted])
    const { values, invalid, errors } = parseWriteBody(target, actor, wire, null)
    const change = { actor, id: null, previous: null, requested: values, values: { ...values }, invalid, errors }
    if (errors.hasErrors) return writer.rejectInvalid(target, tx, change)
    return insertRecord(writer, target, act, { requested: values, prepared: values }, (newId) =>
      action.afterCreate(act, newId),
    )
  })
}
