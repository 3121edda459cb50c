// The browser, the port and the idle pages of one process. Its test files use them one after the other: a page that is
// opened again at the same address has the scripts in its cache, which takes half the CPU time of a new one.
import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { chromiumFlags, findChromium, noChromiumMessage } from '../../../../scripts/chromium.ts'
import { Random } from '../../../server/test/fixture/random.ts'

/** A context with one page. */
export interface OpenContext {
  readonly context: BrowserContext
  readonly page: Page
}

/** The system gives no outgoing connection a port below this one, so the port stays free between two servers. */
const FIRST_SYSTEM_PORT = 32_768
const PORTS = 10_000

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })

async function choosePort(): Promise<number> {
  const random = new Random(process.pid)
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = FIRST_SYSTEM_PORT - 1 - Math.floor(random.next() * PORTS)
    if (await isFree(port)) return port
  }
  throw new Error('no port is free')
}

async function launchBrowser(): Promise<Browser> {
  const executablePath = findChromium()
  assert.ok(executablePath, noChromiumMessage)
  // The pages ignore the certificate of the test server by themselves, but a service worker needs this flag.
  return chromium.launch({ executablePath, args: [...chromiumFlags, '--ignore-certificate-errors'] })
}

let users = 0
let port: Promise<number> | undefined
let browser: Promise<Browser> | undefined

/** Pages that no test uses, by their address and device. */
export const idlePages: Map<string, OpenContext> = new Map()

/** Called for each test file when it is loaded, which is before the first test of any file. */
export function registerUser(): void {
  users++
}

export const sharedPort = (): Promise<number> => {
  port ??= choosePort()
  return port
}

export const sharedBrowser = (): Promise<Browser> => {
  browser ??= launchBrowser()
  return browser
}

/** Called when a test file ends. The browser would keep the process alive, so the last one closes it. */
export async function releaseUser(): Promise<void> {
  users--
  if (users === 0) await (await browser)?.close()
}
