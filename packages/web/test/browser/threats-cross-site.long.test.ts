// Cross-site attacks (T-51 to T-53) on a signed-in browser: what pages of other origins can make it send, read and
// show. The database is compared row by row afterwards.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { longTest } from '../../../server/test/fixture/suite-tests.ts'
import { directDatabase } from './direct-database.ts'
import { otherSites } from './other-sites.ts'
import { openApp, signIn } from './test-app.ts'

const app = openApp('sqlite', { STINT_LOG: 'info' })
const database = directDatabase(app)
const sites = otherSites(app)

interface Write {
  readonly method: 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
}

/** Every session path that writes, and some writes of the API with the session cookie and with a token. */
function writes(): Write[] {
  const id = (table: string): number => Number(database.one(`select max(id) from ${table}`))
  const name = 'Foreign'
  const doors: Write[] = [
    { method: 'POST', path: '/app/session', body: { username: 'demo-manager', password: 'demo-manager' } },
    { method: 'DELETE', path: '/app/session', body: {} },
    { method: 'DELETE', path: '/app/sessions', body: {} },
    { method: 'DELETE', path: `/app/sessions/${id('session')}`, body: {} },
    { method: 'POST', path: '/app/password', body: { current: 'demo-administrator', password: 'another battery 1' } },
    { method: 'POST', path: '/app/tokens', body: { name } },
    { method: 'DELETE', path: `/app/tokens/${id('token')}`, body: {} },
    { method: 'POST', path: '/app/calendar', body: { current: 'demo-administrator' } },
    { method: 'DELETE', path: '/app/calendar', body: {} },
    { method: 'POST', path: '/app/setup', body: { code: 'x' } },
    { method: 'POST', path: '/app/people/1/link', body: { kind: 'reset' } },
    { method: 'POST', path: '/app/mailtest', body: {} },
  ]
  const records: Write[] = [
    { method: 'POST', path: '/client/', body: { name, datecreated: '2026-01-01' } },
    { method: 'PUT', path: `/client/${id('client')}/`, body: { name } },
    { method: 'PUT', path: '/company/', body: { name } },
    { method: 'POST', path: '/tasknote/', body: { taskid: id('task'), note: name } },
    { method: 'DELETE', path: `/time/${id('time')}/`, body: {} },
    { method: 'DELETE', path: `/task/${id('task')}/`, body: {} },
    { method: 'PUT', path: `/person/${id('person')}/`, body: { password: 'another battery 1' } },
  ]
  return [...doors, ...records.map((one) => ({ ...one, path: `/app/api${one.path}` })), ...records]
}

/** All rows of all tables, without the time of the last use of a session, which every request writes. */
function snapshot(): string {
  const tables = database.all(
    "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name",
  )
  return tables
    .flatMap(({ name }) =>
      database.all(`select * from ${name}`).map((row) => JSON.stringify([name, { ...row, lastseen: 0 }])),
    )
    .join('\n')
}

