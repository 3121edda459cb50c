// What the stories of timers share: a hand by name, a fresh task for a timer, and an action that must succeed. It judges
// nothing else.
import assert from 'node:assert/strict'
import { type ApiCaller, callerFor, type Fields, recordIn, taskBody } from '../fixture/api-caller.ts'
import type { ApiFixture, JsonObject, PersonName } from '../fixture/api-fixture.ts'

export const SECOND_MS = 1000

export const callerNamed = ({ a, call }: ApiFixture, name: PersonName): ApiCaller => callerFor({ call }, a.tokens[name])

/** A task of the seen project unless said otherwise; a person has one timer of it. */
export const newTask = async (world: ApiFixture, more: JsonObject = {}): Promise<number> =>
  Number((await callerNamed(world, 'administrator').create('/task/', taskBody(world.a, more))).id)

export async function performAction(by: ApiCaller, path: string): Promise<Fields> {
  const reply = await by.send('POST', path)
  assert.equal(reply.status, 202, `${path}: ${reply.text}`)
  return recordIn(reply)
}
