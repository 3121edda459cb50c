// Two-factor sign-in in a browser: a person turns it on, signs in with a code, and turns it off; the company requires
// it; an Administrator turns it off for somebody. Codes come from a simulated app.
import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { CodeApp } from '../../../server/test/fixture/code-app.ts'
import { readQrCode } from '../../../server/test/fixture/qr-code.ts'
import { longTest } from '../../../server/test/fixture/suite-tests.ts'
import { testNow } from '../../../server/test/fixture/test-clock.ts'
import { checkPage } from './axe-and-screenshots.ts'
import {
  type DemoLogin,
  type Device,
  enterPassword,
  expectPageError,
  forgetSession,
  openApp,
  signIn,
} from './test-app.ts'

const app = openApp()

/**
 * Axe in light and dark, no sideways scrolling, and screenshots, of the page or of its dialog. The library announces
 * buttons of forms that are gone outside of both, which is not checked.
 */
const check = (page: Page, name: string, part = 'main') => checkPage(page, name, { part, alsoDark: true })

const appOf = async (page: Page): Promise<CodeApp> =>
  new CodeApp((await page.locator('code').first().textContent()) ?? '')

const codesOf = async (page: Page): Promise<string[]> => {
  await page.getByText(/^Each code signs you in once/).waitFor()
  return page.locator('li code').allTextContents()
}

const codeField = (place: Page | Locator) => place.getByRole('textbox', { name: /^Code/ })

async function turnOnAndOff(device: Device): Promise<void> {
  const token = device === 'desktop' ? 'demo-manager' : 'demo-resource'
  const [page, other] = [await app.page(device), await app.page({ device })]
  await signIn(page, token, 'profile?tab=security')
  const section = page.getByRole('region', { name: 'Two-factor sign-in' })
  await section.getByRole('button', { name: 'Turn on' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: /^Your password/ }).fill(token)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
  await check(page, 'factor-setup', '[role=dialog]')
  // As an app does it: the secret comes from the picture. It is also written below it, for people without a camera.
  const picture = dialog.getByRole('img', { name: 'QR code for your authenticator app' })
  const code = readQrCode(await picture.screenshot())
  assert.match(code, /^otpauth:\/\/totp\/[^?]+\?secret=[A-Z2-7]+&issuer=\S+\n?$/)
  const secret = new URL(code.trim()).searchParams.get('secret') ?? ''
  assert.equal((await page.locator('code').first().textContent())?.replaceAll(' ', ''), secret)
  const codeApp = new CodeApp(secret)
  await codeField(dialog).fill(codeApp.code(testNow()))
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  const [first = '', second = '', third = ''] = await codesOf(page)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await dialog.getByRole('button', { name: 'Copy codes' }).click()
  await dialog.getByRole('button', { name: 'Codes copied' }).waitFor()
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), new RegExp(`^${first}\n${second}\n`))
  await check(page, 'recovery-codes', '[role=dialog]')
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download codes' }).click()
  assert.equal((await download).suggestedFilename(), 'stint-recovery-codes.txt')
  await dialog.getByRole('button', { name: 'I saved them' }).click()
  await section.getByText('10 recovery codes left').waitFor()
  await section.scrollIntoViewIfNeeded()
  await check(page, 'factor-on')

  await enterPassword(other, token)
  await other.getByRole('heading', { name: 'Enter your code' }).waitFor()
  await check(other, 'sign-in-code')
  expectPageError(other, /status of 401/)
  await codeField(other).fill(codeApp.wrongCode(testNow()))
  await other.getByRole('button', { name: 'Sign in', exact: true }).click()
  await other.getByText(/is wrong or was already used/i).waitFor()
  await other.getByText(/Enter a recovery code instead. Without one, ask an Administrator/).waitFor()
  await check(other, 'sign-in-wrong-code')
  await codeField(other).fill(first.toLowerCase())
  await other.getByRole('button', { name: 'Sign in', exact: true }).click()
  await other.getByRole('navigation').first().waitFor()
  await forgetSession(other)
  await enterPassword(other, token)
  await codeField(other).fill(codeApp.code(testNow(), 1))
  await other.getByRole('button', { name: 'Sign in', exact: true }).click()
  await other.getByRole('navigation').first().waitFor()

  await section.getByRole('button', { name: 'New recovery codes' }).click()
  await dialog.getByRole('textbox', { name: /^Your password/ }).fill(token)
  await codeField(dialog).fill(second)
  await dialog.getByRole('button', { name: 'Create codes' }).click()
  const [next = ''] = await codesOf(page)
  assert.notEqual(next, third)
  await dialog.getByRole('button', { name: 'I saved them' }).click()
  await section.getByRole('button', { name: 'Turn off' }).click()
  await dialog.getByRole('textbox', { name: /^Your password/ }).fill(token)
  await codeField(dialog).fill(next)
  await check(page, 'factor-off', '[role=dialog]')
  await dialog.getByRole('button', { name: 'Turn off' }).click()
  await section.getByRole('button', { name: 'Turn on' }).waitFor()
}

async function setUpWhenRequired(device: Device): Promise<void> {
  const token = device === 'desktop' ? 'demo-executive' : 'demo-restricted'
  const [boss, page] = [await app.page('desktop'), await app.page({ device })]
  await signIn(boss, 'demo-administrator', 'settings')
  const require = async (who: string): Promise<void> => {
    await boss.getByRole('button', { name: /Require two-factor sign-in for/ }).click()
    await boss.getByRole('option', { name: who }).click()
    await boss.getByRole('button', { name: 'Save' }).click()
    await boss.getByText('Saved').first().waitFor()
  }
  await require('Everyone')
  await boss.getByRole('textbox', { name: /Maximum session length/ }).scrollIntoViewIfNeeded()
  await check(boss, 'settings-sign-in')
  await enterPassword(page, token)
  await page.getByRole('heading', { name: 'Set up two-factor sign-in' }).waitFor()
  await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
  await check(page, 'sign-in-factor-setup')
  await codeField(page).fill((await appOf(page)).code(testNow()))
  await page.getByRole('button', { name: 'Turn on' }).click()
  assert.equal((await codesOf(page)).length, 10)
  await check(page, 'sign-in-recovery-codes')
  await page.getByRole('button', { name: 'I saved them' }).click()
  await page.getByRole('navigation').first().waitFor()

  await boss.goto(`/app/people/${await idOf(token)}`)
  await boss.getByRole('button', { name: 'Actions' }).click()
  await boss.getByRole('menuitem', { name: 'Turn off two-factor sign-in' }).click()
  const dialog = boss.getByRole('dialog')
  await dialog.getByRole('textbox', { name: /^Your password/ }).fill('demo-administrator')
  await check(boss, 'person-factor-off', '[role=dialog]')
  await dialog.getByRole('button', { name: 'Turn off' }).click()
  await boss.getByText('Two-factor sign-in turned off').waitFor()
  await boss.goto('/app/settings')
  await require('No one')
}

const idOf = async (token: DemoLogin): Promise<string> => {
  const { json } = await app.server.request('/me/', { token })
  const { me } = json as { me: { id: string }[] }
  return me[0]?.id ?? ''
}

longTest('a person turns two-factor sign-in on, signs in and turns it off', () => turnOnAndOff('desktop'))
longTest('a person turns two-factor sign-in on, signs in and turns it off, on a phone', () => turnOnAndOff('phone'))
longTest('who must have two-factor sign-in sets it up after the password', () => setUpWhenRequired('desktop'))
longTest('who must have two-factor sign-in sets it up after the password, on a phone', () => setUpWhenRequired('phone'))
