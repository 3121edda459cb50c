// Timers: started, paused, switched and applied, the same in every tab and on a phone, and exact after the network was
// offline.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { longTest, quickTest } from '../../../server/test/fixture/suite-tests.ts'
import { axeViolations, takeScreenshot } from './axe-and-screenshots.ts'
import { expectPageError, openApp, signIn } from './test-app.ts'

const app = openApp()

interface Timer {
  readonly id: string
  readonly taskid: string | null
  readonly task: string
  readonly isrunning: string
  readonly totaltime: string
}

async function timersOf(token: string): Promise<Timer[]> {
  const me = await app.server.request('/me/', { token })
  const [person] = (JSON.parse(me.text) as { me: { id: string }[] }).me
  const { text } = await app.server.request(`/timer/?gettimerinfo=t&personid=${person?.id}`, { token })
  return (JSON.parse(text) as { timer: Timer[] }).timer
}

const timerBar = (page: Page) => page.getByRole('region', { name: 'Timer' }).first()
const press = (page: Page, name: string | RegExp) => timerBar(page).getByRole('button', { name }).click()
const shows = (page: Page, name: string | RegExp) => timerBar(page).getByRole('button', { name }).waitFor()

quickTest('a timer is started, paused and switched, the same in another tab and on a phone', async () => {
  const page = await app.page()
  const answer = Promise.withResolvers<void>()
  await page.route(/\/timer\/\?/, async (route) => {
    await answer.promise
    await route.continue()
  })
  await signIn(page, 'demo-resource')
  const start = page.getByRole('button', { name: /^Start timer: / }).first()
  await page.getByRole('main').getByRole('heading', { level: 3 }).first().waitFor()
  assert.equal(await start.count(), 0, 'it is not known yet which timer runs')
  answer.resolve()
  await start.click()
  await shows(page, 'Pause timer')
  const title = await timerBar(page).getByRole('timer').getAttribute('aria-label')
  const phone = await app.page('phone')
  await signIn(phone, 'demo-resource', 'timesheet')
  await shows(phone, 'Pause timer')
  assert.equal(await timerBar(phone).getByRole('timer').getAttribute('aria-label'), title)
  const width = await phone.evaluate(() => document.documentElement.scrollWidth)
  assert.ok(width <= (phone.viewportSize()?.width ?? 0), 'the page is wider than the screen')
  const tab = await page.context().newPage()
  await tab.goto('/app/timesheet')
  await shows(tab, 'Pause timer')
  await press(tab, 'Pause timer')
  await shows(page, 'Resume timer')
  await page.bringToFront()
  // The tabs show the step before the server has confirmed it, and either tab may send it.
  const confirmed = page.context().waitForEvent('response', (response) => /\/timer\/\d+\/resume\//.test(response.url()))
  await page.keyboard.press('.')
  await shows(tab, 'Pause timer')
  assert.ok((await confirmed).ok())
  const running = (await timersOf('demo-resource')).filter(({ isrunning }) => isrunning === 't')
  assert.equal(running.length, 1, 'starting a timer must pause the other one')
})

longTest('T-65: a pause without a network counts from the moment it was made', async () => {
  const page = await app.page()
  await signIn(page, 'demo-administrator')
  await shows(page, 'Pause timer')
  const [before] = await timersOf('demo-administrator')
  expectPageError(page, /ERR_INTERNET_DISCONNECTED/)
  await page.context().setOffline(true)
  await press(page, 'Pause timer')
  await page.getByText('Waiting for the server').first().waitFor()
  await page.getByText("Can't reach the server", { exact: false }).waitFor()
  // Twenty minutes pass without a network.
  await page.evaluate(() => {
    for (const place of Object.keys(localStorage).filter((key) => key.startsWith('stint-timer-step-'))) {
      const step = JSON.parse(localStorage.getItem(place) ?? '{}') as { at: number; key: string }
      localStorage.removeItem(place)
      const at = step.at - 20 * 60_000
      localStorage.setItem(place.replace(String(step.at), String(at)), JSON.stringify({ ...step, at }))
    }
  })
  await page.context().setOffline(false)
  await page.getByText('Waiting for the server').first().waitFor({ state: 'detached' })
  const [after] = await timersOf('demo-administrator')
  assert.deepEqual([after?.id, after?.isrunning], [before?.id, 'f'])
  const counted = Number(after?.totaltime) - Number(before?.totaltime)
  assert.ok(counted > -20 * 60 - 30 && counted < -20 * 60 + 60, `counted ${counted} seconds`)
})

longTest('a timer started without a network is shown in another tab, and the server receives it once', async () => {
  const page = await app.page()
  await signIn(page, 'demo-restricted')
  await timerBar(page).getByRole('button').last().waitFor()
  const first = page.getByRole('button', { name: /^Start timer: / }).first()
  const title = (await first.getAttribute('aria-label'))?.replace('Start timer: ', '') ?? ''
  expectPageError(page, /ERR_INTERNET_DISCONNECTED/)
  await page.context().setOffline(true)
  await first.click()
  await timerBar(page).getByText(title).waitFor()
  await page.getByText('Waiting for the server').first().waitFor()
  const other = await page.context().newPage()
  await page.context().setOffline(false)
  await other.goto('/app/tasks')
  await timerBar(other).getByText(title).waitFor()
  await other.getByText('Waiting for the server').first().waitFor({ state: 'detached' })
  const timers = await timersOf('demo-restricted')
  assert.equal(
    timers.filter(({ task }) => task === title).length,
    1,
    'the timer must exist once, whichever tab sent it',
  )
})

quickTest('a timer becomes a time entry with the entered details', async () => {
  const page = await app.page()
  const rule = { timerrounding: '15', timerroundingmode: 'up' }
  await app.server.request('/company/', { token: 'demo-administrator', method: 'PUT', body: rule })
  await signIn(page, 'demo-manager')
  await shows(page, /Pause timer|Resume timer/)
  await timerBar(page).getByRole('button', { name: 'Timers' }).click()
  const panel = page.getByRole('dialog', { name: 'Timers' })
  await panel.getByRole('combobox').fill('wireframes')
  await page
    .getByRole('option', { name: /Wireframes/ })
    .first()
    .click()
  await panel.waitFor({ state: 'detached' })
  await page.keyboard.press('.')
  await shows(page, 'Resume timer')
  await timerBar(page).getByRole('button', { name: 'Log time' }).click()
  const dialog = page.getByRole('dialog')
  assert.match(await dialog.getByLabel('Hours').inputValue(), /^\d+:(00|15|30|45)$/, 'rounded as the company says')
  await dialog.getByLabel('Hours').fill('soon')
  await dialog.getByRole('button', { name: 'Log time' }).click()
  await dialog.getByText('Enter hours as 1:30, 90m or 1.5.').waitFor()
  await dialog.getByLabel('Hours').fill('90m')
  await dialog.getByLabel('Note').fill('A first sketch')
  // The default is chosen when the work types have loaded.
  await dialog
    .getByRole('button', { name: /Work type/ })
    .filter({ hasNotText: 'Choose' })
    .waitFor()
  await dialog.getByRole('button', { name: 'Log time' }).click()
  await page.getByText('Time logged').waitFor()
  const { text } = await app.server.request('/time/?limit=1&sortfield=id&sortdir=DESC', { token: 'demo-manager' })
  const [entry] = (JSON.parse(text) as { time: { time: string; description: string }[] }).time
  assert.deepEqual([entry?.time, entry?.description], ['1.5', 'A first sketch'])
})

longTest(
  'a timer started before the timers have loaded resumes the existing one and pauses the running one',
  async () => {
    const token = 'demo-resource'
    const timer = (await timersOf(token)).find(({ taskid }) => taskid !== null)
    assert.ok(timer, 'the first test has started the timer of a task')
    if (timer.isrunning === 't') await app.server.request(`/timer/${timer.id}/pause/`, { method: 'POST', token })
    const { personid } = JSON.parse((await app.server.request('/me/', { token })).text) as { personid: number }
    await app.server.request('/timer/', { method: 'POST', token, body: { personid, name: 'Something else' } })
    const page = await app.page()
    await page.route(/\/app\/api\/timer\/\?/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 3000))
      await route.continue()
    })
    await signIn(page, token, `tasks/${timer.taskid}`)
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Start timer/ })
      .click()
    await shows(page, 'Pause timer')
    await page.unrouteAll({ behavior: 'wait' })
    await page.getByText('Waiting for the server').first().waitFor({ state: 'detached' })
    const running = (await timersOf(token)).filter(({ isrunning }) => isrunning === 't')
    assert.deepEqual(
      running.map(({ id }) => id),
      [timer.id],
    )
  },
)

for (const device of ['desktop', 'phone'] as const) {
  longTest(`the panel of timers passes axe, on a ${device}`, async () => {
    const page = await app.page(device)
    await signIn(page, 'demo-resource')
    await page.getByRole('main').getByRole('link', { name: 'Review' }).waitFor()
    await timerBar(page)
      .getByRole('button', { name: /^Timers|^Start timer/ })
      .click()
    await page.getByRole('dialog', { name: 'Timers' }).waitFor()
    // The sheet hides the page below it, so axe reports a page without a main landmark and heading.
    const hidden = /landmark-one-main|page-has-heading-one/
    assert.deepEqual(
      (await axeViolations(page)).filter((fault) => !hidden.test(fault)),
      [],
    )
    await takeScreenshot(page, 'timers')
  })
}
