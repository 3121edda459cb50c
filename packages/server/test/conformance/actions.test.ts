// Every action of the definitions, for every caller, verb and format: who may perform it, and the form of its response.
// What an action does is tested by the scenarios.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Action, Resource } from '../../src/define/resource.ts'
import { resources } from '../../src/resources/all.ts'
import type { Reply } from '../fixture/api-fixture.ts'
import { assertUnchanged, idsInTable } from '../fixture/dump.ts'
import type { JsonObject } from '../fixture/request-parts.ts'
import { type ActionSetup, actionSetups, type Caller } from './action-setups.ts'
import {
  type ConformanceFixture,
  eachConformanceFixture,
  fieldsOf,
  missingId,
  type ViewerName,
  viewerOf,
  viewers,
} from './conformance-fixture.ts'
import { acceptOf, assertRefused, formatFor, formats, recordIn, requestAs, treeOf } from './reply-tree.ts'

interface ActionCase {
  readonly resource: Resource
  readonly name: string
  readonly action: Action
}

const actionCases: readonly ActionCase[] = [...resources.values()].flatMap((resource) =>
  Object.entries(resource.actions ?? {}).map(([name, action]) => ({ resource, name, action })),
)

const titleOf = ({ resource, name }: ActionCase): string => `${resource.name}.${name}`

/** The resource whose record the action returns. */
function answerResource({ resource, action }: ActionCase): Resource {
  const target = 'creates' in action ? resources.get(action.creates) : resource
  assert.ok(target !== undefined)
  return target
}

/** The roles of the action; if it creates a record, only those that may also create one. */
function isPermitted(doable: ActionCase, caller: ViewerName): boolean {
  const { role } = viewerOf[caller]
  const makes = 'creates' in doable.action ? answerResource(doable).access.create : undefined
  return doable.action.roles.includes(role) && (makes === undefined || makes.includes(role))
}

const callerOf = ({ fixture }: ConformanceFixture, name: ViewerName): Caller => ({ fixture, account: fixture.a, name })

const pathOf = ({ resource, name }: ActionCase, id: number): string => `/${resource.name}/${id}/${name}/`

const setupOf = (doable: ActionCase): ActionSetup => {
  const occasion = actionSetups[titleOf(doable)]
  assert.ok(occasion !== undefined, `action-setups.ts has none for ${titleOf(doable)}`)
  return occasion
}

/** The ids of both accounts that a caller cannot read. */
async function invisibleIds(
  { sendAs, fixture }: ConformanceFixture,
  resource: Resource,
  caller: ViewerName,
): Promise<number[]> {
  const unseen: number[] = []
  for (const id of await idsInTable(fixture.database, resource.table)) {
    const { status } = await sendAs(caller, { path: `/${resource.name}/${id}/` })
    if (status !== 200) unseen.push(id)
  }
  return unseen
}

/** The action succeeded, and its response is the record as the caller reads it afterwards. */
async function assertPerformed(
  conformance: ConformanceFixture,
  doable: ActionCase,
  caller: ViewerName,
  reply: Reply,
): Promise<void> {
  const target = answerResource(doable)
  const what = `${caller} ${titleOf(doable)}`
  const status = 'creates' in doable.action ? 201 : 202
  assert.equal(reply.status, status, `${what}: ${reply.text.slice(0, 300)}`)
  const tree = treeOf(reply)
  const word = status === 201 ? 'Created' : 'Accepted'
  assert.deepEqual([tree.code, tree.status, tree.listcount], [String(status), word, undefined], what)
  const record = recordIn(reply, target.name)
  assert.deepEqual(Object.keys(record), fieldsOf(target, caller), what)
  const read = await conformance.sendAs(caller, { path: `/${target.name}/${record.id}/` })
  const readRecord = recordIn(read, target.name)
  // A secret is only in the response of the write that makes it.
  const secrets = Object.keys(record).filter((name) => target.fields[name]?.shownOnce)
  for (const name of secrets) assert.ok(!readRecord[name], `${what}: ${name} is returned again`)
  const withoutSecrets = Object.fromEntries(secrets.map((name) => [name, readRecord[name]]))
  assert.deepEqual(readRecord, { ...record, ...withoutSecrets }, `I-17: ${what}: the record read afterwards`)
}

