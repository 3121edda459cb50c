// The master property of visibility (I-20): two worlds that differ only in what a person may not see answer every request
// of that person with the same bytes. It covers the leaks nobody has thought of; the others name single ones.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Random } from '../kit/random.ts'
import { eachDatabase } from '../world/databases.ts'
import type { Reply } from '../world/world.ts'
import { holds } from './chance.ts'
import { changed, drawState, isPossible, personIds, type Role, type State } from './draw.ts'
import { type Ground, groundOn, plant, tokenOf } from './plant.ts'
import { anyRequest, said, Vocabulary } from './requests.ts'
import { seen } from './seen.ts'

const roles: readonly Role[] = ['restricted', 'manager', 'resource', 'executive', 'administrator']
const attempts = 400
const requests = 150

/** Another state in which the person sees the same: random changes, each kept if it shows nowhere. */
export function twinOf(random: Random, state: State, personid: number): { twin: State; kept: number } {
  const same = seen(state, personid)
  let twin = state
  let kept = 0
  for (let at = 0; at < attempts; at++) {
    const next = changed(random, twin, 400 + at)
    if (!isPossible(next) || seen(next, personid) !== same) continue
    twin = next
    kept += 1
  }
  return { twin, kept }
}

/** What an answer says, without the number of the request and how long it took. */
const bytes = ({ status, headers, text }: Reply): string =>
  JSON.stringify([status, headers['content-type'], headers.allow, text.replace(/request \w+-\w+/, 'request')])

async function compare(one: Ground, other: Ground, random: Random, run: number): Promise<void> {
  const role = roles[run % roles.length] ?? 'manager'
  const state = drawState(random)
  const { twin, kept } = twinOf(random, state, personIds[role])
  if (role !== 'administrator') assert.ok(kept > attempts / 20, `${role}: the twins are almost the same: ${kept} changes`)
  const neighbours = [drawState(random), drawState(random)] as const
  const accountid = run * 2 + 1
  for (const [ground, ours, theirs] of [[one, state, neighbours[0]], [other, twin, neighbours[1]]] as const) {
    await plant(ground.database, accountid, ours)
    await plant(ground.database, accountid + 1, theirs)
  }
  const words = new Vocabulary([state, twin, ...neighbours])
  const token = tokenOf(accountid, role)
  for (let at = 0; at < requests; at++) {
    const request = { ...anyRequest(random, words, 12), token }
    const answers = await Promise.all([one.call(request), other.call(request)])
    assert.equal(bytes(answers[0]), bytes(answers[1]), `${role} (run ${run}, request ${at}) asks: ${said(request)}`)
    assert.ok(answers[0].status < 500, `${role} asks: ${said(request)}: ${answers[0].text}`)
  }
}

eachDatabase((kind, open) => {
  test(`I-20: what a person may not see changes no byte of any answer to them (${kind})`, async () => {
    const one = groundOn(await open())
    const other = groundOn(await open())
    await holds(10, (random, run) => compare(one, other, random, run))
  })
})
