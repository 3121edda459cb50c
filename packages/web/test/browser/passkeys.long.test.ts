// Passkeys in a browser, with a virtual device: a person adds one, signs in with it in both ways, confirms with it, and
// removes it; the company requires a second factor. Browsers allow passkeys without a certificate only at localhost.
import assert from 'node:assert/strict'
import type { CDPSession, Locator, Page } from 'playwright-core'
import { longTest } from '../../../server/test/fixture/suite-tests.ts'
import { checkPage } from './axe-and-screenshots.ts'
import { type Device, enterPassword, expectPageError, forgetSession, openApp, signIn } from './test-app.ts'

const app = openApp('sqlite', (port) => ({
  STINT_HOST: 'localhost',
  STINT_TLS: 'off',
  STINT_PUBLIC_URL: `http://localhost:${port}/`,
}))

/** A device in the browser of the page that unlocks without asking; each page has its own. */
async function addDevice(page: Page): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable', { enableUI: false })
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { cdp, authenticatorId }
}

const check = (page: Page, name: string, part = 'main') => checkPage(page, name, { part, alsoDark: true })

const signedIn = (page: Page) => page.getByRole('navigation').first().waitFor()
const passwordField = (place: Page | Locator) => place.getByRole('textbox', { name: /^Your password/ })
const codeField = (place: Page | Locator) => place.getByRole('textbox', { name: /^Code/ })

async function signOut(page: Page): Promise<void> {
  await forgetSession(page)
  await page.goto('/app/')
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
}

async function addUseAndRemove(device: Device): Promise<void> {
  const token = device === 'desktop' ? 'demo-manager' : 'demo-resource'
  const page = await app.page({ device })
  const { cdp, authenticatorId } = await addDevice(page)
  await signIn(page, token, 'profile?tab=security')
  const section = page.getByRole('region', { name: 'Passkeys' })
  await section.getByRole('button', { name: 'Add passkey' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: /^Name/ }).fill('Work laptop')
  await passwordField(dialog).fill(token)
  await check(page, 'passkey-add', '[role=dialog]')
  await dialog.getByRole('button', { name: 'Add passkey' }).click()
  await dialog.getByText(/^Each code signs you in once/).waitFor()
  const [code = ''] = await page.locator('li code').allTextContents()
  await dialog.getByRole('button', { name: 'I saved them' }).click()
  await section.getByText('Work laptop').waitFor()
  await section.getByText('Never used').waitFor()
  await section.scrollIntoViewIfNeeded()
  await check(page, 'passkeys')
  const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId })
  assert.deepEqual(
    credentials.map(({ rpId, isResidentCredential }) => [rpId, isResidentCredential]),
    [['localhost', true]],
  )

  await signOut(page)
  const button = page.getByRole('button', { name: 'Sign in with a passkey' })
  await button.waitFor()
  await check(page, 'sign-in-with-passkey')
  await button.click()
  await signedIn(page)

  await signOut(page)
  await enterPassword(page, token)
  await page.getByRole('heading', { name: 'Use your passkey' }).waitFor()
  await check(page, 'sign-in-passkey-step')
  await page.getByRole('button', { name: 'Enter a code instead' }).click()
  await page.getByRole('heading', { name: 'Enter your code' }).waitFor()
  await check(page, 'sign-in-passkey-or-code')
  await page.getByRole('button', { name: 'Use passkey' }).click()
  await page.getByRole('heading', { name: 'Use your passkey' }).waitFor()
  await page.getByRole('button', { name: 'Use passkey' }).click()
  await signedIn(page)

  await page.goto('/app/profile?tab=security')
  await section.getByText(/^Last used/).waitFor()
  await section.getByRole('button', { name: 'Remove Work laptop' }).click()
  await dialog.getByText(/your only second factor/).waitFor()
  await check(page, 'passkey-remove', '[role=dialog]')
  await dialog.getByRole('button', { name: 'Confirm with a passkey' }).click()
  await dialog.getByText('Confirmed with your passkey.').waitFor()
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  await section.getByText('No passkeys yet').waitFor()

  await signOut(page)
  expectPageError(page, /status of 401/)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByText(/was not accepted/).waitFor()
  await cdp.send('WebAuthn.clearCredentials', { authenticatorId })
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByText('No passkey was used. Try again, or choose another way.').waitFor()
  await check(page, 'sign-in-no-passkey')
  await enterPassword(page, token)
  await signedIn(page)
  assert.match(code, /^[A-Z2-7-]+$/)
}

async function setUpWhenRequired(device: Device): Promise<void> {
  const token = device === 'desktop' ? 'demo-executive' : 'demo-restricted'
  const page = await app.page({ device })
  await addDevice(page)
  const require = async (secondfactor: string): Promise<void> => {
    const { status } = await app.server.request('/company/', {
      method: 'PUT',
      token: 'demo-administrator',
      body: { secondfactor },
    })
    assert.equal(status, 202)
  }
  await require('everyone')
  await enterPassword(page, token)
  await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
  await page.getByRole('button', { name: 'Use a passkey instead' }).click()
  await page.getByRole('textbox', { name: /^Name/ }).fill('Phone')
  await check(page, 'sign-in-passkey-setup')
  await page.getByRole('button', { name: 'Add passkey' }).click()
  await page.getByText(/^Each code signs you in once/).waitFor()
  const [code = ''] = await page.locator('li code').allTextContents()
  await page.getByRole('button', { name: 'I saved them' }).click()
  await signedIn(page)
  await signOut(page)
  await enterPassword(page, token)
  await page.getByRole('button', { name: 'Enter a code instead' }).click()
  await codeField(page).fill(code)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await signedIn(page)
  await require('none')
}

longTest('a person adds a passkey, signs in with it and removes it', () => addUseAndRemove('desktop'))
longTest('a person adds a passkey, signs in with it and removes it, on a phone', () => addUseAndRemove('phone'))
longTest('who must have two-factor sign-in sets up a passkey', () => setUpWhenRequired('desktop'))
longTest('who must have two-factor sign-in sets up a passkey, on a phone', () => setUpWhenRequired('phone'))
