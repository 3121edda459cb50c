// What can be done to a record beyond reading and writing it: every action of the definitions, for every caller, by every
// verb, in both formats. What an action does is told by the stories; here it is asked who may, and how it answers.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Action, Resource } from '../../src/define/resource.ts'
import { resources } from '../../src/resources/all.ts'
import { idsIn, unchanged } from '../world/dump.ts'
import type { JsonObject, Reply } from '../world/world.ts'
import { eachGround, fieldsOf, type Ground, missingId, type ViewerName, viewerOf, viewers } from './ground.ts'
import { type Caller, type Occasion, occasions } from './occasions.ts'
import { acceptOf, assertRefused, formats, recordIn, sentAs, treeOf } from './wire.ts'

interface Doable {
  readonly resource: Resource
  readonly name: string
  readonly action: Action
}

const doables: readonly Doable[] = [...resources.values()].flatMap((resource) =>
  Object.entries(resource.actions ?? {}).map(([name, action]) => ({ resource, name, action })),
)

const titleOf = ({ resource, name }: Doable): string => `${resource.name}.${name}`

/** The resource whose record the action answers. */
function answeredBy({ resource, action }: Doable): Resource {
  const answered = 'makes' in action ? resources.get(action.makes) : resource
  assert.ok(answered !== undefined)
  return answered
}

/** Who may do it: its own roles, and where it makes a record, only those of them who may make one. */
function mayDo(doable: Doable, caller: ViewerName): boolean {
  const { role } = viewerOf[caller]
  const makes = 'makes' in doable.action ? answeredBy(doable).access.create : undefined
  return doable.action.roles.includes(role) && (makes === undefined || makes.includes(role))
}

const callerOf = ({ world }: Ground, name: ViewerName): Caller => ({ world, own: world.a, name })

const pathOf = ({ resource, name }: Doable, id: number): string => `/${resource.name}/${id}/${name}/`

const occasionOf = (doable: Doable): Occasion => {
  const occasion = occasions[titleOf(doable)]
  assert.ok(occasion !== undefined, `occasions.ts has none for ${titleOf(doable)}`)
  return occasion
}

/** The ids of both accounts that a caller cannot read. */
async function unseenIds({ as, world }: Ground, resource: Resource, caller: ViewerName): Promise<number[]> {
  const unseen: number[] = []
  for (const id of await idsIn(world.database, resource.table)) {
    const { status } = await as(caller, { path: `/${resource.name}/${id}/` })
    if (status !== 200) unseen.push(id)
  }
  return unseen
}

/** Done, answered with the caller's fields of the record, which is the record that can be read afterwards. */
async function assertDone(ground: Ground, doable: Doable, caller: ViewerName, reply: Reply): Promise<void> {
  const answered = answeredBy(doable)
  const what = `${caller} ${titleOf(doable)}`
  const status = 'makes' in doable.action ? 201 : 202
  assert.equal(reply.status, status, `${what}: ${reply.text.slice(0, 300)}`)
  const tree = treeOf(reply)
  const word = status === 201 ? 'Created' : 'Accepted'
  assert.deepEqual([tree.code, tree.status, tree.listcount], [String(status), word, undefined], what)
  const record = recordIn(reply, answered.name)
  assert.deepEqual(Object.keys(record), fieldsOf(answered, caller), what)
  const read = await ground.as(caller, { path: `/${answered.name}/${record.id}/` })
  assert.deepEqual(recordIn(read, answered.name), record, `I-17: ${what}: what is read after it`)
}

