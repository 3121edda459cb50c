// What the role tests share: a test for every role on one screen size, with the checks that many of them need. A role
// that may not use a topic has a test too: that it is not offered.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { type DemoLogin, type Device, navigateTo, signIn, type TestApp } from '../test-app.ts'

export type Wire = Readonly<Record<string, string | null>>

/** One role on one screen size. */
export class RoleRun {
  readonly app: TestApp
  readonly who: DemoLogin
  readonly device: Device

  constructor(app: TestApp, who: DemoLogin, device: Device) {
    this.app = app
    this.who = who
    this.device = device
  }

  /** A page that is signed in as the role, at a path such as `tasks?view=board`. */
  async openPage(path = '', who: DemoLogin = this.who): Promise<Page> {
    const page = await this.app.page(this.device)
    await signIn(page, who, path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    return page
  }

  /** What the API lists for the role or another login: `run.list('/task/?limit=5')`. */
  async list(path: string, token: string = this.who): Promise<readonly Wire[]> {
    const { status, json } = await this.app.server.request(path, { token })
    assert.equal(status, 200, `${path} as ${token}`)
    return (json[path.split('/')[1] ?? ''] ?? []) as unknown as readonly Wire[]
  }

  /** The id of the person with this role. */
  async personId(): Promise<string> {
    return String((await this.list('/me/'))[0]?.id)
  }

  /** A name that no other test uses, because all tests of a file share their data. */
  uniqueName(word: string): string {
    return `${word} of ${this.who.replace('demo-', '')} on a ${this.device}`
  }
}

export type RoleTest = (run: RoleRun) => Promise<void>

/** A test for each role; the compiler reports a missing one. */
export type RoleTests = Readonly<Record<DemoLogin, RoleTest>>

export const forAllRoles = (roleTest: RoleTest): RoleTests => ({
  'demo-administrator': roleTest,
  'demo-manager': roleTest,
  'demo-resource': roleTest,
  'demo-restricted': roleTest,
  'demo-executive': roleTest,
})

/** One test for the four team roles, and one for the client. */
export const forTeamAndClient = (team: RoleTest, client: RoleTest): RoleTests => ({
  ...forAllRoles(team),
  'demo-executive': client,
})

/** The links of the navigation: in the sidebar on a desktop, in the menu on a phone. */
export async function navigationLinks(page: Page, device: Device): Promise<string[]> {
  const menu = page.getByRole('button', { name: 'Menu', exact: true })
  if (device === 'phone') await menu.click()
  const container =
    device === 'phone' ? page.getByRole('dialog', { name: 'Menu' }) : page.getByRole('navigation').first()
  await container.getByRole('link').first().waitFor()
  const links = await container.getByRole('link').allInnerTexts()
  if (device === 'phone') await page.keyboard.press('Escape')
  return links
}

/** The role may not see this address: the page says so, and has no field and no table. */
export async function assertNotAvailable(page: Page, path: string): Promise<void> {
  await navigateTo(page, `/app/${path}`)
  const main = page.getByRole('main')
  await main
    .getByText(/Not found, or you don't have access\.|You don't have permission to approve timesheets\./)
    .waitFor()
  assert.equal(await main.getByRole('textbox').count(), 0, `${path} has a field`)
  assert.equal(await main.getByRole('table').count(), 0, `${path} has a table`)
}
