// The contract compared with a running server: the responses of every path to every role, successful and rejected,
// match the contract. Whether the responses are right is tested elsewhere.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allRoles } from '../../src/define/actor.ts'
import type { Resource } from '../../src/define/resource.ts'
import { reports } from '../../src/reports/all.ts'
import { endpoints, resources } from '../../src/resources/all.ts'
import { actionSetups, ownNotification } from '../conformance/action-setups.ts'
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
} from '../conformance/conformance-fixture.ts'
import type { PersonName, Reply } from '../fixture/api-fixture.ts'
import { databasesOfSuite } from '../fixture/database-servers.ts'
import { carriesFile, type JsonObject, type Request } from '../fixture/request-parts.ts'
import {
  assertFields,
  assertMatchesContract,
  contract,
  operationOf,
  operations,
  schemaErrors,
} from './openapi-assertions.ts'

const nameOf = (resource: string): string => `${resource.charAt(0).toUpperCase()}${resource.slice(1)}`

const records = (reply: Reply, resource: string): JsonObject[] => reply.json[resource] as JsonObject[]

const templateOf = (path: string): string => path.replace(/\?.*/, '').replace(/\/\d+/, '/{id}').replace(/\/$/, '')

/** The operations that succeeded, so that an operation that was never tried is noticed. */
const succeeded = new Set<string>()

/** Sends a request and compares the response with the contract. */
async function ask(conformance: ConformanceFixture, name: PersonName | null, request: Request): Promise<Reply> {
  const token = name === null ? undefined : conformance.fixture.a.tokens[name]
  const reply = await conformance.fixture.call({ token, ...request })
  const operation = { method: request.method ?? 'GET', path: templateOf(request.path) }
  assertMatchesContract(operation, reply)
  if (reply.status < 300) succeeded.add(operationOf(operation).operationId)
  return reply
}

const added = ({ filters = {} }: Resource): string[] =>
  Object.keys(filters).filter((name) => filters[name]?.addsFields !== undefined)

async function readEverything(conformance: ConformanceFixture, resource: Resource): Promise<void> {
  const { name } = resource
  const schema = nameOf(name)
  for (const viewer of viewers) {
    const { role } = viewerOf[viewer]
    for (const whole of completeListQueries(conformance, resource)) {
      const reply = await ask(conformance, viewer, { path: `/${name}/${queryOf('limit=0', whole)}` })
      if (reply.status !== 200) continue
      for (const record of records(reply, name)) assertFields(schema, role, record)
      const [first] = records(reply, name)
      if (first === undefined || resource.access.read === undefined) continue
      const read = await ask(conformance, viewer, { path: `/${name}/${first.id}/` })
      if (read.status === 200) assertFields(schema, role, read.json[name] ?? null)
    }
    for (const filter of added(resource)) {
      const value = resource.filters?.[filter]?.type === 'boolean' ? 't' : conformance.fixture.a.people[viewer]
      const reply = await ask(conformance, viewer, { path: `/${name}/?limit=0&${filter}=${value}` })
      if (reply.status !== 200) continue
      for (const record of records(reply, name)) assertFields(schema, role, record, [filter])
    }
    await ask(conformance, viewer, { path: `/${name}/?nothing=1` })
    if (resource.access.read !== undefined) await ask(conformance, viewer, { path: `/${name}/${missingId}/` })
  }
  for (const stranger of [null, 'inactive'] as const) await ask(conformance, stranger, { path: `/${name}/` })
}

