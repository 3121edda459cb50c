// Point 4, the timesheet: a row is added, hours are typed in the ways people write them, and the week is handed in. An Administrator
// also gives a week back and approves it; the others are told that they do not, and the server tells them the same. For a client
// there is nothing of it.
import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { type DemoLogin, goTo } from '../browsing.ts'
import { dayAfter, monday } from '../weeks.ts'
import { assertNotForYou, forTeamAndClient, placesOf, type Way, type Wire } from './point.ts'

const approvers: readonly DemoLogin[] = ['demo-administrator']
/** They look at the weeks of others too. */
const lookers: readonly DemoLogin[] = ['demo-administrator', 'demo-manager']

/** A week that nobody has time in yet. */
const week = monday(6)
const typed = ['1:30', '90m', '1.5']

const address = `/app/timesheet?week=${week}`

const cells = (page: Page): Locator => page.getByRole('main').getByRole('textbox', { name: /, \w{3},? \d/ })

async function addRow(page: Page, { title }: Wire): Promise<void> {
  await page.getByRole('button', { name: 'Add a row' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Task' }).fill(title ?? '')
  await page
    .getByRole('option', { name: title ?? '' })
    .first()
    .click()
  await dialog.getByRole('button', { name: /^(?!.*Choose).*Work type/ }).waitFor()
  await dialog.getByRole('button', { name: 'Add a row' }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** On a desktop by keys alone from cell to cell; on a phone day by day. */
async function typeHours(way: Way, page: Page): Promise<void> {
  if (way.device === 'desktop') {
    await cells(page).first().focus()
    for (const hours of typed) {
      await page.keyboard.type(hours)
      await page.keyboard.press('Tab')
    }
  } else {
    const days = page.getByRole('radiogroup', { name: 'Days of the week' }).getByRole('radio')
    for (const [at, hours] of typed.entries()) {
      await days.nth(at).click()
      await cells(page).fill(hours)
      await cells(page).blur()
    }
  }
  await page.getByRole('main').getByRole('strong').getByText('4:30', { exact: true }).waitFor()
}

const sheetOf = async (way: Way): Promise<Wire | undefined> =>
  (await way.listed(`/timesheet/?personid=${await way.self()}&weekstart=${week}`))[0]

async function submit(way: Way, page: Page): Promise<Wire> {
  await page.getByRole('button', { name: 'Submit the week' }).click()
  await page.getByText('It waits for an Administrator', { exact: false }).waitFor()
  const sheet = await sheetOf(way)
  assert.ok(sheet, 'the week has a sheet')
  assert.deepEqual([sheet.status, sheet.time], ['submitted', '4.5'])
  return sheet
}

/** Gives the week back with a reason, which its owner reads; handed in again it is approved, and then stands still. */
async function decide(way: Way, page: Page, entry: string): Promise<void> {
  const [me] = await way.listed('/me/')
  const reason = way.named('Reason')
  await goTo(page, '/app/approvals')
  const row = page.getByRole('row', { name: new RegExp(`${me?.lastname}.*4:30`) })
  await row.getByRole('button', { name: me?.lastname ?? '' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
  await page.getByLabel('Reason').fill(reason)
  await page.getByRole('button', { name: 'Reject' }).last().click()
  await page.getByText('1 week given back').waitFor()
  assert.equal((await sheetOf(way))?.status, 'rejected')

  await goTo(page, address)
  await page.getByText(reason).waitFor()
  await submit(way, page)
  await goTo(page, '/app/approvals')
  await row.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Approve' }).first().click()
  await page.getByText('1 week approved').waitFor()
  assert.equal((await sheetOf(way))?.status, 'approved')

  await goTo(page, address)
  await page.getByText('Its time stands still', { exact: false }).waitFor()
  assert.equal(await cells(page).first().isEditable(), false)
  assert.equal(await page.getByRole('button', { name: 'Add a row' }).count(), 0)
  const change = { token: way.who, method: 'PUT', body: { time: '2' } }
  const { status, text } = await way.app.server.ask(`/time/${entry}/`, change)
  assert.equal(status, 400)
  assert.match(text, /approved/)
}

/** The pages offer nothing to decide with, and the server would not have it either. */
async function decideNothing(way: Way, page: Page, sheet: string): Promise<void> {
  assert.equal(await page.getByRole('button', { name: /Reopen|Approve|Reject/ }).count(), 0)
  await assertNotForYou(page, 'approvals')
  for (const step of ['approve', 'reject', 'reopen']) {
    const { status } = await way.app.server.ask(`/timesheet/${sheet}/${step}/`, { token: way.who, method: 'POST' })
    assert.equal(status, 403, step)
  }
  assert.equal((await sheetOf(way))?.status, 'submitted')
}

/** Who is offered the weeks of others is exactly who the server shows others' time. */
async function assertWhose(way: Way, page: Page): Promise<void> {
  const count = lookers.includes(way.who) ? 1 : 0
  assert.equal(await page.getByRole('combobox', { name: 'Person' }).count(), count)
  const [mate] = await way.listed('/me/', way.who === 'demo-manager' ? 'demo-resource' : 'demo-manager')
  assert.equal((await way.listed(`/time/?personid=${mate?.id}&limit=1`)).length, count)
}

async function team(way: Way): Promise<void> {
  const self = await way.self()
  const [task] = await way.listed(`/task/?hastaskrelation=${self}&excludeclosed=t&sortfield=id&sortdir=DESC&limit=1`)
  assert.ok(task, 'everyone of the team has a task')
  const page = await way.opened(`timesheet?week=${week}`)
  await addRow(page, task)
  await typeHours(way, page)
  const span = `datebegin=${week}&dateend=${dayAfter(week, 6)}`
  const entries = await way.listed(`/time/?personid=${self}&${span}&limit=0`)
  assert.deepEqual(
    entries.map(({ date, time, task: title }) => [date, time, title]).toSorted(),
    typed.map((_hours, at) => [dayAfter(week, at), '1.5', task.title]),
  )
  await assertWhose(way, page)
  const sheet = await submit(way, page)
  const approves = approvers.includes(way.who)
  assert.equal((await placesOf(page, way.device)).includes('Approvals'), approves)
  await (approves ? decide(way, page, String(entries[0]?.id)) : decideNothing(way, page, String(sheet.id)))
}

async function client(way: Way): Promise<void> {
  const { app, who: token } = way
  const page = await way.opened()
  const places = await placesOf(page, way.device)
  assert.deepEqual(
    places.filter((place) => place === 'Timesheet' || place === 'Approvals'),
    [],
  )
  await assertNotForYou(page, 'timesheet')
  await assertNotForYou(page, 'approvals')
  const [sheet] = await way.listed('/timesheet/?status=submitted&limit=1', 'demo-administrator')
  const own = { personid: await way.self(), weekstart: week }
  const refused = [
    await app.server.ask('/timesheet/', { token }),
    await app.server.ask('/timesheet/', { token, method: 'POST', body: own }),
    await app.server.ask('/time/', { token, method: 'POST', body: { date: week, time: '1' } }),
    await app.server.ask(`/timesheet/${sheet?.id}/approve/`, { token, method: 'POST' }),
  ]
  assert.deepEqual(
    refused.map(({ status }) => status),
    [403, 403, 403, 403],
  )
}

export const timesheet = forTeamAndClient(team, client)
