// The mail server in the settings of a new server, which has no mail server in its environment: it is entered, tried,
// used for an invitation, and removed. On the demo server nobody may enter one (roles/settings.ts).
import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import type { Page } from 'playwright-core'
import { MailSink } from '../../../server/test/fixture/mail-sink.ts'
import { longTest } from '../../../server/test/fixture/suite-tests.ts'
import { checkPage, takeScreenshot } from './axe-and-screenshots.ts'
import { type Device, expectPageError, openApp } from './test-app.ts'

const sink = new MailSink()
let mailServer: URL
const app = openApp('new')
before(async () => {
  mailServer = new URL(await sink.listen())
})
after(() => sink.close())

async function openServerSettings(device: Device): Promise<Page> {
  const page = await app.page(device)
  const { Username: username = '', Password: password = '' } = app.server.banner
  const headers = { 'x-stint-app': '1', 'sec-fetch-site': 'same-origin', origin: new URL(app.url).origin }
  const answer = await page.request.post('/app/session', { headers, data: { username, password } })
  assert.equal(answer.status(), 201, await answer.text())
  await page.goto('/app/settings?tab=server')
  await page.getByRole('region', { name: 'Mail server' }).getByRole('textbox', { name: /^Port/ }).waitFor()
  return page
}

const check = (page: Page, name: string) => checkPage(page, name, { fullPage: true })

longTest('an Administrator enters a mail server, tries it, and removes it again', async () => {
  const page = await openServerSettings('desktop')
  const form = page.getByRole('region', { name: 'Mail server' })
  const test = page.getByRole('button', { name: 'Send test email' })
  assert.equal(await test.isDisabled(), true)
  await check(page, 'mail-server')
  await form.getByRole('textbox', { name: /^Server/ }).fill(mailServer.hostname)
  await form.getByRole('textbox', { name: /^Port/ }).fill(mailServer.port)
  await form.getByRole('textbox', { name: /^Sender/ }).fill('nobody')
  await form.getByLabel(/^Your password/).fill(app.server.banner.Password ?? '')
  expectPageError(page, /status of 400/)
  await form.getByRole('button', { name: 'Save mail server' }).click()
  await form.getByText(/of the form Name <address>/).waitFor()
  await form.getByRole('textbox', { name: /^Sender/ }).fill('Stint <stint@server.example.com>')
  await form.getByRole('button', { name: 'Save mail server' }).click()
  await page.getByText('Mail server saved').waitFor()
  await page.getByText('A mail server is set.').waitFor()
  await test.click()
  await page.getByText('The mail server accepted a test email to ').waitFor()
  assert.ok(sink.mails[0]?.plain.includes(app.url), 'the link of the mail leads to this server')
  await form.getByRole('button', { name: 'Remove mail server' }).click()
  await page.getByText('Email is not set up').waitFor()
  assert.equal(await test.isDisabled(), true)
})

longTest('the form of the mail server fits a phone, in light and dark', async () => {
  const page = await openServerSettings('phone')
  await check(page, 'mail-server')
  await page.emulateMedia({ colorScheme: 'dark' })
  await takeScreenshot(page, 'mail-server', { fullPage: true })
})
