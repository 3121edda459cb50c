// Settings: an Administrator adds, changes and deletes a list entry and sees the state of the server. The other roles
// have no link to it, and the server refuses the requests.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { navigateTo } from '../test-app.ts'
import { statusOf } from './api-checks.ts'
import {
  assertNotAvailable,
  forAllRoles,
  navigationLinks,
  type RoleRun,
  type RoleTest,
  type RoleTests,
  type Wire,
} from './role-test.ts'

const rateOf = async (run: RoleRun, wanted: string): Promise<string | null | undefined> =>
  (await run.list('/worktype/?limit=0')).find(({ name }) => name === wanted)?.defaulthourlyrate

async function save(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  const dialog = page.getByRole('dialog')
  for (const [label, typed] of Object.entries(fields)) await dialog.getByLabel(new RegExp(`^${label}`)).fill(typed)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
}

const asAdministrator: RoleTest = async (run) => {
  const page = await run.openPage()
  assert.ok((await navigationLinks(page, run.device)).includes('Settings'))
  await assertServerState(run, page)
  await page.getByRole('tab', { name: 'Work types' }).click()
  const name = run.uniqueName('Interpreting')
  await page.getByRole('button', { name: 'New work type' }).click()
  await save(page, { Name: name, 'Hourly rate': '77.50' })
  assert.equal(await rateOf(run, name), '77.5')
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  await save(page, { 'Hourly rate': '80' })
  assert.equal(await rateOf(run, name), '80')
  const entry = page.getByRole('listitem').filter({ hasText: name })
  await entry.getByText('€80.00').waitFor()
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await entry.waitFor({ state: 'detached' })
  assert.equal(await rateOf(run, name), undefined)
}

/** Requests for the quota and requests of the browser are not counted, so page and API show the same number. */
async function assertServerState(run: RoleRun, page: Page): Promise<void> {
  const { json } = await run.app.server.request('/quota/', { token: run.who })
  const { used, quota } = json.quota as unknown as Wire
  await navigateTo(page, '/app/settings?tab=server')
  const requests = Number(used) === 1 ? '1 request' : `${Number(used).toLocaleString('en')} requests`
  await page.getByText(`${requests} of ${Number(quota).toLocaleString('en')} by API clients.`).waitFor()
  await page.getByText(/Email is not set up/).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Send test email' }).isDisabled(), true)
}

const withoutAccess: RoleTest = async (run) => {
  const page = await run.openPage()
  assert.equal((await navigationLinks(page, run.device)).includes('Settings'), false)
  for (const path of ['settings', 'settings?tab=worktype', 'settings?tab=server']) await assertNotAvailable(page, path)
  const [label] = await run.list('/projectlabel/?limit=1')
  const worktype = { name: run.uniqueName('Nothing'), defaulthourlyrate: 1, active: 't' }
  assert.equal(await statusOf(run, 'POST', '/worktype/', worktype), 403)
  assert.equal(await statusOf(run, 'PUT', `/projectlabel/${label?.id}/`, { name: 'Nothing' }), 403)
  assert.equal(await statusOf(run, 'DELETE', `/projectlabel/${label?.id}/`), 403)
  assert.equal(await statusOf(run, 'PUT', '/company/1/', { name: 'Nothing' }), 403)
}

export const settings: RoleTests = { ...forAllRoles(withoutAccess), 'demo-administrator': asAdministrator }
