// Downloading a document: the newest or an older version, complete or in part, as a file that no browser runs (decision
// 49, T-34, T-40), or as an image. Who may see a document is tested in `document.test.ts`.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { assertRefusedWith, callerFor, suiteApiFixture } from '../fixture/api-caller.ts'
import { filesFolder } from '../fixture/api-fixture.ts'
import { fetchFile, multipartForm, upload } from './file-upload.ts'

const hashOf = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex')

/** A small image that a browser can display. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
  'base64',
)

suiteApiFixture((fixture) => {
  const start = () => {
    const { a, app } = fixture()
    const manager = callerFor(fixture(), a.tokens.manager)
    const get = (id: unknown, query = '', headers: Record<string, string> = {}) =>
      fetchFile(app, a.tokens.manager, `/document/${id}/download/${query}`, headers)
    return { a, app, manager, get }
  }

  test('a download returns the newest or the requested version, without an envelope', async () => {
    const { a, manager, get } = start()
    const contents = ['first', 'second, longer', Buffer.from([0, 255, 10, 13, 0])]
    const [first = '', ...later] = contents
    const { id } = await upload(manager, { projectid: a.projects.seen }, { content: first })
    for (const content of later) {
      const { body, headers } = multipartForm({}, { content })
      await manager.update(`/document/${id}/`, body, headers)
    }
    assert.deepEqual((await get(id)).bytes, Buffer.from(contents[2] ?? ''))
    for (const [at, content] of contents.entries()) {
      const file = await get(id, `?version=${at + 1}`)
      assert.equal(file.status, 200)
      assert.deepEqual(file.bytes, Buffer.from(content))
      assert.equal(file.headers['content-length'], String(content.length))
      assert.equal(file.headers.etag, `"${hashOf(content)}"`)
    }
    assertRefusedWith(await manager.send('GET', `/document/${id}/download/?version=4`), 404, 14, 'has no version 4')
    for (const version of ['0', '-1', 'x', '1.0', '']) {
      assertRefusedWith(await manager.send('GET', `/document/${id}/download/?version=${version}`), 400, 18, 'version')
    }
    assertRefusedWith(await manager.send('GET', `/document/${id}/download/?inline=1`), 400, 17, 'inline')
    assertRefusedWith(await manager.send('POST', `/document/${id}/download/`), 400, 16)
    assertRefusedWith(await manager.send('GET', `/document/${id}/upload/`), 400, 15)
    assertRefusedWith(await manager.send('GET', '/document/2147483647/download/'), 404, 14)
    assertRefusedWith(await manager.send('GET', `/task/${a.tasks.own}/download/`), 400, 15)
    const allowed = await manager.send('OPTIONS', `/document/${id}/download/`)
    assert.equal(allowed.headers.allow, 'GET, HEAD, OPTIONS')
  })

  test('HEAD returns the headers of a download', async () => {
    const { a, manager, get } = start()
    const { id } = await upload(manager, { projectid: a.projects.seen }, { content: 'Twelve bytes' })
    const whole = await get(id)
    const head = await manager.send('HEAD', `/document/${id}/download/`)
    assert.equal(head.text, '')
    for (const name of ['content-length', 'content-type', 'content-disposition', 'etag', 'accept-ranges']) {
      assert.equal(head.headers[name], whole.headers[name], name)
    }
  })

  test('an empty file is a file', async () => {
    const { a, manager, get } = start()
    const { id, filesize } = await upload(manager, { projectid: a.projects.seen }, { content: '' })
    const file = await get(id, '', { range: 'bytes=0-' })
    assert.deepEqual([filesize, file.status], ['0', 416], 'an empty file has no range')
    const whole = await get(id)
    assert.deepEqual([whole.status, whole.headers['content-length'], whole.bytes.length], [200, '0', 0])
  })

  test('ranges of a file are sent, and only of the version with the given ETag', async () => {
    const { a, manager, get } = start()
    const { id } = await upload(manager, { projectid: a.projects.seen }, { content: '0123456789' })
    const tag = `"${hashOf('0123456789')}"`
    for (const [range, content, told] of [
      ['bytes=0-3', '0123', 'bytes 0-3/10'],
      ['bytes=4-', '456789', 'bytes 4-9/10'],
      ['bytes=-3', '789', 'bytes 7-9/10'],
      ['bytes=8-99', '89', 'bytes 8-9/10'],
      ['bytes=-99', '0123456789', 'bytes 0-9/10'],
    ] as const) {
      const file = await get(id, '', { range, 'if-range': tag })
      assert.deepEqual([file.status, String(file.bytes), file.headers['content-range']], [206, content, told], range)
      assert.equal(file.headers['content-length'], String(content.length), range)
    }
    for (const range of ['bytes=10-', 'bytes=99-100', 'bytes=-0']) {
      const file = await get(id, '', { range })
      assert.deepEqual([file.status, file.headers['content-range']], [416, 'bytes */10'], range)
    }
    const whole: Record<string, string>[] = [
      { range: 'bytes=0-1,3-4' },
      { range: 'lines=1-2' },
      { range: 'bytes=3-1' },
      { range: 'bytes=0-3', 'if-range': '"another"' },
      { range: 'bytes=0-3', 'if-range': 'Thu, 14 May 2026 10:00:00 GMT' },
    ]
    for (const headers of whole) {
      const file = await get(id, '', headers)
      assert.deepEqual([file.status, String(file.bytes)], [200, '0123456789'], JSON.stringify(headers))
    }
  })

  test('a download accepts any Accept header, and its errors are in JSON or XML', async () => {
    const { a, app, manager, get } = start()
    const { id } = await upload(manager, { projectid: a.projects.seen })
    for (const accept of ['image/*', 'application/octet-stream', 'text/html', 'application/json', '*/*', '']) {
      const file = await get(id, '', { accept })
      assert.deepEqual([file.status, file.headers['content-type']], [200, 'text/plain'], accept)
    }
    const reply = await fetchFile(app, a.tokens.manager, '/document/2147483647/download', { accept: 'image/*' })
    assert.deepEqual([reply.status, reply.headers['content-type']], [404, 'application/json; charset=utf-8'])
    const asXml = await fetchFile(app, a.tokens.manager, '/document/2147483647/download', { accept: 'text/xml' })
    assert.deepEqual([asXml.status, asXml.headers['content-type']], [404, 'application/xml; charset=utf-8'])
    assert.equal((await app.inject({ url: `/document/${id}/download/` })).statusCode, 401)
  })

  test('a request for an image of a document returns the image, if it is one', async () => {
    const { a, app, manager } = start()
    const place = { projectid: a.projects.seen }
    const image = await upload(manager, place, { name: 'filename="dot.png"', content: png, type: 'image/png' })
    const drawn = await upload(manager, place, { name: 'filename="dot.svg"', content: '<svg/>', type: 'image/svg+xml' })
    const ask = async (id: unknown, accept: string) => {
      const { status, headers, bytes } = await fetchFile(app, a.tokens.manager, `/document/${id}/`, { accept })
      return [status, headers['content-type'], bytes.equals(png)]
    }
    const asJson = [200, 'application/json; charset=utf-8', false]
    for (const accept of ['image/*', 'image/png', 'image/avif,image/webp,image/*,*/*;q=0.8', 'image/*, text/html']) {
      assert.deepEqual(await ask(image.id, accept), [200, 'image/png', true], accept)
    }
    for (const accept of ['*/*', 'application/json', 'application/json, image/*', 'image/jpeg, */*;q=0.5']) {
      assert.deepEqual(await ask(image.id, accept), asJson, accept)
    }
    assert.deepEqual(await ask(drawn.id, 'image/*,*/*;q=0.8'), asJson, 'an SVG can contain scripts')
    for (const [id, accept] of [
      [image.id, 'image/jpeg'],
      [drawn.id, 'image/*'],
      [drawn.id, 'image/svg+xml'],
      [image.id, 'text/html'],
    ] as const) {
      assert.deepEqual((await ask(id, accept)).slice(0, 2), [406, 'application/json; charset=utf-8'], `${id} ${accept}`)
    }
    const list = await fetchFile(app, a.tokens.manager, '/document/', { accept: 'image/*' })
    assert.equal(list.status, 406)
    assert.equal((await fetchFile(app, a.tokens.manager, '/document/2147483647/', { accept: 'image/*' })).status, 404)
  })

  test('a file that was damaged on disk is never sent as a complete one', async () => {
    const { a, manager } = start()
    const content = 'x'.repeat(300_000)
    const { id } = await upload(manager, { projectid: a.projects.seen }, { content })
    const hash = hashOf(content)
    const place = join(filesFolder, hash.slice(0, 2), hash.slice(2))
    const { port } = new URL(await fixture().app.listen({ host: '127.0.0.1', port: 0 }))
    const address = `http://127.0.0.1:${port}/document/${id}/download/`
    const authorization = `Basic ${Buffer.from(`${a.tokens.manager}:`).toString('base64')}`
    const fetched = async (): Promise<string> => (await fetch(address, { headers: { authorization } })).text()
    assert.equal(await fetched(), content)
    writeFileSync(place, `${content.slice(1)}y`)
    await assert.rejects(fetched())
    writeFileSync(place, content.slice(1))
    const shorter = await fetch(address, { headers: { authorization, accept: 'application/json' } })
    assert.equal(shorter.status, 500, 'a wrong size is noticed before anything is sent')
    assert.doesNotMatch(await shorter.text(), new RegExp(hash), 'the response reveals the hash')
  })
})
