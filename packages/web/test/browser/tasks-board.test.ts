// The board of tasks, the form for a new task, and saved filters.
import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { longTest, quickTest } from '../../../server/test/fixture/suite-tests.ts'
import { axeViolations, takeScreenshot } from './axe-and-screenshots.ts'
import { expectPageError, openApp, signIn } from './test-app.ts'

const app = openApp()

const column = (page: Page, status: string): Locator => page.getByRole('region', { name: new RegExp(`^${status}, `) })
/** An empty column has one row that is not a card. */
const cards = (page: Page, status: string): Locator => column(page, status).getByRole('row').filter({ hasText: '#' })

interface Task {
  readonly localid: string
  readonly title: string
  readonly status: string
  readonly estimate: string
  readonly project: string
  readonly owners: string
}

async function tasks(query: string, token = 'demo-manager'): Promise<readonly Task[]> {
  const { json } = await app.server.request(`/task/?limit=500&${query}`, { token })
  return (json as unknown as { task: Task[] }).task
}

const numberOf = async (card: Locator): Promise<string> => /#(\d+)/.exec(await card.innerText())?.[1] ?? ''

async function board(page: Page): Promise<void> {
  await signIn(page, 'demo-manager', 'tasks?view=board')
  await cards(page, 'Open').first().waitFor()
}

quickTest('a card is dragged to another status with the mouse, and stays there', async () => {
  const page = await app.page()
  await board(page)
  await takeScreenshot(page, 'board')
  const card = cards(page, 'Open').first()
  const number = await numberOf(card)
  await card.dragTo(column(page, 'Staged').getByRole('grid'))
  await page.getByText(`#${number}: Status changed to Staged`).waitFor()
  await column(page, 'Staged').getByText(`#${number}`, { exact: true }).waitFor()
  assert.equal((await tasks(`localid=${number}`))[0]?.status, 'Staged')
  await page.getByRole('button', { name: 'Undo' }).click()
  await column(page, 'Open').getByText(`#${number}`, { exact: true }).waitFor()
})

longTest('a card is moved with the keyboard alone', async () => {
  const page = await app.page()
  await board(page)
  const card = cards(page, 'Open').first()
  const number = await numberOf(card)
  await card.getByRole('button', { name: /^Move / }).focus()
  await page.keyboard.press('Enter')
  const target = page.locator('[role="grid"][data-drop-target]')
  await target.waitFor()
  while (/^Open/.test((await target.getAttribute('aria-label')) ?? '')) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByText(new RegExp(`#${number}: Status changed to `)).waitFor()
  assert.notEqual((await tasks(`localid=${number}`))[0]?.status, 'Open')
})

longTest('a card returns when the server refuses the move, and its message is shown', async () => {
  const page = await app.page()
  await board(page)
  const card = cards(page, 'Open').first()
  const number = await numberOf(card)
  await page.route('**/app/api/task/*/', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({
          status: 400,
          contentType: 'application/json',
          body: JSON.stringify({ error: { code: 18, message: 'Bad', verbose: ['statusid: not on this board'] } }),
        })
      : route.continue(),
  )
  expectPageError(page, /status of 400/)
  await card.dragTo(column(page, 'Staged').getByRole('grid'))
  await page.getByText(/statusid: not on this board/).waitFor()
  await column(page, 'Open').getByText(`#${number}`, { exact: true }).waitFor()
})

longTest('on a phone a card is moved by its status', async () => {
  const page = await app.page('phone')
  await board(page)
  await takeScreenshot(page, 'board')
  const card = cards(page, 'Open').first()
  const number = await numberOf(card)
  await card.getByRole('button', { name: /^Status of / }).tap()
  await page.getByRole('option', { name: 'Verify & Close' }).tap()
  await page.getByText(`#${number}: Status changed to Verify & Close`).waitFor()
})

const fillTitle = async (page: Page, title: string): Promise<void> => {
  await page
    .getByRole('dialog')
    .getByLabel(/What needs to be done/)
    .fill(title)
}

async function chooseProject(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: /^Project/ }).fill(name)
  await page.getByRole('option', { name: new RegExp(name) }).click()
}

