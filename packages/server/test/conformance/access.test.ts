// Who may do what: every resource, operation, caller and format, compared with the access table of the definitions,
// with both verbs of a write. The table itself is compared with the reference elsewhere; which rows and fields a
// permitted caller gets is not tested here.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Operation, Resource } from '../../src/define/resource.ts'
import { endpoints, resources } from '../../src/resources/all.ts'
import type { Reply } from '../fixture/api-fixture.ts'
import { assertUnchanged } from '../fixture/dump.ts'
import type { JsonObject, Request } from '../fixture/request-parts.ts'
import { ownNotification } from './action-setups.ts'
import {
  type ConformanceFixture,
  completeListQueries,
  eachConformanceFixture,
  missingId,
  queryOf,
  sampleOf,
  type ViewerName,
  viewerOf,
  viewers,
} from './conformance-fixture.ts'
import { acceptOf, assertRefused, type Format, formatFor, recordIn, recordsIn, requestAs } from './reply-tree.ts'

const operations: readonly Operation[] = ['list', 'read', 'create', 'update', 'delete']
const verbsOf: Readonly<Record<Operation, readonly ('GET' | 'POST' | 'PUT' | 'DELETE')[]>> = {
  list: ['GET'],
  read: ['GET'],
  create: ['POST', 'PUT'],
  update: ['POST', 'PUT'],
  delete: ['DELETE'],
}

type CallerName = ViewerName | 'inactive' | 'no token' | 'wrong token'
const unauthenticatedCallers: readonly CallerName[] = ['inactive', 'no token', 'wrong token']

const tokenOf = ({ fixture: { a } }: ConformanceFixture, caller: CallerName): string | undefined => {
  if (caller === 'no token') return undefined
  return caller === 'wrong token' ? 'not-a-token-of-anyone' : a.tokens[caller]
}

const isAllowed = (resource: Resource, operation: Operation, caller: ViewerName): boolean =>
  resource.access[operation]?.includes(viewerOf[caller].role) ?? false

/** The first record of the caller's list. */
async function readableId(conformance: ConformanceFixture, resource: Resource, caller: ViewerName): Promise<number> {
  for (const query of completeListQueries(conformance, resource)) {
    const reply = await conformance.sendAs(caller, { path: `/${resource.name}/${queryOf('limit=1', query)}` })
    assert.equal(reply.status, 200, reply.text)
    const [first] = recordsIn(reply, resource.name)
    if (first !== undefined) return Number(first.id)
  }
  assert.fail(`${caller} sees no ${resource.name}`)
}

/** A new record that the caller may change and delete. */
async function ownId(conformance: ConformanceFixture, resource: Resource, caller: ViewerName): Promise<number> {
  // The server writes notifications, so nobody creates one.
  if (resource.name === 'notification')
    return ownNotification({ fixture: conformance.fixture, account: conformance.fixture.a, name: caller })
  const sample = sampleOf(conformance, resource)
  const { a, make } = conformance.fixture
  const more = caller === 'administrator' ? {} : (sample.ownerFields?.(a.people[caller]) ?? {})
  if (sample.onlyOwnerCreates !== true) return Number((await conformance.createSample(resource, more)).id)
  return Number((await make(a.tokens[caller], `/${resource.name}/`, { ...(await sample.create()), ...more })).id)
}

async function bodyOf(
  conformance: ConformanceFixture,
  resource: Resource,
  operation: Operation,
  caller: CallerName,
): Promise<JsonObject> {
  const sample = conformance.samples[resource.name]
  if (sample === undefined || unauthenticatedCallers.includes(caller)) return { name: 'x' }
  if (operation === 'update') return sample.changes[sample.changedField] ?? {}
  const own = caller === 'administrator' ? {} : sample.ownerFields?.(conformance.fixture.a.people[caller as ViewerName])
  return { ...(await sample.create()), ...own }
}

async function requestFor(
  conformance: ConformanceFixture,
  resource: Resource,
  operation: Operation,
  caller: CallerName,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  format: Format,
): Promise<Request> {
  const token = tokenOf(conformance, caller)
  const [query = ''] = completeListQueries(conformance, resource)
  if (operation === 'list') return { token, path: `/${resource.name}/${queryOf(query)}`, headers: acceptOf(format) }
  const viewer = caller as ViewerName
  const allowed = !unauthenticatedCallers.includes(caller) && isAllowed(resource, operation, viewer)
  const make = operation === 'read' ? readableId : ownId
  const needsId = operation !== 'create' && !(operation === 'update' && resource.singletonId !== undefined)
  const id = needsId ? `${allowed ? await make(conformance, resource, viewer) : missingId}/` : ''
  const path = `/${resource.name}/${id}`
  if (operation === 'read' || operation === 'delete') return { token, method, path, headers: acceptOf(format) }
  return {
    token,
    method,
    path,
    ...requestAs(format, resource.name, await bodyOf(conformance, resource, operation, caller)),
  }
}

function assertAllowed(reply: Reply, resource: Resource, operation: Operation, what: string): void {
  // The operation decides, not the verb: a POST with a path id is an update and says so (decisions 2 and 5).
  const status = operation === 'create' ? 201 : operation === 'update' ? 202 : 200
  assert.equal(reply.status, status, `${what}: ${reply.text.slice(0, 300)}`)
  if (operation === 'delete') {
    assert.equal(reply.text, '', what)
    assert.equal(reply.headers['content-length'], '0', what)
  } else if (operation === 'list') assert.ok(recordsIn(reply, resource.name).length > 0, `${what}: an empty list`)
  else assert.ok(Number(recordIn(reply, resource.name).id) > 0, what)
}

