// The logo of an account: a PNG or JPEG, checked by its bytes and size, replaced, removed, visible to everyone who
// reads the company, and deleted when it is no longer used. Downloads in general are tested in
// `document-download.test.ts`.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { removeUnusedFiles } from '../../src/maintenance/unused-files.ts'
import { formats } from '../conformance/reply-tree.ts'
import { type ApiCaller, assertRefusedWith, callerFor, suiteApiFixture } from '../fixture/api-caller.ts'
import { filesFolder, type PersonName, testFiles } from '../fixture/api-fixture.ts'
import { assertUnchanged } from '../fixture/dump.ts'
import { dotJpeg, dotPng, greyPng, pngChunk, pngHeader, pngSignature } from '../fixture/images.ts'
import { multipartBody, multipartPart } from '../fixture/request-parts.ts'
import { machineNow } from '../fixture/test-clock.ts'
import { fetchFile, formType, multipartForm, upload } from './file-upload.ts'

const headers = { 'content-type': formType }
const hashOf = (content: Buffer): string => createHash('sha256').update(content).digest('hex')
const isStored = (content: Buffer): boolean =>
  existsSync(join(filesFolder, hashOf(content).slice(0, 2), hashOf(content).slice(2)))

const logoPart = (content: Buffer | string, filename = 'logo.png', type = 'image/png'): Buffer =>
  multipartPart(`name="logo"; filename="${filename}"\r\nContent-Type: ${type}`, content)

const setLogo = (caller: ApiCaller, content: Buffer, filename?: string, type?: string) =>
  caller.update('/company/', multipartBody([logoPart(content, filename, type)]), headers)

