// The Chromium that the tests of the web application drive: the one STINT_CHROMIUM names, one of the machine, or one that
// Playwright once fetched. Where there is none and we may, Debian's is installed, in a step that says so. It starts none.
import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

const systemPaths = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].map(
  (name) => `/usr/bin/${name}`,
)

/** Where Playwright keeps what it fetches, the newest first. */
function playwrightPaths(): string[] {
  const folder = process.env.PLAYWRIGHT_BROWSERS_PATH ?? join(homedir(), '.cache/ms-playwright')
  return globSync('chromium-*/chrome-*/chrome', { cwd: folder })
    .sort()
    .reverse()
    .map((path) => join(folder, path))
}

export function findChromium(): string | undefined {
  const given = process.env.STINT_CHROMIUM
  if (given !== undefined && given !== '') return existsSync(given) ? given : undefined
  return [...systemPaths, ...playwrightPaths()].find((path) => existsSync(path))
}

export const noChromiumMessage =
  'No Chromium to test the web application with: install one (apt-get install chromium) or name one in STINT_CHROMIUM.'

/** Debian's Chromium, where this is a Debian on which we may install. */
function installChromium(say: (line: string) => void): void {
  if (process.env.STINT_CHROMIUM || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  say('Installing Chromium to test the web application with (apt-get install chromium, once, under two minutes) ...')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const run = (...args: string[]) => spawnSync('apt-get', ['-qq', ...args], { env, stdio: ['ignore', 'ignore', 2] })
  const install = () => run('install', '--yes', '--no-install-recommends', 'chromium')
  if (install().status === 0) return
  run('update')
  install()
}

export function findOrInstallChromium(say: (line: string) => void): string | undefined {
  const found = findChromium()
  if (found !== undefined) return found
  installChromium(say)
  return findChromium()
}

/** Nothing of its own goes over the network, and what it says is about the page. */
export const chromiumFlags: readonly string[] = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]
