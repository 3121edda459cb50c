// Threats by files: names with path parts or injections (T-32, T-40, T-41), types that browsers run (T-34), and uploads
// that are aborted, malformed or too large: a clear error, and nothing is stored.
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { createServer } from '../../src/api/server.ts'
import { DiskFull } from '../../src/io/errors.ts'
import type { ReceivedFile } from '../../src/io/file-store.ts'
import { FolderFileStore } from '../../src/io/folder-file-store.ts'
import { sql, statement } from '../../src/io/sql.ts'
import { assertRefusedWith, callerFor, suiteApiFixture } from '../fixture/api-caller.ts'
import { filesFolder, type Reply, send, testOptions } from '../fixture/api-fixture.ts'
import { assertUnchanged } from '../fixture/dump.ts'
import { basicAuth, multipartBody, multipartBoundary, multipartPart } from '../fixture/request-parts.ts'
import { fetchFile, filePart, formType, multipartForm, sendUpload, upload } from '../scenarios/file-upload.ts'

const scripts = ['<script>alert(1)</script>', '<img src=x onerror=alert(1)>', "javascript:alert('x')", '&lt;b&gt; ]]>']

const storedFiles = (): string[] =>
  readdirSync(filesFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.endsWith('loose'))
    .map(({ name, parentPath }) => `${parentPath.slice(filesFolder.length + 1)}/${name}`)
    .sort()

