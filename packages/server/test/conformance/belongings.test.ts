// What hangs on a record, as a list of its own: it is the list of another resource by one of its filters, for whoever reads
// the record, and to everybody else there is neither. What such a list means is told by the stories.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Belonging, Resource } from '../../src/define/resource.ts'
import { resources } from '../../src/resources/all.ts'
import { idsIn, unchanged } from '../world/dump.ts'
import { eachGround, missingId, viewerOf, viewers } from './ground.ts'
import { acceptOf, assertRefused, formats, recordsIn, treeOf } from './wire.ts'

interface Hanging {
  readonly resource: Resource
  readonly name: string
  readonly belonging: Belonging
}

const hanging: readonly Hanging[] = [...resources.values()].flatMap((resource) =>
  Object.entries(resource.belongings ?? {}).map(([name, belonging]) => ({ resource, name, belonging })),
)

const pathOf = ({ resource, name }: Hanging, id: number | string): string => `/${resource.name}/${id}/${name}/`

eachGround((ground) => {
  for (const one of hanging) {
    const { resource, name, belonging } = one
    const title = `${resource.name}/${name}`

    /** A record with something hanging on it that the Administrator sees. */
    const laden = async (): Promise<number> => {
      for (const id of await idsIn(ground().world.database, resource.table)) {
        const reply = await ground().as('administrator', { path: pathOf(one, id) })
        if (reply.status === 200 && recordsIn(reply, belonging.of).length > 1) return id
      }
      throw new Error(`no ${resource.name} has two of its ${name}`)
    }

    test(`T-01: ${title} is the list of ${belonging.of} by ${belonging.filter}, for those who read the record`, async () => {
      const { as, world } = ground()
      let shown = 0
      for (const who of viewers) {
        const reads = resource.access.read?.includes(viewerOf[who].role) ?? false
        for (const id of await idsIn(world.database, resource.table)) {
          const record = await as(who, { path: `/${resource.name}/${id}/` })
          for (const format of formats) {
            const headers = acceptOf(format)
            const reply = await as(who, { path: `${pathOf(one, id)}?limit=0`, headers })
            const what = `${who} ${title} of ${id} in ${format}`
            assert.equal(reply.status, record.status, what)
            if (!reads) {
              assertRefused(reply, 403, 10, what)
            } else if (record.status !== 200) {
              assertRefused(reply, 404, 14, what)
              const missing = await as(who, { path: `${pathOf(one, missingId)}?limit=0`, headers })
              assert.equal(reply.text, missing.text.replaceAll(String(missingId), String(id)), what)
            } else {
              const list = await as(who, { path: `/${belonging.of}/?limit=0&${belonging.filter}=${id}`, headers })
              assert.equal(reply.text, list.text, what)
              shown += recordsIn(reply, belonging.of).length
            }
          }
        }
      }
      assert.ok(shown > 10, `only ${shown} records hang anywhere`)
    })

    test(`${title} pages and sorts like its list, and takes its filters but the one it stands for`, async () => {
      const { as } = ground()
      const id = await laden()
      const path = pathOf(one, id)
      const list = `/${belonging.of}/?${belonging.filter}=${id}`
      const sort = Object.keys(resources.get(belonging.of)?.sorts ?? {})[0] ?? 'id'
      for (const query of ['limit=1', 'limit=1&offset=1', `sortfield=${sort}&sortdir=DESC`, 'limit=0', '']) {
        const [here, there] = [
          await as('administrator', { path: `${path}?${query}` }),
          await as('administrator', { path: `${list}&${query}` }),
        ]
        assert.equal(here.text, there.text, `${path}?${query}`)
        assert.equal(here.status, 200, here.text)
      }
      const bare = await as('administrator', { path: path.slice(0, -1) })
      assert.equal(bare.text, (await as('administrator', { path })).text, 'without the last slash')
      assert.ok(Number(treeOf(bare).listcount) > 1)
      for (const format of formats) {
        const ask = (query: string) => as('administrator', { path: `${path}?${query}`, headers: acceptOf(format) })
        assertRefused(await ask(`${belonging.filter}=${id}`), 400, 17, `${title} ${format}`, [belonging.filter])
        assertRefused(await ask(`${belonging.filter}=${missingId}`), 400, 17, `${title} ${format}`, [belonging.filter])
        assertRefused(await ask('nonsense=1'), 400, 17, `${title} ${format}`, ['nonsense'])
        assertRefused(await ask('limit=x'), 400, 18, `${title} ${format}`, ['limit'])
        assertRefused(await ask('sortfield=nonsense'), 400, 17, `${title} ${format}`, ['sortfield'])
      }
    })

    test(`${title} is read by GET and HEAD alone, and says so`, async () => {
      const { as, world } = ground()
      const path = pathOf(one, await laden())
      await unchanged(world.database, title, async () => {
        for (const format of formats) {
          const headers = acceptOf(format)
          for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'] as const) {
            const reply = await as('administrator', { method, path, headers })
            assertRefused(reply, 400, 16, `${method} ${path}`)
            assert.equal(reply.headers.allow, 'GET, HEAD, OPTIONS', `${method} ${path}`)
          }
          assertRefused(await as('inactive', { path, headers }), 401, 8, `inactive ${path}`)
          assertRefused(await world.call({ path, headers }), 401, 9, `nobody ${path}`)
        }
        const options = await as('administrator', { method: 'OPTIONS', path })
        assert.deepEqual([options.status, options.headers.allow], [200, 'GET, HEAD, OPTIONS'])
        const head = await as('administrator', { method: 'HEAD', path })
        assert.equal(head.status, 200)
        const other = await as('administrator', { path, headers: { accept: 'application/pdf' } })
        assert.equal(other.status, 406, 'a list is no file')
      })
    })
  }

  test('what hangs on no record of a resource is refused as unknown', async () => {
    const { as } = ground()
    for (const { name } of hanging) {
      for (const resource of resources.values()) {
        if (Object.hasOwn(resource.belongings ?? {}, name)) continue
        const path = `/${resource.name}/${missingId}/${name}/`
        assertRefused(await as('administrator', { path }), 400, 15, path)
      }
    }
    assert.ok(hanging.length > 0)
  })
})
