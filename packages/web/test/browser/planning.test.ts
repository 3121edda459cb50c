// The calendar of tasks and the timeline of a project: moving tasks and milestones by mouse and keys, a refused move,
// the list of a phone, and what people see who may not move anything.
import assert from 'node:assert/strict'
import type { Locator, Page, Response } from 'playwright-core'
import { longTest, quickTest } from '../../../server/test/fixture/suite-tests.ts'
import { axeViolations, checkPage, waitUntilSettled } from './axe-and-screenshots.ts'
import { dayAfter, monday } from './demo-calendar.ts'
import { expectPageError, navigateTo, openApp, signIn } from './test-app.ts'

const app = openApp()
const token = 'demo-administrator'
const projectName = 'Website relaunch Süderhof'

type Wire = Readonly<Record<string, string>>

async function first(resource: string, query: string): Promise<Wire> {
  const { json } = await app.server.request(`/${resource}/?limit=1&${query}`, { token })
  const [record] = (json as unknown as Record<string, Wire[]>)[resource] ?? []
  assert.ok(record, `no ${resource} with ${query}`)
  return record
}

async function create(resource: string, body: Wire): Promise<string> {
  const { json, status } = await app.server.request(`/${resource}/`, { method: 'POST', token, body: { ...body } })
  assert.equal(status, 201, JSON.stringify(json))
  return String((json as unknown as Record<string, Wire>)[resource]?.id)
}

const taskFields = ['statusid', 'projectid', 'moduleid', 'ownerid', 'priorityid', 'assigneeid'] as const

/** A task of the project from Tuesday to Wednesday of this week. */
async function makeTask(title: string): Promise<string> {
  const project = await first('project', `name=${encodeURIComponent(projectName)}`)
  const like = await first('task', `projectid=${project.id}&excludeclosed=t`)
  const fields = taskFields.map((name) => [name, like[name] ?? ''])
  const dates = { dateopen: dayAfter(monday(0), 1), datedue: dayAfter(monday(0), 2) }
  return create('task', { ...Object.fromEntries(fields), title, ...dates })
}

async function makeMilestone(title: string): Promise<string> {
  const { projectid = '', ownerid = '' } = await first('milestone', `search=${encodeURIComponent('Go-live')}`)
  return create('milestone', { projectid, ownerid, title, datedue: dayAfter(monday(0), 2), complete: 'f' })
}

const datesOf = async (title: string): Promise<(string | undefined)[]> => {
  const { dateopen, datedue } = await first('task', `search=${encodeURIComponent(title)}`)
  return [dateopen, datedue]
}

const thisWeek = (...days: number[]): string[] => days.map((day) => dayAfter(monday(0), day))
const calendar = (search: string, more = ''): string =>
  `tasks?view=calendar${more}&search=${encodeURIComponent(search)}`
/** The link of an item. Other weeks have parts of its bar, which are hidden from screen readers. */
const link = (page: Page, title: string): Locator =>
  page.getByRole('main').getByRole('link', { name: new RegExp(`(Task|Milestone): ${title}`) })

