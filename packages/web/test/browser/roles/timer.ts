// The timer: started at a task, paused, resumed, switched to another task and turned into time, the same in every tab
// and on the server. A client has no timer, and the server refuses it.
import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { today } from '../demo-calendar.ts'
import { waitUntilIdle } from '../page-monitor.ts'
import { navigateTo } from '../test-app.ts'
import { forTeamAndClient, type RoleRun, type Wire } from './role-test.ts'

const timerBar = (page: Page): Locator => page.getByRole('region', { name: 'Timer', exact: true })

async function timersOf(run: RoleRun): Promise<readonly Wire[]> {
  return run.list(`/timer/?gettimerinfo=t&personid=${await run.personId()}`)
}

/**
 * The tasks whose timers run on the server, after it has received all changes: the bar shows a change at once and that
 * it waits.
 */
async function runningOf(run: RoleRun, page: Page): Promise<readonly (string | null | undefined)[]> {
  await timerBar(page).getByText('Waiting for the server').waitFor({ state: 'detached' })
  return (await timersOf(run)).filter(({ isrunning }) => isrunning === 't').map(({ taskid }) => taskid)
}

/** Two tasks of the role that the start page shows and that have no timer yet. */
async function twoTasks(run: RoleRun): Promise<readonly [Wire, Wire]> {
  const next = `dateduebegin=${today()}&excludeclosed=t&sortfield=datedue&sortdir=ASC&limit=10`
  const tasks = await run.list(`/task/?hastaskrelation=${await run.personId()}&${next}`)
  const timed = (await timersOf(run)).map(({ taskid }) => taskid)
  const [one, other] = tasks.filter(({ id }) => !timed.includes(id ?? null))
  assert.ok(one && other, 'every team member has two tasks that are due')
  return [one, other]
}

/** The bar shows this task and offers this button. */
async function assertBar(page: Page, { title }: Wire, offers: 'Pause timer' | 'Resume timer'): Promise<void> {
  await timerBar(page).getByRole('button', { name: offers, exact: true }).waitFor()
  await timerBar(page)
    .getByRole('timer', { name: `Timer: ${title}`, exact: true })
    .waitFor()
}

const press = (page: Page, name: string): Promise<void> =>
  timerBar(page).getByRole('button', { name, exact: true }).click()

/** A second tab pauses the timer of the first; the first resumes it, by key on a desktop. */
async function inTwoTabs(run: RoleRun, page: Page, task: Wire): Promise<void> {
  const tab = await page.context().newPage()
  await tab.goto('/app/profile')
  await assertBar(tab, task, 'Pause timer')
  await press(tab, 'Pause timer')
  await assertBar(page, task, 'Resume timer')
  assert.deepEqual(await runningOf(run, page), [])
  await page.bringToFront()
  if (run.device === 'desktop') await page.keyboard.press('.')
  else await press(page, 'Resume timer')
  await assertBar(tab, task, 'Pause timer')
  assert.deepEqual(await runningOf(run, page), [task.id])
  await tab.close()
}

async function apply(run: RoleRun, page: Page, task: Wire): Promise<void> {
  const note = run.uniqueName('Note')
  await press(page, 'Log time')
  const dialog = page.getByRole('dialog', { name: 'Log time from timer' })
  await dialog.getByText(task.title ?? '', { exact: true }).waitFor()
  await dialog.getByRole('button', { name: /^(?!.*Choose).*Work type/ }).waitFor()
  await dialog.getByLabel('Hours').fill('45m')
  await dialog.getByLabel('Note').fill(note)
  await dialog.getByRole('button', { name: 'Log time' }).click()
  await page.getByText('Time logged').waitFor()
  const entries = await run.list(`/time/?taskid=${task.id}&personid=${await run.personId()}&limit=0`)
  const created = entries.filter(({ description }) => description === note)
  assert.deepEqual(
    created.map(({ time, date, taskid }) => [time, date, taskid]),
    [['0.75', today(), task.id]],
  )
}

/** Discarding a timer needs a confirmation, so that none is lost by mistake. */
async function discard(page: Page, { title }: Wire): Promise<void> {
  // The name of the button ends with the number of timers.
  await timerBar(page)
    .getByRole('button', { name: /^Timers/ })
    .click()
  const panel = page.getByRole('dialog', { name: 'Timers' })
  await panel.getByRole('button', { name: `Discard: ${title}`, exact: true }).click()
  await panel.getByRole('button', { name: 'Discard', exact: true }).click()
  await page.getByText('Timer discarded').waitFor()
}

async function team(run: RoleRun): Promise<void> {
  const [one, other] = await twoTasks(run)
  const page = await run.openPage(`tasks/${one.id}`)
  await page.getByRole('main').getByRole('button', { name: 'Start timer', exact: true }).click()
  await assertBar(page, one, 'Pause timer')
  assert.deepEqual(await runningOf(run, page), [one.id], 'the timer that ran before is paused')
  await inTwoTabs(run, page, one)

  await navigateTo(page, '/app/')
  await page
    .getByRole('main')
    .getByRole('button', { name: `Start timer: ${other.title}`, exact: true })
    .click()
  await assertBar(page, other, 'Pause timer')
  assert.deepEqual(await runningOf(run, page), [other.id], 'starting a timer pauses the other')

  await apply(run, page, other)
  await discard(page, one)
  const remaining = (await timersOf(run)).map(({ taskid }) => taskid)
  assert.deepEqual([remaining.includes(one.id ?? null), remaining.includes(other.id ?? null)], [false, false])
}

async function client(run: RoleRun): Promise<void> {
  const { app, who: token } = run
  const [task] = await run.list('/task/?excludeclosed=t&limit=1')
  const page = await run.openPage(`tasks/${task?.id}`)
  for (const path of [null, '/app/tasks', '/app/']) {
    if (path !== null) await navigateTo(page, path)
    await waitUntilIdle(page)
    assert.equal(await timerBar(page).count(), 0, `a timer bar at ${page.url()}`)
    assert.equal(await page.getByRole('button', { name: /timer/i }).count(), 0, `a timer to begin at ${page.url()}`)
  }
  const body = { personid: await run.personId(), taskid: task?.id ?? null }
  assert.equal((await app.server.request('/timer/', { token })).status, 403)
  assert.equal((await app.server.request('/timer/', { token, method: 'POST', body })).status, 403)
}

export const timer = forTeamAndClient(team, client)
