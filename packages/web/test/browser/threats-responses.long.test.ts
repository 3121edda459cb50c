// Script injection through responses (T-33, T-34): API responses opened as pages, and uploaded files loaded in every
// way that a page can load them. None may run.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import { test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { directDatabase } from './direct-database.ts'
import { expectPageError, openApp, signIn } from './test-app.ts'
import { XssDetector } from './xss-detector.ts'
import { shortPayloads } from './xss-payloads.ts'

const app = openApp()
const database = directDatabase(app)
const token = 'demo-administrator'
const authorization = `Basic ${Buffer.from(`${token}:X`).toString('base64')}`

const namespaced = '<x:script xmlns:x="http://www.w3.org/1999/xhtml">window.canary=1</x:script>'

/** Opens an API URL as a page, with a token and the given Accept header, or with the browser's own. */
async function openResponse(page: Page, path: string, accept: string | null) {
  await page.unrouteAll()
  await page.route('**', (route, request) => {
    const { accept: usual, ...others }: Record<string, string> = { ...request.headers(), authorization }
    return route.continue({ headers: accept === null ? { ...others, accept: usual ?? '' } : { ...others, accept } })
  })
  const answer = await page.goto(path)
  assert.ok(answer !== null, path)
  return answer
}

test('T-33: a response of the API opened as a page is sandboxed, and no payload in it runs', async () => {
  const page = await app.page()
  const trap = new XssDetector(page)
  const clients = database.all('select id from client').map(({ id }) => Number(id))
  database.transaction(() => {
    for (const id of clients)
      database.run(
        'update client set name = ?, address = ? where id = ?',
        `${namespaced} ]]>`,
        shortPayloads.join('\n'),
        id,
      )
    for (const [at, { id }] of database.all('select id from task').entries()) {
      database.run(
        'update task set title = ?, summary = ? where id = ?',
        shortPayloads[at % shortPayloads.length],
        namespaced,
        id,
      )
    }
  })
  const script = encodeURIComponent('<script>window.canary=1</script>')
  const paths = [
    '/client/',
    `/client/${clients[0]}/`,
    '/task/?limit=250',
    '/me/',
    `/${script}/`,
    `/task/?${script}=1`,
    `/task/${script}/`,
  ]
  const formats = new Set<string>()
  const stopped = new Map<string, number>()
  page.on('console', (line) => {
    const { url } = line.location()
    if (line.text().startsWith('Blocked script')) stopped.set(url, (stopped.get(url) ?? 0) + 1)
  })
  for (const path of paths) {
    for (const accept of [null, 'application/json', 'application/xml']) {
      const answer = await openResponse(page, path, accept)
      formats.add((await answer.headerValue('content-type')) ?? '')
      assert.match((await answer.headerValue('content-security-policy')) ?? '', /\bsandbox$/)
      assert.equal(await page.evaluate(() => origin), 'null', `${path} is not in a sandbox`)
      assert.equal(await page.evaluate(() => document.scripts.length + document.images.length), 0, path)
      if (path === '/client/')
        assert.ok((await page.evaluate(() => document.documentElement.textContent)).includes('onerror'))
      await trap.assertNothingRan(`${path} as ${accept ?? 'browsers ask'}`)
    }
  }
  assert.deepEqual([...formats].sort(), ['application/json; charset=utf-8', 'application/xml; charset=utf-8'])
  // The browser's own XML viewer has one script, which the sandbox blocks too. There must be no other.
  assert.equal(stopped.size, paths.length)
  assert.equal(new Set(stopped.values()).size, 1, JSON.stringify([...stopped]))
  expectPageError(page, /status of 40[04]/)
  expectPageError(page, /Blocked script execution/)
  expectPageError(page, /Applying inline style violates/)
})

