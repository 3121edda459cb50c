// Which rows a caller sees: the list and the member path agree for every id of both accounts, and every other id gives
// exactly the response of a missing one, for every request (T-01, T-04). None of these requests writes (T-23).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { resources } from '../../src/resources/all.ts'
import type { ApiFixture } from '../fixture/api-fixture.ts'
import { assertUnchanged, idsInTable } from '../fixture/dump.ts'
import type { JsonObject } from '../fixture/request-parts.ts'
import {
  type ConformanceFixture,
  eachConformanceFixture,
  missingId,
  someRows,
  type ViewerName,
  viewerOf,
  viewers,
} from './conformance-fixture.ts'
import { assertRefused, type Format, formatFor, requestAs } from './reply-tree.ts'

/** Records that a person must never see. They follow from how the fixture is built, not from the visibility rules. */
function invisibleIds({ a, b }: ApiFixture, who: ViewerName): number[] {
  const { people, projects, clients, milestones, tasks } = b
  const foreign = [people, projects, clients, milestones, tasks].flatMap((records) => Object.values<number>(records))
  if (who === 'administrator') return foreign
  const outside = [a.people.outsider, a.projects.unseen, a.clients.unseen, a.milestones.unseen, a.tasks.unseen]
  return [...foreign, ...outside, ...(who === 'restricted' ? [a.tasks.other, a.tasks.clientless, a.tasks.closed] : [])]
}

/** Invoices that a person must never see. */
async function invisibleInvoiceIds({ allRows, fixture }: ConformanceFixture, who: ViewerName): Promise<number[]> {
  const invoice = resources.get('invoice')
  if (invoice === undefined || who === 'administrator') return []
  const invoices = await allRows('administrator', invoice, `projectid=${fixture.a.projects.unseen}`)
  assert.ok(invoices.length > 0, 'there are no hidden invoices')
  return invoices.map(({ id }) => Number(id))
}

