// Point 9, one's profile: everyone has a token that opens the API as the person they are and no further, reissues and revokes it, and
// says which mails they want and in which zone they read the clock. All of it is set back.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import type { DemoLogin } from '../browsing.ts'
import { choose } from './choosing.ts'
import { forEveryone, type Way, type Wire } from './point.ts'

/** The role, and how the server answers it where roles differ: work types, money, timers. */
const roles: Readonly<Record<DemoLogin, readonly [role: string, worktype: number, invoice: number, timer: number]>> = {
  'demo-administrator': ['Administrator', 200, 200, 200],
  'demo-manager': ['Manager', 403, 200, 200],
  'demo-resource': ['Resource', 403, 403, 200],
  'demo-restricted': ['Resource', 403, 403, 200],
  'demo-executive': ['Executive', 403, 200, 403],
}

const me = async (way: Way, token: string = way.who): Promise<Wire | undefined> => (await way.listed('/me/', token))[0]

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

async function assertOpens(way: Way, token: string): Promise<void> {
  const [role, ...wanted] = roles[way.who]
  const mine = await me(way, token)
  assert.deepEqual([mine?.id, mine?.group], [await way.self(), role])
  const paths = ['/worktype/?limit=1', '/invoice/?limit=1', '/timer/?limit=1']
  const answers = await Promise.all(paths.map((path) => way.app.server.ask(path, { token })))
  assert.deepEqual(
    answers.map(({ status }) => status),
    wanted,
  )
}

async function assertShut(way: Way, token: string): Promise<void> {
  assert.equal((await way.app.server.ask('/me/', { token })).status, 401)
}

async function tokens(way: Way, page: Page): Promise<void> {
  const name = way.named('Script')
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'New token' }).click()
  await dialog.getByLabel(/What is it for/).fill(name)
  await dialog.getByRole('button', { name: 'Make the token' }).click()
  const first = await shownToken(page)
  await assertOpens(way, first)
  const line = page.getByRole('listitem').filter({ hasText: name })
  await line.getByRole('button', { name: 'Reissue' }).click()
  await dialog.getByRole('button', { name: 'Reissue' }).click()
  const second = await shownToken(page)
  await assertShut(way, first)
  await assertOpens(way, second)
  await line.getByRole('button', { name: 'Revoke' }).click()
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await line.waitFor({ state: 'detached' })
  await assertShut(way, second)
}

async function mails(way: Way, page: Page): Promise<void> {
  const name = 'One of your tasks changes'
  await page.getByRole('tab', { name: 'Mails' }).click()
  for (const [checked, off] of [
    [false, 'taskchanged'],
    [true, ''],
  ] as const) {
    const box = page.getByRole('checkbox', { name, checked: !checked })
    await box.click({ force: true })
    await page.getByRole('checkbox', { name, checked }).waitFor()
    assert.equal((await me(way))?.notificationsoff, off)
  }
}

/** Moments are shown in it: the last sign-in is at another hour where the clocks differ. */
async function zones(way: Way, page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'You', exact: true }).click()
  const signedIn = page.locator('dt', { hasText: 'Last sign-in' }).locator('xpath=following-sibling::dd[1]')
  const before = await signedIn.innerText()
  const zone = page.getByRole('combobox', { name: 'Your time zone' })
  await choose(zone, 'New York', 'America/New York')
  await signedIn.filter({ hasNotText: before }).waitFor()
  assert.equal((await me(way))?.timezone, 'America/New_York')
  await choose(zone, 'Berlin', 'Europe/Berlin')
  await signedIn.filter({ hasText: before }).waitFor()
  assert.equal((await me(way))?.timezone, 'Europe/Berlin')
}

export const profile = forEveryone(async (way) => {
  const page = await way.opened('profile?tab=tokens')
  await tokens(way, page)
  await mails(way, page)
  await zones(way, page)
})