/** Sends the request of one cell of the matrix, and compares the response with the definition. */
async function checkCell(
  conformance: ConformanceFixture,
  resource: Resource,
  operation: Operation,
  caller: CallerName,
): Promise<void> {
  // For a resource with a single record, a write without an id is an update.
  if (operation === 'create' && resource.singletonId !== undefined) return
  for (const method of verbsOf[operation]) {
    const format = formatFor(`${caller} ${operation} ${resource.name} ${method}`)
    const what = `${caller} ${method} (${operation}) ${resource.name} in ${format}`
    const reply = await conformance.fixture.call(
      await requestFor(conformance, resource, operation, caller, method, format),
    )
    if (caller === 'inactive') assertRefused(reply, 401, 8, what)
    else if (unauthenticatedCallers.includes(caller)) assertRefused(reply, 401, 9, what)
    else if (resource.access[operation] === undefined) {
      assertRefused(reply, 400, 16, what)
      assert.ok(!String(reply.headers.allow).split(', ').includes(method), `${what}: Allow contains ${method}`)
      assert.ok(String(reply.headers.allow).includes('OPTIONS'), `${what}: Allow is ${reply.headers.allow}`)
    } else if (isAllowed(resource, operation, caller as ViewerName)) {
      assertAllowed(reply, resource, operation, what)
    } else assertRefused(reply, 403, 10, what)
  }
}

eachConformanceFixture((conformance, { cells }) => {
  for (const [at, resource] of [...resources.values()].entries()) {
    test(`I-25: ${resource.name} permits each caller what its access table permits, with both verbs, in JSON and XML`, async () => {
      for (const operation of operations) {
        for (const caller of cells(viewers, at)) await checkCell(conformance(), resource, operation, caller)
      }
    })
  }

  test('T-23: inactive callers and callers without a valid token are rejected everywhere and write nothing', async () => {
    await assertUnchanged(conformance().fixture.database, 'a refused caller', async () => {
      for (const resource of cells(resources.values())) {
        for (const operation of operations) {
          for (const caller of unauthenticatedCallers) await checkCell(conformance(), resource, operation, caller)
        }
      }
    })
  })

  test('T-08: a role without the permission gets the same error for an existing and a missing record', async () => {
    const { sendAs } = conformance()
    for (const resource of cells(resources.values(), 1)) {
      for (const [operation, method] of [
        ['update', 'PUT'],
        ['delete', 'DELETE'],
        ['read', 'GET'],
      ] as const) {
        if (resource.access[operation] === undefined) continue
        const readable = await readableId(conformance(), resource, 'administrator')
        for (const caller of viewers.filter((name) => !isAllowed(resource, operation, name))) {
          const answers = await Promise.all(
            [readable, missingId].map((id) =>
              sendAs(caller, { method, path: `/${resource.name}/${id}/`, body: { nothing: 1 } }),
            ),
          )
          const what = `${caller} ${operation} ${resource.name}`
          for (const answer of answers) assertRefused(answer, 403, 10, what)
          assert.equal(answers[0]?.text, answers[1]?.text, what)
        }
      }
    }
  })

  test('T-24: headers and parameters that name another method have no effect', async () => {
    const { sendAs, fixture } = conformance()
    const path = `/task/${fixture.a.tasks.own}/`
    for (const name of ['x-http-method-override', 'x-http-method', 'x-method-override']) {
      const reply = await sendAs('administrator', { path, headers: { [name]: 'DELETE' } })
      assert.equal(reply.status, 200, name)
    }
    const posted = await sendAs('executive', {
      method: 'POST',
      path,
      body: { title: 'x' },
      headers: { 'x-http-method-override': 'GET' },
    })
    assertRefused(posted, 403, 10, 'POST with an override to GET')
    assertRefused(await sendAs('administrator', { path: `${path}?_method=DELETE` }), 400, 17, '_method', ['_method'])
    assertRefused(await sendAs('administrator', { method: 'PATCH', path, body: {} }), 400, 16, 'PATCH')
    assert.equal((await sendAs('administrator', { path })).status, 200)
  })

  test('the endpoints reject the same callers and methods as the resources', async () => {
    const { fixture, sendAs } = conformance()
    for (const endpoint of cells(endpoints.values())) {
      for (const [place, methods] of [
        ['', endpoint.collection],
        [`${missingId}/`, endpoint.member],
      ] as const) {
        for (const method of ['GET', 'POST', 'PUT', 'DELETE'] as const) {
          const path = `/${endpoint.name}/${place}`
          const what = `${method} ${path}`
          assertRefused(await fixture.call({ method, path }), 401, 9, `no token ${what}`)
          assertRefused(await sendAs('inactive', { method, path }), 401, 8, `inactive ${what}`)
          for (const caller of viewers) {
            const reply = await sendAs(caller, { method, path })
            const roles = methods[method]?.roles
            if (roles === undefined) assertRefused(reply, 400, 16, `${caller} ${what}`)
            else if (!roles.includes(viewerOf[caller].role)) assertRefused(reply, 403, 10, `${caller} ${what}`)
            else assert.ok(![401, 403].includes(reply.status), `${caller} ${what}: ${reply.text}`)
          }
        }
      }
    }
  })
})