eachConformanceFixture((conformance, { cells }) => {
  for (const who of viewers) {
    test(`T-01, T-04: ${who}: the rows of a list are those that can be read; all others give the response of missing ones`, async () => {
      const { sendAs, allRows, fixture } = conformance()
      const { role } = viewerOf[who]
      const unseen = [...invisibleIds(fixture, who), ...(await invisibleInvoiceIds(conformance(), who))]
      let rejectedCount = 0
      for (const resource of cells(resources.values(), viewers.indexOf(who))) {
        if (!resource.access.list?.includes(role) || !resource.access.read?.includes(role)) continue
        const rows = await allRows(who, resource)
        const listed = new Set(rows.map(({ id }) => Number(id)))
        const ids = await idsInTable(fixture.database, resource.table)
        for (const id of unseen) assert.ok(!listed.has(id), `${who} is shown ${resource.name} ${id}`)
        for (const row of rows) {
          const above = [row.projectid, row.invoiceid].map(Number)
          assert.ok(!above.some((id) => unseen.includes(id)), `${who} is shown ${resource.name} ${row.id} of ${above}`)
        }
        const format = formatFor(`${who} ${resource.name}`)
        const headers = { accept: `application/${format}` }
        const missing = (await sendAs(who, { path: `/${resource.name}/${missingId}/`, headers })).text
        for (const id of someRows(ids)) {
          const reply = await sendAs(who, { path: `/${resource.name}/${id}/`, headers })
          const what = `${who} ${resource.name} ${id}`
          if (listed.has(id)) assert.equal(reply.status, 200, `${what} is listed but not readable: ${reply.text}`)
          else {
            rejectedCount++
            assertRefused(reply, 404, 14, what)
            assert.equal(reply.text, missing.replaceAll(String(missingId), String(id)), what)
          }
        }
        for (const id of listed) assert.ok(ids.includes(id), `${who} ${resource.name} ${id} is in no table`)
      }
      assert.ok(rejectedCount > 10, `${who} was rejected only ${rejectedCount} times`)
    })

    test(`T-01, T-23: ${who}: writes to invisible rows give the response of missing ones and change nothing`, async () => {
      const { sendAs, allRows, fixture, samples } = conformance()
      const { role } = viewerOf[who]
      await assertUnchanged(fixture.database, who, async () => {
        for (const resource of cells(resources.values(), viewers.indexOf(who))) {
          const sample = samples[resource.name]
          const change: JsonObject = sample?.changes[sample.changedField] ?? {}
          const listed = resource.access.list?.includes(role)
            ? (await allRows(who, resource)).map(({ id }) => Number(id))
            : []
          const others = (await idsInTable(fixture.database, resource.table)).filter((id) => !listed.includes(id))
          for (const [operation, method] of [
            ['update', 'PUT'],
            ['update', 'POST'],
            ['delete', 'DELETE'],
          ] as const) {
            if (!resource.access[operation]?.includes(role)) continue
            const write = async (id: number, format: Format) => {
              const { body, headers } = requestAs(format, resource.name, change)
              const path = `/${resource.name}/${id}/`
              return sendAs(who, { method, path, headers, ...(operation === 'delete' ? {} : { body }) })
            }
            const format = formatFor(`${who} ${resource.name} ${method}`)
            const missing = await write(missingId, format)
            assertRefused(missing, 404, 14, `${who} ${method} ${resource.name} that is missing`)
            for (const id of someRows(others)) {
              const what = `${who} ${method} ${resource.name} ${id}`
              assert.equal((await write(id, format)).text, missing.text.replaceAll(String(missingId), String(id)), what)
            }
          }
        }
      })
    })
  }

  test('T-05: a restricted person gets only their own tasks, whatever they send', async () => {
    const { sendAs, allRows, fixture } = conformance()
    const task = resources.get('task')
    assert.ok(task !== undefined)
    const own = (await allRows('restricted', task)).map(({ id }) => id)
    const { people } = fixture.a
    for (const filter of Object.keys(task.filters ?? {})) {
      for (const value of [people.manager, people.resource, '-1', 't', 'f', '2026-05-01', fixture.a.projects.seen]) {
        const { json, status } = await sendAs('restricted', { path: `/task/?limit=0&${filter}=${value}` })
        if (status !== 200) continue
        for (const { id } of json.task as JsonObject[])
          assert.ok(own.includes(String(id)), `${filter}=${value} shows task ${id}`)
      }
    }
    const others: ViewerName[] = ['manager', 'resource']
    for (const who of others) assert.ok((await allRows(who, task)).length > own.length, `${who} sees more`)
  })

  test('T-01: endpoints treat people and projects of another account like missing ones', async () => {
    const { sendAs, fixture } = conformance()
    const { a, b } = fixture
    const places = [(id: number) => `/projectteam/?projectid=${id}`, (id: number) => `/projectteam/${id}/`]
    for (const who of viewers) {
      for (const place of places) {
        const missing = await sendAs(who, { path: place(missingId) })
        const unknown = [...Object.values(b.projects), ...(who === 'administrator' ? [] : [a.projects.unseen])]
        for (const id of unknown) {
          const { text } = await sendAs(who, { path: place(id) })
          assert.equal(text, missing.text.replaceAll(String(missingId), String(id)), `${who} ${place(id)}`)
        }
      }
    }
    await assertUnchanged(fixture.database, 'a team of another account', async () => {
      for (const [projectid, personid] of [
        [b.projects.seen, a.people.resource],
        [a.projects.seen, b.people.resource],
        [a.projects.seen, missingId],
      ]) {
        for (const method of ['POST', 'PUT', 'DELETE'] as const) {
          const reply = await sendAs('administrator', {
            method,
            path: '/projectteam/',
            body: { projectid: projectid ?? 0, personid: personid ?? 0 },
          })
          assertRefused(reply, 400, 18, `${method} /projectteam/ ${projectid} ${personid}`)
        }
      }
    })
  })
})
