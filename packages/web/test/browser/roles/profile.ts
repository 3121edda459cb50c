// Point 9, one's profile: everyone has a token that opens the API as the person they are and no further, reissues and revokes it, and
// says which mails they want and in which zone they read the clock. All of it is set back.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import type { DemoLogin } from '../test-app.ts'
import { chooseOption } from './combo-box.ts'
import { forAllRoles, type RoleRun, type Wire } from './role-test.ts'

/** The role, and how the server answers it where roles differ: work types, money, timers. */
const roles: Readonly<Record<DemoLogin, readonly [role: string, worktype: number, invoice: number, timer: number]>> = {
  'demo-administrator': ['Administrator', 200, 200, 200],
  'demo-manager': ['Manager', 403, 200, 200],
  'demo-resource': ['Resource', 403, 403, 200],
  'demo-restricted': ['Resource', 403, 403, 200],
  'demo-executive': ['Executive', 403, 200, 403],
}

const personOf = async (way: RoleRun, token: string = way.who): Promise<Wire | undefined> =>
  (await way.list('/me/', token))[0]

/** The token that is on the page this once. */
async function shownToken(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog')
  await dialog.getByText('This is shown once').waitFor()
  const token = await dialog.locator('code').first().innerText()
  await dialog.getByRole('button', { name: 'I have kept it' }).click()
  await dialog.waitFor({ state: 'detached' })
  assert.equal((await page.content()).includes(token), false, 'the token is still on the page')
  return token
}

async function assertTokenWorks(way: RoleRun, token: string): Promise<void> {
  const [role, ...wanted] = roles[way.who]
  const mine = await personOf(way, token)
  assert.deepEqual([mine?.id, mine?.group], [await way.personId(), role])
  const paths = ['/worktype/?limit=1', '/invoice/?limit=1', '/timer/?limit=1']
  const answers = await Promise.all(paths.map((path) => way.app.server.request(path, { token })))
  assert.deepEqual(
    answers.map(({ status }) => status),
    wanted,
  )
}

async function assertTokenRevoked(way: RoleRun, token: string): Promise<void> {
  assert.equal((await way.app.server.request('/me/', { token })).status, 401)
}

async function tokens(way: RoleRun, page: Page): Promise<void> {
  const name = way.uniqueName('Script')
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'New token' }).click()
  await dialog.getByLabel(/What is it for/).fill(name)
  await dialog.getByRole('button', { name: 'Make the token' }).click()
  const first = await shownToken(page)
  await assertTokenWorks(way, first)
  const line = page.getByRole('listitem').filter({ hasText: name })
  await line.getByRole('button', { name: 'Reissue' }).click()
  await dialog.getByRole('button', { name: 'Reissue' }).click()
  const second = await shownToken(page)
  await assertTokenRevoked(way, first)
  await assertTokenWorks(way, second)
  await line.getByRole('button', { name: 'Revoke' }).click()
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await line.waitFor({ state: 'detached' })
  await assertTokenRevoked(way, second)
}

async function mails(way: RoleRun, page: Page): Promise<void> {
  const name = 'One of your tasks changes'
  await page.getByRole('tab', { name: 'Mails' }).click()
  for (const [checked, off] of [
    [false, 'taskchanged'],
    [true, ''],
  ] as const) {
    const box = page.getByRole('checkbox', { name, checked: !checked })
    await box.click({ force: true })
    await page.getByRole('checkbox', { name, checked }).waitFor()
    assert.equal((await personOf(way))?.notificationsoff, off)
  }
}

/** Moments are shown in it: the last sign-in is at another hour where the clocks differ. */
async function zones(way: RoleRun, page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'You', exact: true }).click()
  const signedIn = page.locator('dt', { hasText: 'Last sign-in' }).locator('xpath=following-sibling::dd[1]')
  const before = await signedIn.innerText()
  const zone = page.getByRole('combobox', { name: 'Your time zone' })
  await chooseOption(zone, 'New York', 'America/New York')
  await signedIn.filter({ hasNotText: before }).waitFor()
  assert.equal((await personOf(way))?.timezone, 'America/New_York')
  await chooseOption(zone, 'Berlin', 'Europe/Berlin')
  await signedIn.filter({ hasText: before }).waitFor()
  assert.equal((await personOf(way))?.timezone, 'Europe/Berlin')
}

export const profile = forAllRoles(async (way) => {
  const page = await way.openPage('profile?tab=tokens')
  await tokens(way, page)
  await mails(way, page)
  await zones(way, page)
})
