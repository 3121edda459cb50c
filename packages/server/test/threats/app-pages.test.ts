// Threats to the web client in a browser: reused or planted sessions (T-50), requests of other sites (T-51), other
// origins (T-52), framing (T-53); and the pages themselves.
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { createServer } from '../../src/api/server.ts'
import { assertRefusedWith, callerFor, suiteApiFixture } from '../fixture/api-caller.ts'
import { send, testOptions } from '../fixture/api-fixture.ts'
import { CookieBrowser, ownPageHeaders, signInBrowser } from '../fixture/cookie-browser.ts'
import { basicAuth, type Request } from '../fixture/request-parts.ts'

const password = 'correct horse battery'

/** Every path that changes something, with a valid body. */
const writes: readonly (Pick<Request, 'method' | 'path'> & { body?: Request['body'] })[] = [
  { method: 'POST', path: '/app/session', body: { username: 'manager', password } },
  { method: 'DELETE', path: '/app/session' },
  { method: 'DELETE', path: '/app/sessions' },
  { method: 'DELETE', path: '/app/sessions/1' },
  { method: 'POST', path: '/app/password', body: { current: password, password: 'another battery 1' } },
  { method: 'POST', path: '/app/tokens', body: { name: 'foreign', current: password } },
  { method: 'POST', path: '/app/tokens/1/reissue', body: { current: password } },
  { method: 'DELETE', path: '/app/tokens/1' },
  { method: 'DELETE', path: '/app/alltokens/1' },
  { method: 'POST', path: '/app/setup', body: { code: 'x' } },
  { method: 'POST', path: '/app/resetrequest', body: { email: 'manager@a.example.com' } },
  { method: 'POST', path: '/app/link', body: { code: 'x' } },
  { method: 'POST', path: '/app/link/password', body: { code: 'x', password } },
  { method: 'POST', path: '/app/publicinvoice', body: { code: 'x' } },
  { method: 'POST', path: '/app/publicinvoice/pdf', body: { code: 'x' } },
  { method: 'POST', path: '/app/publicestimate', body: { code: 'x' } },
  { method: 'POST', path: '/app/publicestimate/pdf', body: { code: 'x' } },
  { method: 'POST', path: '/app/publicestimate/accept', body: { code: 'x' } },
  { method: 'POST', path: '/app/publicestimate/decline', body: { code: 'x' } },
  { method: 'POST', path: '/app/people/1/link', body: { kind: 'reset' } },
  { method: 'POST', path: '/app/mailtest', body: {} },
  { method: 'POST', path: '/app/api/client/', body: { name: 'Foreign' } },
  { method: 'PUT', path: '/app/api/company/', body: { name: 'Foreign' } },
  { method: 'DELETE', path: '/app/api/client/1/' },
]

/** The headers that browsers send for a form, an image, a link or a script of another site. */
const foreign: readonly Record<string, string>[] = [
  {},
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-origin' },
  { 'x-stint-app': '1' },
  { 'x-stint-app': '1', 'sec-fetch-site': 'cross-site', origin: 'https://evil.example.com' },
  { 'x-stint-app': '1', 'sec-fetch-site': 'same-site', origin: 'https://other.example.com' },
  { 'x-stint-app': '1', 'sec-fetch-site': 'none' },
  { 'x-stint-app': '1', origin: 'https://evil.example.com' },
  { 'x-stint-app': '1', origin: 'https://localhost:80' },
  { 'x-stint-app': '1', origin: 'null' },
  { 'x-stint-app': '0', 'sec-fetch-site': 'same-origin' },
]