/** Creates a record as this caller and returns its id, or a missing id if it was rejected. */
async function createOne(
  conformance: ConformanceFixture,
  resource: Resource,
  viewer: ViewerName,
  method: 'POST' | 'PUT',
): Promise<number> {
  const { name } = resource
  const { create, ownerFields } = sampleOf(conformance, resource)
  await ask(conformance, viewer, { method, path: `/${name}/`, body: { nothing: 1 } })
  const more = viewer === 'administrator' ? {} : (ownerFields?.(conformance.fixture.a.people[viewer]) ?? {})
  const body = { ...(await create()), ...more }
  const isUpload = carriesFile(body)
  assert.deepEqual(schemaErrors(`${nameOf(name)}Create${isUpload ? 'Upload' : ''}`, body), [], name)
  const created = await ask(conformance, viewer, { method, path: `/${name}/`, body })
  if (created.status !== 201) return missingId
  assertFields(nameOf(name), viewerOf[viewer].role, created.json[name] ?? null)
  assert.match(String(created.headers.etag), /^"/)
  return Number((created.json[name] as JsonObject).id)
}

async function changeOne(
  conformance: ConformanceFixture,
  resource: Resource,
  viewer: ViewerName,
  path: string,
): Promise<void> {
  const { name } = resource
  const { changes, changedField } = sampleOf(conformance, resource)
  const body = changes[changedField] ?? {}
  assert.deepEqual(schemaErrors(`${nameOf(name)}Update`, body), [], name)
  for (const method of ['PUT', 'POST'] as const) {
    const changed = await ask(conformance, viewer, { method, path, body })
    if (changed.status === 202) assertFields(nameOf(name), viewerOf[viewer].role, changed.json[name] ?? null)
    await ask(conformance, viewer, { method, path, body: { nothing: 1 } })
    await ask(conformance, viewer, { method, path, body, headers: { 'if-match': '"old"' } })
  }
}

async function writeEverything(conformance: ConformanceFixture, resource: Resource): Promise<void> {
  const { name, access, singletonId } = resource
  for (const viewer of viewers) {
    let id = missingId
    if (access.create !== undefined) {
      await createOne(conformance, resource, viewer, 'PUT')
      id = await createOne(conformance, resource, viewer, 'POST')
    }
    if (name === 'notification')
      id = await ownNotification({ fixture: conformance.fixture, account: conformance.fixture.a, name: viewer })
    if (singletonId !== undefined) {
      id = name === 'me' ? conformance.fixture.a.people[viewer] : 1
      await changeOne(conformance, resource, viewer, `/${name}/`)
    }
    if (access.update !== undefined) await changeOne(conformance, resource, viewer, `/${name}/${id}/`)
    if (access.delete !== undefined) await ask(conformance, viewer, { method: 'DELETE', path: `/${name}/${id}/` })
  }
}

async function performActions(conformance: ConformanceFixture, resource: Resource): Promise<void> {
  for (const [action] of Object.entries(resource.actions ?? {})) {
    const occasion = actionSetups[`${resource.name}.${action}`] ?? assert.fail(`${resource.name}.${action}`)
    const path = (id: number): string => `/${resource.name}/${id}/${action}/`
    for (const viewer of viewers) {
      const caller = { fixture: conformance.fixture, account: conformance.fixture.a, name: viewer }
      const id = await occasion.prepare(caller).catch(() => missingId)
      const body = occasion.body?.(caller)
      if (body !== undefined) assert.deepEqual(schemaErrors(`${nameOf(resource.name)}${nameOf(action)}`, body), [])
      const { headers = {} } = occasion
      const request = { method: 'POST', headers, ...(body === undefined ? {} : { body }) } as const
      await ask(conformance, viewer, { ...request, path: path(id) })
      await ask(conformance, viewer, { ...request, path: path(missingId) })
    }
  }
}

async function downloadFiles(conformance: ConformanceFixture, resource: Resource): Promise<void> {
  const lasts = [
    ...Object.keys({ ...resource.subLists, ...resource.renderings }),
    ...(resource.download === undefined ? [] : ['download']),
  ]
  for (const last of lasts) {
    for (const viewer of viewers) {
      const mayList = resource.access.list?.includes(viewerOf[viewer].role) ?? false
      const visible = mayList ? await conformance.allRows(viewer, resource) : []
      for (const id of [...visible.slice(0, 3).map((record) => Number(record.id)), missingId]) {
        const path = `/${resource.name}/${id}/${last}/`
        const { status } = await ask(conformance, viewer, { path })
        if (last !== 'download' || status !== 200) continue
        assert.equal((await ask(conformance, viewer, { path, headers: { range: 'bytes=0-0' } })).status, 206)
        assert.equal((await ask(conformance, viewer, { path, headers: { range: 'bytes=999999-' } })).status, 416)
      }
    }
  }
}

eachConformanceFixture((conformance) => {
  for (const resource of resources.values()) {
    test(`${resource.name}: responses of lists and records match the contract`, () =>
      readEverything(conformance(), resource))
    if (resource.access.create !== undefined || resource.access.update !== undefined) {
      test(`${resource.name}: responses of writes match the contract`, () => writeEverything(conformance(), resource))
    }
    if (resource.actions !== undefined) {
      test(`${resource.name}: responses of actions match the contract`, () => performActions(conformance(), resource))
    }
    if (resource.download !== undefined || resource.renderings !== undefined || resource.subLists !== undefined) {
      test(`${resource.name}: files, sub-lists and renderings match the contract`, () =>
        downloadFiles(conformance(), resource))
    }
  }

  test('responses of reports match the contract, as records and as CSV', async () => {
    for (const report of reports.keys()) {
      for (const viewer of viewers) {
        const { status } = await ask(conformance(), viewer, { path: `/${report}/` })
        const csv = await ask(conformance(), viewer, { path: `/${report}/?format=csv` })
        assert.equal(csv.status, status)
        await ask(conformance(), viewer, { path: `/${report}/?nothing=1` })
      }
    }
  })

  test('responses of endpoints match the contract', async () => {
    const { projects, people } = conformance().fixture.a
    const bills = await ask(conformance(), 'administrator', { path: '/invoice/?limit=1' })
    const invoiceid = Number((bills.json.invoice as JsonObject[])[0]?.id)
    const estimates = await ask(conformance(), 'administrator', { path: '/estimate/?limit=1' })
    const estimateid = Number((estimates.json.estimate as JsonObject[])[0]?.id)
    for (const viewer of viewers) {
      await ask(conformance(), viewer, { path: '/quota/' })
      await ask(conformance(), viewer, { path: '/quota/?nothing=1' })
      await ask(conformance(), viewer, { path: `/projectteam/?projectid=${projects.seen}` })
      await ask(conformance(), viewer, { path: '/projectteam/' })
      await ask(conformance(), viewer, { path: `/invoicemail/${invoiceid}/` })
      await ask(conformance(), viewer, { path: `/invoicemail/${missingId}/` })
      await ask(conformance(), viewer, { path: `/estimatemail/${estimateid}/` })
      await ask(conformance(), viewer, { path: `/estimatemail/${missingId}/` })
      await ask(conformance(), viewer, { path: `/projectteam/${projects.seen}/` })
      await ask(conformance(), viewer, { path: `/projectteam/${missingId}/` })
      for (const method of ['POST', 'PUT', 'DELETE'] as const) {
        const body = { personid: people.outsider }
        assert.deepEqual(schemaErrors('ProjectteamMember', body), [])
        await ask(conformance(), viewer, { method, path: `/projectteam/${projects.unseen}/`, body })
        await ask(conformance(), viewer, {
          method,
          path: '/projectteam/',
          body: { ...body, projectid: projects.unseen },
        })
      }
    }
    assert.deepEqual([...endpoints.keys()].sort(), ['estimatemail', 'invoicemail', 'projectteam', 'quota'])
  })

  test('responses to ETags and idempotency keys match the contract', async () => {
    const { a } = conformance().fixture
    const task = `/task/${a.tasks.own}/`
    const read = await ask(conformance(), 'administrator', { path: task })
    const etag = String(read.headers.etag)
    const again = await ask(conformance(), 'administrator', { path: task, headers: { 'if-none-match': etag } })
    assert.equal(again.status, 304)
    const write: Request = {
      method: 'PUT',
      path: task,
      body: { title: 'Named' },
      headers: { 'if-match': etag, 'idempotency-key': 'once' },
    }
    assert.equal((await ask(conformance(), 'administrator', write)).status, 202)
    const repeated = await ask(conformance(), 'administrator', write)
    assert.deepEqual([repeated.status, repeated.headers['idempotency-replayed']], [202, 'true'])
    assert.equal((await ask(conformance(), 'administrator', { ...write, headers: { 'if-match': etag } })).status, 412)
    const other = { ...write, body: { title: 'Other' } }
    assert.equal((await ask(conformance(), 'administrator', other)).status, 400)
    const nothing = { path: task, headers: { accept: 'image/png' } }
    assert.equal((await ask(conformance(), 'administrator', nothing)).status, 406)
  })

  test('every operation that needs a token has succeeded at least once', () => {
    const names = operations().filter(({ operation }) => operation.security === undefined)
    assert.deepEqual(
      names.map(({ operation }) => operation.operationId).filter((name) => !succeeded.has(name)),
      [],
    )
    succeeded.clear()
  })

  test('the roles of every operation are those in the contract', () => {
    for (const [name, { access }] of resources) {
      const listed = contract.paths[`/${name}`]?.get as unknown as { 'x-roles': string[] }
      assert.deepEqual(listed['x-roles'], access.list)
      assert.ok(listed['x-roles'].every((role) => allRoles.some((one) => one === role)))
    }
  })
}, databasesOfSuite)
