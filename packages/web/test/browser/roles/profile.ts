// The profile: everyone creates, reissues and revokes an API token that has the permissions of the role and a calendar
// link, chooses mails and the time zone. Everything is restored at the end.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import type { DemoLogin } from '../test-app.ts'
import { chooseOption } from './combo-box.ts'
import { forAllRoles, type RoleRun, type Wire } from './role-test.ts'

/** The role, and the status of requests for which roles differ: work types, invoices, timers. */
const roles: Readonly<Record<DemoLogin, readonly [role: string, worktype: number, invoice: number, timer: number]>> = {
  'demo-administrator': ['Administrator', 200, 200, 200],
  'demo-manager': ['Manager', 403, 200, 200],
  'demo-resource': ['Resource', 403, 403, 200],
  'demo-restricted': ['Resource', 403, 403, 200],
  'demo-executive': ['Executive', 403, 200, 403],
}

const personOf = async (run: RoleRun, token: string = run.who): Promise<Wire | undefined> =>
  (await run.list('/me/', token))[0]

/** Reads the token, which is shown only once, and closes the dialog. */
async function shownToken(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Copy this token now').waitFor()
  const token = await dialog.locator('code').first().innerText()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await dialog.waitFor({ state: 'detached' })
  assert.equal((await page.content()).includes(token), false, 'the token is still on the page')
  return token
}

async function assertTokenWorks(run: RoleRun, token: string): Promise<void> {
  const [role, ...wanted] = roles[run.who]
  const mine = await personOf(run, token)
  assert.deepEqual([mine?.id, mine?.group], [await run.personId(), role])
  const paths = ['/worktype/?limit=1', '/invoice/?limit=1', '/timer/?limit=1']
  const answers = await Promise.all(paths.map((path) => run.app.server.request(path, { token })))
  assert.deepEqual(
    answers.map(({ status }) => status),
    wanted,
  )
}

async function assertTokenRevoked(run: RoleRun, token: string): Promise<void> {
  assert.equal((await run.app.server.request('/me/', { token })).status, 401)
}

async function tokens(run: RoleRun, page: Page): Promise<void> {
  const name = run.uniqueName('Script')
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'New token' }).click()
  await dialog.getByLabel(/^Name/).fill(name)
  await dialog.getByLabel(/Your password/).fill(run.who)
  await dialog.getByRole('button', { name: 'Create token' }).click()
  const first = await shownToken(page)
  await assertTokenWorks(run, first)
  const line = page.getByRole('listitem').filter({ hasText: name })
  await line.getByRole('button', { name: 'Reissue' }).click()
  await dialog.getByLabel(/Your password/).fill(run.who)
  await dialog.getByRole('button', { name: 'Reissue' }).click()
  const second = await shownToken(page)
  await assertTokenRevoked(run, first)
  await assertTokenWorks(run, second)
  await line.getByRole('button', { name: 'Revoke' }).click()
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await line.waitFor({ state: 'detached' })
  await assertTokenRevoked(run, second)
}

async function calendarLink(run: RoleRun, page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  const create = async (button: string): Promise<string> => {
    await page.getByRole('button', { name: button }).click()
    await dialog.getByLabel(/Your password/).fill(run.who)
    await dialog.getByRole('button', { name: button }).click()
    await dialog.getByText('Copy this link now').waitFor()
    const link = await dialog.locator('code').first().innerText()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await dialog.waitFor({ state: 'detached' })
    return link
  }
  const answer = async (link: string): Promise<readonly [number, boolean]> => {
    const { status, text } = await run.app.server.request(new URL(link).pathname, {})
    return [status, text.startsWith('BEGIN:VCALENDAR')]
  }
  await page.getByRole('tab', { name: 'Calendar' }).click()
  const first = await create('Create link')
  assert.deepEqual(await answer(first), [200, true])
  const second = await create('Replace link')
  assert.deepEqual(
    [await answer(first), await answer(second)],
    [
      [404, false],
      [200, true],
    ],
  )
  await page.getByRole('button', { name: 'Revoke link' }).click()
  await dialog.getByRole('button', { name: 'Revoke link' }).click()
  await page.getByRole('button', { name: 'Create link' }).waitFor()
  assert.deepEqual(await answer(second), [404, false])
}

async function mails(run: RoleRun, page: Page): Promise<void> {
  const name = 'One of your tasks is changed'
  await page.getByRole('tab', { name: 'Notifications' }).click()
  for (const [checked, off] of [
    [false, 'taskchanged'],
    [true, ''],
  ] as const) {
    const box = page.getByRole('checkbox', { name, checked: !checked })
    await box.click({ force: true })
    await page.getByRole('checkbox', { name, checked }).waitFor()
    assert.equal((await personOf(run))?.inappoff, off)
  }
}

/** Times are shown in the chosen zone: the time of the last sign-in changes with it. */
async function zones(run: RoleRun, page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Profile', exact: true }).click()
  const signedIn = page.locator('dt', { hasText: 'Last sign-in' }).locator('xpath=following-sibling::dd[1]')
  const before = await signedIn.innerText()
  const zone = page.getByRole('combobox', { name: 'Time zone' })
  await chooseOption(zone, 'New York', 'America/New York')
  await signedIn.filter({ hasNotText: before }).waitFor()
  assert.equal((await personOf(run))?.timezone, 'America/New_York')
  await chooseOption(zone, 'Berlin', 'Europe/Berlin')
  await signedIn.filter({ hasText: before }).waitFor()
  assert.equal((await personOf(run))?.timezone, 'Europe/Berlin')
}

export const profile = forAllRoles(async (run) => {
  const page = await run.openPage('profile?tab=tokens')
  await tokens(run, page)
  await calendarLink(run, page)
  await mails(run, page)
  await zones(run, page)
})
