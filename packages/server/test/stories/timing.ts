// What the stories of timers share: a hand by name, a fresh task for a timer, and an action that must succeed. It judges
// nothing else.
import assert from 'node:assert/strict'
import type { JsonObject, PersonName, World } from '../world/world.ts'
import { type Fields, type Hand, handOf, recordIn, taskBody } from './story.ts'

export const second = 1000

export const handFor = ({ a, call }: World, name: PersonName): Hand => handOf({ call }, a.tokens[name])

/** A task of the seen project unless said otherwise; a person has one timer of it. */
export const newTask = async (world: World, more: JsonObject = {}): Promise<number> =>
  Number((await handFor(world, 'administrator').create('/task/', taskBody(world.a, more))).id)

export async function act(by: Hand, path: string): Promise<Fields> {
  const reply = await by.try('POST', path)
  assert.equal(reply.status, 202, `${path}: ${reply.text}`)
  return recordIn(reply)
}
