// The settings of the account and one's own profile: an Administrator changes a list, everybody has a token, a password, sessions
// and a say in which mails they get.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectFault, openApp, signIn } from './browsing.ts'
import { axeOf } from './looking.ts'

const app = openApp()

test('an Administrator adds a work type; a rate that is none is refused at its field and nothing typed is lost', async () => {
  const page = await app.page()
  await signIn(page, 'demo-administrator', 'settings?tab=worktype')
  await page.getByRole('button', { name: 'New work type' }).click()
  const dialog = page.getByRole('dialog', { name: 'New work type' })
  await dialog.getByLabel(/^Name/).fill('Translation')
  await dialog.getByLabel(/^Hourly rate/).fill('much')
  expectFault(page, /status of 400/)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText(/number|decimal/i).waitFor()
  assert.equal(await dialog.getByLabel(/^Name/).inputValue(), 'Translation')
  await dialog.getByLabel(/^Hourly rate/).fill('77,50')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Translation').waitFor()
  const { json } = await app.server.ask('/worktype/?limit=0', { token: 'demo-administrator' })
  const { worktype } = json as { worktype: { name: string; defaulthourlyrate: string }[] }
  assert.equal(worktype.find(({ name }) => name === 'Translation')?.defaulthourlyrate, '77.5')
})

test('a status is moved, and the server keeps the order', async () => {
  const page = await app.page()
  await signIn(page, 'demo-administrator', 'settings?tab=taskstatus')
  const names = () => page.getByRole('tabpanel').getByRole('listitem').allInnerTexts()
  await page.getByRole('button', { name: 'Move Staged up' }).click()
  await page.waitForFunction(() =>
    /Staged[\s\S]*Verify/.test(document.querySelector('[role=tabpanel]')?.textContent ?? ''),
  )
  assert.match((await names()).join(' '), /In Progress.*Staged.*Verify/s)
})

test('a token is shown once, opens the API, and is shut by revoking it', async () => {
  const page = await app.page()
  await signIn(page, 'demo-resource', 'profile?tab=tokens')
  await page.getByRole('button', { name: 'New token' }).click()
  const dialog = page.getByRole('dialog', { name: 'New token' })
  await dialog.getByLabel(/What is it for/).fill('My script')
  await dialog.getByRole('button', { name: 'Make the token' }).click()
  await dialog.getByText('This is shown once').waitFor()
  const token = await dialog.locator('code').first().innerText()
  assert.equal((await app.server.ask('/me/', { token })).status, 200)
  await dialog.getByRole('button', { name: 'I have kept it' }).click()
  assert.ok(!(await page.content()).includes(token), 'the token is still on the page')
  await page.getByRole('listitem').filter({ hasText: 'My script' }).getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  assert.equal((await app.server.ask('/me/', { token })).status, 401)
})

test('T-50: a new password ends the other sessions, and not this one', async () => {
  const [here, there] = [await app.page(), await app.page()]
  await signIn(here, 'demo-restricted', 'profile?tab=security')
  await signIn(there, 'demo-restricted')
  await here.getByLabel(/^Password now/).fill('demo-restricted')
  await here.getByLabel(/^New password/).fill('short')
  expectFault(here, /status of 400/)
  await here.getByRole('button', { name: 'Change the password' }).click()
  await here.getByText(/at least 8/).waitFor()
  await here.getByLabel(/^New password/).fill('a much longer one')
  await here.getByRole('button', { name: 'Change the password' }).click()
  await here.getByText('The password is changed').waitFor()
  await there.reload()
  await there.getByRole('heading', { name: 'Sign in' }).waitFor()
  await here.reload()
  await here.getByRole('heading', { name: 'Your profile' }).waitFor()
})

test('a person turns a kind of mail off and sets their own time zone', async () => {
  const page = await app.page()
  await signIn(page, 'demo-manager', 'profile?tab=mails')
  const box = page.getByRole('checkbox', { name: 'A task is given to you' })
  await box.click({ force: true })
  await page.getByRole('checkbox', { name: 'A task is given to you', checked: false }).waitFor()
  await page.getByRole('tab', { name: 'You' }).click()
  const zone = page.getByRole('combobox', { name: 'Your time zone' })
  await zone.fill('New York')
  await page.getByRole('option', { name: 'America/New York' }).click()
  await page.getByText('Saved').waitFor()
  const { json } = await app.server.ask('/me/', { token: 'demo-manager' })
  const [me] = (json as { me: Record<string, string>[] }).me
  assert.deepEqual([me?.notificationsoff, me?.timezone], ['taskassigned', 'America/New_York'])
})

test('without a mail server the test mail is not offered, and it says what is missing', async () => {
  const page = await app.page()
  await signIn(page, 'demo-administrator', 'settings?tab=server')
  await page.getByText(/No mail server is set/).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Send me a test mail' }).isDisabled(), true)
})

test('a label gets its colour by looking, and stands behind the others', async () => {
  const page = await app.page()
  await signIn(page, 'demo-administrator', 'settings?tab=projectlabel')
  await page.getByRole('button', { name: 'New label' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Photography')
  await dialog.getByRole('button', { name: 'Colour C8244C' }).click()
  assert.deepEqual(await axeOf(page), [])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  const { json } = await app.server.ask('/projectlabel/?limit=0', { token: 'demo-administrator' })
  const made = (json.projectlabel as { name: string; color: string }[]).at(-1)
  assert.deepEqual([made?.name, made?.color], ['Photography', 'C8244C'])
})

test('a token is reissued: the new one is shown once, and the old one is shut', async () => {
  const page = await app.page()
  await signIn(page, 'demo-manager', 'profile?tab=tokens')
  await page.getByRole('button', { name: 'New token' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/What is it for/).fill('Nightly')
  await dialog.getByRole('button', { name: 'Make the token' }).click()
  const shown = () => dialog.locator('code').first().innerText()
  const old = await shown()
  await dialog.getByRole('button', { name: 'I have kept it' }).click()
  await page.getByRole('listitem').filter({ hasText: 'Nightly' }).getByRole('button', { name: 'Reissue' }).click()
  await dialog.getByRole('button', { name: 'Reissue' }).click()
  await dialog.getByText('This is shown once').waitFor()
  assert.equal((await app.server.ask('/me/', { token: await shown() })).status, 200)
  assert.equal((await app.server.ask('/me/', { token: old })).status, 401)
})

test('settings are shown to Administrators alone, whatever address is typed', async () => {
  for (const who of ['demo-manager', 'demo-resource', 'demo-executive'] as const) {
    const page = await app.page()
    await signIn(page, who, 'settings')
    await page.getByText('This is not there, or not for you to see.').waitFor()
    assert.equal(await page.getByRole('main').getByRole('textbox').count(), 0, who)
  }
})
