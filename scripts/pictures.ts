// `npm run pictures`: takes the pictures of docs/pictures again, which README.md shows. It starts a server with the
// demo company at a fixed instant, so that dates and amounts are the same in every run; running timers differ by
// seconds. `npm run pictures -- board` takes only those whose name contains the text. Look at each of them afterwards.
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { moveClock } from './browser-clock.ts'
import { chromiumFlags, findOrInstallChromium, noChromiumMessage } from './chromium.ts'
import { palettePng } from './palette-png.ts'
import { ROOT } from './test-suites.ts'

/** A Friday afternoon in Berlin, in a week and a month with hours. */
const instant = '2026-11-13T15:30:00Z'
const offset = Math.round((Date.parse(instant) - Date.now()) / 1000)

/** The month before, which is complete. */
const lastMonth = 'datebegin=2026-10-01&dateend=2026-10-31'

interface Picture {
  /** The role whose demo person signs in. */
  readonly role: 'Manager' | 'Resource' | 'Executive' | 'Administrator'
  readonly path: string
  /** Opens what has no address of its own, and waits for what the picture is about. */
  readonly open: (page: Page) => Promise<unknown>
}

const openProject = (page: Page): Promise<void> =>
  page.getByRole('link', { name: 'Website relaunch Süderhof' }).first().click()

/** Waits for a chart, which is drawn after its numbers have arrived. */
const chart = (page: Page): Promise<void> => page.locator('figure canvas').first().waitFor()

async function openDraft(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'Drafts' }).click()
  await page
    .getByRole('row', { name: /Campagne/ })
    .getByRole('link')
    .first()
    .click()
  await page.getByRole('heading', { name: 'Totals' }).waitFor()
}

const pictures: Readonly<Record<string, Picture>> = {
  timesheet: { role: 'Resource', path: 'timesheet', open: (page) => page.getByRole('table').waitFor() },
  tasks: { role: 'Manager', path: 'tasks', open: (page) => page.getByRole('row').nth(9).waitFor() },
  board: { role: 'Manager', path: 'tasks?view=board', open: (page) => page.getByRole('row').nth(9).waitFor() },
  calendar: {
    role: 'Manager',
    path: 'tasks?view=calendar',
    open: (page) => page.locator('a[data-item]').nth(9).waitFor(),
  },
  'invoice-draft': { role: 'Manager', path: 'invoices', open: openDraft },
  project: { role: 'Manager', path: 'projects', open: async (page) => [await openProject(page), await chart(page)] },
  'home-manager': {
    role: 'Manager',
    path: '',
    open: (page) => page.getByRole('heading', { level: 2 }).nth(2).waitFor(),
  },
  portal: { role: 'Executive', path: '', open: (page) => page.getByRole('heading', { level: 2 }).nth(2).waitFor() },
  margin: { role: 'Administrator', path: `reports?tab=margin&compare=true&${lastMonth}`, open: chart },
}

/** The size of the page; its picture is smaller by a sixth, from twice as many pixels, so that texts are smooth. */
const viewport = { width: 1440, height: 900 }
const deviceScaleFactor = 5 / 3

async function take(browser: Browser, url: string, { role, path, open }: Picture): Promise<Buffer> {
  const context = await browser.newContext({
    viewport,
    deviceScaleFactor,
    ignoreHTTPSErrors: true,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
  })
  await context.addInitScript(moveClock, offset * 1000)
  const page = await context.newPage()
  await page.goto(`${url}app/`)
  await page.getByRole('button', { name: role }).first().click()
  await page.getByRole('navigation').first().waitFor()
  await page.goto(`${url}app/${path}`)
  await open(page)
  await page.mouse.move(0, 0)
  // The last requests and images of a page that is already readable.
  await page.waitForTimeout(2000)
  const png = await page.screenshot()
  await context.close()
  return palettePng(png)
}

/** Starts the server; the promise is its address. */
function startDemo(folder: string) {
  const env = { ...process.env, STINT_DATA: folder, STINT_PORT: '0', STINT_CLOCK_OFFSET: String(offset) }
  const program = join(ROOT, 'packages/server/src/main/stint.ts')
  const child = spawn(process.execPath, [program, 'serve', '--demo'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const url = new Promise<string>((resolve, reject) => {
    let text = ''
    child.stdout.setEncoding('utf8').on('data', (more: string) => {
      text += more
      const [, address] = /ready at (\S+)/.exec(text) ?? []
      if (address !== undefined) resolve(address)
    })
    child.once('exit', () => reject(new Error(`the server has ended:\n${text}`)))
  })
  return { child, url }
}

const executablePath = findOrInstallChromium(console.log)
if (executablePath === undefined) throw new Error(noChromiumMessage)
execFileSync(process.execPath, [join(ROOT, 'scripts/web.mjs')], { stdio: 'inherit' })
const folder = mkdtempSync(join(tmpdir(), 'stint-pictures-'))
const { child, url } = startDemo(folder)
const browser = await chromium.launch({ executablePath, args: [...chromiumFlags, '--font-render-hinting=none'] })
try {
  const [wanted = ''] = process.argv.slice(2)
  for (const [name, picture] of Object.entries(pictures).filter(([one]) => one.includes(wanted))) {
    const png = await take(browser, await url, picture).catch((error: unknown) => console.error(name, error))
    // The others are taken all the same.
    if (png === undefined) {
      process.exitCode = 1
      continue
    }
    writeFileSync(join(ROOT, `docs/pictures/${name}.png`), png)
    console.log(`docs/pictures/${name}.png: ${Math.round(png.length / 1000)} KB`)
  }
} finally {
  await browser.close()
  child.kill()
  rmSync(folder, { recursive: true, force: true })
}
