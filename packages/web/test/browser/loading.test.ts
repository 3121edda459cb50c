// How the application is loaded: the requests of a cold Home, the frame of the first script, and what a link fetches
// before it is clicked. It measures no time; npm run bench:web does.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { longTest, quickTest } from '../../../server/test/fixture/suite-tests.ts'
import { testInstant } from '../../../server/test/fixture/test-clock.ts'
import { waitUntilIdle } from './page-monitor.ts'
import { type DemoLogin, openApp, signIn } from './test-app.ts'

const app = openApp()

const maxRequests = 20

/** Those whose Home has the most parts, and the others. */
const logins: readonly (readonly [DemoLogin, typeof quickTest])[] = [
  ['demo-administrator', quickTest],
  ['demo-manager', quickTest],
  ['demo-executive', quickTest],
  ['demo-resource', longTest],
  ['demo-restricted', longTest],
]

/** The addresses that a page asks for from now on, without the origin. */
function requestsOf(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).href.replace(new URL(app.url).origin, '')))
  return asked
}

function held(): { readonly until: Promise<void>; release: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { until: promise, release: resolve }
}

const textsOf = async (page: Page, selector: string): Promise<string[]> =>
  (await page.locator(selector).allInnerTexts()).map((text) => text.trim())

for (const [who, declare] of logins) {
  declare(`a cold Home of ${who} makes at most ${maxRequests} requests`, async () => {
    const page = await app.page({})
    const asked = requestsOf(page)
    await signIn(page, who)
    await page.getByRole('heading', { level: 1, name: /^Hello / }).waitFor()
    await waitUntilIdle(page)
    assert.ok(asked.length <= maxRequests, `${asked.length} requests:\n${asked.join('\n')}`)
    assert.equal(new Set(asked).size, asked.length, 'something was asked for twice')
  })

  declare(`the first script shows the frame of ${who} before the application and the data arrive`, async () => {
    const page = await app.page({})
    const script = held()
    const data = held()
    await page.route('**/app/assets/main-*', async (route) => {
      await script.until
      await route.continue()
    })
    await page.route('**/app/api/**', async (route) => {
      await data.until
      await route.continue()
    })
    const opened = signIn(page, who)
    const frame = page.locator('#first-frame')
    await frame.getByText(/^Hello \S/).waitFor()
    const first = {
      places: await textsOf(page, '#first-frame li'),
      company: await textsOf(page, '#first-frame img + span'),
    }
    const firstCards = await textsOf(page, '#first-frame h2')
    script.release()
    await opened
    await page.getByRole('link', { name: 'Home' }).first().waitFor()
    await frame.waitFor({ state: 'detached' })
    const real = { places: await textsOf(page, 'aside nav li'), company: await textsOf(page, 'aside img + span') }
    assert.deepEqual(first, real, 'the frame of the first script is that of the application')
    data.release()
    for (const title of firstCards) await page.getByRole('heading', { level: 2, name: title, exact: true }).waitFor()
    await page.unrouteAll({ behavior: 'wait' })
  })
}

const isScript = (address: string): boolean => address.startsWith('/app/assets/')
const resourceOf = (address: string): string => address.replace(/\?.*$/, '')

/**
 * The link has been pointed at or focused. Its records are asked for before the click, and after it neither a script
 * nor these records. `also` are resources of which the screen shows further records.
 */
async function assertPrepared(page: Page, place: string, also: readonly string[], point: () => Promise<void>) {
  const asked = requestsOf(page)
  const firstData = page.waitForRequest(/\/app\/api\//)
  await point()
  await firstData
  // The first request may be another one of Home, and what the link needs follows after a delay.
  await waitUntilIdle(page, 500)
  const before = asked.splice(0)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname !== '/app/')
  await page.locator('aside [data-open]', { hasText: place }).waitFor()
  await waitUntilIdle(page)
  assert.deepEqual(asked.filter(isScript), [], `${place}: scripts after the click`)
  const repeated = asked.map(resourceOf).filter((resource) => before.map(resourceOf).includes(resource))
  assert.deepEqual(
    repeated.filter((resource) => !also.includes(resource)),
    [],
    `${place}: asked for again after the click`,
  )
}

