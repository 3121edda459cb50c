// Renderings: whoever may read a record may get its rendering, only with GET and HEAD; for everybody else neither
// exists. The content of a rendering is tested by the scenarios.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Rendering, Resource } from '../../src/define/resource.ts'
import { resources } from '../../src/resources/all.ts'
import { assertUnchanged, idsInTable } from '../fixture/dump.ts'
import { eachConformanceFixture, missingId, viewerOf, viewers } from './conformance-fixture.ts'
import { acceptOf, assertRefused, formats } from './reply-tree.ts'

interface RenderingCase {
  readonly resource: Resource
  readonly name: string
  readonly rendering: Rendering
}

const renderingCases: readonly RenderingCase[] = [...resources.values()].flatMap((resource) =>
  Object.entries(resource.renderings ?? {}).map(([name, rendering]) => ({ resource, name, rendering })),
)

eachConformanceFixture((conformance) => {
  for (const { resource, name, rendering } of renderingCases) {
    const title = `${resource.name}/${name}`
    const pathOf = (id: number | string): string => `/${resource.name}/${id}/${name}/`

    test(`T-01: ${title}: a caller can get the renderings of exactly the records that they can read`, async () => {
      const { sendAs, fixture } = conformance()
      let printed = 0
      for (const who of viewers) {
        const reads = resource.access.read?.includes(viewerOf[who].role) ?? false
        for (const [at, id] of (await idsInTable(fixture.database, resource.table)).entries()) {
          const format = formats[at % formats.length] ?? 'json'
          const record = await sendAs(who, { path: `/${resource.name}/${id}/` })
          const headers = acceptOf(format)
          const reply = await sendAs(who, { path: pathOf(id), headers })
          const what = `${who} ${title} of ${id} in ${format}`
          assert.equal(reply.status, record.status, `${what}: ${reply.text.slice(0, 300)}`)
          if (!reads) assertRefused(reply, 403, 10, what)
          else if (reply.status === 200) printed += 1
          else {
            assertRefused(reply, 404, 14, what)
            const missing = await sendAs(who, { path: pathOf(missingId), headers })
            assert.equal(reply.text, missing.text.replaceAll(String(missingId), String(id)), what)
          }
        }
      }
      assert.ok(printed > 10, `only ${printed} files were rendered`)
    })

    test(`${title}: with or without the last slash, by GET and HEAD, it is sent as an attachment with nosniff`, async () => {
      const { sendAs } = conformance()
      const path = pathOf(String((await conformance().createSample(resource)).id))
      for (const accept of ['application/json', 'application/xml', rendering.mediatype, '*/*']) {
        for (const method of ['GET', 'HEAD'] as const) {
          for (const place of [path, path.slice(0, -1)]) {
            const { status, headers, text } = await sendAs('administrator', {
              method,
              path: place,
              headers: { accept },
            })
            const what = `${method} ${place} for ${accept}`
            assert.equal(status, 200, `${what}: ${text.slice(0, 300)}`)
            assert.equal(headers['content-type'], rendering.mediatype, what)
            assert.match(String(headers['content-disposition']), /^attachment; filename/, what)
            assert.equal(headers['x-content-type-options'], 'nosniff', what)
            assert.ok(Number(headers['content-length']) > 0, what)
            assert.equal(text === '', method === 'HEAD', what)
          }
        }
      }
    })

    test(`${title}: other verbs, callers and parameters are rejected, and rendering writes nothing`, async () => {
      const { sendAs, fixture } = conformance()
      const path = pathOf(String((await conformance().createSample(resource)).id))
      await assertUnchanged(fixture.database, title, async () => {
        assert.equal((await sendAs('administrator', { path })).status, 200)
        for (const format of formats) {
          const headers = acceptOf(format)
          for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'] as const) {
            const reply = await sendAs('administrator', { method, path, headers })
            assertRefused(reply, 400, 16, `${method} ${path}`)
            assert.equal(reply.headers.allow, 'GET, HEAD, OPTIONS', `${method} ${path}`)
          }
          assertRefused(await sendAs('inactive', { path, headers }), 401, 8, `inactive ${path}`)
          assertRefused(await fixture.call({ path, headers }), 401, 9, `nobody ${path}`)
          for (const parameter of ['limit', 'version', 'nonsense']) {
            const reply = await sendAs('administrator', { path: `${path}?${parameter}=1`, headers })
            assertRefused(reply, 400, 17, `${path}?${parameter}`, [parameter])
          }
        }
        const options = await sendAs('administrator', { method: 'OPTIONS', path })
        assert.deepEqual([options.status, options.headers.allow], [200, 'GET, HEAD, OPTIONS'])
      })
    })
  }

  test('a resource without renderings has no such path', async () => {
    const { sendAs } = conformance()
    for (const name of ['pdf', ...renderingCases.map((one) => one.name)]) {
      for (const resource of resources.values()) {
        if (Object.hasOwn(resource.renderings ?? {}, name)) continue
        const path = `/${resource.name}/${missingId}/${name}/`
        assertRefused(await sendAs('administrator', { path }), 400, 15, path)
      }
    }
    assert.ok(renderingCases.length > 0, 'no resource has a rendering')
  })
})
