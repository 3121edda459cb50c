// Single sign-on with a real provider: an Administrator enters it in the settings, tries it, connects the own account,
// and signs in with it. The demo company has no such settings, so this is a new server.
import assert from 'node:assert/strict'
import { after } from 'node:test'
import type { Page } from 'playwright-core'
import { RealProvider } from '../../../server/test/fixture/oidc-fixture.ts'
import { longTest } from '../../../server/test/fixture/suite-tests.ts'
import { checkPage } from './axe-and-screenshots.ts'
import { type Device, expectPageError, forgetSession, openApp } from './test-app.ts'

let provider: RealProvider
const app = openApp('new', async (port) => {
  const publicUrl = `https://127.0.0.1:${port}/`
  provider = new RealProvider([`${publicUrl}app/oidc/`])
  await provider.listen()
  return { STINT_PUBLIC_URL: publicUrl, STINT_WEBHOOK_ALLOW: '127.0.0.0/8' }
})
after(() => provider.close())

async function openAsAdministrator(device: Device, path: string): Promise<Page> {
  const page = await app.page(device)
  expectPageError(page, new RegExp(`^asks another host: ${provider.issuer}/`))
  const { Username: username = '', Password: password = '' } = app.server.banner
  const headers = { 'x-stint-app': '1', 'sec-fetch-site': 'same-origin', origin: new URL(app.url).origin }
  const answer = await page.request.post('/app/session', { headers, data: { username, password } })
  assert.equal(answer.status(), 201, await answer.text())
  await page.goto(path)
  return page
}

const check = (page: Page, name: string) => checkPage(page, name, { fullPage: true })

const settingsForm = (page: Page) => page.getByRole('region', { name: 'Single sign-on' })

async function enterProvider(page: Page, issuer: string): Promise<void> {
  const form = settingsForm(page)
  await form.getByRole('textbox', { name: /^Name/ }).fill('Example ID')
  await form.getByRole('textbox', { name: /^Issuer/ }).fill(issuer)
  await form.getByRole('textbox', { name: /^Client ID/ }).fill('stint')
  await form.getByLabel(/^Client secret/).fill('the secret of the client')
  await form.getByLabel(/^Your password/).fill(app.server.banner.Password ?? '')
  await form.getByRole('button', { name: 'Save provider' }).click()
  await page.getByText('Provider saved').first().waitFor()
}

/** Loaded again, because the announcements of a form that was replaced point to nothing for some seconds. */
async function checkSettings(page: Page): Promise<void> {
  await page.goto('/app/settings?tab=signon')
  await page.getByRole('button', { name: 'Test connection' }).waitFor()
  await check(page, 'single-sign-on')
}

/** Here and at the provider. */
async function signOut(page: Page): Promise<void> {
  await forgetSession(page)
  await page.goto('/app/')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
}

async function connectAndSignIn(page: Page): Promise<void> {
  provider.subject = 'the administrator'
  await page.goto('/app/profile?tab=security')
  await page.getByRole('button', { name: 'Connect Example ID' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^Your password/).fill(app.server.banner.Password ?? '')
  await dialog.getByRole('button', { name: 'Connect Example ID' }).click()
  await page.getByText('Account connected').waitFor()
  await page.getByRole('button', { name: 'Disconnect' }).waitFor()
  assert.equal(new URL(page.url()).search, '?tab=security')
  await check(page, 'single-sign-on-profile')
  await signOut(page)
  await check(page, 'single-sign-on-sign-in')
  await page.getByRole('button', { name: 'Sign in with Example ID' }).click()
  await page.getByRole('navigation').first().waitFor()
  assert.equal(page.url(), app.url)
}

async function refuseStranger(page: Page): Promise<void> {
  provider.subject = 'a stranger'
  await signOut(page)
  await page.getByRole('button', { name: 'Sign in with Example ID' }).click()
  await page.getByRole('alert').getByText('No one in Stint uses this account.', { exact: false }).waitFor()
  await check(page, 'single-sign-on-refused')
}

async function removeProvider(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Remove provider' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^Your password/).fill(app.server.banner.Password ?? '')
  await dialog.getByRole('button', { name: 'Remove provider' }).click()
  await page.getByText('Provider removed').waitFor()
}

longTest('an Administrator enters a provider, tries it, connects the own account and signs in with it', async () => {
  const page = await openAsAdministrator('desktop', '/app/settings?tab=signon')
  await settingsForm(page)
    .getByRole('textbox', { name: /^Issuer/ })
    .waitFor()
  await enterProvider(page, `${provider.issuer}/wrong`)
  expectPageError(page, /status of 400/)
  await page.getByRole('button', { name: 'Test connection' }).click()
  await page.getByText('there is no discovery document at this address', { exact: false }).waitFor()
  await enterProvider(page, provider.issuer)
  await page.getByRole('button', { name: 'Test connection' }).click()
  await page.getByText('The connection works').waitFor()
  await checkSettings(page)
  await connectAndSignIn(page)
  await refuseStranger(page)
  provider.subject = 'the administrator'
  await signOut(page)
  await page.getByRole('button', { name: 'Sign in with Example ID' }).click()
  await page.getByRole('navigation').first().waitFor()
  await page.goto('/app/settings?tab=signon')
  await removeProvider(page)
})

longTest('single sign-on works on a phone, in light and dark', async () => {
  const page = await openAsAdministrator('phone', '/app/settings?tab=signon')
  await settingsForm(page)
    .getByRole('textbox', { name: /^Issuer/ })
    .waitFor()
  await enterProvider(page, provider.issuer)
  await checkSettings(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await check(page, 'single-sign-on')
  await page.goto('/app/profile?tab=security')
  const disconnect = page.getByRole('button', { name: 'Disconnect' })
  const connect = page.getByRole('button', { name: 'Connect Example ID' })
  await disconnect.or(connect).first().waitFor()
  if (await disconnect.isVisible()) {
    await disconnect.click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/^Your password/).fill(app.server.banner.Password ?? '')
    await dialog.getByRole('button', { name: 'Disconnect' }).click()
    await page.getByText('Account disconnected').waitFor()
    await connect.waitFor()
  }
  await connectAndSignIn(page)
})

longTest('somebody who was added by signing in has no password and confirms with the provider', async () => {
  const page = await openAsAdministrator('desktop', '/app/settings?tab=signon')
  const form = settingsForm(page)
  await form.getByRole('button', { name: /People who are not in Stint yet/ }).click()
  await page.getByRole('option', { name: 'Add them as Resource' }).click()
  await enterProvider(page, provider.issuer)
  provider.subject = 'a newcomer'
  provider.people.set('a newcomer', { email: 'new@example.com', email_verified: true, given_name: 'Nora' })
  await signOut(page)
  await page.getByRole('button', { name: 'Sign in with Example ID' }).click()
  await page.getByRole('navigation').first().waitFor()
  await page.goto('/app/profile?tab=calendar')
  await page.getByRole('button', { name: 'Create link' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('You have no password', { exact: false }).waitFor()
  await check(page, 'single-sign-on-confirm')
  await dialog.getByRole('button', { name: 'Confirm with single sign-on' }).click()
  await page.getByText('Confirmed. You can make this change in the next 10 minutes.').waitFor()
  await page.goto('/app/profile?tab=calendar')
  await page.getByRole('button', { name: 'Create link' }).first().click()
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await dialog.getByRole('code').waitFor()
})
