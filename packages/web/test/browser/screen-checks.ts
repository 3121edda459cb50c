// One role's way through every screen on one size: each is there or not as the table beside says, nothing is wrong on the way,
// nothing is wider than the screen, and axe finds nothing in light or dark. What opens by a press alone (dialogs, menus, editors) is
// looked at by the journeys that press it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { axeViolationsNow, takeScreenshot, waitUntilSettled } from './axe-and-screenshots.ts'
import { demoLogins, type Screen, screens } from './screens.ts'
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

/** The same for everyone, so it is asked once. */
const ids = new Map<Screen, string>()

/** The number of the record that a screen shows. */
export async function recordIdOf(app: TestApp, screen: Screen): Promise<string> {
  const [resource = '', name = ''] = screen.record ?? []
  const known = resource === '' ? '' : ids.get(screen)
  if (known !== undefined) return known
  const found = (await listRecords(app, `/${resource}/?limit=500`, resource)).find((one) =>
    nameOf(one).startsWith(name),
  )
  assert.ok(found?.id, `there is no ${resource} ${name}`)
  ids.set(screen, found.id)
  return found.id
}

async function addressOf(app: TestApp, screen: Screen): Promise<string> {
  const [unbilled] = screen.query?.includes('$unbilled') ? await listRecords(app, '/unbilled/', 'unbilled') : []
  const query = (screen.query ?? '').replace('$unbilled', unbilled?.projectid ?? '')
  return `/app${screen.route.replace('$id', await recordIdOf(app, screen))}${query}`
}

/** What is new on a screen: its order of headings, or elements in it, which are marked; and what else it has. */
interface NewElements {
  readonly outline: boolean
  readonly elements: number
  /** All kinds that there are: those of what stands around every screen begin with that word. */
  readonly all: readonly string[]
}

const SHELL_PREFIX = 'around '

const NEW_ELEMENT_ATTRIBUTE = 'data-not-judged'

/**
 * Finds the elements of a kind that was not there before and marks them. A kind is what axe could judge an element for: its name
 * and attributes, where it stands and whether it says something; not what it says.
 */
function markNewElements([before, name, outer]: readonly [readonly string[], string, string]): NewElements {
  const worded =
    /^(class|role|type|style|data-|aria-(?!label|describedby|controls|owns|activedescendant|row|col|setsize|posinset))/
  const kindOf = (element: Element): string => {
    const attributes = [...element.attributes].map(({ name, value }) =>
      worded.test(name) && !/\d/.test(value) ? `${name}=${value}` : `${name}${value.trim() === '' ? '=' : ''}`,
    )
    const says = (element.textContent ?? '').trim() === '' ? '' : ' says'
    return `${element.localName} ${attributes.sort().join(' ')}${says}`
  }
  const known = new Set(before)
  const headings = [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].map(({ localName }) => localName)
  const outline = headings.filter((one, at) => one !== headings[at - 1]).join(' ')
  const all = [...document.body.querySelectorAll('*')]
  const kinds = all.map((one) => {
    const place = one.closest('main') === null ? outer : ''
    return `${place}${kindOf(one.parentElement ?? one)} > ${kindOf(one)}`
  })
  const fresh = all.filter((_, at) => !known.has(kinds[at] ?? ''))
  for (const one of fresh) one.setAttribute(name, '')
  return { outline: !known.has(outline), elements: fresh.length, all: [...new Set([outline, ...kinds])] }
}

/** The kinds of elements that were judged for any role, by screen, and of what stands around every screen. */
const checkedKinds = new Map<string, readonly string[]>()

const rememberKinds = (place: string, kinds: readonly string[]): unknown =>
  checkedKinds.set(place, [...new Set([...(checkedKinds.get(place) ?? []), ...kinds])])

/** What axe finds: on the whole screen for the first role, for the others in what they are shown and those before were not. */
async function checkAccessibility(page: Page, where: string): Promise<string[]> {
  const before = [...(checkedKinds.get(where) ?? []), ...(checkedKinds.get(SHELL_PREFIX) ?? [])]
  const { outline, elements, all } = await page.evaluate(markNewElements, [
    before,
    NEW_ELEMENT_ATTRIBUTE,
    SHELL_PREFIX,
  ] as const)
  for (const place of [where, SHELL_PREFIX])
    rememberKinds(
      place,
      all.filter((kind) => kind.startsWith(SHELL_PREFIX) === (place === SHELL_PREFIX)),
    )
  const found = outline
    ? await axeViolationsNow(page)
    : elements > 0
      ? await axeViolationsNow(page, `[${NEW_ELEMENT_ATTRIBUTE}]`)
      : []
  await page.evaluate((name) => {
    for (const one of document.querySelectorAll(`[${name}]`)) one.removeAttribute(name)
  }, NEW_ELEMENT_ATTRIBUTE)
  return found
}

