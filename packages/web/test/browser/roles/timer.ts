// Point 3, the timer: begun beside a task, paused, gone on with, switched to another task and turned into time, the same in every tab
// and on the server. For a client there is none: no bar, nothing to begin one with, and the server has no timers for them.
import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { today } from '../demo-calendar.ts'
import { waitUntilIdle } from '../page-monitor.ts'
import { navigateTo } from '../test-app.ts'
import { forTeamAndClient, type RoleRun, type Wire } from './role-test.ts'

const timerBar = (page: Page): Locator => page.getByRole('region', { name: 'Timer', exact: true })

async function timersOf(way: RoleRun): Promise<readonly Wire[]> {
  return way.list(`/timer/?gettimerinfo=t&personid=${await way.personId()}`)
}

/** The tasks whose timers run on the server, once it has heard of what was done: the bar shows that at once, and that it waits. */
async function runningOf(way: RoleRun, page: Page): Promise<readonly (string | null | undefined)[]> {
  await timerBar(page).getByText('Waiting for the server').waitFor({ state: 'detached' })
  return (await timersOf(way)).filter(({ isrunning }) => isrunning === 't').map(({ taskid }) => taskid)
}

/** Two tasks of this person, of those that the first screen shows, without a timer so far. */
async function twoTasks(way: RoleRun): Promise<readonly [Wire, Wire]> {
  const next = `dateduebegin=${today()}&excludeclosed=t&sortfield=datedue&sortdir=ASC&limit=10`
  const tasks = await way.list(`/task/?hastaskrelation=${await way.personId()}&${next}`)
  const timed = (await timersOf(way)).map(({ taskid }) => taskid)
  const [one, other] = tasks.filter(({ id }) => !timed.includes(id ?? null))
  assert.ok(one && other, 'everyone of the team has two tasks to come')
  return [one, other]
}

/** The bar is about this task, and offers this. */
async function assertBar(page: Page, { title }: Wire, offers: 'Pause timer' | 'Resume timer'): Promise<void> {
  await timerBar(page).getByRole('button', { name: offers, exact: true }).waitFor()
  await timerBar(page)
    .getByRole('timer', { name: `Timer: ${title}`, exact: true })
    .waitFor()
}

const press = (page: Page, name: string): Promise<void> =>
  timerBar(page).getByRole('button', { name, exact: true }).click()

/** A second tab pauses what the first has begun; the first goes on with it, by a key where there is one. */
async function inTwoTabs(way: RoleRun, page: Page, task: Wire): Promise<void> {
  const tab = await page.context().newPage()
  await tab.goto('/app/profile')
  await assertBar(tab, task, 'Pause timer')
  await press(tab, 'Pause timer')
  await assertBar(page, task, 'Resume timer')
  assert.deepEqual(await runningOf(way, page), [])
  await page.bringToFront()
  if (way.device === 'desktop') await page.keyboard.press('.')
  else await press(page, 'Resume timer')
  await assertBar(tab, task, 'Pause timer')
  assert.deepEqual(await runningOf(way, page), [task.id])
  await tab.close()
}

async function apply(way: RoleRun, page: Page, task: Wire): Promise<void> {
  const note = way.uniqueName('Note')
  await press(page, 'Apply')
  const dialog = page.getByRole('dialog', { name: 'Turn the timer into time' })
  await dialog.getByText(task.title ?? '', { exact: true }).waitFor()
  await dialog.getByRole('button', { name: /^(?!.*Choose).*Work type/ }).waitFor()
  await dialog.getByLabel('Hours').fill('45m')
  await dialog.getByLabel('Note').fill(note)
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await page.getByText('The time is in your timesheet').waitFor()
  const entries = await way.list(`/time/?taskid=${task.id}&personid=${await way.personId()}&limit=0`)
  const made = entries.filter(({ description }) => description === note)
  assert.deepEqual(
    made.map(({ time, date, taskid }) => [time, date, taskid]),
    [['0.75', today(), task.id]],
  )
}

/** A timer that was a mistake is gone after a second press, so that none is lost by a slip. */
async function discard(page: Page, { title }: Wire): Promise<void> {
  // Beside its name stands how many there are.
  await timerBar(page)
    .getByRole('button', { name: /^Timers/ })
    .click()
  const panel = page.getByRole('dialog', { name: 'Timers' })
  await panel.getByRole('button', { name: `Discard: ${title}`, exact: true }).click()
  await panel.getByRole('button', { name: 'Discard', exact: true }).click()
  await page.getByText('The timer is gone').waitFor()
}

async function team(way: RoleRun): Promise<void> {
  const [one, other] = await twoTasks(way)
  const page = await way.openPage(`tasks/${one.id}`)
  await page.getByRole('main').getByRole('button', { name: 'Start timer', exact: true }).click()
  await assertBar(page, one, 'Pause timer')
  assert.deepEqual(await runningOf(way, page), [one.id], 'whatever ran before is paused')
  await inTwoTabs(way, page, one)

  await navigateTo(page, '/app/')
  await page
    .getByRole('main')
    .getByRole('button', { name: `Start timer: ${other.title}`, exact: true })
    .click()
  await assertBar(page, other, 'Pause timer')
  assert.deepEqual(await runningOf(way, page), [other.id], 'beginning one thing has paused the other')

  await apply(way, page, other)
  await discard(page, one)
  const left = (await timersOf(way)).map(({ taskid }) => taskid)
  assert.deepEqual([left.includes(one.id ?? null), left.includes(other.id ?? null)], [false, false])
}

async function client(way: RoleRun): Promise<void> {
  const { app, who: token } = way
  const [task] = await way.list('/task/?excludeclosed=t&limit=1')
  const page = await way.openPage(`tasks/${task?.id}`)
  for (const path of [null, '/app/tasks', '/app/']) {
    if (path !== null) await navigateTo(page, path)
    await waitUntilIdle(page)
    assert.equal(await timerBar(page).count(), 0, `a timer bar at ${page.url()}`)
    assert.equal(await page.getByRole('button', { name: /timer/i }).count(), 0, `a timer to begin at ${page.url()}`)
  }
  const body = { personid: await way.personId(), taskid: task?.id ?? null }
  assert.equal((await app.server.request('/timer/', { token })).status, 403)
  assert.equal((await app.server.request('/timer/', { token, method: 'POST', body })).status, 403)
}

export const timer = forTeamAndClient(team, client)