test('T-33: the requests of the application cannot be opened as pages', async () => {
  const page = await app.page()
  await signIn(page, token, 'profile')
  for (const path of ['/app/api/client/', '/app/session', '/app/tokens']) {
    const answer = await page.goto(path)
    assert.equal(answer?.status(), 403, path)
    assert.equal(await page.evaluate(() => origin), 'null', path)
  }
  expectPageError(page, /status of 403/)
})

const canaryScript =
  'window.canary=1;self.canary=1;try{parent.canary=1;top.canary=1}catch{};console.log("canary");try{alert(1)}catch{};'
const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload='${canaryScript}'><script>${canaryScript}</script></svg>`
const html = `<!doctype html><script>${canaryScript}</script><img src=x onerror='${canaryScript}'>`

/** File name, declared media type, content. */
const files: readonly (readonly [string, string, string])[] = [
  ['page.html', 'text/html', html],
  [
    'page.xhtml',
    'application/xhtml+xml',
    `<html xmlns="http://www.w3.org/1999/xhtml"><script>${canaryScript}</script></html>`,
  ],
  ['drawing.svg', 'image/svg+xml', svg],
  [
    'feed.xml',
    'application/xml',
    `<?xml version="1.0"?><x:script xmlns:x="http://www.w3.org/1999/xhtml">${canaryScript}</x:script>`,
  ],
  [
    'sheet.xsl',
    'text/xsl',
    `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="/"><script>${canaryScript}</script></xsl:template></xsl:stylesheet>`,
  ],
  ['code.js', 'text/javascript', canaryScript],
  ['code.mjs', 'application/javascript', `${canaryScript}export {}`],
  ['style.css', 'text/css', 'body{--canary:1;background:url(//canary.example/css)}'],
  [
    'paper.pdf',
    'application/pdf',
    '%PDF-1.4\n1 0 obj<</Type/Catalog/OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj\ntrailer<</Root 1 0 R>>',
  ],
  ['mail.mht', 'multipart/related', `MIME-Version: 1.0\nContent-Type: text/html\n\n${html}`],
  ['film.swf', 'application/x-shockwave-flash', 'FWS'],
  ['both.gif', 'image/gif', `GIF89a/*${'.'.repeat(60)}*/=1;${canaryScript}`],
  ['picture.png', 'image/png', html],
  ['words.txt', 'text/plain', html],
  ['table.csv', 'text/csv', canaryScript],
]

function upload([name, type, content]: readonly [string, string, string], projectid: number): Promise<number> {
  const boundary = 'canary-boundary'
  const part = (head: string, text: string): string =>
    `--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n\r\n${text}\r\n`
  const file = part(`name="file"; filename="${name}"\r\ncontent-type: ${type}`, content)
  const body = `${part('name="projectid"', String(projectid))}${file}--${boundary}--\r\n`
  const headers = {
    authorization,
    accept: 'application/json',
    'content-type': `multipart/form-data; boundary=${boundary}`,
    'content-length': Buffer.byteLength(body),
  }
  const options = {
    method: 'POST',
    headers,
    ca: readFileSync(join(app.server.data, 'cert.pem')),
    agent: false as const,
  }
  return new Promise((resolve, reject) => {
    const sending = request(new URL('/document/', app.server.url), options, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (more: string) => {
        text += more
      })
      answer.on('end', () => {
        const id = Number(/"id":"?(\d+)/.exec(text)?.[1])
        if (answer.statusCode === 201) resolve(id)
        else reject(new Error(text))
      })
    })
    sending.on('error', reject)
    sending.end(body)
  })
}

/** Runs in a page of our origin without a policy: loads the file in every way that an element or a script can. */
async function loadAsEverything(url: string): Promise<string[]> {
  const loaded: string[] = []
  const elements: Record<string, Record<string, string>> = {
    script: { src: url },
    'script module': { src: url, type: 'module' },
    iframe: { src: url },
    'iframe sandbox': { src: url, sandbox: 'allow-scripts allow-same-origin allow-modals' },
    object: { data: url },
    'object svg': { data: url, type: 'image/svg+xml' },
    embed: { src: url },
    'embed html': { src: url, type: 'text/html' },
    img: { src: url },
    link: { rel: 'stylesheet', href: url },
    'link module': { rel: 'modulepreload', href: url },
    video: { src: url },
  }
  const waiting = Object.entries(elements).map(([what, attributes]) => {
    const element = document.createElement(what.split(' ')[0] ?? '')
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
    return new Promise<void>((resolve) => {
      element.addEventListener('load', () => {
        if (/^(script|link|img)/.test(what)) loaded.push(what)
        resolve()
      })
      element.addEventListener('error', () => resolve())
      setTimeout(resolve, 1500)
      document.body.append(element)
    })
  })
  const worker = (make: () => Worker | SharedWorker, what: string): Promise<void> =>
    new Promise((resolve) => {
      const created = make()
      created.addEventListener('error', () => resolve())
      setTimeout(() => {
        resolve()
      }, 1500)
      if (created instanceof Worker) {
        created.addEventListener('message', () => {
          loaded.push(what)
          resolve()
        })
      }
    })
  await Promise.all([
    ...waiting,
    worker(() => new Worker(url), 'worker'),
    worker(() => new Worker(url, { type: 'module' }), 'module worker'),
    worker(() => new SharedWorker(url), 'shared worker'),
    import(url).then(
      () => loaded.push('import'),
      () => undefined,
    ),
    navigator.serviceWorker.register(url).then(
      () => loaded.push('service worker'),
      () => undefined,
    ),
    (CSS as { paintWorklet?: { addModule(url: string): Promise<void> } }).paintWorklet?.addModule(url).then(
      () => loaded.push('worklet'),
      () => undefined,
    ),
  ])
  if (getComputedStyle(document.body).getPropertyValue('--canary') !== '') loaded.push('styles were applied')
  return loaded
}

/** Loads the file at a path in every way in a page of our origin, and asserts that nothing in it runs. */
async function assertNotRun(context: BrowserContext, name: string, path: string): Promise<void> {
  const site = new URL(app.server.url).origin
  const planted = { contentType: 'text/html', body: '<!doctype html><body>ours, and nothing is forbidden</body>' }
  const page = await context.newPage()
  const trap = new XssDetector(page)
  await page.setExtraHTTPHeaders({ authorization })
  await page.route(`${site}/planted`, (route) => route.fulfill(planted))
  await page.goto(`${site}/planted`)
  const loaded = await page.evaluate(loadAsEverything, path)
  const what = `${name} at ${path}`
  // A valid image may be shown as an image.
  assert.deepEqual(
    loaded.filter((one) => !(one === 'img' && name === 'both.gif')),
    [],
    what,
  )
  assert.deepEqual([trap.ran, trap.requested], [[], []], what)
  assert.equal(await page.evaluate(() => window.canary), undefined, what)
  const saved = await page.goto(`${site}${path}`).then(
    (answer) => answer?.status(),
    (error: Error) => (/Download is starting|ERR_ABORTED/.test(error.message) ? 'saved' : error.message),
  )
  assert.equal(saved, path.startsWith('/app/') ? 403 : 'saved', what)
  assert.deepEqual(trap.ran, [], what)
  await page.close()
}

test('T-34: uploaded files do not run as page, frame, script, image, object, style or worker', async () => {
  const projectid = Number(database.one('select min(id) from project'))
  // Blocked workers pretend to be registered, and this test wants to see that they are not.
  const page = await app.page({ serviceWorkers: 'allow' })
  await signIn(page, token, 'profile')
  const waiting = files.values()
  /** Most of the time is waiting for events that never come, so several files are tried at once. */
  const tryFiles = async (): Promise<void> => {
    for (const file of waiting) {
      const id = await upload(file, projectid)
      for (const path of [`/document/${id}/download/`, `/app/api/document/${id}/download/`]) {
        await assertNotRun(page.context(), file[0], path)
      }
    }
  }
  await Promise.all([tryFiles(), tryFiles(), tryFiles()])
})
