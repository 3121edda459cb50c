// Clients and people: how an Administrator manages them and their logins, and what the other roles see.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { longTest, quickTest } from '../../../server/test/fixture/suite-tests.ts'
import { axeViolations } from './axe-and-screenshots.ts'
import { expectPageError, openApp, signIn } from './test-app.ts'

const app = openApp()

const waitUntilLoaded = (page: Page) =>
  page.waitForFunction(
    () => document.querySelector('main h1') !== null && document.querySelector('main [role=status]') === null,
  )

/** Whether a user name and password open the application. */
async function signInStatus(page: Page, username: string, password: string): Promise<number> {
  const headers = { 'x-stint-app': '1', 'sec-fetch-site': 'same-origin', origin: new URL(app.url).origin }
  const answer = await page.request.post('/app/session', { headers, data: { username, password } })
  return answer.status()
}

const clipboardOf = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText())

/** A suggested password is shown once after it is saved. */
async function closeSavedPassword(page: Page, name: string, password: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: `Password for ${name}` })
  await dialog.getByText(password, { exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Copy password' }).click()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await dialog.waitFor({ state: 'detached' })
  assert.equal(await clipboardOf(page), password)
  assert.equal(await page.getByText(password, { exact: true }).count(), 0)
}

quickTest('a new person gets a login, a new password, and loses it again', async () => {
  const page = await app.page()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  expectPageError(page, /status of 400/)
  await signIn(page, 'demo-administrator', 'people')
  await page.getByRole('button', { name: 'New person' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('First name').fill('Tove')
  await form.getByLabel('Last name').fill('Ek')
  await form.getByLabel('Username').fill('zoe.ashcroft')
  await form.getByText('Invite with a link').click()
  await form.getByLabel(/^Password/).fill('short')
  assert.deepEqual(await axeViolations(page), [])
  await form.getByRole('button', { name: 'Add person' }).click()
  await form.getByText('Enter at least 8 characters.').waitFor()
  await form.getByLabel(/^Password/).fill('long enough 1')
  await form.getByRole('button', { name: 'Add person' }).click()
  await form.getByText('is already used by another person').waitFor()
  await form.getByText('is required for a person who can log in').waitFor()
  await form.getByText('is required for a new person who can log in').waitFor()
  assert.equal(await form.getByLabel('Last name').inputValue(), 'Ek')
  await form.getByLabel('Username').fill('tove.ek')
  await form.getByRole('textbox', { name: /^Email/ }).fill('tove.ek@demo.example')
  await form.getByRole('button', { name: /Role/ }).click()
  await page.getByRole('option', { name: /Resource/ }).click()
  await form.getByRole('button', { name: 'Generate password' }).click()
  const first = await form.getByLabel(/^Password/).inputValue()
  await form.getByRole('button', { name: 'Add person' }).click()
  await closeSavedPassword(page, 'Tove Ek', first)
  await page.getByRole('heading', { level: 1, name: 'Tove Ek' }).waitFor()

  const stranger = await app.page()
  assert.equal(await signInStatus(stranger, 'tove.ek', first), 201)
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Set new password' }).click()
  await page.getByRole('button', { name: 'Generate password' }).click()
  const field = page.getByLabel(/^New password/)
  const suggested = await field.inputValue()
  assert.deepEqual([suggested.length, await field.getAttribute('type')], [16, 'text'], 'readable')
  await page.getByRole('button', { name: 'Copy password' }).click()
  await page.getByText('Password copied').first().waitFor()
  assert.equal(await clipboardOf(page), suggested)
  await page.getByRole('button', { name: 'Set new password' }).click()
  await page.getByText('New password set').waitFor()
  await closeSavedPassword(page, 'Tove Ek', suggested)
  assert.equal(await signInStatus(stranger, 'tove.ek', first), 401)
  assert.equal(await signInStatus(stranger, 'tove.ek', suggested), 201)

  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: /^Copy (invitation|reset) link/ }).click()
  const link = page.getByRole('dialog', { name: /^(Invitation|Reset) link/ })
  await link.getByRole('button', { name: 'Copy link' }).click()
  await page.getByText('Link copied').first().waitFor()
  const [, code] = (await clipboardOf(page)).split('#')
  assert.equal(code?.length, 43)
  await link.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Deactivate' }).click()
  await page.getByText('can no longer sign in').waitFor()
  assert.equal(await signInStatus(stranger, 'tove.ek', suggested), 401)
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete person' }).click()
  await page.getByRole('button', { name: 'Delete person' }).click()
  await page.getByRole('heading', { level: 1, name: 'People' }).waitFor()
})

longTest('contact details are saved, and an invalid address is reported at its field', async () => {
  const page = await app.page()
  expectPageError(page, /status of 400/)
  await signIn(page, 'demo-administrator', 'people')
  await page.getByRole('link', { name: 'Anaïs Dubois' }).click()
  await page.getByRole('region', { name: 'Contact details' }).getByRole('button', { name: 'Add', exact: true }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('button', { name: /Type/ }).click()
  await page.getByRole('option', { name: 'Email' }).click()
  await form.getByLabel('Value').fill('nowhere')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText('must be an email address').waitFor()
  await form.getByLabel('Value').fill('anais@home.example')
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('link', { name: 'anais@home.example' }).waitFor()
  await page.getByRole('button', { name: 'Remove anais@home.example' }).click()
  await page.getByRole('link', { name: 'anais@home.example' }).waitFor({ state: 'detached' })
})

longTest('a client is created, changed and deleted, and one with projects cannot be deleted', async () => {
  const page = await app.page()
  expectPageError(page, /status of 400/)
  await signIn(page, 'demo-administrator', 'clients')
  await page.getByRole('button', { name: 'New client' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Nordlicht')
  await page.getByRole('button', { name: 'Create client' }).click()
  await page.getByRole('heading', { level: 1, name: 'Nordlicht' }).waitFor()
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('dialog').getByLabel('Website').fill('nordlicht.example')
  await page.getByRole('button', { name: 'Save' }).click()
  const link = page.getByRole('link', { name: 'nordlicht.example' })
  await link.waitFor()
  assert.equal(await link.getAttribute('href'), 'https://nordlicht.example')
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete client' }).click()
  await page.getByRole('button', { name: 'Delete client' }).click()
  await page.getByRole('heading', { level: 1, name: 'Clients' }).waitFor()
  await page.getByRole('link', { name: 'Brauerei Süderhof' }).click()
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete client' }).click()
  await page.getByRole('button', { name: 'Delete client' }).click()
  await page.getByRole('alert').getByText('project').waitFor()
})

longTest('a Resource sees names and colleagues, and no money or sign-ins', async () => {
  const page = await app.page()
  await signIn(page, 'demo-resource', 'clients')
  await waitUntilLoaded(page)
  assert.deepEqual(await page.getByRole('columnheader').allInnerTexts(), ['Name', 'Active projects'])
  await page.goto('/app/people')
  await waitUntilLoaded(page)
  assert.equal(await page.getByRole('columnheader', { name: 'Last sign-in' }).count(), 0)
  await page.getByRole('link', { name: 'François Lefèvre' }).click()
  await page.getByRole('heading', { level: 1, name: 'François Lefèvre' }).waitFor()
  await waitUntilLoaded(page)
  assert.equal(await page.getByRole('heading', { name: 'Hours' }).count(), 0)
  assert.equal(await page.getByRole('button', { name: 'Edit' }).count(), 0)
})

longTest('a client does not see the people of the company', async () => {
  const page = await app.page()
  await signIn(page, 'demo-executive', 'people/1')
  await page.getByText("Not found, or you don't have access.").waitFor()
  assert.equal(await page.getByRole('link', { name: 'People' }).count(), 0)
})

longTest('the tab for clients lists their people and no team members', async () => {
  const page = await app.page()
  await signIn(page, 'demo-manager', 'people?tab=clients')
  await page.getByRole('link', { name: 'Käthe Vogelsang' }).waitFor()
  assert.equal(await page.getByRole('link', { name: 'Eleanor Whitby' }).count(), 0)
})

longTest(
  'an Administrator restricts a person to their own tasks and turns off their mails, and undoes both',
  async () => {
    const page = await app.page()
    await signIn(page, 'demo-administrator', 'people')
    await page.getByRole('link', { name: 'Zoë Ashcroft' }).click()
    const badges = page.getByRole('main')
    for (const [turn, back, told] of [
      ['Show only their own tasks', 'Show all tasks on their projects', 'Only own tasks'],
      ['Turn off comments', 'Allow comments', "Can't comment"],
    ] as const) {
      await page.getByRole('button', { name: 'Actions' }).click()
      await page.getByRole('menuitem', { name: turn }).click()
      await badges.getByText(told, { exact: true }).waitFor()
      await page.getByRole('button', { name: 'Actions' }).click()
      await page.getByRole('menuitem', { name: back }).click()
      await badges.getByText(told, { exact: true }).waitFor({ state: 'detached' })
    }
  },
)

longTest('an Administrator sees and changes who may read secure notes', async () => {
  const page = await app.page('phone')
  await signIn(page, 'demo-administrator', 'projects')
  await page.getByRole('link', { name: 'Website relaunch Süderhof' }).first().click()
  await page.getByRole('tab', { name: 'Team' }).click()
  const member = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Lukas Größler' })
  const trusted = member.getByText('Can read secure notes', { exact: true })
  await page.getByText('Can read secure notes', { exact: true }).first().waitFor()
  assert.equal(await trusted.count(), 0)
  await member.getByRole('button').click()
  await page.getByRole('menuitem', { name: 'Allow secure notes' }).click()
  await trusted.waitFor()
  await member.getByRole('button').click()
  await page.getByRole('menuitem', { name: 'Block secure notes' }).click()
  await trusted.waitFor({ state: 'detached' })
})