async function centerOf(place: Locator): Promise<{ x: number; y: number }> {
  const box = await place.boundingBox()
  assert.ok(box)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Takes an item at its right end, which is its last day, and drops it on a day. */
async function dragToDay(page: Page, title: string, day: string): Promise<void> {
  await link(page, title).scrollIntoViewIfNeeded()
  const box = await link(page, title).boundingBox()
  assert.ok(box)
  await page.mouse.move(box.x + box.width - 12, box.y + box.height / 2)
  await page.mouse.down()
  const to = await centerOf(page.locator(`[data-day="${day}"]`))
  await page.mouse.move(to.x, to.y, { steps: 4 })
  await page.mouse.up()
}

/** The response to the change that has all these days. Key presses on a slow machine may be sent as several changes. */
const savedAs = (page: Page, days: readonly string[]): Promise<Response> =>
  page.waitForResponse((response) => {
    const body = response.request().postData() ?? ''
    return response.request().method() === 'PUT' && days.every((day) => body.includes(day))
  })

/** Does something, and waits until the task has these days. */
async function assertMoves(page: Page, title: string, days: readonly string[], work: () => Promise<void>) {
  const saved = savedAs(page, days)
  await work()
  const response = await saved
  assert.match((await response.request().allHeaders())['if-match'] ?? '', /^"/, 'the change is conditional')
  // Then the records are read again, and bars are in the order of their dates.
  await waitUntilSettled(page)
  assert.deepEqual(await datesOf(title), days)
}

const toast = (page: Page, text: RegExp): Promise<void> => page.getByRole('alertdialog').getByText(text).waitFor()

quickTest('an Administrator moves tasks and milestones in the calendar by mouse and keys, and undoes it', async () => {
  await makeTask('Calibrate scales')
  await makeMilestone('Calibrate everything')
  const page = await app.page()
  await signIn(page, 'demo-administrator', calendar('Calibrate'))
  await link(page, 'Calibrate scales').waitFor()
  const moved = savedAs(page, thisWeek(3, 4))
  await dragToDay(page, 'Calibrate scales', dayAfter(monday(0), 4))
  await moved
  // At once, because the toast is shown for a few seconds only.
  await assertMoves(page, 'Calibrate scales', thisWeek(1, 2), () => page.getByRole('button', { name: 'Undo' }).click())
  assert.match(page.url(), /view=calendar/, 'the end of a drag opens nothing')
  await dragToDay(page, 'Calibrate everything', dayAfter(monday(0), 3))
  await toast(page, /“Calibrate everything” moved to /)
  assert.equal((await first('milestone', 'search=Calibrate')).datedue, dayAfter(monday(0), 3))

  await link(page, 'Calibrate scales').focus()
  await assertMoves(page, 'Calibrate scales', thisWeek(10, 11), async () => {
    await page.keyboard.press('Alt+ArrowRight')
    await page.keyboard.press('Alt+ArrowRight')
    await page.keyboard.press('Alt+ArrowDown')
    const spoken = page.getByRole('status').getByText(/“Calibrate scales” moved to /)
    await spoken.waitFor({ state: 'attached' })
  })
  assert.match(await page.locator(':focus').innerText(), /Calibrate scales/)

  assert.deepEqual(await axeViolations(page), [])
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Calibrate scales' }).waitFor()
})

longTest('a refused move returns to its day with the reason, and Escape cancels a drag', async () => {
  await makeTask('Refused move')
  const page = await app.page()
  await signIn(page, 'demo-administrator', calendar('Refused', '&span=week'))
  const day = page.locator(`[data-day="${dayAfter(monday(0), 2)}"]`)
  await link(page, 'Refused move').waitFor()
  const before = await centerOf(link(page, 'Refused move'))
  await page.mouse.move(before.x, before.y)
  await page.mouse.down()
  const to = await centerOf(page.locator(`[data-day="${dayAfter(monday(0), 5)}"]`))
  await page.mouse.move(to.x, to.y, { steps: 3 })
  await page.keyboard.press('Escape')
  await page.mouse.up()
  assert.deepEqual(await centerOf(link(page, 'Refused move')), before)
  await page.route('**/app/api/task/*/', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({
          status: 400,
          contentType: 'application/json',
          body: JSON.stringify({ error: { code: 18, message: 'Bad', verbose: ['datedue: "x" is a holiday'] } }),
        })
      : route.continue(),
  )
  expectPageError(page, /status of 400/)
  await dragToDay(page, 'Refused move', dayAfter(monday(0), 5))
  await toast(page, /“Refused move” was not moved. Datedue: "x" is a holiday/i)
  const [item, place] = [await link(page, 'Refused move').boundingBox(), await day.boundingBox()]
  assert.ok(item && place && item.x >= place.x && item.x < place.x + place.width)
  assert.deepEqual(await datesOf('Refused move'), thisWeek(1, 2))
})

longTest(
  'view, range, day and filters are in the address; the hours and the tasks without a day are shown',
  async () => {
    const page = await app.page()
    await signIn(page, 'demo-administrator', 'tasks')
    await page.getByRole('radio', { name: 'Calendar' }).click()
    await page.getByRole('radio', { name: 'Week' }).click()
    await page.getByRole('button', { name: 'Previous week' }).click()
    await page.waitForURL(/view=calendar&span=week&day=\d/)
    await page.getByRole('button', { name: 'Show time' }).click()
    await page
      .getByTitle(/hours logged/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Overdue', exact: true }).click()
    await page.waitForURL(/overdue=t/)
    assert.match(page.url(), /time=true/)
    await page.getByRole('button', { name: 'Clear all' }).click()
    await page.waitForURL((address) => !address.search.includes('overdue') && address.search.includes('span=week'))
    await page.getByRole('link', { name: /without a due date$/ }).click()
    await page.waitForURL(/hasduedate=f/)
    await page.getByRole('table', { name: 'Tasks' }).waitFor()
    await navigateTo(page, '/app/tasks?view=calendar&day=1999-01-10')
    await page.getByText('Nothing is due this month.').waitFor()
  },
)

longTest('a Resource has a list by day on a phone, without drag, and opens a task to change its date', async () => {
  await makeTask('Pocket planning')
  const page = await app.page('phone')
  await signIn(page, 'demo-resource', calendar('Pocket'))
  await link(page, 'Pocket planning').waitFor()
  assert.equal(await page.locator('[data-movable=true]').count(), 0)
  await checkPage(page, 'calendar-agenda')
  await link(page, 'Pocket planning').tap()
  await page.getByRole('heading', { level: 1, name: 'Pocket planning' }).waitFor()
  await navigateTo(page, '/app/tasks?view=calendar&day=1999-01-10')
  await page.getByText('Nothing is due', { exact: true }).waitFor()
})

quickTest('bars of the timeline are moved, resized and moved by keys; a Resource moves no milestone', async () => {
  await makeTask('Tune engine')
  await makeMilestone('Engine tuned')
  const { id } = await first('project', `name=${encodeURIComponent(projectName)}`)
  const page = await app.page()
  await signIn(page, 'demo-resource', `projects/${id}?tab=timeline`)
  const bar = link(page, 'Tune engine')
  await bar.waitFor()
  const width = (await page.locator('figure svg').boundingBox())?.width ?? 0
  const perDay = width / 92
  const dragBy = async (offset: number, days: number): Promise<void> => {
    const box = await bar.locator('rect').first().boundingBox()
    assert.ok(box)
    const x = offset < 0 ? box.x + box.width + offset : box.x + offset
    await page.mouse.move(x, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(x + days * perDay, box.y + box.height / 2, { steps: 4 })
    await page.mouse.up()
  }
  await assertMoves(page, 'Tune engine', thisWeek(4, 5), () => dragBy(12, 3))
  await assertMoves(page, 'Tune engine', thisWeek(4, 7), () => dragBy(-1, 2))
  await assertMoves(page, 'Tune engine', thisWeek(3, 7), () => dragBy(1, -1))
  await bar.focus()
  await assertMoves(page, 'Tune engine', thisWeek(2, 7), async () => {
    await page.keyboard.press('Alt+ArrowLeft')
    await page.keyboard.press('Alt+Shift+ArrowRight')
  })
  await link(page, 'Engine tuned').focus()
  await page.keyboard.press('Alt+ArrowUp')
  assert.equal(await page.locator('[data-movable=true]', { has: link(page, 'Engine tuned') }).count(), 0)
  assert.deepEqual(await axeViolations(page), [])
})

longTest('a client reads both and moves nothing', async () => {
  await makeTask('Read only work')
  const page = await app.page()
  await signIn(page, 'demo-executive', calendar('Read only'))
  await link(page, 'Read only work').waitFor()
  assert.equal(await page.getByText(/Alt and the/).count(), 0)
  assert.equal(await page.getByRole('button', { name: 'Show time' }).count(), 0)
  await dragToDay(page, 'Read only work', dayAfter(monday(0), 4))
  assert.deepEqual(await axeViolations(page), [])
  const { id } = await first('project', `name=${encodeURIComponent(projectName)}`)
  await navigateTo(page, `/app/projects/${id}?tab=timeline`)
  await link(page, 'Read only work').waitFor()
  assert.equal(await page.locator('[data-movable=true]').count(), 0)
  assert.deepEqual(await axeViolations(page), [])
  await navigateTo(page, `/app/projects/${id}?tab=timeline&from=-400`)
  await page.getByText('Nothing is planned in this range').waitFor()
  assert.deepEqual(await datesOf('Read only work'), thisWeek(1, 2))
})