suiteApiFixture((fixture) => {
  const start = () => {
    const { a, app } = fixture()
    return { a, app, manager: callerFor(fixture(), a.tokens.manager), place: { projectid: a.projects.seen } }
  }

  test('T-31, T-32: markup in titles, notes, tags and file names is plain text, in JSON and XML', async () => {
    const { app, a, manager, place } = start()
    for (const script of scripts) {
      const name = `filename*=UTF-8''${encodeURIComponent(script.replaceAll('/', '_'))}`
      const created = await upload(manager, { ...place, title: script, notes: script, tags: script }, { name })
      assert.deepEqual([created.title, created.notes, created.tags], [script, script, script])
      assert.equal(created.filename, script.replaceAll('/', '_'))
      const xml = await fetchFile(app, a.tokens.manager, `/document/${created.id}/`, { accept: 'application/xml' })
      assert.doesNotMatch(String(xml.bytes), /<(script|img|b)\b/, script)
      assert.equal(xml.headers['x-content-type-options'], 'nosniff')
    }
  })

  test('T-34: files that a browser would run are sent as bytes to save, under every declared type', async () => {
    const { app, a, manager, place } = start()
    const active: readonly (readonly [name: string, type: string])[] = [
      ['page.html', 'text/html'],
      ['page.xhtml', 'application/xhtml+xml'],
      ['drawing.svg', 'image/svg+xml'],
      ['feed.xml', 'application/xml'],
      ['sheet.xsl', 'text/xsl'],
      ['code.js', 'text/javascript'],
      ['code.mjs', 'application/javascript'],
      ['style.css', 'text/css'],
      ['paper.pdf', 'application/pdf'],
      ['film.swf', 'application/x-shockwave-flash'],
      ['mail.mht', 'multipart/related'],
      ['words.json', 'application/json'],
      ['page.html', 'application/octet-stream'],
      ['page.html', ''],
      ['image.png', 'text/html;x=image/png'],
      ['image.png', 'text/html, image/png'],
    ]
    for (const [name, type] of active) {
      const content = '<script>alert(1)</script>'
      const { id } = await upload(manager, place, { name: `filename="${name}"`, type, content })
      const { headers, bytes } = await fetchFile(app, a.tokens.manager, `/document/${id}/download/`)
      const what = `${name} as ${type}`
      assert.equal(headers['content-type'], 'application/octet-stream', what)
      assert.match(String(headers['content-disposition']), /^attachment; /, what)
      assert.equal(headers['x-content-type-options'], 'nosniff', what)
      assert.match(String(headers['content-security-policy']), /default-src 'none';.* sandbox/, what)
      assert.equal(headers['cross-origin-resource-policy'], 'same-origin', what)
      assert.equal(String(bytes), content, 'the content was changed')
    }
  })

  test('T-34: a file is never usable as a script, style, worker or part of a page', async () => {
    const { app, a, manager, place } = start()
    const { id } = await upload(manager, place, { name: 'filename="dot.png"', type: 'image/png' })
    const ask = (dest: string, path = 'download/') =>
      fetchFile(app, a.tokens.manager, `/document/${id}/${path}`, { 'sec-fetch-dest': dest, accept: 'image/*' })
    const destinations = [
      'script',
      'style',
      'worker',
      'sharedworker',
      'serviceworker',
      'audioworklet',
      'object',
      'embed',
      'xslt',
    ]
    for (const dest of destinations) {
      assert.equal((await ask(dest)).status, 403, dest)
      assert.equal((await ask(dest, '')).status, 403, `${dest} of the image`)
    }
    for (const dest of ['empty', 'document', 'image', 'video']) assert.equal((await ask(dest)).status, 200, dest)
  })

  test('T-40: file names in any language are sent in one line of ASCII and arrive unchanged', async () => {
    const { app, a, manager, place } = start()
    const names = [
      'Grüße & Küsse.pdf',
      '計画書.docx',
      'תוכנית\u200f.txt',
      "Bob's plan; filename=evil.exe.txt",
      '100% (final) *new*.csv',
      '%0d%0aSet-Cookie: x=y.txt',
      `${'a'.repeat(251)}.txt`,
      '😀'.repeat(255),
    ]
    for (const name of names) {
      const { id, filename } = await upload(manager, place, { name: `filename="${name}"` })
      assert.equal(filename, name)
      const { headers } = await fetchFile(app, a.tokens.manager, `/document/${id}/download/`)
      const disposition = String(headers['content-disposition'])
      assert.match(disposition, /^attachment; filename="[ !#-[\]-~]*"; filename\*=UTF-8''[A-Za-z0-9%._~-]+$/, name)
      assert.equal(decodeURIComponent(disposition.split("UTF-8''")[1] ?? ''), name)
      assert.equal(headers['set-cookie'], undefined)
    }
  })

  test('T-40, T-41: names with path parts, line breaks, quotes or hidden characters are rejected, and nothing is stored', async () => {
    const { manager, place } = start()
    await upload(manager, place)
    const existing = storedFiles()
    const quoted = [
      '',
      '.',
      '..',
      '../plan.txt',
      '..\\plan.txt',
      '/etc/passwd',
      'C:\\plan.txt',
      'a/b',
      'a\u0000b',
      'a\tb',
      'x'.repeat(256),
      'y'.repeat(10_240),
    ]
    const encoded = ['a\nb', 'a\r\nSet-Cookie: x=y', 'a"b', '../x', '\u202egnp.exe', '\u2028', '\u0085', '\uffff']
    const names = [
      ...quoted.map((name) => `filename="${name}"`),
      ...encoded.map((name) => `filename*=UTF-8''${encodeURIComponent(name)}`),
      'filename="a\\"b.txt"',
    ]
    await assertUnchanged(fixture().database, 'a refused name', async () => {
      for (const name of names) assertRefusedWith(await sendUpload(manager, place, { name }), 400, 18, 'file: "')
      const unreadable = [
        'filename="a\nb"',
        'filename="a\rb"',
        'filename="a\r\nb"',
        "filename*=latin1''a",
        'filename="a"; filename="b"',
        'filename="a',
        "filename*=UTF-8''%ff",
      ]
      for (const name of unreadable) assertRefusedWith(await sendUpload(manager, place, { name }), 400, 18, 'body: ')
      const latin1 = multipartBody([
        multipartPart('name="projectid"', String(place.projectid)),
        Buffer.concat([
          Buffer.from(`--${multipartBoundary}\r\nContent-Disposition: form-data; name="file"; filename="`),
          Buffer.from([0xe9]),
          Buffer.from('"\r\n\r\nx\r\n'),
        ]),
      ])
      assertRefusedWith(
        await manager.send('POST', '/document/', latin1, { 'content-type': formType }),
        400,
        18,
        'UTF-8',
      )
    })
    assert.deepEqual(storedFiles(), existing)
    for (const file of existing) assert.match(file, /^[0-9a-f]{2}\/[0-9a-f]{62}$/, 'every file is named by its hash')
  })

  test('T-41: a name that looks like a path only after a second decoding is a normal name', async () => {
    const { manager, place } = start()
    for (const name of ['..%2f..%2fetc%2fpasswd', '%2e%2e%5cplan.txt', '..．plan', '~root', 'con']) {
      assert.equal((await upload(manager, place, { name: `filename="${name}"` })).filename, name)
    }
  })

  test('a malformed form, or one with too many or wrong parts, is rejected, and nothing is stored', async () => {
    const { manager, place } = start()
    await upload(manager, place)
    const existing = storedFiles()
    const where = multipartPart('name="projectid"', String(place.projectid))
    const file = filePart({})
    const whole = multipartBody([where, file])
    const cases: readonly (readonly [what: string, code: number, body: Buffer | string, type?: string])[] = [
      ['no boundary in the Content-Type', 18, whole, 'multipart/form-data'],
      ['an empty boundary', 18, whole, 'multipart/form-data; boundary='],
      ['another boundary', 18, whole, 'multipart/form-data; boundary=other'],
      ['another kind of multipart', 18, whole, `multipart/mixed; boundary=${multipartBoundary}`],
      ['nothing', 18, Buffer.from('')],
      ['no form at all', 18, 'Hello'],
      ['JSON under a wrong name', 18, '{"title":"x"}'],
      ['no last boundary', 18, whole.subarray(0, -6)],
      ['an end in the middle of the file', 18, whole.subarray(0, -40)],
      ['two files', 18, multipartBody([where, file, file])],
      ['a field twice', 18, multipartBody([where, where, file])],
      [
        'a file under another name',
        17,
        multipartBody([where, multipartPart('name="picture"; filename="a.txt"', 'x'), file]),
      ],
      ['a file as a field', 17, multipartBody([where, multipartPart('name="title"; filename="a.txt"', 'x'), file])],
      ['the file as a text', 18, multipartBody([where, multipartPart('name="file"', 'x')])],
      ['a part without a name', 18, multipartBody([where, multipartPart('filename="a.txt"', 'x'), file])],
      ['a part without a head', 18, multipartBody([where, Buffer.from(`--${multipartBoundary}\r\nno head\r\n`), file])],
      ['an unknown field', 17, multipartBody([where, file, multipartPart('name="nonsense"', 'x')])],
      [
        'a field that is not UTF-8',
        18,
        multipartBody([where, multipartPart('name="notes"', Buffer.from([0xff])), file]),
      ],
      ['a field that XML cannot carry', 18, multipartBody([where, multipartPart('name="notes"', 'a\u0000b'), file])],
      [
        'fields of more than 2 MB',
        18,
        multipartBody([where, multipartPart('name="notes"', 'x'.repeat(2_100_000)), file]),
      ],
      [
        'more fields than 300',
        18,
        multipartBody([where, file, ...Array.from({ length: 320 }, (_, at) => multipartPart(`name="n${at}"`, ''))]),
      ],
    ]
    await assertUnchanged(fixture().database, 'a refused form', async () => {
      for (const [what, code, body, type = formType] of cases) {
        const reply = await manager.send('POST', '/document/', body, { 'content-type': type })
        const { error } = reply.json as { error?: { code: number } }
        assert.deepEqual([reply.status, error?.code], [400, code], `${what}: ${reply.text}`)
      }
    })
    assert.deepEqual(storedFiles(), existing)
    const preamble = Buffer.concat([Buffer.from('Hello\r\n'), whole, Buffer.from('and so on')])
    const unusual = await manager.send('POST', '/document/', preamble, {
      'content-type': `Multipart/Form-Data; Charset=utf-8; BOUNDARY="${multipartBoundary}"`,
    })
    assert.equal(unusual.status, 201, `preamble and epilogue are ignored: ${unusual.text}`)
  })

  test('other resources accept no forms, and roles are checked before a byte of a file is read', async () => {
    const { a, manager } = start()
    const executive = callerFor(fixture(), a.tokens.executive)
    const { body, headers } = multipartForm({ name: 'x' })
    const wrong = await manager.send('POST', '/task/', body, headers)
    assertRefusedWith(wrong, 400, 18, 'multipart/form-data')
    assertRefusedWith(await executive.send('POST', '/expense/', 'not a form', headers), 403, 10)
    assertRefusedWith(await executive.send('PUT', '/company/1/', 'not a form', headers), 403, 10)
    const unknown: Reply = await fixture().call({ method: 'POST', path: '/document/', body, headers })
    assertRefusedWith(unknown, 401, 9)
  })
})

