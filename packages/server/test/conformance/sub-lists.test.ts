// Sub-lists: the list of another resource, filtered by one record, for whoever may read the record; for everybody else
// neither exists. The meaning of such a list is tested by the scenarios.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Resource, SubList } from '../../src/define/resource.ts'
import { resources } from '../../src/resources/all.ts'
import { assertUnchanged, idsInTable } from '../fixture/dump.ts'
import { eachConformanceFixture, missingId, viewerOf, viewers } from './conformance-fixture.ts'
import { acceptOf, assertRefused, formatFor, formats, recordsIn, treeOf } from './reply-tree.ts'

interface SubListCase {
  readonly resource: Resource
  readonly name: string
  readonly subList: SubList
}

const subListCases: readonly SubListCase[] = [...resources.values()].flatMap((resource) =>
  Object.entries(resource.subLists ?? {})
    .filter(([, { forEveryReader }]) => forEveryReader !== true)
    .map(([name, subList]) => ({ resource, name, subList })),
)

const withHistory = [...resources.values()].filter(({ subLists }) => subLists?.event !== undefined)

const pathOf = ({ resource, name }: SubListCase, id: number | string): string => `/${resource.name}/${id}/${name}/`

eachConformanceFixture((conformance) => {
  test('T-01: the history of a record exists exactly for those who read the record', async () => {
    const { sendAs, fixture } = conformance()
    assert.ok(withHistory.length > 30)
    for (const { name, table } of withHistory) {
      for (const id of [...(await idsInTable(fixture.database, table)).slice(-2), missingId]) {
        for (const who of viewers) {
          const record = await sendAs(who, { path: `/${name}/${id}/` })
          const history = await sendAs(who, { path: `/${name}/${id}/event/?limit=1` })
          assert.equal(history.status, record.status, `${who} ${name} ${id}`)
        }
      }
    }
  })

  for (const one of subListCases) {
    const { resource, name, subList } = one
    const title = `${resource.name}/${name}`

    /** A record whose sub-list is not empty for the Administrator. */
    const laden = async (): Promise<number> => {
      for (const id of await idsInTable(conformance().fixture.database, resource.table)) {
        const reply = await conformance().sendAs('administrator', { path: pathOf(one, id) })
        if (reply.status === 200 && recordsIn(reply, subList.target).length > 1) return id
      }
      throw new Error(`no ${resource.name} has two of its ${name}`)
    }

    test(`T-01: ${title} is the list of ${subList.target} by ${subList.filter}, for those who read the record`, async () => {
      const { sendAs, fixture } = conformance()
      let count = 0
      for (const who of viewers) {
        const reads = resource.access.read?.includes(viewerOf[who].role) ?? false
        for (const id of await idsInTable(fixture.database, resource.table)) {
          const record = await sendAs(who, { path: `/${resource.name}/${id}/` })
          const format = formatFor(`${who} ${title} ${id}`)
          const headers = acceptOf(format)
          const reply = await sendAs(who, { path: `${pathOf(one, id)}?limit=0`, headers })
          const what = `${who} ${title} of ${id} in ${format}`
          assert.equal(reply.status, record.status, what)
          if (!reads) {
            assertRefused(reply, 403, 10, what)
          } else if (record.status !== 200) {
            assertRefused(reply, 404, 14, what)
            const missing = await sendAs(who, { path: `${pathOf(one, missingId)}?limit=0`, headers })
            assert.equal(reply.text, missing.text.replaceAll(String(missingId), String(id)), what)
          } else {
            const list = await sendAs(who, { path: `/${subList.target}/?limit=0&${subList.filter}=${id}`, headers })
            assert.equal(reply.text, list.text, what)
            count += recordsIn(reply, subList.target).length
          }
        }
      }
      assert.ok(count > 5, `only ${count} records are in sub-lists`)
    })

    test(`${title} pages and sorts like its list, and accepts its filters except its own`, async () => {
      const { sendAs } = conformance()
      const id = await laden()
      const path = pathOf(one, id)
      const list = `/${subList.target}/?${subList.filter}=${id}`
      const sort = Object.keys(resources.get(subList.target)?.sorts ?? {})[0] ?? 'id'
      for (const query of ['limit=1', 'limit=1&offset=1', `sortfield=${sort}&sortdir=DESC`, 'limit=0', '']) {
        const [here, there] = [
          await sendAs('administrator', { path: `${path}?${query}` }),
          await sendAs('administrator', { path: `${list}&${query}` }),
        ]
        assert.equal(here.text, there.text, `${path}?${query}`)
        assert.equal(here.status, 200, here.text)
      }
      const bare = await sendAs('administrator', { path: path.slice(0, -1) })
      assert.equal(bare.text, (await sendAs('administrator', { path })).text, 'without the last slash')
      assert.ok(Number(treeOf(bare).listcount) > 1)
      for (const format of formats) {
        const ask = (query: string) => sendAs('administrator', { path: `${path}?${query}`, headers: acceptOf(format) })
        assertRefused(await ask(`${subList.filter}=${id}`), 400, 17, `${title} ${format}`, [subList.filter])
        assertRefused(await ask(`${subList.filter}=${missingId}`), 400, 17, `${title} ${format}`, [subList.filter])
        assertRefused(await ask('nonsense=1'), 400, 17, `${title} ${format}`, ['nonsense'])
        assertRefused(await ask('limit=x'), 400, 18, `${title} ${format}`, ['limit'])
        assertRefused(await ask('sortfield=nonsense'), 400, 17, `${title} ${format}`, ['sortfield'])
      }
    })

    test(`${title} accepts only GET and HEAD, and Allow says so`, async () => {
      const { sendAs, fixture } = conformance()
      const path = pathOf(one, await laden())
      await assertUnchanged(fixture.database, title, async () => {
        for (const format of formats) {
          const headers = acceptOf(format)
          for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'] as const) {
            const reply = await sendAs('administrator', { method, path, headers })
            assertRefused(reply, 400, 16, `${method} ${path}`)
            assert.equal(reply.headers.allow, 'GET, HEAD, OPTIONS', `${method} ${path}`)
          }
          assertRefused(await sendAs('inactive', { path, headers }), 401, 8, `inactive ${path}`)
          assertRefused(await fixture.call({ path, headers }), 401, 9, `nobody ${path}`)
        }
        const options = await sendAs('administrator', { method: 'OPTIONS', path })
        assert.deepEqual([options.status, options.headers.allow], [200, 'GET, HEAD, OPTIONS'])
        const head = await sendAs('administrator', { method: 'HEAD', path })
        assert.equal(head.status, 200)
        const other = await sendAs('administrator', { path, headers: { accept: 'application/pdf' } })
        assert.equal(other.status, 406, 'a list is not a file')
      })
    })
  }

  test('a name that is not a sub-list of the resource is rejected as unknown', async () => {
    const { sendAs } = conformance()
    for (const { name } of subListCases) {
      for (const resource of resources.values()) {
        if (Object.hasOwn(resource.subLists ?? {}, name)) continue
        const path = `/${resource.name}/${missingId}/${name}/`
        assertRefused(await sendAs('administrator', { path }), 400, 15, path)
      }
    }
    assert.ok(subListCases.length > 0)
  })
})