const notFoundText = 'This is not there, or not for you to see.'

/** Everything that is wrong on the way is told, not just the first. */
class ScreenChecker {
  readonly problems: string[] = []
  readonly #app: TestApp
  readonly #page: Page
  readonly #who: DemoLogin
  #reportedErrors = 0

  constructor(app: TestApp, page: Page, who: DemoLogin) {
    this.#app = app
    this.#page = page
    this.#who = who
  }

  async visit(screen: Screen): Promise<void> {
    const where = `${screen.route}${screen.query ?? ''}`
    await navigateTo(this.#page, await addressOf(this.#app, screen))
    const isClient = this.#who === 'demo-executive'
    const heading = (isClient ? screen.headingForClient : undefined) ?? screen.heading
    const main = this.#page.getByRole('main')
    const mine = screen.visibleTo.includes(this.#who)
    const told = screen.deniedText ?? notFoundText
    const shown = mine ? main.getByRole('heading', { level: 1, name: heading }) : main.getByText(told)
    try {
      await shown.first().waitFor()
    } catch {
      const instead = await this.#page.locator('body').innerText()
      this.problems.push(`${where}: ${mine ? heading : told} is not shown, but ${instead}`)
      return this.#collectPageErrors(where)
    }
    if (screen.notFoundFor?.includes(this.#who)) expectPageError(this.#page, /status of 404/)
    const tabs = await this.#checkTabs(screen, where, mine)
    if (tabs.length === 0) await this.#checkView(screen, where, '')
    for (const tab of tabs) {
      await main.getByRole('tab', { name: tab, exact: true }).click()
      await main.getByRole('tabpanel', { name: tab, exact: true }).waitFor()
      await this.#checkView(screen, `${where} ${tab}`, tab)
    }
  }

  /** What the page complained of since it was last heard. */
  #collectPageErrors(where: string): void {
    const complaints = pageErrors(this.#page)
    this.problems.push(...complaints.slice(this.#reportedErrors).map((complaint) => `${where}: ${complaint}`))
    this.#reportedErrors = complaints.length
  }

  async #checkTabs({ tabs, query }: Screen, where: string, mine: boolean): Promise<readonly string[]> {
    if (query !== undefined || !mine) return []
    const wanted = tabs?.[this.#who] ?? []
    const main = this.#page.getByRole('main')
    if (wanted.length > 0) await main.getByRole('tab').first().waitFor()
    const shown = await main.getByRole('tab').allInnerTexts()
    if (shown.join() === wanted.join()) return wanted
    this.problems.push(`${where}: has the tabs ${shown.join(', ')} and not ${wanted.join(', ')}`)
    return shown
  }

  /** What is open now, when it has come. */
  async #checkView({ visibleTo, readySelector, screenshot }: Screen, where: string, tab: string): Promise<void> {
    const page = this.#page
    const main = page.getByRole('main')
    try {
      await page.waitForFunction(() => document.querySelector('main [role=status][aria-label=Loading]') === null)
      if (readySelector !== undefined && visibleTo.includes(this.#who))
        await main.locator(readySelector).first().waitFor()
    } catch (error) {
      this.problems.push(`${where}: ${error instanceof Error ? error.message : error}`)
    }
    await waitUntilSettled(page)
    // The window of a phone grows with what is too wide for it, so it is no measure.
    const wide = (await page.evaluate(() => document.documentElement.scrollWidth)) - (page.viewportSize()?.width ?? 0)
    if (wide > 0) this.problems.push(`${where}: is ${wide} px wider than the screen`)
    this.problems.push(...(await checkAccessibility(page, where)).map((fault) => `${where}: ${fault}`))
    this.#collectPageErrors(where)
    const [whose, names = '', also] = screenshot ?? []
    const name = typeof names === 'string' ? names : names[tab]
    if (whose !== this.#who || !name) return
    await takeScreenshot(page, name)
    if (also !== 'dark') return
    await page.emulateMedia({ colorScheme: 'dark' })
    await takeScreenshot(page, name)
    await page.emulateMedia({ colorScheme: 'light' })
  }
}

/** Makes a test of each role's way; to be called once in a file, which is of one size. */
export function testAllScreens(app: TestApp, device: Device): void {
  for (const who of demoLogins) {
    test(`every screen is as it should be for ${who}, on a ${device}`, async () => {
      const page = await app.page(device)
      await signIn(page, who, 'profile')
      const walk = new ScreenChecker(app, page, who)
      for (const screen of screens) await walk.visit(screen)
      assert.deepEqual(walk.problems, [])
    })
  }
}