/** Sends raw bytes and returns the response, until it is complete or the connection ends. */
function sendRaw(port: number, head: readonly string[], body: readonly Buffer[], hangUp: boolean): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let received = ''
    socket.setEncoding('utf8').on('data', (text: string) => {
      received += text
      if (/\r\n\r\n[{<]/.test(received)) socket.end()
    })
    socket.on('error', () => undefined).once('close', () => resolve(received))
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    for (const chunk of body) socket.write(chunk)
    if (hangUp) setTimeout(() => socket.destroy(), 200)
  })
}

/** The disk is full when the first bytes have arrived, or later when the file is stored permanently. */
class FullDiskStore extends FolderFileStore {
  failing: 'receive' | 'keep' | null = null

  override async receive(bytes: AsyncIterable<Uint8Array>, limit: number): Promise<ReceivedFile> {
    const received = await super.receive(this.failing === 'receive' ? endingInError(bytes) : bytes, limit)
    return this.failing === 'keep' ? { ...received, keep: () => Promise.reject(new DiskFull('full')) } : received
  }
}

async function* endingInError(bytes: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  for await (const chunk of bytes) {
    yield chunk
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  }
}

/** SQLite gets no further pages. PostgreSQL has no such limit, so a trigger gives the error of a full disk. */
const fullDisk = {
  sqlite: (full: boolean) => [`pragma max_page_count = ${full ? 1 : 1_000_000}`],
  postgres: (full: boolean) =>
    full
      ? [
          `create function nospace() returns trigger language plpgsql as
            'begin raise exception ''could not extend file'' using errcode = ''53100''; end'`,
          'create trigger nospace before insert on client execute function nospace()',
        ]
      : ['drop trigger nospace on client', 'drop function nospace'],
}

