// Responses are compressed on request: long ones, whole or streamed, in both formats, with ETags that still work.
// Secrets, errors and the calls of the web application's sessions are never compressed (T-113).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { NextNumber, nextId } from '../../src/io/database.ts'
import { callerFor, suiteApiFixture, taskBody } from '../fixture/api-caller.ts'
import type { ApiFixture } from '../fixture/api-fixture.ts'
import { basicAuth } from '../fixture/request-parts.ts'

const decoders = { br: brotliDecompressSync, zstd: zstdDecompressSync, gzip: gunzipSync } as const
type Encoding = keyof typeof decoders
const encodings = Object.keys(decoders) as Encoding[]

type Headers = Record<string, string>

/** One request of an Administrator, with the bytes and headers of its response. */
async function ask(
  { app, a }: ApiFixture,
  path: string,
  headers: Headers = {},
  method: 'GET' | 'HEAD' | 'PUT' = 'GET',
  payload?: string,
) {
  const authorization = basicAuth(a.tokens.administrator)
  const typed: Headers = payload === undefined ? {} : { 'content-type': 'application/json' }
  const sent: Headers = { accept: 'application/json', authorization, ...typed, ...headers }
  const reply = await app.inject({ method, url: path, headers: sent, ...(payload === undefined ? {} : { payload }) })
  return { status: reply.statusCode, headers: reply.headers, bytes: reply.rawPayload }
}

const manyTasks = 700

/** Enough tasks for a list that is streamed. */
const insertTasks = ({ database, a }: ApiFixture): Promise<void> =>
  database.write(a.accountid, async (tx) => {
    for (let at = 0; at < manyTasks; at++) {
      await tx.insert('task', {
        id: nextId,
        localid: new NextNumber('task'),
        projectid: a.projects.seen,
        moduleid: a.modules[0] ?? 0,
        statusid: a.statuses.open,
        priorityid: a.priorities[0] ?? 0,
        title: `Compressed é ${at}`,
        summary: '',
        dateopen: '2026-04-01',
        datecreated: '2026-04-01',
        datemodified: '2026-04-01 00:00:00',
        searchtext: `compressed ${at}`,
      })
    }
  })

suiteApiFixture((fixture) => {
  test('lists, whole and streamed, are compressed in both formats; HEAD has the headers of GET', async () => {
    await insertTasks(fixture())
    for (const path of ['/task/?limit=20', '/task/?limit=0']) {
      for (const accept of ['application/json', 'application/xml']) {
        const plain = await ask(fixture(), path, { accept })
        assert.equal(plain.headers['content-encoding'], undefined)
        assert.equal(plain.headers.vary, 'accept-encoding')
        for (const encoding of encodings) {
          const wanted = { accept, 'accept-encoding': `deflate, ${encoding}` }
          const packed = await ask(fixture(), path, wanted)
          const what = `${path} as ${accept} in ${encoding}`
          assert.equal(packed.headers['content-encoding'], encoding, what)
          assert.equal(packed.headers.vary, 'accept-encoding', what)
          assert.equal(packed.headers['content-type'], plain.headers['content-type'], what)
          assert.ok(packed.bytes.length < plain.bytes.length / 3, what)
          assert.ok(decoders[encoding](packed.bytes).equals(plain.bytes), `${what}: other data`)
          const head = await ask(fixture(), path, wanted, 'HEAD')
          for (const name of ['content-encoding', 'content-length', 'vary', 'content-type'])
            assert.equal(head.headers[name], packed.headers[name], `${name} of HEAD ${what}`)
        }
      }
    }
  })

  test('short responses, errors and refused encodings are sent as they are', async () => {
    const gzip = { 'accept-encoding': 'gzip' }
    const short = await ask(fixture(), '/quota/', gzip)
    assert.deepEqual([short.status, short.headers['content-encoding'], short.headers.vary], [200, undefined, undefined])
    const unknown = Array.from({ length: 60 }, (_, at) => `unknown_parameter_${at}=1`).join('&')
    const error = await ask(fixture(), `/task/?${unknown}`, gzip)
    assert.ok(error.bytes.length > 1024)
    assert.deepEqual([error.status, error.headers['content-encoding']], [400, undefined])
    for (const header of ['identity', 'gzip;q=0', '*', 'deflate']) {
      const reply = await ask(fixture(), '/task/?limit=20', { 'accept-encoding': header })
      assert.deepEqual([reply.status, reply.headers['content-encoding']], [200, undefined], header)
    }
  })

  test('the ETag of a compressed record names its encoding, and works in If-Match and If-None-Match', async () => {
    const { a } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const summary = '<p>A long text. </p>'.repeat(80)
    const { id } = await administrator.create('/task/', taskBody(a, { summary }))
    const path = `/task/${id}/`
    const plain = String((await ask(fixture(), path)).headers.etag)
    for (const encoding of encodings) {
      const wanted = { 'accept-encoding': encoding }
      const etag = String((await ask(fixture(), path, wanted)).headers.etag)
      assert.equal(etag, plain.replace(/"$/, `-${encoding}"`))
      for (const known of [etag, `W/${etag}`, plain]) {
        const unchanged = await ask(fixture(), path, { ...wanted, 'if-none-match': known })
        assert.deepEqual([unchanged.status, unchanged.headers.etag, unchanged.bytes.length], [304, etag, 0], known)
        assert.deepEqual(
          [unchanged.headers.vary, unchanged.headers['content-encoding']],
          ['accept-encoding', undefined],
        )
      }
    }
    const gzip = { 'accept-encoding': 'gzip' }
    let { etag } = (await ask(fixture(), path, gzip)).headers
    for (const title of ['First', 'Second']) {
      const conditional = { ...gzip, 'if-match': String(etag) }
      const changed = await ask(fixture(), path, conditional, 'PUT', JSON.stringify({ title }))
      assert.deepEqual([changed.status, changed.headers['content-encoding']], [202, 'gzip'], title)
      const late = await ask(fixture(), path, conditional, 'PUT', JSON.stringify({ title: 'Late' }))
      assert.equal(late.status, 412, 'the old tag no longer matches')
      assert.notEqual(changed.headers.etag, etag)
      etag = changed.headers.etag
    }
    for (const tag of [`W/${etag}`, String(etag).replace('-gzip', '-deflate')]) {
      const refused = await ask(fixture(), path, { 'if-match': tag }, 'PUT', '{"title":"Third"}')
      assert.equal(refused.status, 412, tag)
    }
  })

  test('T-113: secure notes are never compressed', async () => {
    const { a } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const note = `<p>${'The password is not here. '.repeat(100)}</p>`
    const body = { projectid: a.projects.seen, title: 'Access', note, secure: 't' }
    const { id } = await administrator.create('/projectnote/', body)
    for (const path of [`/projectnote/${id}/`, `/projectnote/?projectid=${a.projects.seen}`]) {
      const reply = await ask(fixture(), path, { 'accept-encoding': 'br, gzip' })
      assert.equal(reply.status, 200, path)
      assert.ok(reply.bytes.length > 1024)
      assert.equal(reply.headers['content-encoding'], undefined, path)
    }
  })
})
