// Downloads: whoever may read a record may download its file, unless the file is hidden from the role, only with GET
// and HEAD; for everybody else neither exists. Content, versions and ranges are tested by the scenarios.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { resources } from '../../src/resources/all.ts'
import { assertUnchanged, idsInTable } from '../fixture/dump.ts'
import { eachConformanceFixture, missingId, viewerOf, viewers } from './conformance-fixture.ts'
import { acceptOf, assertRefused, formats } from './reply-tree.ts'

const downloadable = [...resources.values()].filter(({ download }) => download !== undefined)

eachConformanceFixture((conformance) => {
  for (const resource of downloadable) {
    const pathOf = (id: number | string): string => `/${resource.name}/${id}/download/`

    test(`T-01: ${resource.name}: a caller can download the files of exactly the records that they can read`, async () => {
      const { sendAs, fixture } = conformance()
      await conformance().createSample(resource)
      for (const who of viewers) {
        for (const id of await idsInTable(fixture.database, resource.table)) {
          const record = await sendAs(who, { path: `/${resource.name}/${id}/` })
          for (const format of formats) {
            const headers = acceptOf(format)
            const reply = await sendAs(who, { path: pathOf(id), headers })
            const what = `${who} ${resource.name} ${id} ${format}`
            const isHidden = resource.download?.hideFrom?.includes(viewerOf[who].role) === true
            assert.equal(reply.status, record.status === 200 && isHidden ? 404 : record.status, what)
            if (reply.status === 200) continue
            if (record.status === 403) assertRefused(reply, 403, 10, what)
            else assertRefused(reply, 404, 14, what)
            if (record.status !== 404) continue
            const missing = await sendAs(who, { path: pathOf(missingId), headers })
            assert.equal(reply.text, missing.text.replaceAll(String(missingId), String(id)), what)
          }
        }
      }
    })

    test(`${resource.name}: with or without the last slash, by GET and HEAD, a file is sent as an attachment with nosniff`, async () => {
      const { sendAs } = conformance()
      const path = pathOf(String((await conformance().createSample(resource)).id))
      for (const method of ['GET', 'HEAD'] as const) {
        for (const place of [path, path.slice(0, -1)]) {
          const { status, headers, bytes } = await sendAs('administrator', { method, path: place })
          assert.equal(status, 200, `${method} ${place}`)
          assert.match(String(headers['content-disposition']), /^attachment; filename/, `${method} ${place}`)
          assert.equal(headers['x-content-type-options'], 'nosniff', `${method} ${place}`)
          const length = Number(headers['content-length'])
          assert.ok(length > 0, `${method} ${place}`)
          assert.equal(bytes.length, method === 'GET' ? length : 0, `${method} ${place}`)
        }
      }
    })

    test(`${resource.name}: other verbs, callers and parameters are rejected`, async () => {
      const { sendAs, fixture } = conformance()
      const path = pathOf(String((await conformance().createSample(resource)).id))
      await assertUnchanged(fixture.database, path, async () => {
        for (const format of formats) {
          const headers = acceptOf(format)
          for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'] as const) {
            const reply = await sendAs('administrator', { method, path, headers })
            assertRefused(reply, 400, 16, `${method} ${path}`)
            assert.equal(reply.headers.allow, 'GET, HEAD, OPTIONS', `${method} ${path}`)
          }
          assertRefused(await sendAs('inactive', { path, headers }), 401, 8, `inactive ${path}`)
          assertRefused(await fixture.call({ path, headers }), 401, 9, `nobody ${path}`)
          assertRefused(await sendAs('administrator', { path: `${path}?limit=1`, headers }), 400, 17, path, ['limit'])
          assertRefused(await sendAs('administrator', { path: `${path}?version=x`, headers }), 400, 18, path, [
            'version',
          ])
        }
        const options = await sendAs('administrator', { method: 'OPTIONS', path })
        assert.deepEqual([options.status, options.headers.allow], [200, 'GET, HEAD, OPTIONS'])
      })
    })
  }

  test('a resource without files has no download', async () => {
    const { sendAs } = conformance()
    for (const resource of resources.values()) {
      if (downloadable.includes(resource)) continue
      const path = `/${resource.name}/${missingId}/download/`
      assertRefused(await sendAs('administrator', { path }), 400, 15, path)
    }
    assert.ok(downloadable.length > 0)
  })
})
