// Opens every screen as one role on one screen size and checks it: it is shown or refused as the table in screens.ts
// says, the page has no errors, nothing is wider than the screen, and axe finds nothing. Dialogs, menus and editors are
// checked by the tests that open them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import {
  axeViolationsIn,
  type ColorScheme,
  colorSchemeOf,
  takeScreenshot,
  takesScreenshots,
  waitUntilSettled,
} from './axe-and-screenshots.ts'
import { CheckedKinds, newElements } from './checked-kinds.ts'
import { type Screen, screens } from './screens.ts'
import {
  type DemoLogin,
  type Device,
  expectPageError,
  navigateTo,
  pageErrors,
  signIn,
  type TestApp,
} from './test-app.ts'

type Wire = Readonly<Record<string, string>>

async function listRecords(app: TestApp, path: string, resource: string): Promise<readonly Wire[]> {
  const { json } = await app.server.request(path, { token: 'demo-administrator' })
  return json[resource] as unknown as readonly Wire[]
}

const nameOf = ({ title, name, firstname, lastname }: Wire): string =>
  firstname === undefined ? (title ?? name ?? '') : `${firstname} ${lastname}`

/** The ids are the same for all roles, so they are requested once. */
const ids = new Map<Screen, string>()

/** The id of the record that a screen shows. */
export async function recordIdOf(app: TestApp, screen: Screen): Promise<string> {
  const [resource = '', name = ''] = screen.record ?? []
  const cached = resource === '' ? '' : ids.get(screen)
  if (cached !== undefined) return cached
  const record = (await listRecords(app, `/${resource}/?limit=500`, resource)).find((one) =>
    nameOf(one).startsWith(name),
  )
  assert.ok(record?.id, `there is no ${resource} ${name}`)
  ids.set(screen, record.id)
  return record.id
}

async function addressOf(app: TestApp, screen: Screen): Promise<string> {
  const listed = screen.query?.includes('$unbilled') ? await listRecords(app, '/unbilled/', 'unbilled') : []
  const unbilled = listed.find(({ entries }) => entries !== '0')
  const query = (screen.query ?? '').replace('$unbilled', unbilled?.projectid ?? '')
  return `/app${screen.route.replace('$id', await recordIdOf(app, screen))}${query}`
}

/** What was checked for any role on any screen. */
const checkedKinds = new CheckedKinds('screens')

/**
 * Axe checks the whole screen in light for the first role that opens it. Otherwise, and in dark, it checks only what
 * roles and screens before did not have. The colours of the screen before are kept, because a change draws it again.
 */
async function checkAccessibility(page: Page, where: string, schemes: readonly ColorScheme[]): Promise<string[]> {
  const { elements, isNewOutline } = await checkedKinds.markNew(page, where)
  const shown = await colorSchemeOf(page)
  const violations: string[] = []
  for (const scheme of schemes.toSorted((one) => (one === shown ? -1 : 1))) {
    if (scheme === 'light' && isNewOutline) violations.push(...(await axeViolationsIn(page, scheme, 'html')))
    else if (elements > 0) violations.push(...(await axeViolationsIn(page, scheme, newElements)))
  }
  await checkedKinds.unmark(page)
  return violations
}

const FIRST_ROW_MAX_PX = 180

const notFoundText = "Not found, or you don't have access."

export interface CheckOptions {
  /** The colour schemes in which axe checks each screen; none to leave axe out. */
  readonly axe: readonly ColorScheme[]
  /** Whether the screens are opened that the role may see, or only those that it may not. */
  readonly screens: 'all' | 'refused'
  readonly screenshots: boolean
}

/** Whether the screen, or its open tab, is a list. */
const isList = ({ list = [] }: Screen, tab: string): boolean => list === true || list.includes(tab)

/** Collects all problems of a role instead of stopping at the first. */
class ScreenChecker {
  readonly problems: string[] = []
  readonly #app: TestApp
  readonly #page: Page
  readonly #who: DemoLogin
  readonly #options: CheckOptions
  #reportedErrors = 0

  constructor(app: TestApp, page: Page, who: DemoLogin, options: CheckOptions) {
    this.#app = app
    this.#page = page
    this.#who = who
    this.#options = options
  }

