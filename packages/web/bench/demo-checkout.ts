// Starts the demo server of a checkout of the project, this one or another, and signs in to it. The other checkout must
// be installed; its web application is built here if it is not.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext } from 'playwright-core'
import { freePort } from '../../server/bench/processes.ts'

export interface DemoCheckout {
  readonly name: string
  readonly url: string
  stop(): Promise<void>
}

/** The certificate of a demo server is its own, which `fetch` does not trust; the port alone says that it is ready. */
async function waitUntilReady(context: BrowserContext, url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the server ended with code ${child.exitCode} instead of starting`)
    const reply = await context.request.get(`${url}/readyz`).catch(() => null)
    if (reply?.ok() === true) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

function buildWeb(root: string): void {
  if (existsSync(join(root, 'packages/server/web/index.html'))) return
  const { status } = spawnSync(process.execPath, ['scripts/build-web.ts'], { cwd: root, stdio: 'inherit' })
  if (status !== 0) throw new Error(`the web application of ${root} was not built`)
}

export async function startDemo(name: string, root: string, data: string, browser: Browser): Promise<DemoCheckout> {
  buildWeb(root)
  const port = await freePort()
  const url = `https://127.0.0.1:${port}`
  const child = spawn(process.execPath, [join(root, 'packages/server/src/main/stint.ts'), 'serve', '--demo'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      STINT_DATA: data,
      STINT_PORT: String(port),
      STINT_LOG: 'error',
      STINT_RATE_PER_MINUTE: 'off',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const context = await browser.newContext({ ignoreHTTPSErrors: true })
  await waitUntilReady(context, url, child)
  await context.close()
  const stop = (): Promise<void> => {
    child.kill('SIGTERM')
    return ended
  }
  return { name, url, stop }
}

interface SignInState {
  readonly demo: readonly { readonly username: string; readonly password: string }[]
}

/** A new profile: nothing cached, no service worker, and a session of the Administrator of the demo company. */
export async function signedInContext(browser: Browser, { url }: DemoCheckout): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1366, height: 768 },
    ignoreHTTPSErrors: true,
    serviceWorkers: 'block',
  })
  const headers = { 'x-stint-app': '1', 'sec-fetch-site': 'same-origin', origin: url }
  const { demo } = (await (await context.request.get('/app/session', { headers })).json()) as SignInState
  const { username, password } = demo.find((login) => login.password === 'demo-administrator') ?? {}
  const answer = await context.request.post('/app/session', { headers, data: { username, password } })
  if (!answer.ok()) throw new Error(`the demo refused the sign-in: ${answer.status()} ${await answer.text()}`)
  return context
}
