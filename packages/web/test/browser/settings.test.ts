// The settings of the account: lists that an Administrator changes, errors at their fields, and changing a password.
// Tokens, mails and time zones are in roles/profile.ts.
import assert from 'node:assert/strict'
import { longTest, quickTest } from '../../../server/test/fixture/suite-tests.ts'
import { axeViolations, axeViolationsNow } from './axe-and-screenshots.ts'
import { allowPageError, expectPageError, openApp, signIn } from './test-app.ts'

const app = openApp()

quickTest(
  'an Administrator adds a work type; an invalid rate is reported at its field and no input is lost',
  async () => {
    const page = await app.page()
    await signIn(page, 'demo-administrator', 'settings?tab=worktype')
    await page.getByRole('button', { name: 'New work type' }).click()
    const dialog = page.getByRole('dialog', { name: 'New work type' })
    await dialog.getByLabel(/^Name/).fill('Translation')
    await dialog.getByLabel(/^Hourly rate/).fill('much')
    expectPageError(page, /status of 400/)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText(/number|decimal/i).waitFor()
    assert.equal(await dialog.getByLabel(/^Name/).inputValue(), 'Translation')
    await dialog.getByLabel(/^Hourly rate/).fill('77,50')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Translation').waitFor()
    const { json } = await app.server.request('/worktype/?limit=0', { token: 'demo-administrator' })
    const { worktype } = json as { worktype: { name: string; defaulthourlyrate: string }[] }
    assert.equal(worktype.find(({ name }) => name === 'Translation')?.defaulthourlyrate, '77.5')
  },
)

quickTest(
  'a webhook is created, its secret is shown once, and a test delivery that fails can be sent again',
  async () => {
    const page = await app.page()
    await signIn(page, 'demo-administrator', 'settings?tab=webhooks')
    await page.getByRole('button', { name: 'New webhook' }).click()
    const form = page.getByRole('dialog', { name: 'New webhook' })
    await form.getByLabel(/^URL/).fill('https://127.0.0.1:9/in')
    await form.getByLabel(/^Events/).fill('task.*')
    await form.getByRole('button', { name: 'Save' }).click()
    const secret = page.getByRole('dialog', { name: 'Webhook secret' })
    assert.match(await secret.locator('code').innerText(), /^whsec_/)
    await secret.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Send test' }).click()
    const log = page.getByRole('dialog', { name: /^Deliveries to/ })
    await log.getByText('test', { exact: true }).waitFor()
    // The server looks for deliveries every second.
    await page.waitForFunction(() => {
      const buttons = [...document.querySelectorAll<HTMLButtonElement>('[role=dialog] button')]
      buttons.find(({ innerText }) => innerText === 'Refresh')?.click()
      return document.querySelector('[role=dialog]')?.textContent?.includes('not public')
    })
    await log.getByRole('button', { name: 'Send again' }).click()
    assert.deepEqual(await axeViolationsNow(page, '[role=dialog]'), [])
  },
)

longTest('a status is moved, and the server keeps the order', async () => {
  const page = await app.page()
  await signIn(page, 'demo-administrator', 'settings?tab=taskstatus')
  const names = () => page.getByRole('tabpanel').getByRole('listitem').allInnerTexts()
  await page.getByRole('button', { name: 'Move Staged up' }).click()
  await page.waitForFunction(() =>
    /Staged[\s\S]*Verify/.test(document.querySelector('[role=tabpanel]')?.textContent ?? ''),
  )
  assert.match((await names()).join(' '), /In Progress.*Staged.*Verify/s)
})

longTest('T-50: a new password ends the other sessions, and not this one', async () => {
  const [here, there] = [await app.page(), await app.page()]
  await signIn(here, 'demo-restricted', 'profile?tab=security')
  await signIn(there, 'demo-restricted')
  await here.getByLabel(/^Current password/).fill('demo-restricted')
  await here.getByLabel(/^New password/).fill('short')
  expectPageError(here, /status of 400/)
  await here.getByRole('button', { name: 'Change password' }).click()
  await here.getByText(/at least 8/).waitFor()
  // The other page learns at once that something changed, and asks in vain.
  allowPageError(there, /status of 401/)
  await here.getByLabel(/^New password/).fill('a much longer one')
  await here.getByRole('button', { name: 'Change password' }).click()
  await here.getByText('Password changed').waitFor()
  await there.reload()
  await there.getByRole('heading', { name: 'Sign in' }).waitFor()
  await here.reload()
  await here.getByRole('heading', { name: 'Your profile' }).waitFor()
})

longTest('a label gets its colour from the palette and is last in the list', async () => {
  const page = await app.page()
  await signIn(page, 'demo-administrator', 'settings?tab=projectlabel')
  await page.getByRole('button', { name: 'New label' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Photography')
  await dialog.getByRole('button', { name: 'Color C8244C' }).click()
  assert.deepEqual(await axeViolations(page), [])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  const { json } = await app.server.request('/projectlabel/?limit=0', { token: 'demo-administrator' })
  const created = (json.projectlabel as { name: string; color: string }[]).at(-1)
  assert.deepEqual([created?.name, created?.color], ['Photography', 'C8244C'])
})