  async visit(screen: Screen): Promise<void> {
    const where = `${screen.route}${screen.query ?? ''}`
    await navigateTo(this.#page, await addressOf(this.#app, screen))
    const isClient = this.#who === 'demo-executive'
    const heading = (isClient ? screen.headingForClient : undefined) ?? screen.heading
    const main = this.#page.getByRole('main')
    const isVisible = screen.visibleTo.includes(this.#who)
    const deniedText = screen.deniedText ?? notFoundText
    const expected = isVisible ? main.getByRole('heading', { level: 1, name: heading }) : main.getByText(deniedText)
    try {
      await expected.first().waitFor()
    } catch {
      const text = await this.#page.locator('body').innerText()
      this.problems.push(`${where}: ${isVisible ? heading : deniedText} is not shown, but ${text}`)
      return this.#collectPageErrors(where)
    }
    if (screen.notFoundFor?.includes(this.#who)) expectPageError(this.#page, /status of 404/)
    if (!isVisible) await this.#checkNothingToUse(where)
    const tabs = await this.#checkTabs(screen, where, isVisible)
    if (tabs.length === 0) await this.#checkView(screen, where, '')
    for (const tab of tabs) {
      await main.getByRole('tab', { name: tab, exact: true }).click()
      await main.getByRole('tabpanel', { name: tab, exact: true }).waitFor()
      await this.#checkView(screen, `${where} ${tab}`, tab)
    }
  }

  #collectPageErrors(where: string): void {
    const errors = pageErrors(this.#page)
    this.problems.push(...errors.slice(this.#reportedErrors).map((error) => `${where}: ${error}`))
    this.#reportedErrors = errors.length
  }

  /** A screen that is refused shows no data and no field. */
  async #checkNothingToUse(where: string): Promise<void> {
    const main = this.#page.getByRole('main')
    for (const role of ['textbox', 'table'] as const) {
      if ((await main.getByRole(role).count()) > 0) this.problems.push(`${where}: is refused and has a ${role}`)
    }
  }

  async #checkTabs({ tabs, query }: Screen, where: string, isVisible: boolean): Promise<readonly string[]> {
    if (query !== undefined || !isVisible) return []
    const expected = tabs?.[this.#who] ?? []
    const main = this.#page.getByRole('main')
    if (expected.length > 0) await main.getByRole('tab').first().waitFor()
    const tabNames = await main.getByRole('tab').allInnerTexts()
    if (tabNames.join() === expected.join()) return expected
    this.problems.push(`${where}: has the tabs ${tabNames.join(', ')} and not ${expected.join(', ')}`)
    return tabNames
  }

  /** Checks the open screen or tab when it has loaded. */
  async #checkView(screen: Screen, where: string, tab: string): Promise<void> {
    const page = this.#page
    const { visibleTo, readySelector } = screen
    try {
      await page.waitForFunction(() => document.querySelector('main [role=status][aria-label=Loading]') === null)
      if (readySelector !== undefined && visibleTo.includes(this.#who))
        await page.getByRole('main').locator(readySelector).first().waitFor()
    } catch (error) {
      this.problems.push(`${where}: ${error instanceof Error ? error.message : error}`)
    }
    await waitUntilSettled(page)
    // The window of a phone grows with content that is too wide, so the width of the viewport is the limit.
    const excess = (await page.evaluate(() => document.documentElement.scrollWidth)) - (page.viewportSize()?.width ?? 0)
    if (excess > 0) this.problems.push(`${where}: is ${excess} px wider than the screen`)
    const isShownList = visibleTo.includes(this.#who) && isList(screen, tab)
    if (isShownList && (page.viewportSize()?.width ?? 0) >= 1024) await this.#checkList(screen, where)
    const { axe, screenshots } = this.#options
    if (axe.length > 0)
      this.problems.push(
        // All screens that are refused look the same.
        ...(await checkAccessibility(page, visibleTo.includes(this.#who) ? where : 'refused', axe)).map(
          (violation) => `${where}: ${violation}`,
        ),
      )
    this.#collectPageErrors(where)
    if (screenshots) await this.#takeScreenshots(screen, tab)
  }

  /** The rows of a list are what people come for, so every list has the same bar of filters, in one line. */
  async #checkList(screen: Screen, where: string): Promise<void> {
    const top = await this.#page.evaluate(() => {
      const main = document.querySelector('main')?.getBoundingClientRect().top ?? 0
      const row = document.querySelector(
        'main :is(tbody tr, [role=row]:not(:has([role=columnheader])), li[data-row-link])',
      )
      return row === null ? 0 : row.getBoundingClientRect().top - main
    })
    const expected = screen.filterless?.includes(this.#who) ? 0 : 1
    const bars = await this.#page.locator('main [data-filter-bar]').count()
    if (bars !== expected) this.problems.push(`${where}: has ${bars} filter bars and not ${expected}`)
    if (top > FIRST_ROW_MAX_PX) this.problems.push(`${where}: its first row is ${top} px below the top`)
  }

  async #takeScreenshots({ screenshot }: Screen, tab: string): Promise<void> {
    const [who, names = '', scheme] = screenshot ?? []
    const name = typeof names === 'string' ? names : names[tab]
    if (!takesScreenshots || who !== this.#who || !name) return
    await this.#page.emulateMedia({ colorScheme: 'light' })
    await takeScreenshot(this.#page, name)
    if (scheme !== 'dark') return
    await this.#page.emulateMedia({ colorScheme: 'dark' })
    await takeScreenshot(this.#page, name)
    await this.#page.emulateMedia({ colorScheme: 'light' })
  }
}

/** Opens the screens as one role and returns every problem. */
export async function screenProblems(
  app: TestApp,
  page: Page,
  who: DemoLogin,
  options: CheckOptions,
): Promise<readonly string[]> {
  const checker = new ScreenChecker(app, page, who, options)
  const selected = screens.filter(({ visibleTo }) => options.screens === 'all' || !visibleTo.includes(who))
  for (const screen of selected) await checker.visit(screen)
  return checker.problems
}

/** Registers a test for each role that opens every screen on one screen size. */
export function testAllScreens(
  app: TestApp,
  device: Device,
  roles: readonly DemoLogin[],
  options: Omit<CheckOptions, 'screens'>,
): void {
  for (const who of roles) {
    test(`every screen works for ${who} on a ${device}`, async () => {
      const page = await app.page(device)
      await signIn(page, who, 'profile')
      assert.deepEqual(await screenProblems(app, page, who, { ...options, screens: 'all' }), [])
    })
  }
}