/** The timesheet also reads the week before, and the settings always read the company anew. */
const furtherRecords = ['/app/api/time/', '/app/api/company/']

async function assertAllPrepared(point: (page: Page, place: string) => Promise<void>): Promise<void> {
  const page = await app.page({})
  await signIn(page, 'demo-administrator')
  await page.getByRole('heading', { level: 1, name: /^Hello / }).waitFor()
  await waitUntilIdle(page)
  // Records do not become stale while a slow machine runs the test.
  await page.clock.setFixedTime(testInstant)
  const [, ...places] = await textsOf(page, 'aside nav li')
  assert.ok(places.length > 10, 'the sidebar has the screens of an Administrator')
  // From the last to the first: a later screen of the sidebar needs no records that an earlier one has fetched.
  for (const place of places.reverse()) await assertPrepared(page, place, furtherRecords, () => point(page, place))
}

const linkTo = (page: Page, place: string) => page.locator('aside nav').getByRole('link', { name: place, exact: true })

quickTest('the focus on a link of the sidebar fetches code and first data of its screen', () =>
  assertAllPrepared((page, place) => linkTo(page, place).focus()),
)

longTest('the pointer on a link of the sidebar fetches code and first data of its screen', () =>
  assertAllPrepared(async (page, place) => {
    const link = linkTo(page, place)
    const ready = page.waitForRequest(/\/app\/api\//)
    await link.hover()
    await ready
    await link.focus()
  }),
)

/** What a list shows after one change of the page. */
interface ShownList {
  readonly rows: number
  readonly filters: number
  readonly height: number
}

/** What the list of the screen has shown since the link was pressed, change by change. */
async function openAndWatch(page: Page, place: string): Promise<readonly ShownList[]> {
  await linkTo(page, place).focus()
  await waitUntilIdle(page, 500)
  await page.evaluate(() => {
    const seen: ShownList[] = []
    Object.assign(window, { seen })
    const look = (): void => {
      const table = document.querySelector('main table')
      seen.push({
        rows: table?.querySelectorAll('tbody tr a').length ?? 0,
        filters: document.querySelectorAll('main [data-filter-bar] :is(button, [role="combobox"])').length,
        height: table?.getBoundingClientRect().height ?? 0,
      })
    }
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
  })
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: place }).waitFor()
  // A slow machine may need long for the other rows, in which no request runs.
  await page.waitForFunction(() => {
    const { seen } = window as unknown as { seen: ShownList[] }
    const [first, last] = [seen.find(({ rows }) => rows > 0), seen.at(-1)]
    return first !== undefined && last !== undefined && last.rows > first.rows && last.filters > first.filters
  })
  await waitUntilIdle(page, 500)
  const seen = await page.evaluate(() => (window as unknown as { seen: ShownList[] }).seen)
  return seen.filter(({ rows }) => rows > 0)
}

quickTest('a list shows its first rows before its filters, and keeps its height while it is completed', async () => {
  const page = await app.page({})
  await signIn(page, 'demo-administrator')
  await page.getByRole('heading', { level: 1, name: /^Hello / }).waitFor()
  await waitUntilIdle(page)
  for (const place of ['Tasks', 'Invoices']) {
    const seen = await openAndWatch(page, place)
    const [first, last] = [seen[0], seen.at(-1)]
    assert.ok(first !== undefined && last !== undefined, `${place} has rows`)
    assert.ok(first.rows < last.rows, `${place}: ${first.rows} rows at first, ${last.rows} in the end`)
    assert.ok(first.filters < last.filters, `${place}: ${first.filters} filters at first, ${last.filters} in the end`)
    assert.deepEqual([...new Set(seen.map(({ height }) => height))], [last.height], `${place}: the height changed`)
  }
})
