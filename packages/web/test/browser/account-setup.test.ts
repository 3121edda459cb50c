// The first visit of a new server (T-56): the link that it printed opens the form that creates the account.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Browser, chromium, type Page } from 'playwright-core'
import { chromiumFlags, findChromium, noChromiumMessage } from '../../../../scripts/chromium.ts'
import { type StintServer, TestProcesses } from '../../../server/test/process/stint-process.ts'

const processes = new TestProcesses()
let server: StintServer
let browser: Browser

before(async () => {
  const executablePath = findChromium()
  assert.ok(executablePath, noChromiumMessage)
  browser = await chromium.launch({ executablePath, args: [...chromiumFlags] })
  server = await processes.serve(processes.newFolder(), { STINT_TLS: 'auto' })
})
after(() => browser?.close())

const openPath = async (path: string): Promise<Page> => {
  const context = await browser.newContext({ ignoreHTTPSErrors: true, baseURL: server.url, locale: 'en-GB' })
  const page = await context.newPage()
  await page.goto(path)
  return page
}

async function fill(page: Page): Promise<void> {
  const texts = {
    'Company name': 'Müller & Töchter',
    'First name': 'Ada',
    'Last name': 'Müller',
    'User name': 'ada',
    'E-mail': 'ada@example.com',
  }
  for (const [label, text] of Object.entries(texts)) await page.getByLabel(label).fill(text)
}

test('a wrong code is refused, and the sign-in screen says what to do', async () => {
  const page = await openPath('/app/')
  await page.getByText('This server is new').waitFor()
  const wrong = await openPath('/app/welcome#not-the-code')
  await fill(wrong)
  await wrong.getByLabel(/^Password/).fill('correct horse battery')
  await wrong.getByRole('button', { name: 'Create the account' }).click()
  await wrong.getByRole('alert').waitFor()
})

test('the link opens the set-up, errors are shown at their fields, the account is created, and the link is void', async () => {
  const link = server.banner['Set up at'] ?? ''
  assert.match(link, /\/app\/welcome#\S+$/)
  const page = await openPath(link)
  await fill(page)
  await page.getByLabel(/^Password/).fill('short')
  await page.getByRole('button', { name: 'Create the account' }).click()
  await page.getByText(/at least 8/).waitFor()
  assert.equal(await page.getByLabel('Company name').inputValue(), 'Müller & Töchter')
  await page.getByLabel(/^Password/).fill('correct horse battery')
  await page.getByRole('button', { name: 'Create the account' }).click()
  await page.getByRole('navigation').first().waitFor()
  await page.getByText('Müller & Töchter').first().waitFor()
  assert.ok(!page.url().includes('welcome'))
  const again = await openPath(link)
  await fill(again)
  await again.getByLabel(/^Password/).fill('correct horse battery')
  await again.getByRole('button', { name: 'Create the account' }).click()
  await again.getByRole('alert').waitFor()
})
