// The timesheet: a row is added, hours are typed in several notations, and the week is submitted. An Administrator also
// rejects and approves a week; the others cannot, and the server refuses it. A client has no timesheet.
import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { dayAfter, monday } from '../demo-calendar.ts'
import { type DemoLogin, navigateTo } from '../test-app.ts'
import { assertNotAvailable, forTeamAndClient, navigationLinks, type RoleRun, type Wire } from './role-test.ts'

const approvers: readonly DemoLogin[] = ['demo-administrator']
/** The roles that see the weeks of others. */
const readersOfOthers: readonly DemoLogin[] = ['demo-administrator', 'demo-manager']

/** A week without any time entries. */
const week = monday(6)
const typedHours = ['1:30', '90m', '1.5']

const address = `/app/timesheet?week=${week}`

const cells = (page: Page): Locator => page.getByRole('main').getByRole('textbox', { name: /, \w{3},? \d/ })

async function addRow(page: Page, { title }: Wire): Promise<void> {
  await page.getByRole('button', { name: 'Add row' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Task' }).fill(title ?? '')
  await page
    .getByRole('option', { name: title ?? '' })
    .first()
    .click()
  await dialog.getByRole('button', { name: /^(?!.*Choose).*Work type/ }).waitFor()
  await dialog.getByRole('button', { name: 'Add row' }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** On a desktop from cell to cell by keyboard; on a phone day by day. */
async function typeHours(run: RoleRun, page: Page): Promise<void> {
  if (run.device === 'desktop') {
    await cells(page).first().focus()
    for (const hours of typedHours) {
      await page.keyboard.type(hours)
      await page.keyboard.press('Tab')
    }
  } else {
    const days = page.getByRole('radiogroup', { name: 'Days of the week' }).getByRole('radio')
    for (const [at, hours] of typedHours.entries()) {
      await days.nth(at).click()
      await cells(page).fill(hours)
      await cells(page).blur()
    }
  }
  await page.getByRole('main').getByRole('strong').getByText('4:30', { exact: true }).waitFor()
}

const sheetOf = async (run: RoleRun): Promise<Wire | undefined> =>
  (await run.list(`/timesheet/?personid=${await run.personId()}&weekstart=${week}`))[0]

async function submit(run: RoleRun, page: Page): Promise<Wire> {
  await page.getByRole('button', { name: 'Submit week' }).click()
  await page.getByText('Waiting for approval', { exact: false }).waitFor()
  const sheet = await sheetOf(run)
  assert.ok(sheet, 'the week has a timesheet')
  assert.deepEqual([sheet.status, sheet.time], ['submitted', '4.5'])
  return sheet
}

/** Rejects the week with a reason, which the owner sees; submitted again it is approved and then cannot be changed. */
async function decide(run: RoleRun, page: Page, entry: string): Promise<void> {
  const [me] = await run.list('/me/')
  const reason = run.uniqueName('Reason')
  await navigateTo(page, '/app/approvals')
  const row = page.getByRole('row', { name: new RegExp(`${me?.lastname}.*4:30`) })
  await row
    .getByRole('button', { name: me?.lastname ?? '' })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
  await page.getByLabel('Reason').fill(reason)
  await page.getByRole('button', { name: 'Reject' }).last().click()
  await page.getByText('1 week rejected').waitFor()
  assert.equal((await sheetOf(run))?.status, 'rejected')

  await navigateTo(page, address)
  await page.getByText(reason).waitFor()
  await submit(run, page)
  await navigateTo(page, '/app/approvals')
  await row.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Approve' }).first().click()
  await page.getByText('1 week approved').waitFor()
  assert.equal((await sheetOf(run))?.status, 'approved')

  await navigateTo(page, address)
  await page.getByText('Its time is locked', { exact: false }).waitFor()
  assert.equal(await cells(page).first().isEditable(), false)
  assert.equal(await page.getByRole('button', { name: 'Add row' }).count(), 0)
  const change = { token: run.who, method: 'PUT', body: { time: '2' } }
  const { status, text } = await run.app.server.request(`/time/${entry}/`, change)
  assert.equal(status, 400)
  assert.match(text, /approved/)
}

/** The pages have no buttons to approve or reject, and the server refuses the requests. */
async function assertCannotDecide(run: RoleRun, page: Page, sheet: string): Promise<void> {
  assert.equal(await page.getByRole('button', { name: /Reopen|Approve|Reject/ }).count(), 0)
  await assertNotAvailable(page, 'approvals')
  for (const step of ['approve', 'reject', 'reopen']) {
    const { status } = await run.app.server.request(`/timesheet/${sheet}/${step}/`, { token: run.who, method: 'POST' })
    assert.equal(status, 403, step)
  }
  assert.equal((await sheetOf(run))?.status, 'submitted')
}

/** The roles that may select another person are those for which the server lists the time of others. */
async function assertSelectablePeople(run: RoleRun, page: Page): Promise<void> {
  const count = readersOfOthers.includes(run.who) ? 1 : 0
  assert.equal(await page.getByRole('combobox', { name: 'Person' }).count(), count)
  const [mate] = await run.list('/me/', run.who === 'demo-manager' ? 'demo-resource' : 'demo-manager')
  assert.equal((await run.list(`/time/?personid=${mate?.id}&limit=1`)).length, count)
}

async function team(run: RoleRun): Promise<void> {
  const self = await run.personId()
  const [task] = await run.list(`/task/?hastaskrelation=${self}&excludeclosed=t&sortfield=id&sortdir=DESC&limit=1`)
  assert.ok(task, 'every team member has a task')
  const page = await run.openPage(`timesheet?week=${week}`)
  await addRow(page, task)
  await typeHours(run, page)
  const span = `datebegin=${week}&dateend=${dayAfter(week, 6)}`
  const entries = await run.list(`/time/?personid=${self}&${span}&limit=0`)
  assert.deepEqual(
    entries.map(({ date, time, task: title }) => [date, time, title]).toSorted(),
    typedHours.map((_hours, at) => [dayAfter(week, at), '1.5', task.title]),
  )
  await assertSelectablePeople(run, page)
  const sheet = await submit(run, page)
  const approves = approvers.includes(run.who)
  assert.equal((await navigationLinks(page, run.device)).includes('Approvals'), approves)
  await (approves ? decide(run, page, String(entries[0]?.id)) : assertCannotDecide(run, page, String(sheet.id)))
}

async function client(run: RoleRun): Promise<void> {
  const { app, who: token } = run
  const page = await run.openPage()
  const places = await navigationLinks(page, run.device)
  assert.deepEqual(
    places.filter((place) => place === 'Timesheet' || place === 'Approvals'),
    [],
  )
  await assertNotAvailable(page, 'timesheet')
  await assertNotAvailable(page, 'approvals')
  const [sheet] = await run.list('/timesheet/?status=submitted&limit=1', 'demo-administrator')
  const own = { personid: await run.personId(), weekstart: week }
  const refused = [
    await app.server.request('/timesheet/', { token }),
    await app.server.request('/timesheet/', { token, method: 'POST', body: own }),
    await app.server.request('/time/', { token, method: 'POST', body: { date: week, time: '1' } }),
    await app.server.request(`/timesheet/${sheet?.id}/approve/`, { token, method: 'POST' }),
  ]
  assert.deepEqual(
    refused.map(({ status }) => status),
    [403, 403, 403, 403],
  )
}

export const timesheet = forTeamAndClient(team, client)
