// The pages that show the contract: they need no token, are not counted, load nothing from other servers, and have a
// policy against inline scripts. A real Chromium opens the page in docs-page.long.test.ts.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { createServer } from '../../src/api/server.ts'
import { type ApiFixture, startApiFixture, testOptions } from '../fixture/api-fixture.ts'
import { TestDatabases } from '../fixture/databases.ts'
import { contractText } from './openapi-assertions.ts'

const pages = [
  '/docs',
  '/docs/',
  '/docs/page.js',
  '/docs/page.css',
  '/docs/swagger-ui-bundle.js',
  '/docs/swagger-ui.css',
]

suite('the pages of the contract', () => {
  const databases = new TestDatabases()
  let fixture: ApiFixture
  before(async () => {
    fixture = await startApiFixture(await (await databases.create('sqlite')).open())
  })
  after(async () => {
    await fixture.close()
    await databases.clear()
  })

  const used = async (): Promise<unknown> => {
    const { json } = await fixture.call({ token: fixture.a.tokens.administrator, path: '/quota/' })
    return json.quota
  }

  test('/openapi.json is the committed contract, needs no token and does not count towards the quota', async () => {
    const before = await used()
    const reply = await fixture.call({ path: '/openapi.json' })
    assert.deepEqual([reply.status, reply.headers['content-type']], [200, 'application/json; charset=utf-8'])
    assert.ok(reply.text === contractText, 'another text')
    await fixture.call({ token: fixture.a.tokens.administrator, path: '/openapi.json' })
    assert.deepEqual(await used(), before)
  })

  test('a cached page is not sent again, and pages are compressed', async () => {
    const { headers } = await fixture.call({ path: '/openapi.json' })
    const unchanged = await fixture.call({ path: '/openapi.json', headers: { 'if-none-match': String(headers.etag) } })
    assert.deepEqual([unchanged.status, unchanged.text], [304, ''])
    for (const [encoding, decompress] of Object.entries({
      br: brotliDecompressSync,
      zstd: zstdDecompressSync,
      gzip: gunzipSync,
    })) {
      const accepts = { 'accept-encoding': encoding }
      const packed = await fixture.app.inject({ url: '/openapi.json?page=1', headers: accepts })
      assert.equal(packed.headers['content-encoding'], encoding)
      assert.equal(packed.headers['content-length'], String(packed.rawPayload.length))
      assert.ok(decompress(packed.rawPayload).toString() === contractText, 'another text')
      assert.notEqual(packed.headers.etag, headers.etag, 'other bytes have the same tag')
      const tags = { ...accepts, 'if-none-match': String(packed.headers.etag) }
      assert.equal((await fixture.app.inject({ url: '/openapi.json', headers: tags })).statusCode, 304)
    }
    const plain = await fixture.call({ path: '/openapi.json', headers: { 'accept-encoding': 'gzip;q=0' } })
    assert.equal(plain.headers['content-encoding'], undefined)
  })

  test('T-33: the page may run only its own files; all other responses keep their own policy', async () => {
    for (const path of pages) {
      const reply = await fixture.call({ path })
      assert.equal(reply.status, 200, path)
      assert.equal(reply.headers['x-content-type-options'], 'nosniff')
      const policy = String(reply.headers['content-security-policy'])
      assert.match(policy, /^default-src 'none';/)
      assert.doesNotMatch(policy, /unsafe|\*|http/)
      const isPage = String(reply.headers['content-type']).startsWith('text/html')
      assert.equal(policy.includes("script-src 'self'"), isPage, path)
      if (isPage) assert.doesNotMatch(reply.text, /<script>|<style|\bon\w+=|https?:/)
    }
    for (const path of ['/openapi.json', '/docs/nothing.js', '/task/']) {
      const { headers } = await fixture.call({ path })
      assert.equal(headers['content-security-policy'], "default-src 'none'; frame-ancestors 'none'; sandbox", path)
    }
  })

  test('T-57: a page that asks for a token is not sent over plain HTTP', async () => {
    const app = createServer({ ...testOptions(fixture.database, fixture.clock), loopbackOnly: false })
    try {
      for (const url of ['/docs/', '/openapi.json']) assert.equal((await app.inject({ url })).statusCode, 400, url)
    } finally {
      await app.close()
    }
  })

  test('HEAD has the headers of the page and no body', async () => {
    const reply = await fixture.call({ method: 'HEAD', path: '/docs/' })
    assert.deepEqual([reply.status, reply.text], [200, ''])
    assert.ok(Number(reply.headers['content-length']) > 0)
  })
})