quickTest('c opens a new task on any screen; invalid input is reported at its field and kept', async () => {
  const page = await app.page()
  await signIn(page, 'demo-manager', 'projects')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('c')
  const dialog = page.getByRole('dialog', { name: 'New task' })
  await dialog.waitFor()
  assert.deepEqual(await axeViolations(page), [])
  await fillTitle(page, 'Print the menus')
  expectPageError(page, /status of 400/)
  await dialog.getByRole('button', { name: 'Create task', exact: true }).click()
  await dialog
    .getByText(/blank|needed|required|missing/i)
    .first()
    .waitFor()
  assert.equal(await dialog.getByLabel(/What needs to be done/).inputValue(), 'Print the menus')
  await chooseProject(page, 'Our own website')
  await dialog.getByRole('button', { name: 'More fields' }).click()
  await dialog.getByLabel('Estimate').fill('soon')
  await dialog.getByRole('button', { name: 'Create task', exact: true }).click()
  await dialog.getByText(/Enter hours as/).waitFor()
  await dialog.getByLabel('Estimate').fill('90m')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Discard this task?' }).getByRole('button', { name: 'Cancel' }).click()
  await takeScreenshot(page, 'new-task')
  await dialog.getByRole('button', { name: 'Create and add another' }).click()
  await page.getByText(/^Task #\d+ created$/).waitFor()
  await fillTitle(page, 'Print the posters')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  const created = await tasks('search=Print%20the')
  assert.deepEqual(
    created.map(({ title, estimate, project }) => [title, estimate, project]),
    [
      ['Print the menus', '1.5', 'Our own website'],
      ['Print the posters', '0', 'Our own website'],
    ],
  )
})

longTest('a Resource owns the task they add, without choosing an owner, on a phone', async () => {
  const page = await app.page('phone')
  await signIn(page, 'demo-resource', 'tasks')
  await page.getByRole('button', { name: 'New task' }).first().tap()
  const dialog = page.getByRole('dialog', { name: 'New task' })
  assert.equal(await dialog.getByText('Owners').count(), 0)
  await fillTitle(page, 'Buy paper')
  await chooseProject(page, 'Our own website')
  assert.deepEqual(await axeViolations(page), [])
  await dialog.getByRole('button', { name: 'Create task', exact: true }).tap()
  await dialog.waitFor({ state: 'detached' })
  assert.equal((await tasks('search=Buy%20paper', 'demo-resource'))[0]?.owners, 'Zoë Ashcroft')
})

longTest('filters are saved, shared with others, and deleted by their owner', async () => {
  const page = await app.page()
  await signIn(page, 'demo-manager', 'tasks?overdue=t&sort=-datedue')
  await page.getByRole('button', { name: 'Saved filters' }).click()
  await page.getByRole('button', { name: 'Save filter' }).click()
  await page.getByLabel(/^Name/).fill('Late, newest first')
  await page.getByText('Share with everyone').click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Late, newest first saved').waitFor()
  const other = await app.page()
  await signIn(other, 'demo-resource', 'tasks')
  await other.getByRole('button', { name: 'Saved filters' }).click()
  assert.deepEqual(await axeViolations(other), [])
  await other.getByRole('button', { name: /^Late, newest first by François/ }).click()
  await other.waitForURL(/overdue=t/)
  assert.match(other.url(), /sort=-datedue/)
  await page.getByRole('button', { name: 'Saved filters' }).click()
  await page.getByRole('button', { name: 'Delete Late, newest first' }).click()
  await page.getByText('Late, newest first deleted').waitFor()
})

longTest('the chosen columns are kept after a reload', async () => {
  const page = await app.page()
  await signIn(page, 'demo-manager', 'tasks')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('option', { name: 'Client' }).click()
  await page.getByRole('option', { name: 'Estimate' }).click()
  await page.keyboard.press('Escape')
  await page.reload()
  await page.getByRole('columnheader', { name: 'Client' }).waitFor()
  assert.equal(await page.getByRole('columnheader', { name: 'Estimate' }).count(), 0)
})

longTest('a card is dragged by touch, also to a status outside the view', async () => {
  const page = await app.page('phone')
  await board(page)
  const card = cards(page, 'Open').first()
  const number = await numberOf(card)
  const grip = await card.getByRole('button', { name: /^Move / }).boundingBox()
  assert.ok(grip !== null)
  const finger = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number, y: number) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] })
  await touch('touchStart', grip.x + 10, grip.y + 10)
  await touch('touchMove', grip.x + 30, grip.y + 40)
  await touch('touchMove', 370, grip.y + 60)
  const under = page.locator('[data-touched]')
  await under.and(column(page, 'In Progress')).waitFor()
  const place = await column(page, 'In Progress').boundingBox()
  assert.ok(place !== null)
  await touch('touchMove', Math.max(60, place.x + 20), grip.y + 60)
  const status = /^(.+), /.exec((await under.getAttribute('aria-label')) ?? '')?.[1] ?? ''
  await touch('touchEnd', 0, 0)
  await page.getByText(`#${number}: Status changed to ${status}`).waitFor()
  assert.equal((await tasks(`localid=${number}`))[0]?.status, status)
  assert.match(page.url(), /view=board/)
})
