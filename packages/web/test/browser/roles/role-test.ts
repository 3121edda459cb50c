// What the journeys of the points have in common: every role makes each of them in its own way, on a desktop and on a phone. A role
// for which a point is not meant has a journey too: what it must not find. Here are the shape of it and what many of them ask.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { type DemoLogin, type Device, navigateTo, signIn, type TestApp } from '../test-app.ts'

export type Wire = Readonly<Record<string, string | null>>

/** One person on one size, on the way through one point. */
export class RoleRun {
  readonly app: TestApp
  readonly who: DemoLogin
  readonly device: Device

  constructor(app: TestApp, who: DemoLogin, device: Device) {
    this.app = app
    this.who = who
    this.device = device
  }

  /** A page of this person's, signed in and at a path such as `tasks?view=board`. */
  async openPage(path = '', who: DemoLogin = this.who): Promise<Page> {
    const page = await this.app.page(this.device)
    await signIn(page, who, path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    return page
  }

  /** What the API lists for this person, or for another: `listed('/task/?limit=5')`. */
  async list(path: string, token: string = this.who): Promise<readonly Wire[]> {
    const { status, json } = await this.app.server.request(path, { token })
    assert.equal(status, 200, `${path} as ${token}`)
    return (json[path.split('/')[1] ?? ''] ?? []) as unknown as readonly Wire[]
  }

  /** The number of this person. */
  async personId(): Promise<string> {
    return String((await this.list('/me/'))[0]?.id)
  }

  /** A word that nothing else has, so that what one way leaves behind is not found by another. */
  uniqueName(word: string): string {
    return `${word} of ${this.who.replace('demo-', '')} on a ${this.device}`
  }
}

export type RoleTest = (way: RoleRun) => Promise<void>

/** A journey for each role: whoever forgets one is told by the compiler. */
export type RoleTests = Readonly<Record<DemoLogin, RoleTest>>

export const forAllRoles = (journey: RoleTest): RoleTests => ({
  'demo-administrator': journey,
  'demo-manager': journey,
  'demo-resource': journey,
  'demo-restricted': journey,
  'demo-executive': journey,
})

/** One journey for those who work here, and one for the client. */
export const forTeamAndClient = (team: RoleTest, client: RoleTest): RoleTests => ({
  ...forAllRoles(team),
  'demo-executive': client,
})

/** The places that are offered: at the side of a desktop, below and in the sheet of a phone. */
export async function navigationLinks(page: Page, device: Device): Promise<string[]> {
  const menu = page.getByRole('button', { name: 'Menu', exact: true })
  if (device === 'phone') await menu.click()
  const around = device === 'phone' ? page.getByRole('dialog', { name: 'Menu' }) : page.getByRole('navigation').first()
  await around.getByRole('link').first().waitFor()
  const places = await around.getByRole('link').allInnerTexts()
  if (device === 'phone') await page.keyboard.press('Escape')
  return places
}

/** This address is not for whoever is signed in: it says so, and offers nothing to type or press in it. */
export async function assertNotAvailable(page: Page, path: string): Promise<void> {
  await navigateTo(page, `/app/${path}`)
  const main = page.getByRole('main')
  await main.getByText(/This is not there, or not for you to see\.|Only Administrators approve weeks\./).waitFor()
  assert.equal(await main.getByRole('textbox').count(), 0, `${path} has a field`)
  assert.equal(await main.getByRole('table').count(), 0, `${path} has a table`)
}
