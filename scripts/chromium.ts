// Finds the Chromium for the browser tests: from STINT_CHROMIUM, installed on the machine, or downloaded by Playwright.
// Where it may, it installs Debian's headless shell, which needs a fifth less CPU time than the whole browser. It does
// not start the browser.
import { existsSync, globSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { installDebianPackage } from './debian.ts'

const HEADLESS_SHELL = 'chromium-headless-shell'

const systemPaths = [HEADLESS_SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].map(
  (name) => `/usr/bin/${name}`,
)

/** Browsers downloaded by Playwright, the newest first. */
function playwrightPaths(): string[] {
  const folder = process.env.PLAYWRIGHT_BROWSERS_PATH ?? join(homedir(), '.cache/ms-playwright')
  return globSync('chromium-*/chrome-*/chrome', { cwd: folder })
    .sort()
    .reverse()
    .map((path) => join(folder, path))
}

export function findChromium(): string | undefined {
  const configured = process.env.STINT_CHROMIUM
  if (configured !== undefined && configured !== '') return existsSync(configured) ? configured : undefined
  return [...systemPaths, ...playwrightPaths()].find((path) => existsSync(path))
}

export const noChromiumMessage =
  'No Chromium to test the web application with: install one (apt-get install chromium-headless-shell) or name one in STINT_CHROMIUM.'

export function findOrInstallChromium(log: (line: string) => void): string | undefined {
  if (!process.env.STINT_CHROMIUM) installDebianPackage(HEADLESS_SHELL, `/usr/bin/${HEADLESS_SHELL}`, log)
  return findChromium()
}

/** Disables the browser's own network traffic, so that all requests come from the page. */
export const chromiumFlags: readonly string[] = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]