suiteApiFixture((fixture, kind) => {
  test('T-77: an upload on a full disk is 507/20, stores nothing, and works when there is room again', async () => {
    const { a, database, clock } = fixture()
    const files = new FullDiskStore(filesFolder)
    const app = createServer({ ...testOptions(database, clock), files })
    const form = multipartForm({ projectid: a.projects.seen }, { content: 'x'.repeat(200_000) })
    const post = () => send(app, { token: a.tokens.manager, method: 'POST', path: '/document/', ...form })
    const existing = storedFiles()
    for (const failing of ['receive', 'keep'] as const) {
      files.failing = failing
      await assertUnchanged(database, `a full disk at ${failing}`, async () => {
        assertRefusedWith(await post(), 507, 20, 'file: the disk of the server is full; nothing was saved')
      })
      assert.deepEqual(storedFiles(), existing, failing)
    }
    files.failing = null
    assert.equal((await post()).status, 201)
    await app.close()
  })

  test('T-77: any other write on a full disk is 507/20 too, stores nothing, and works when there is room again', async () => {
    const { a, database } = fixture()
    const setFull = (full: boolean) =>
      database.write(a.accountid, async (tx) => {
        for (const text of fullDisk[kind](full)) await tx.run('client', statement(sql`${sql.raw(text)}`))
      })
    const post = () =>
      fixture().call({
        token: a.tokens.administrator,
        method: 'POST',
        path: '/client/',
        body: { name: 'Large', datecreated: '2026-05-01', description: 'x'.repeat(200_000) },
      })
    await setFull(true)
    await assertUnchanged(database, 'a full disk', async () => {
      const reply = await post()
      assertRefusedWith(reply, 507, 20, 'the disk of the server is full; nothing was saved')
      assert.doesNotMatch(reply.text, /file:/)
    })
    await setFull(false)
    assert.equal((await post()).status, 201)
  })

  test('uploads that are aborted or have a wrong length are rejected, and nothing is stored', async () => {
    const { a, app, database } = fixture()
    const port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
    const manager = callerFor(fixture(), a.tokens.manager)
    await upload(manager, { projectid: a.projects.seen })
    const existing = storedFiles()
    const { body } = multipartForm({ projectid: a.projects.seen }, { content: 'x'.repeat(200_000) })
    const head = (...more: string[]) => [
      'POST /document/ HTTP/1.1',
      'Host: x',
      'Accept: application/json',
      `Authorization: ${basicAuth(a.tokens.manager)}`,
      `Content-Type: ${formType}`,
      ...more,
    ]
    const chunk = (piece: Buffer) =>
      Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')])
    await assertUnchanged(database, 'a broken upload', async () => {
      const half = body.subarray(0, 100_000)
      const length = `Content-Length: ${body.length}`
      const chunked = 'Transfer-Encoding: chunked'
      assert.equal(await sendRaw(port, head(length), [half], true), '', 'a closed connection gets no response')
      assert.equal(await sendRaw(port, head(chunked), [chunk(half)], true), '')
      const longer = await sendRaw(port, head(`Content-Length: ${body.length + 10}`), [body], true)
      assert.equal(longer, '', 'an incomplete body gets no response')
      const shorter = await sendRaw(port, head(`Content-Length: ${body.length - 10}`), [body], false)
      assert.match(shorter, /^HTTP\/1\.1 400 /, 'the body without its last boundary is invalid')
      const cut = await sendRaw(port, head(chunked), [chunk(half), Buffer.from('0\r\n\r\n')], false)
      assert.match(cut, /^HTTP\/1\.1 400 [\s\S]*before its last boundary/)
      const garbled = await sendRaw(port, head(chunked), [chunk(half), Buffer.from('zz\r\n')], false)
      assert.match(garbled, /^HTTP\/1\.1 400 /)
      const claimed = await app.inject({
        method: 'POST',
        url: '/document/',
        headers: { authorization: basicAuth(a.tokens.manager), 'content-type': formType, 'content-length': '5000' },
        payload: body,
      })
      assert.equal(claimed.statusCode, 400)
    })
    for (let tries = 0; tries < 100 && storedFiles().length > existing.length; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    assert.deepEqual(storedFiles(), existing, 'incomplete files are left')
    assert.equal((await sendUpload(manager, { projectid: a.projects.seen })).status, 201, 'other uploads still work')
  })

  test('T-346: a person has at most 16 uploads at the same time', async () => {
    const { a, app } = fixture()
    const { body } = multipartForm({ projectid: a.projects.seen }, { content: 'x'.repeat(1000) })
    const begin = () => {
      const payload = new PassThrough()
      payload.write(body.subarray(0, 500))
      const headers = { authorization: basicAuth(a.tokens.manager), 'content-type': formType }
      return { payload, reply: app.inject({ method: 'POST', url: '/document/', headers, payload }) }
    }
    const uploads = Array.from({ length: 17 }, begin)
    const refused = await Promise.race(uploads.map(({ reply }) => reply))
    assert.equal(refused.statusCode, 503)
    assert.match(refused.body, /sixteen uploads of yours are still running/)
    for (const { payload } of uploads) payload.end(body.subarray(500))
    const statuses = (await Promise.all(uploads.map(({ reply }) => reply))).map(({ statusCode }) => statusCode)
    assert.equal(statuses.filter((status) => status === 201).length, 16)
  })
})