suiteApiFixture((fixture, kind) => {
  const administrator = () => callerFor(fixture(), fixture().a.tokens.administrator)
  const fetchLogo = (who: PersonName = 'administrator', path = '/company/1/download/', more = {}) =>
    fetchFile(fixture().app, fixture().a.tokens[who], path, more)
  const removeUnusedLater = () => removeUnusedFiles(fixture().database, testFiles, machineNow() + 7_200_000)
  /** An image of this test only, because other tests store files in the same folder. */
  const picture = (note: string): Buffer => greyPng(2, `${kind} ${note}`)

  test('without a logo there is no download, and a request for an image returns the record', async () => {
    assertRefusedWith(await administrator().send('GET', '/company/1/download/'), 404, 14, 'company 1 has no file')
    const reply = await fetchLogo('manager', '/company/1/', { accept: 'image/avif,image/*,*/*;q=0.8' })
    assert.deepEqual([reply.status, reply.headers['content-type']], [200, 'application/json; charset=utf-8'])
    assert.equal((await fetchLogo('manager', '/company/1/', { accept: 'image/*' })).status, 406)
    assert.equal(
      (await administrator().update('/company/', { logo: null })).logofilename,
      null,
      'removing a missing logo is not an error',
    )
  })

  test('an Administrator sets it, alone or with other fields, and every role can download it', async () => {
    for (const [content, filename, type, told] of [
      [dotPng, 'Ünser Logo.png', 'image/png', 'image/png'],
      [dotJpeg, 'logo.jpg', 'image/jpeg', 'image/jpeg'],
      [dotPng, 'called.jpg', 'image/jpeg', 'image/png'],
      [dotJpeg, 'logo', 'text/html', 'image/jpeg'],
    ] as const) {
      const parts = [multipartPart('name="address"', `Street of ${filename}`), logoPart(content, filename, type)]
      const record = await administrator().update('/company/1/', multipartBody(parts), headers)
      assert.deepEqual([record.logofilename, record.address], [filename, `Street of ${filename}`])
      for (const who of ['administrator', 'manager', 'resource', 'restricted', 'executive', 'outsider'] as const) {
        const file = await fetchLogo(who)
        assert.deepEqual([file.status, file.headers['content-type']], [200, told], `${who} ${filename}`)
        assert.ok(file.bytes.equals(content), `${who} ${filename}`)
        assert.match(String(file.headers['content-disposition']), /^attachment; /, who)
        const image = await fetchLogo(who, '/company/1/', { accept: 'image/*' })
        assert.ok(image.bytes.equals(content), `${who} asks for an image`)
        assert.equal((await callerFor(fixture(), fixture().a.tokens[who]).read('/company/1/')).logofilename, filename)
      }
    }
    assertRefusedWith(
      await administrator().send('GET', '/company/1/download/?version=1'),
      404,
      14,
      'company 1 has no version 1',
    )
    assertRefusedWith(
      await callerFor(fixture(), fixture().b.tokens.administrator).send('GET', '/company/1/download/'),
      404,
      14,
    )
    assert.equal((await fixture().call({ path: '/company/1/download/' })).status, 401)
  })

  test('a blank value removes it, in JSON, XML and a form; other fields do not change it', async () => {
    const { call, a } = fixture()
    const removals = [
      { body: '{"logo":null}', headers: { 'content-type': 'application/json' } },
      { body: '{"logo":""}', headers: { 'content-type': 'application/json' } },
      { body: '<company><logo/></company>', headers: { 'content-type': 'application/xml' } },
      { body: multipartBody([multipartPart('name="logo"', '')]), headers },
    ]
    for (const removal of removals) {
      await setLogo(administrator(), dotPng)
      assert.equal((await administrator().update('/company/', { taxnumber: 'DE 1' })).logofilename, 'logo.png')
      const reply = await call({ token: a.tokens.administrator, method: 'PUT', path: '/company/', ...removal })
      assert.equal(reply.status, 202, reply.text)
      assert.equal((await administrator().read('/company/1/')).logofilename, null)
      assertRefusedWith(await administrator().send('GET', '/company/1/download/'), 404, 14, 'has no file')
    }
  })

  test('a file that is not a PNG or JPEG by its bytes is rejected under every name, and nothing is stored', async () => {
    const wrong: readonly (readonly [string, Buffer | string])[] = [
      ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
      ['a page', '<!DOCTYPE html><html><body><script>alert(1)</script></body></html>'],
      ['a GIF', Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')],
      ['a PDF', '%PDF-1.7\n%%EOF'],
      ['nothing', ''],
      ['the first bytes of a PNG', pngSignature],
      ['a PNG that is cut off', greyPng(9).subarray(0, -6)],
      [
        'a page behind the first bytes of a JPEG',
        Buffer.concat([dotJpeg.subarray(0, 3), Buffer.from('<html></html>')]),
      ],
      ['a JPEG without its end', dotJpeg.subarray(0, -2)],
    ]
    const arriving = () => readdirSync(join(filesFolder, 'arriving'))
    await setLogo(administrator(), dotPng)
    await assertUnchanged(fixture().database, 'a wrong logo', async () => {
      for (const [what, content] of wrong) {
        for (const [filename, type] of [
          ['logo.png', 'image/png'],
          ['logo.jpg', 'image/jpeg'],
          ['logo.svg', 'image/svg+xml'],
        ] as const) {
          const body = multipartBody([logoPart(content, filename, type)])
          assertRefusedWith(
            await administrator().send('PUT', '/company/', body, headers),
            400,
            18,
            `logo: "${filename}" is `,
          )
          assert.ok(!isStored(Buffer.from(content)), what)
        }
      }
      const vast = Buffer.concat([pngSignature, pngHeader(1501, 1), pngChunk('IDAT'), pngChunk('IEND')])
      const tooWide = await administrator().send('PUT', '/company/', multipartBody([logoPart(vast)]), headers)
      assertRefusedWith(tooWide, 400, 18, 'logo: "logo.png" is too large (1501 by 1 pixels); use at most 1500')
      const several = multipartBody([
        multipartPart('name="name"', ''),
        multipartPart('name="currency"', 'euro'),
        logoPart('<svg/>', 'logo.svg'),
        multipartPart('name="timezone"', 'x'),
      ])
      const all = await administrator().send('PUT', '/company/', several, headers)
      assertRefusedWith(all, 400, 18, 'name: must not', 'currency: "euro"', 'logo: "logo.svg"', 'timezone: "x"')
    })
    assert.deepEqual(arriving(), [])
    assert.ok((await fetchLogo()).bytes.equals(dotPng), 'the old logo is unchanged')
  })

  test('more than 2 MB are rejected during the upload, and 2 MB are accepted', async () => {
    const filled = (size: number): Buffer => {
      const around = Buffer.concat([
        pngSignature,
        pngHeader(1, 1),
        pngChunk('IDAT'),
        pngChunk('teSt'),
        pngChunk('IEND'),
      ])
      const filling = pngChunk('teSt', Buffer.alloc(size - around.length, 7))
      return Buffer.concat([pngSignature, pngHeader(1, 1), pngChunk('IDAT'), filling, pngChunk('IEND')])
    }
    const most = 2 * 1024 * 1024
    assert.equal(filled(most).length, most)
    assert.equal((await setLogo(administrator(), filled(most), 'large.png')).logofilename, 'large.png')
    await assertUnchanged(fixture().database, 'a logo that is too large', async () => {
      for (const size of [most + 1, 3 * 1024 * 1024, 12 * 1024 * 1024]) {
        const reply = await administrator().send('PUT', '/company/', multipartBody([logoPart(filled(size))]), headers)
        assertRefusedWith(reply, 400, 18, 'logo: is larger than 2 MB')
        assert.ok(!isStored(filled(size)), `${size}`)
      }
    })
    assert.deepEqual(readdirSync(join(filesFolder, 'arriving')), [])
  })

  test('a form for the company follows the rules of every form, and other roles cannot send one', async () => {
    const { a, call } = fixture()
    await assertUnchanged(fixture().database, 'a form that is not right', async () => {
      const twice = multipartBody([logoPart(dotPng), logoPart(dotPng)])
      assertRefusedWith(
        await administrator().send('PUT', '/company/', twice, headers),
        400,
        18,
        'logo: is sent more than once',
      )
      const asFile = multipartForm({})
      assertRefusedWith(
        await administrator().send('PUT', '/company/', asFile.body, asFile.headers),
        400,
        17,
        'send it as logo',
      )
      const text = multipartBody([multipartPart('name="logo"', 'logo.png')])
      assertRefusedWith(
        await administrator().send('PUT', '/company/', text, headers),
        400,
        18,
        'logo: "logo.png" must be a file',
      )
      const climbing = multipartBody([logoPart(dotPng, '../logo.png')])
      assertRefusedWith(
        await administrator().send('PUT', '/company/', climbing, headers),
        400,
        18,
        'logo: "../logo.png"',
      )
      const body = multipartBody([logoPart(dotPng)])
      assertRefusedWith(await administrator().send('PUT', '/company/2/', body, headers), 404, 14)
      for (const who of ['manager', 'resource', 'executive'] as const) {
        for (const format of formats) {
          const accept = `application/${format}`
          const request = { method: 'PUT' as const, path: '/company/', body, headers: { ...headers, accept } }
          assert.equal((await call({ token: a.tokens[who], ...request })).status, 403, `${who} ${format}`)
        }
      }
    })
  })

  test('a logo is kept while any company or document uses it, and deleted when none does', async () => {
    const { a, b } = fixture()
    const theirs = callerFor(fixture(), b.tokens.administrator)
    const manager = callerFor(fixture(), a.tokens.manager)
    const [first, second] = [picture('first'), picture('second')]
    await setLogo(administrator(), first)
    await removeUnusedLater()
    assert.ok(isStored(first), 'a company uses it')
    await setLogo(theirs, first)
    const paper = await upload(manager, { projectid: a.projects.seen }, { content: second })
    await setLogo(administrator(), second)
    await removeUnusedLater()
    assert.ok(isStored(first), 'the other account still uses it')
    await manager.remove(`/document/${paper.id}/`)
    await removeUnusedLater()
    assert.ok(isStored(second), 'the document was deleted, but the logo uses the file')
    await theirs.update('/company/', { logo: '' })
    await removeUnusedLater()
    assert.ok(!isStored(first), 'nothing uses it')
    assert.ok((await fetchLogo()).bytes.equals(second))
    await setLogo(administrator(), second, 'renamed.png')
    await removeUnusedLater()
    assert.equal((await administrator().read('/company/1/')).logofilename, 'renamed.png')
    assert.ok((await fetchLogo()).bytes.equals(second), 'the same image with another name is stored once')
    await administrator().update('/company/', { logo: null })
    await removeUnusedLater()
    assert.ok(!isStored(second))
  })
})