suiteApiFixture((fixture) => {
  const administrator = () => callerFor(fixture(), fixture().a.tokens.administrator)
  before(async () => {
    await administrator().update(`/person/${fixture().a.people.manager}/`, { password })
    await administrator().update(`/person/${fixture().a.people.administrator}/`, { password })
  })

  test('T-50: no old cookie works after sign-out, another sign-in, sign-out elsewhere, or a new password', async () => {
    const { app, a } = fixture()
    const old: string[] = []
    const browser = new CookieBrowser(app)
    const keep = () => old.push(browser.cookie ?? '')
    const isDead = async (cookie: string | undefined): Promise<void> =>
      assertRefusedWith(
        await send(app, { path: '/app/api/me/', headers: { ...ownPageHeaders, cookie: cookie ?? '' } }),
        401,
        9,
      )
    browser.cookie = `__Host-stint=${'A'.repeat(43)}`
    await browser.signIn('manager', password)
    assert.notEqual(browser.cookie, `__Host-stint=${'A'.repeat(43)}`, 'a cookie that the client sent was accepted')
    keep()
    await browser.signIn('manager', password)
    await isDead(old[0])
    keep()
    await browser.remove('/app/session')
    await isDead(old[1])
    await browser.signIn('manager', password)
    keep()
    await browser.remove('/app/sessions')
    await browser.signIn('manager', password)
    keep()
    await administrator().update(`/person/${a.people.manager}/`, { password: 'other battery' })
    await administrator().update(`/person/${a.people.manager}/`, { password })
    assert.equal(new Set(old).size, 4)
    for (const cookie of ['__Host-stint=', `__Host-stint=${'A'.repeat(43)}`, 'stint=x', ...old]) {
      await isDead(cookie)
    }
    const now = await signInBrowser(app, 'manager', password)
    const twice = `${now.cookie}; __Host-stint=${'A'.repeat(43)}`
    await isDead(twice)
  })

  test('T-51: requests of other sites are rejected on every path that writes, with any headers', async () => {
    const { app } = fixture()
    const browser = await signInBrowser(app, 'ada', password, fixture().a.accountid)
    const cookie = browser.cookie ?? ''
    for (const request of writes) {
      for (const headers of foreign) {
        const reply = await send(app, { ...request, headers: { ...headers, cookie } })
        assertRefusedWith(reply, 403, 10)
        assert.equal(reply.headers['set-cookie'], undefined)
      }
      const asForm = { ...ownPageHeaders, cookie, 'content-type': 'text/plain' }
      if (request.path.startsWith('/app/api/') || request.method !== 'POST' || request.path.endsWith('mailtest'))
        continue
      assertRefusedWith(
        await send(app, { ...request, body: JSON.stringify(request.body), headers: asForm }),
        400,
        18,
        'JSON',
      )
    }
    assert.equal(await browser.isSignedIn(), true)
    const company = (await browser.request('/app/api/company/')).text
    assert.ok(!company.includes('Foreign'))
    const ours = { 'x-stint-app': '1', cookie }
    assert.equal((await send(app, { path: '/app/session', headers: ours })).status, 200, 'a GET needs no Origin')
    const own = await send(app, {
      method: 'POST',
      path: '/app/tokens',
      body: { name: 'x', current: password },
      headers: { ...ours, origin: 'http://localhost', host: 'localhost' },
    })
    assert.equal(own.status, 201, `an older browser sends Origin: ${own.text}`)
  })

  test('T-51: the API accepts no cookie, the web client no token, and neither lets browsers store credentials', async () => {
    const { app, a } = fixture()
    const browser = await signInBrowser(app, 'manager', password)
    const cookie = browser.cookie ?? ''
    const authorization = basicAuth(a.tokens.administrator)
    const answers = await Promise.all([
      send(app, { path: '/me/', headers: { ...ownPageHeaders, cookie } }),
      send(app, { path: '/app/api/me/', headers: { ...ownPageHeaders, authorization } }),
      send(app, { path: '/app/tokens', headers: { ...ownPageHeaders, authorization } }),
      send(app, {
        method: 'POST',
        path: '/app/tokens',
        body: { name: 'x' },
        headers: { ...ownPageHeaders, authorization },
      }),
    ])
    for (const reply of answers) {
      assertRefusedWith(reply, 401, 9)
      assert.equal(reply.headers['www-authenticate'], undefined)
    }
    const both = await send(app, { path: '/app/api/me/', headers: { ...ownPageHeaders, cookie, authorization } })
    assert.equal(both.json.personid, a.people.manager, 'the session identifies the person')
    for (const method of ['GET', 'POST', 'PUT', 'DELETE'] as const) {
      const headers = { 'sec-fetch-site': 'cross-site' }
      assertRefusedWith(await send(app, { token: a.tokens.administrator, method, path: '/client/', headers }), 403, 10)
    }
    const typed = { 'sec-fetch-site': 'none' }
    assert.equal((await send(app, { token: a.tokens.administrator, path: '/me/', headers: typed })).status, 200)
  })

  test('T-52, T-53: no response allows another origin or a frame', async () => {
    const { app, a } = fixture()
    const origin = 'https://evil.example.com'
    for (const path of ['/me/', '/app/', '/app/session', '/app/api/me/', '/app/assets/x.js', '/']) {
      for (const method of ['GET', 'OPTIONS', 'POST'] as const) {
        const headers = {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'x-stint-app',
        }
        const reply = await send(app, { token: a.tokens.administrator, method, path, headers })
        const allowed = Object.keys(reply.headers).filter((name) => name.startsWith('access-control-'))
        assert.deepEqual(allowed, [], `${method} ${path}`)
        assert.match(String(reply.headers['content-security-policy']), /frame-ancestors 'none'/, `${method} ${path}`)
      }
    }
  })

  test('pages have a new nonce, files are cached, deep links work, and nothing outside the folder is served', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'stint-web-'))
    try {
      mkdirSync(join(folder, 'web', 'assets'), { recursive: true })
      writeFileSync(join(folder, 'secret.txt'), 'outside')
      const page = '<!doctype html><meta property="csp-nonce" nonce="__NONCE__" content="__NONCE__">'
      writeFileSync(join(folder, 'web', 'index.html'), page)
      writeFileSync(join(folder, 'web', 'mark.svg'), '<svg/>')
      writeFileSync(join(folder, 'web', 'assets', 'main-abc.js'), 'run()')
      writeFileSync(join(folder, 'web', 'assets', 'main-abc.js.gz'), gzipSync('run()'))
      const options = testOptions(fixture().database, fixture().clock)
      const app = createServer({ ...options, webFolder: join(folder, 'web') })
      const nonces = new Set<string>()
      for (const path of ['/app/', '/app/tasks/12?tab=notes', '/app/index.html', '/app/welcome']) {
        const { status, headers, text } = await send(app, { path, headers: { accept: 'text/html' } })
        const nonce = /nonce="([\w-]{24})" content="\1"/.exec(text)?.[1] ?? ''
        nonces.add(nonce)
        assert.deepEqual([status, headers['cache-control']], [200, 'no-store'], path)
        assert.equal(
          headers['content-security-policy'],
          `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; worker-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types stint dompurify ProseMirrorClipboard`,
        )
      }
      assert.equal(nonces.size, 4)
      const script = await send(app, { path: '/app/assets/main-abc.js', headers: { 'accept-encoding': 'gzip, br' } })
      assert.deepEqual(
        [script.status, script.headers['content-encoding'], script.headers['cache-control']],
        [200, 'gzip', 'public, max-age=31536000, immutable'],
      )
      assert.equal(script.headers['content-type'], 'text/javascript; charset=utf-8')
      assert.equal((await send(app, { path: '/app/assets/main-abc.js' })).text, 'run()')
      assert.equal((await send(app, { path: '/app/mark.svg' })).headers['content-type'], 'image/svg+xml')
      assert.equal((await send(app, { path: '/app/assets/gone.js' })).status, 404)
      for (const path of [
        '/app/../secret.txt',
        '/app/..%2fsecret.txt',
        '/app/assets/../../secret.txt',
        '/app/%2e%2e/secret.txt',
      ]) {
        assert.ok(!(await send(app, { path })).text.includes('outside'), path)
      }
      assert.equal((await send(app, { method: 'HEAD', path: '/app/' })).text, '')
      const home = await send(app, { path: '/', headers: { accept: 'text/html,*/*' } })
      assert.deepEqual([home.status, home.headers.location], [302, '/app/'])
      assert.equal((await send(app, { path: '/' })).status, 401, 'a request without browser headers works as before')
      await app.close()
      const bare = createServer({ ...options, webFolder: join(folder, 'none') })
      const missing = await send(bare, { path: '/app/' })
      assert.deepEqual(
        [missing.status, missing.text],
        [503, 'The web application has not been built; npm start builds it.\n'],
      )
      await bare.close()
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
