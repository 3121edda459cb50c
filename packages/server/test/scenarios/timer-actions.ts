// What the tests of timers share: a caller by name, a new task for a timer, and an action that must succeed.
import assert from 'node:assert/strict'
import { type ApiCaller, callerFor, type Fields, recordIn, taskBody } from '../fixture/api-caller.ts'
import type { ApiFixture, PersonName } from '../fixture/api-fixture.ts'
import type { JsonObject } from '../fixture/request-parts.ts'

export const SECOND_MS = 1000

export const callerNamed = ({ a, call }: ApiFixture, name: PersonName): ApiCaller => callerFor({ call }, a.tokens[name])

/** A task, by default of the seen project; a person has one timer per task. */
export const newTask = async (fixture: ApiFixture, more: JsonObject = {}): Promise<number> =>
  Number((await callerNamed(fixture, 'administrator').create('/task/', taskBody(fixture.a, more))).id)

export async function performAction(by: ApiCaller, path: string): Promise<Fields> {
  const reply = await by.send('POST', path)
  assert.equal(reply.status, 202, `${path}: ${reply.text}`)
  return recordIn(reply)
}
