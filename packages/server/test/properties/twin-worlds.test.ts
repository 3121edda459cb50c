// The master property of visibility (I-20): two worlds that differ only in what a person may not see answer every request
// of that person with the same bytes. It covers the leaks nobody has thought of; the others name single ones.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Random } from '../kit/random.ts'
import { eachDatabase } from '../world/databases.ts'
import type { Reply } from '../world/world.ts'
import { alike, holds } from './chance.ts'
import { changed, drawState, personIds, type Role } from './draw.ts'
import { type Ground, groundOn, plant, tokenOf } from './plant.ts'
import { anyRequest, said, Vocabulary } from './requests.ts'
import { seen } from './seen.ts'
import { isPossible, type State } from './tables.ts'

/** Everyone who can ask; a restriction to one's own tasks can befall Managers and Executives too. */
const viewers: readonly (readonly [Role, restricted: boolean])[] = [
  ['restricted', true],
  ['manager', false],
  ['executive', false],
  ['resource', false],
  ['manager', true],
  ['administrator', false],
  ['executive', true],
]
const attempts = 400
const requests = 200

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

const withRestriction = (state: State, role: Role, restricted: boolean): State => ({
  ...state,
  person: (state.person ?? []).map((row) =>
    row.id === personIds[role] ? { ...row, restricttasks: restricted ? 't' : 'f' } : row,
  ),
})

async function compare(one: Ground, other: Ground, random: Random, run: number): Promise<void> {
  const [role, restricted] = viewers[run % viewers.length] ?? ['manager', false]
  const state = withRestriction(drawState(random), role, restricted)
  const { twin, kept } = twinOf(random, state, personIds[role])
  if (role !== 'administrator')
    assert.ok(kept > attempts / 20, `${role}: the twins are almost the same: ${kept} changes`)
  const neighbours = [drawState(random), drawState(random)] as const
  const accountid = run * 2 + 1
  for (const [ground, ours, theirs] of [
    [one, state, neighbours[0]],
    [other, twin, neighbours[1]],
  ] as const) {
    await plant(ground.database, accountid, ours)
    await plant(ground.database, accountid + 1, theirs)
  }
  const words = new Vocabulary([state, twin, ...neighbours])
  const token = tokenOf(accountid, role)
  const asking = restricted ? `${role}, restricted,` : role
  for (let at = 0; at < requests; at++) {
    const request = { ...anyRequest(random, words, 12), token }
    const answers = await Promise.all([one.call(request), other.call(request)])
    alike(bytes(answers[0]), bytes(answers[1]), `${asking} (run ${run}, request ${at}) asks: ${said(request)}`)
    assert.ok(answers[0].status < 500, `${role} asks: ${said(request)}: ${answers[0].text}`)
  }
}

eachDatabase((kind, open) => {
  test(`I-20: what a person may not see changes no byte of any answer to them (${kind})`, async () => {
    const one = groundOn(await open())
    const other = groundOn(await open())
    await holds(viewers.length, (random, run) => compare(one, other, random, run))
  })
})