eachConformanceFixture((conformance, { cells }) => {
  test('every action has a setup, and every setup has its action', () => {
    assert.deepEqual(Object.keys(actionSetups).sort(), actionCases.map(titleOf).sort())
  })

  for (const doable of cells(actionCases)) {
    const { resource } = doable
    const title = titleOf(doable)

    test(`${title} can be performed by its roles, in JSON and XML, with and without the last slash`, async () => {
      for (const caller of viewers.filter((viewer) => isPermitted(doable, viewer))) {
        const format = formatFor(`${caller} ${title}`)
        const { prepare, body, headers } = setupOf(doable)
        const path = pathOf(doable, await prepare(callerOf(conformance(), caller)))
        const withoutBody = { headers: acceptOf(format) }
        const content =
          body === undefined ? withoutBody : requestAs(format, resource.name, body(callerOf(conformance(), caller)))
        const request = {
          method: 'POST' as const,
          path: format === 'xml' ? path.slice(0, -1) : path,
          ...content,
          headers: { ...content.headers, ...headers },
        }
        await assertPerformed(conformance(), doable, caller, await conformance().sendAs(caller, request))
      }
    })

    test(`T-08: ${title} gives every other role the same error for an existing and a missing record`, async () => {
      const { sendAs, fixture } = conformance()
      const [there = missingId] = await idsInTable(fixture.database, resource.table)
      await assertUnchanged(fixture.database, title, async () => {
        const format = formatFor(title)
        const request = { method: 'POST' as const, ...requestAs(format, resource.name, { nothing: 1 }) }
        for (const caller of viewers.filter((viewer) => !isPermitted(doable, viewer))) {
          const answers = [
            await sendAs(caller, { ...request, path: pathOf(doable, there) }),
            await sendAs(caller, { ...request, path: pathOf(doable, missingId) }),
          ]
          for (const answer of answers) assertRefused(answer, 403, 10, `${caller} ${title} ${format}`)
          assert.equal(answers[0]?.text, answers[1]?.text, `${caller} ${title} ${format}`)
        }
        assertRefused(
          await sendAs('inactive', { ...request, path: pathOf(doable, there) }),
          401,
          8,
          `inactive ${title}`,
        )
        assertRefused(await fixture.call({ ...request, path: pathOf(doable, there) }), 401, 9, `nobody ${title}`)
      })
    })

    // The only record of an account has the same id in each account, so nobody can name that of another one.
    if (resource.singletonId === undefined)
      test(`T-01: ${title} on an invisible record gives the same response as on a missing one`, async () => {
        const { sendAs, fixture } = conformance()
        const foreign = await setupOf(doable).prepare({ fixture, account: fixture.b, name: 'administrator' })
        await assertUnchanged(fixture.database, title, async () => {
          for (const caller of viewers.filter((viewer) => isPermitted(doable, viewer))) {
            const unseen = await invisibleIds(conformance(), resource, caller)
            assert.ok(unseen.includes(foreign), `${caller} does not see ${resource.name} of another account`)
            const format = formatFor(`${caller} ${title}`)
            const act = (id: number) =>
              sendAs(caller, { method: 'POST', path: pathOf(doable, id), headers: acceptOf(format) })
            const missing = await act(missingId)
            assertRefused(missing, 404, 14, `${caller} ${title} ${format}`)
            for (const id of unseen) {
              const { text } = await act(id)
              assert.equal(text, missing.text.replaceAll(String(missingId), String(id)), `${caller} ${title} ${id}`)
            }
          }
        })
      })

    test(`T-19: ${title} rejects unknown fields and parameters by name, and changes nothing`, async () => {
      const { sendAs, fixture } = conformance()
      const occasion = setupOf(doable)
      const caller = callerOf(conformance(), 'administrator')
      const path = pathOf(doable, await occasion.prepare(caller))
      const body = occasion.body?.(caller) ?? {}
      await assertUnchanged(fixture.database, title, async () => {
        for (const format of formats) {
          const more: JsonObject = { ...body, nonsense: '1', accountid: '2', constructor: '3' }
          const request = { method: 'POST' as const, path, ...requestAs(format, resource.name, more) }
          const names = ['nonsense', 'accountid', 'constructor']
          assertRefused(await sendAs('administrator', request), 400, 17, `${title} ${format}`, names)
          const withLimit = { ...request, path: `${path}?limit=1`, ...requestAs(format, resource.name, body) }
          assertRefused(await sendAs('administrator', withLimit), 400, 17, `${title}?limit ${format}`, ['limit'])
        }
        const broken = { method: 'POST' as const, path, headers: { 'content-type': 'application/json' }, body: '{' }
        assertRefused(await sendAs('administrator', broken), 400, 18, `${title} with an incomplete body`)
      })
    })

    test(`${title} accepts only POST, and Allow says so`, async () => {
      const { sendAs, fixture } = conformance()
      const { prepare } = setupOf(doable)
      const path = pathOf(doable, await prepare(callerOf(conformance(), 'administrator')))
      await assertUnchanged(fixture.database, title, async () => {
        for (const format of formats) {
          for (const method of ['GET', 'PUT', 'DELETE', 'PATCH'] as const) {
            const reply = await sendAs('administrator', { method, path, headers: acceptOf(format) })
            assertRefused(reply, 400, 16, `${method} ${path}`)
            assert.equal(reply.headers.allow, 'POST, OPTIONS', `${method} ${path}`)
          }
        }
        const options = await sendAs('administrator', { method: 'OPTIONS', path })
        assert.deepEqual([options.status, options.headers.allow], [200, 'POST, OPTIONS'])
      })
    })
  }

  test('an unknown action is rejected as unknown, for every caller and verb', async () => {
    const { sendAs, fixture } = conformance()
    const actionNames = [...new Set(actionCases.map(({ name }) => name))]
    const verbs = ['POST', 'GET', 'PUT', 'DELETE'] as const
    let turn = 0
    await assertUnchanged(fixture.database, 'unknown actions', async () => {
      for (const resource of cells(resources.values())) {
        const own = Object.keys(resource.actions ?? {})
        const others = actionNames.filter((name) => !own.includes(name))
        const spoiled = own.flatMap((name) => [name.toUpperCase(), `${name}s`, `%20${name}`])
        for (const name of [...others, ...spoiled, 'constructor', '__proto__', 'toString']) {
          const caller = viewers[++turn % viewers.length] ?? 'administrator'
          const method = verbs[turn % verbs.length] ?? 'POST'
          const headers = acceptOf(formats[turn % formats.length] ?? 'json')
          const path = `/${resource.name}/${missingId}/${name}/`
          assertRefused(await sendAs(caller, { method, path, headers }), 400, 15, `${caller} ${method} ${path}`)
        }
      }
    })
  })

  test('an action without an id, or with an invalid id, is rejected', async () => {
    const { sendAs } = conformance()
    for (const { resource, name } of cells(actionCases, 1)) {
      for (const id of [name, '0', '-1', 'x', '1.5']) {
        const path = id === name ? `/${resource.name}/${name}/` : `/${resource.name}/${id}/${name}/`
        assertRefused(await sendAs('administrator', { method: 'POST', path }), 400, 18, path)
      }
    }
  })
})