eachGround((ground) => {
  test('every action has an occasion, and every occasion its action', () => {
    assert.deepEqual(Object.keys(occasions).sort(), doables.map(titleOf).sort())
  })

  for (const doable of doables) {
    const { resource } = doable
    const title = titleOf(doable)

    test(`${title} is done by those who may, in JSON and XML, with and without the last slash`, async () => {
      for (const caller of viewers.filter((viewer) => mayDo(doable, viewer))) {
        for (const format of formats) {
          const { ready, body } = occasionOf(doable)
          const path = pathOf(doable, await ready(callerOf(ground(), caller)))
          const asked = { headers: acceptOf(format) }
          const sent = body === undefined ? asked : sentAs(format, resource.name, body(callerOf(ground(), caller)))
          const request = { method: 'POST' as const, path: format === 'xml' ? path.slice(0, -1) : path, ...sent }
          await assertDone(ground(), doable, caller, await ground().as(caller, request))
        }
      }
    })

    test(`T-08: ${title} is refused to every other role in the same words, whether the record is there or not`, async () => {
      const { as, world } = ground()
      const [there = missingId] = await idsIn(world.database, resource.table)
      await unchanged(world.database, title, async () => {
        for (const format of formats) {
          const request = { method: 'POST' as const, ...sentAs(format, resource.name, { nothing: 1 }) }
          for (const caller of viewers.filter((viewer) => !mayDo(doable, viewer))) {
            const answers = [
              await as(caller, { ...request, path: pathOf(doable, there) }),
              await as(caller, { ...request, path: pathOf(doable, missingId) }),
            ]
            for (const answer of answers) assertRefused(answer, 403, 10, `${caller} ${title} ${format}`)
            assert.equal(answers[0]?.text, answers[1]?.text, `${caller} ${title} ${format}`)
          }
          assertRefused(await as('inactive', { ...request, path: pathOf(doable, there) }), 401, 8, `inactive ${title}`)
          assertRefused(await world.call({ ...request, path: pathOf(doable, there) }), 401, 9, `nobody ${title}`)
        }
      })
    })

    test(`T-01: ${title} on a record the caller does not see is answered like a missing one`, async () => {
      const { as, world } = ground()
      const foreign = await occasionOf(doable).ready({ world, own: world.b, name: 'administrator' })
      await unchanged(world.database, title, async () => {
        for (const caller of viewers.filter((viewer) => mayDo(doable, viewer))) {
          const unseen = await unseenIds(ground(), resource, caller)
          assert.ok(unseen.includes(foreign), `${caller} does not see ${resource.name} of another account`)
          for (const format of formats) {
            const act = (id: number) =>
              as(caller, { method: 'POST', path: pathOf(doable, id), headers: acceptOf(format) })
            const missing = await act(missingId)
            assertRefused(missing, 404, 14, `${caller} ${title} ${format}`)
            for (const id of unseen) {
              const { text } = await act(id)
              assert.equal(text, missing.text.replaceAll(String(missingId), String(id)), `${caller} ${title} ${id}`)
            }
          }
        }
      })
    })

    test(`T-19: ${title} refuses unknown fields and parameters by name, and nothing is done`, async () => {
      const { as, world } = ground()
      const occasion = occasionOf(doable)
      const caller = callerOf(ground(), 'administrator')
      const path = pathOf(doable, await occasion.ready(caller))
      const body = occasion.body?.(caller) ?? {}
      await unchanged(world.database, title, async () => {
        for (const format of formats) {
          const more: JsonObject = { ...body, nonsense: '1', accountid: '2', constructor: '3' }
          const sent = { method: 'POST' as const, path, ...sentAs(format, resource.name, more) }
          const names = ['nonsense', 'accountid', 'constructor']
          assertRefused(await as('administrator', sent), 400, 17, `${title} ${format}`, names)
          const asked = { ...sent, path: `${path}?limit=1`, ...sentAs(format, resource.name, body) }
          assertRefused(await as('administrator', asked), 400, 17, `${title}?limit ${format}`, ['limit'])
        }
        const broken = { method: 'POST' as const, path, headers: { 'content-type': 'application/json' }, body: '{' }
        assertRefused(await as('administrator', broken), 400, 18, `${title} with half a body`)
      })
    })

    test(`${title} is done by POST alone, and says so`, async () => {
      const { as, world } = ground()
      const { ready } = occasionOf(doable)
      const path = pathOf(doable, await ready(callerOf(ground(), 'administrator')))
      await unchanged(world.database, title, async () => {
        for (const format of formats) {
          for (const method of ['GET', 'PUT', 'DELETE', 'PATCH'] as const) {
            const reply = await as('administrator', { method, path, headers: acceptOf(format) })
            assertRefused(reply, 400, 16, `${method} ${path}`)
            assert.equal(reply.headers.allow, 'POST, OPTIONS', `${method} ${path}`)
          }
        }
        const options = await as('administrator', { method: 'OPTIONS', path })
        assert.deepEqual([options.status, options.headers.allow], [200, 'POST, OPTIONS'])
      })
    })
  }

  test('what is no action of a resource is refused as such, whoever asks and by whichever verb', async () => {
    const { as, world } = ground()
    const known = [...new Set(doables.map(({ name }) => name))]
    const verbs = ['POST', 'GET', 'PUT', 'DELETE'] as const
    let turn = 0
    await unchanged(world.database, 'unknown actions', async () => {
      for (const resource of resources.values()) {
        const own = Object.keys(resource.actions ?? {})
        const others = known.filter((name) => !own.includes(name))
        const spoiled = own.flatMap((name) => [name.toUpperCase(), `${name}s`, `%20${name}`])
        for (const name of [...others, ...spoiled, 'constructor', '__proto__', 'toString']) {
          const caller = viewers[++turn % viewers.length] ?? 'administrator'
          const method = verbs[turn % verbs.length] ?? 'POST'
          const headers = acceptOf(formats[turn % formats.length] ?? 'json')
          const path = `/${resource.name}/${missingId}/${name}/`
          assertRefused(await as(caller, { method, path, headers }), 400, 15, `${caller} ${method} ${path}`)
        }
      }
    })
  })

  test('an action without a record, or on what is no id, is no action', async () => {
    const { as } = ground()
    for (const { resource, name } of doables) {
      for (const id of [name, '0', '-1', 'x', '1.5']) {
        const path = id === name ? `/${resource.name}/${name}/` : `/${resource.name}/${id}/${name}/`
        assertRefused(await as('administrator', { method: 'POST', path }), 400, 18, path)
      }
    }
  })
})
