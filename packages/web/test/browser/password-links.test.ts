// Invitations and forgotten passwords, from the first click to the signed-in person, with a mail server. Without one
// the sign-in page says to ask an Administrator, who copies the link (people.test.ts).
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { longTest, quickTest } from '../../../server/test/fixture/suite-tests.ts'
import { checkPage } from './axe-and-screenshots.ts'
import { type Device, expectPageError, signIn } from './test-app.ts'
import { openAppWithMail } from './test-app-with-mail.ts'

const { app, sink } = openAppWithMail()

/** The path of the link in the next mail to an address. */
async function mailedPath(address: string, subject: string): Promise<string> {
  for (let round = 0; round < 1000; round++) {
    const mail = sink.mails.find((one) => one.to.includes(address) && one.subject === subject)
    const [, path] = /https:\/\/stint\.example\.com(\/app\/password#\S+)/.exec(mail?.plain ?? '') ?? []
    if (path !== undefined) {
      sink.mails = []
      return path
    }
    await sleep(20)
  }
  return assert.fail(`${address} got no mail`)
}

/** Axe in light and dark, no sideways scrolling, and screenshots, of the page or of its dialog. */
const check = (page: Page, name: string, part = 'html') => checkPage(page, name, { part, alsoDark: true })

async function choosePassword(page: Page, password: string): Promise<void> {
  await page.getByLabel(/^New password/).fill(password)
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByRole('navigation').first().waitFor()
  assert.ok(!page.url().includes('#'), 'the code is still in the address')
}

async function inviteAndEnter(device: Device): Promise<void> {
  const [page, theirs] = [await app.page(device), await app.page({ device })]
  const username = `ines.${device}`
  const address = `${username}@demo.example`
  await signIn(page, 'demo-administrator', 'people')
  await page.getByRole('button', { name: 'New person' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('First name').fill('Ines')
  await form.getByRole('textbox', { name: /^Email/ }).fill(address)
  await form.getByRole('button', { name: /Role/ }).click()
  await page.getByRole('option', { name: /Resource/ }).click()
  await form.getByLabel('Username').fill(username)
  assert.equal(await form.getByRole('checkbox', { name: 'Send an invitation' }).isChecked(), true)
  assert.equal(await form.getByLabel(/^Password/).count(), 0)
  await check(page, 'person-invite')
  await form.getByRole('button', { name: 'Add person' }).click()
  const shown = page.getByRole('dialog', { name: 'Invitation link' })
  await shown.getByText(`We sent an invitation to ${address}`).waitFor()
  // The library announces the button of the form, which is gone, so the rest of the page is not checked.
  await check(page, 'invitation-link', '[role=dialog]')
  const link = (await shown.locator('code').textContent()) ?? ''
  await shown.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('heading', { level: 1, name: 'Ines' }).waitFor()
  const mailed = await mailedPath(address, 'You are invited to Stint')
  assert.equal(link, new URL(mailed, app.url).href, 'the copied link is the mailed one')

  await theirs.goto(link)
  await theirs.getByRole('heading', { name: /^Welcome to/ }).waitFor()
  assert.equal(await theirs.getByLabel('Username').inputValue(), username)
  await check(theirs, 'choose-password')
  await choosePassword(theirs, 'a battery of Ines')
  expectPageError(theirs, /status of 401/)
  await theirs.goto('/app/mark.svg')
  await theirs.goto(link)
  await theirs.getByRole('heading', { name: 'This link no longer works' }).waitFor()
  await check(theirs, 'void-link')
  await theirs.getByRole('button', { name: 'Go to sign in' }).click()
  await theirs.getByRole('navigation').first().waitFor()
}

async function resetAndEnter(device: Device): Promise<void> {
  const page = await app.page(device)
  await page.goto('/app/')
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await page.getByRole('heading', { name: 'Reset password' }).waitFor()
  await check(page, 'forgot-password')
  for (const address of ['nobody@demo.example', 'anais.dubois@demo.example']) {
    await page.getByLabel('Email').fill(address)
    await page.getByRole('button', { name: 'Send link' }).click()
    await page.getByText('If the address belongs to a person, we sent a link.').waitFor()
    await page.getByRole('button', { name: 'Back to sign in' }).click()
    await page.getByRole('button', { name: 'Forgot password?' }).click()
  }
  const path = await mailedPath('anais.dubois@demo.example', 'Reset your Stint password')
  assert.equal(sink.mails.length, 0)
  await page.goto('/app/mark.svg')
  await page.goto(path)
  await page.getByRole('heading', { name: 'Choose a new password' }).waitFor()
  expectPageError(page, /status of 400/)
  await page.getByLabel(/^New password/).fill('short')
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByText(/at least 8/).waitFor()
  await choosePassword(page, 'a battery of Anaïs')
}

quickTest('an invited person opens the link, chooses a password and is signed in', () => inviteAndEnter('desktop'))
longTest('an invited person chooses a password on a phone', () => inviteAndEnter('phone'))
longTest('who forgot the password gets a link by mail, whatever address they type', () => resetAndEnter('phone'))
longTest('who forgot the password gets a link by mail, on a desktop', () => resetAndEnter('desktop'))

longTest('an Administrator sends an invitation again or copies a link, which replaces the one before', async () => {
  const page = await app.page()
  await signIn(page, 'demo-administrator', 'people')
  await page.getByRole('link', { name: 'Anaïs Dubois' }).click()
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: /Copy (reset|invitation) link/ }).click()
  const shown = page.getByRole('dialog', { name: /(Reset|Invitation) link/ })
  assert.match((await shown.locator('code').textContent()) ?? '', /\/app\/password#\S{43}$/)
  await shown.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: /^Send (reset link|invitation again)/ }).click()
  await page.getByText('Email sent to').waitFor()
})