/** Runs in a page of another origin: tries every way in which a page can make a browser send a request. */
async function sendAllWrites({ site, all }: { site: string; all: readonly Write[] }): Promise<Record<string, number>> {
  const counts: Record<string, number> = { form: 0, image: 0, beacon: 0, blind: 0, asked: 0, link: 0, answered: 0 }
  const count = (what: string): number => (counts[what] = (counts[what] ?? 0) + 1)
  const wait = (target: EventTarget): Promise<unknown> =>
    Promise.race([
      new Promise((resolve) => {
        target.addEventListener('load', resolve, { once: true })
        target.addEventListener('error', resolve, { once: true })
      }),
      new Promise((resolve) => setTimeout(resolve, 3000)),
    ])
  const sendForm = async (url: string, enctype: string, fields: Readonly<Record<string, string>>): Promise<void> => {
    const frame = Object.assign(document.createElement('iframe'), { name: `f${count('form')}` })
    document.body.append(frame)
    const form = Object.assign(document.createElement('form'), {
      action: url,
      method: 'post',
      enctype,
      target: frame.name,
    })
    for (const [name, value] of Object.entries(fields)) {
      form.append(Object.assign(document.createElement('input'), { name, value, type: 'hidden' }))
    }
    document.body.append(form)
    const done = wait(frame)
    form.submit()
    await done
    frame.remove()
  }
  const ask = async (what: string, url: string, init: RequestInit): Promise<void> => {
    count(what)
    await fetch(url, { credentials: 'include', ...init }).then(
      (answer) => answer.type !== 'opaque' && count('answered'),
      () => undefined,
    )
  }
  const one = async ({ method, path, body }: Write): Promise<void> => {
    const url = `${site}${path}`
    const text = JSON.stringify(body)
    const plain = Object.fromEntries(Object.entries(body).map(([name, value]) => [name, String(value)]))
    await sendForm(url, 'application/x-www-form-urlencoded', { ...plain, _method: method })
    await sendForm(url, 'text/plain', { [`${text.slice(0, -1)}${text === '{}' ? '' : ','}"x":"`]: '"}' })
    await sendForm(url, 'multipart/form-data', plain)
    const image = new Image()
    count('image')
    image.src = `${url}?_method=${method}&${new URLSearchParams(plain)}`
    await wait(image)
    for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
      await ask('blind', url, { method: 'POST', mode: 'no-cors', body: new Blob([text], { type }) })
    }
    const ours = { 'x-stint-app': '1', 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
    const content = method === 'DELETE' ? {} : { body: text }
    await ask('asked', url, { method, mode: 'cors', headers: ours, ...content })
    await ask('asked', url, { method, mode: 'cors', ...content })
    await ask('asked', url, { method: 'POST', mode: 'cors', headers: { 'x-http-method-override': method }, body: text })
    for (const type of ['text/plain', 'application/json']) {
      if (navigator.sendBeacon(url, new Blob([text], { type }))) count('beacon')
    }
  }
  // Most of the time is waiting for responses that cannot be read, so several requests run at once.
  const waiting = all.values()
  const work = async (): Promise<void> => {
    for (const write of waiting) await one(write)
  }
  await Promise.all([work(), work(), work(), work()])
  return counts
}

/** A page of another origin in the same browser; its errors are not checked. */
async function openForeignPage(page: Page, url: string): Promise<Page> {
  const other = await page.context().newPage()
  await other.goto(url)
  return other
}

const isOurs = (line: Record<string, unknown>): boolean => typeof line.method === 'string' && line.method !== 'GET'

/** The logged requests since then, once there are enough of them. The browser may send a beacon with a delay. */
async function waitForRequests(since: number, atLeast: number): Promise<Record<string, unknown>[]> {
  for (let tries = 0; tries < 600; tries++) {
    const lines = app.server.logLines().slice(since).filter(isOurs)
    if (lines.length >= atLeast) return lines
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  assert.fail(`fewer than ${atLeast} requests arrived`)
}

longTest('T-51: nothing that a page of another origin makes a signed-in browser send has an effect', async () => {
  const page = await app.page()
  await signIn(page, 'demo-administrator', 'profile')
  const site = new URL(app.server.url).origin
  const all = writes()
  for (const { kind, url } of await sites.open()) {
    const other = await openForeignPage(page, url)
    const before = snapshot()
    const logged = app.server.logLines().length
    const counts = await other.evaluate(sendAllWrites, { site, all })
    const reached = await waitForRequests(logged, all.length * 5)
    assert.ok((counts.form ?? 0) === all.length * 3 && (counts.beacon ?? 0) >= all.length, JSON.stringify(counts))
    assert.equal(counts.answered, 0, `${kind}: a response could be read`)
    const statuses = new Map<unknown, number>()
    for (const { status } of reached) statuses.set(status, (statuses.get(status) ?? 0) + 1)
    assert.deepEqual(
      [...statuses.keys()].filter((status) => Number(status) < 400),
      [],
      `${kind}: ${JSON.stringify([...statuses])}`,
    )
    assert.equal(snapshot(), before, `${kind}: something was changed`)
    await other.close()
  }
  await page.reload()
  await page.getByRole('navigation').first().waitFor()
  const own = await page.evaluate(async (password) => {
    const headers = { 'x-stint-app': '1', 'content-type': 'application/json' }
    return (await fetch('/app/tokens', { method: 'POST', headers, body: `{"name":"ours","current":"${password}"}` }))
      .status
  }, 'demo-administrator')
  assert.equal(own, 201, 'the same request must succeed from our own page')
})

longTest(
  'T-51: a link of another origin opens the application and changes nothing, whatever path it names',
  async () => {
    const page = await app.page()
    await signIn(page, 'demo-administrator', 'profile')
    const site = new URL(app.server.url).origin
    const paths = [...new Set(writes().map(({ path }) => path))]
    const [, { url } = { url: '' }] = await sites.open()
    const other = await openForeignPage(page, url)
    const before = snapshot()
    for (const path of paths) {
      await other.goto(url)
      const answer = other.waitForResponse((response) => response.url().startsWith(`${site}${path}`))
      const there = other.waitForURL((now) => now.origin === site)
      await other.evaluate((to) => setTimeout(() => location.assign(to)), `${site}${path}?_method=DELETE`)
      const status = (await answer).status()
      await there
      // A 200 under /app/ is the HTML page of the application, which writes nothing.
      assert.ok([200, 401, 403].includes(status), `${path}: ${status}`)
      if (!path.startsWith('/app/')) assert.notEqual(status, 200, path)
    }
    assert.equal(snapshot(), before)
  },
)

longTest('T-52: no response can be read by a page of another origin, with a cookie, a token or nothing', async () => {
  const page = await app.page()
  await signIn(page, 'demo-administrator', 'profile')
  const site = new URL(app.server.url).origin
  const paths = [
    '/app/',
    '/app/session',
    '/app/api/me/',
    '/app/mark.svg',
    '/me/',
    '/task/',
    '/healthz',
    '/openapi.json',
    '/docs/',
    '/nowhere/',
  ]
  for (const { kind, url } of await sites.open()) {
    const other = await openForeignPage(page, url)
    const read = await other.evaluate(
      async ({ from, all, authorization }) => {
        const results: string[] = []
        const ways: Record<string, RequestInit> = {
          cookie: { credentials: 'include' },
          plain: { credentials: 'omit' },
          header: { credentials: 'include', headers: { 'x-stint-app': '1' } },
          token: { credentials: 'omit', headers: { authorization } },
          put: { credentials: 'include', method: 'PUT', body: '{}' },
        }
        for (const path of all) {
          for (const [way, init] of Object.entries(ways)) {
            await fetch(from + path, init).then(
              ({ status }) => results.push(`${path} ${way}: ${status}`),
              () => undefined,
            )
          }
          await import(from + path).then(
            () => results.push(`${path} as a module`),
            () => undefined,
          )
        }
        return results
      },
      { from: site, all: paths, authorization: `Basic ${btoa('demo-administrator:X')}` },
    )
    assert.deepEqual(read, [], kind)
    await other.close()
  }
})

longTest('T-53: no page can be shown in a frame, of another origin or our own', async () => {
  const page = await app.page()
  await signIn(page, 'demo-administrator', 'profile')
  const site = new URL(app.server.url).origin
  const paths = ['/app/', '/app/tasks', '/app/welcome', '/', '/docs/', '/me/', '/healthz', '/openapi.json']
  await page.route(`${site}/planted`, (route) => route.fulfill({ contentType: 'text/html', body: '<body>ours</body>' }))
  for (const url of [...(await sites.open()).map((one) => one.url), `${site}/planted`]) {
    const other = await page.context().newPage()
    await other.route(`${site}/planted`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<body>ours</body>' }),
    )
    await other.goto(url)
    await other.evaluate(
      async (all) => {
        const loaded = all.flatMap((src) =>
          ['iframe', 'embed', 'object'].map((name) => {
            const element = document.createElement(name)
            element.setAttribute(name === 'object' ? 'data' : 'src', src)
            document.body.append(element)
            return new Promise((resolve) => {
              element.addEventListener('load', resolve)
              element.addEventListener('error', resolve)
              setTimeout(resolve, 5000)
            })
          }),
        )
        await Promise.all(loaded)
      },
      paths.map((path) => site + path),
    )
    const frames = other.frames().filter((frame) => frame !== other.mainFrame())
    assert.ok(frames.length >= paths.length, `only ${frames.length} frames were created`)
    const framed = frames.map((frame) => frame.url()).filter((address) => address.startsWith(site))
    assert.deepEqual(framed, [], `framed by ${url}`)
    await other.close()
  }
})
