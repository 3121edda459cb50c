// The timesheet of a week: typed by keyboard, submitted, rejected with a reason, corrected and approved. Later tests
// use the weeks of earlier ones, so the long suite repeats two tests of `npm test`.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { longTest, quickTest } from '../../../server/test/fixture/suite-tests.ts'
import { axeViolations } from './axe-and-screenshots.ts'
import { dayAfter, monday } from './demo-calendar.ts'
import { expectPageError, openApp, signIn } from './test-app.ts'

const app = openApp()

interface Entry {
  readonly date: string
  readonly time: string
}

async function hoursOf(token: string, week: string): Promise<string[]> {
  const { text: me } = await app.server.request('/me/', { token })
  const [person] = (JSON.parse(me) as { me: { id: string }[] }).me
  const span = `datebegin=${week}&dateend=${dayAfter(week, 6)}`
  const { text } = await app.server.request(`/time/?personid=${person?.id}&${span}`, { token })
  return (JSON.parse(text) as { time?: Entry[] }).time?.map(({ time }) => time) ?? []
}

type Row = Readonly<Record<string, string | readonly string[]>>

/** The records of a list. */
async function rowsOf(path: string, token: string): Promise<readonly Row[]> {
  const { json } = await app.server.request(path, { token })
  return Object.values(json).find((value) => Array.isArray(value)) as Row[]
}

const grid = (page: Page) => page.getByRole('table', { name: 'Hours by day' })

test('a week is typed by keyboard alone, in several notations of hours', async () => {
  const page = await app.page()
  const week = monday(1)
  await signIn(page, 'demo-resource', `timesheet?week=${week}`)
  await page.getByRole('button', { name: 'Copy rows from last week' }).click()
  await grid(page).getByRole('textbox').first().focus()
  for (const [typed, key] of [
    ['1:30', 'Enter'],
    ['90m', 'Tab'],
    ['1.5', 'ArrowDown'],
    ['1,5', 'ArrowUp'],
  ] as const) {
    await page.keyboard.type(typed)
    await page.keyboard.press(key)
  }
  await grid(page)
    .getByRole('row', { name: /^Total/ })
    .getByText('6:00', { exact: true })
    .waitFor()
  assert.deepEqual(await hoursOf('demo-resource', week), ['1.5', '1.5', '1.5', '1.5'])
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.type('7')
  // A busy browser draws late: what Escape schedules must not take the focus back from the next cell.
  await page.evaluate(() => {
    window.requestAnimationFrame = (draw) => window.setTimeout(() => draw(performance.now()), 300)
  })
  await page.keyboard.press('Escape')
  const here = () => page.evaluate(() => (document.activeElement as HTMLInputElement).value)
  assert.equal(await here(), '1:30')
  for (const key of ['ArrowRight', 'ArrowRight']) await page.keyboard.press(key)
  await page.keyboard.type('2')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.type('13')
  for (const key of ['ArrowLeft', 'Backspace', 'ArrowRight', 'ArrowRight', 'ArrowLeft']) await page.keyboard.press(key)
  await grid(page)
    .getByRole('row', { name: /^Total/ })
    .getByText('11:00', { exact: true })
    .waitFor()
  // Within the text an arrow moves the caret, at its end to the next cell.
  await page.waitForFunction(() => (document.activeElement as HTMLInputElement).value === '3:00')
})

quickTest('invalid hours stay in the cell with the message of the server, and Escape restores the value', async () => {
  const page = await app.page()
  expectPageError(page, /status of 400/)
  await signIn(page, 'demo-resource', `timesheet?week=${monday(1)}`)
  const cell = grid(page).getByRole('textbox').first()
  await cell.fill('30')
  await cell.press('Enter')
  await page.getByRole('status').getByText(/24/).waitFor()
  assert.equal(await cell.inputValue(), '30')
  await cell.fill('soon')
  await cell.press('Enter')
  await page.getByText('Enter hours as 1:30, 90m or 1.5.').waitFor()
  await cell.press('Escape')
  assert.equal(await cell.inputValue(), '1:30')
  await cell.fill('')
  await cell.press('Enter')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('[data-place="0:0"]')?.value === '1:30')
})

longTest('a week with refused hours is not submitted, and leaving it asks for confirmation', async () => {
  const page = await app.page()
  expectPageError(page, /status of 400/)
  await signIn(page, 'demo-resource', `timesheet?week=${monday(1)}`)
  const cell = grid(page).getByRole('textbox').first()
  await cell.fill('730')
  await cell.press('Enter')
  await page.getByRole('status').getByText(/24/).waitFor()
  await page.getByRole('button', { name: 'Submit week' }).click()
  await page.getByText('1 cell is not saved.', { exact: false }).waitFor()
  await page.getByRole('button', { name: 'Next week' }).click()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  assert.equal(await cell.inputValue(), '730')
  await cell.press('Escape')
  await page.getByRole('button', { name: 'Next week' }).click()
  await page.waitForURL(new RegExp(monday(2)))
  assert.equal(await question.count(), 0)
})

longTest('each cell has its own name, and at 200 % zoom only the grid scrolls sideways', async () => {
  const page = await app.page()
  await signIn(page, 'demo-resource', `timesheet?week=${monday(-1)}`)
  await grid(page).waitFor()
  const names = await grid(page)
    .getByRole('textbox')
    .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-label') ?? ''))
  assert.equal(new Set(names).size, names.length)
  const { json } = await app.server.request('/time/?limit=1', { token: 'demo-resource' })
  const [entry] = json.time as { project: string; client: string }[]
  assert.ok(entry && names.some((name) => name.includes(entry.project) && name.includes(entry.client)), names[0])
  await page.setViewportSize({ width: 720, height: 450 })
  await page.waitForFunction(() => document.documentElement.scrollWidth === window.innerWidth)
  await page.setViewportSize({ width: 1440, height: 900 })
})

longTest('the rows of the approvals have names', async () => {
  const page = await app.page()
  await signIn(page, 'demo-administrator', 'approvals')
  const row = page.getByRole('row').nth(1)
  await row.waitFor()
  const person = (await row.getByRole('cell').nth(1).innerText()).trim()
  await row.getByRole('checkbox', { name: `Select ${person}, ` }).waitFor()
  await row.getByRole('button', { name: `Approve ${person}, ` }).waitFor()
})

longTest('hours typed without a network are sent when the server is back', async () => {
  const page = await app.page()
  const week = monday(1)
  expectPageError(page, /ERR_INTERNET_DISCONNECTED/)
  await signIn(page, 'demo-resource', `timesheet?week=${week}`)
  const cell = grid(page).getByRole('textbox').nth(4)
  await cell.waitFor()
  await page.context().setOffline(true)
  await cell.fill('2:15')
  await cell.press('Enter')
  await page.getByText("Can't reach the server", { exact: false }).waitFor()
  const notice = page.getByRole('status').filter({ hasText: 'saved in this browser' })
  assert.equal(await notice.getAttribute('data-waiting'), 'true', 'what waits is no error')
  await page.context().setOffline(false)
  await grid(page)
    .getByRole('row', { name: /^Total/ })
    .getByText('13:15', { exact: true })
    .waitFor()
  assert.ok((await hoursOf('demo-resource', week)).includes('2.25'))
})

longTest('a row is added by finding a task, and a cell can have several entries', async () => {
  const page = await app.page()
  await signIn(page, 'demo-resource', `timesheet?week=${monday(2)}`)
  await page.getByRole('button', { name: 'Add row' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Task' }).fill('page')
  await page.getByRole('option', { name: /page/ }).first().click()
  await dialog.getByRole('button', { name: /^(?!.*Choose).*Work type/ }).waitFor()
  await dialog.getByRole('button', { name: 'Add row' }).click()
  const cell = grid(page).getByRole('textbox').first()
  await page.waitForFunction(() => document.activeElement?.getAttribute('data-place') === '0:0')
  await page.keyboard.press('F2')
  await dialog.getByLabel('Hours').fill('45m')
  await dialog.getByLabel('Note').fill('Drafts')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await cell.press('F2')
  await dialog.getByRole('button', { name: 'Add entry' }).click()
  await dialog.getByLabel('Hours').last().fill('1')
  await dialog.getByRole('button', { name: 'Save' }).last().click()
  await dialog.waitFor({ state: 'detached' })
  assert.equal(await cell.inputValue(), '1:45')
  assert.match((await cell.getAttribute('aria-label')) ?? '', /2 entries/)
})

test('a week is submitted, rejected with a reason, corrected and approved, and then cannot be changed', async () => {
  const owner = await app.page()
  const boss = await app.page()
  await signIn(owner, 'demo-resource', `timesheet?week=${monday(-1)}`)
  await owner.getByRole('button', { name: 'Submit week' }).click()
  await owner.getByText('Waiting for approval', { exact: false }).waitFor()
  assert.equal(await grid(owner).getByRole('textbox').first().isEditable(), false)
  await signIn(boss, 'demo-administrator', 'approvals')
  const row = boss.getByRole('row', { name: /Zoë/ })
  await row.getByRole('button', { name: /Zoë/ }).first().click()
  await boss.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
  await boss.getByLabel('Reason').fill('Please say what Tuesday was for.')
  await boss.getByRole('button', { name: 'Reject' }).last().click()
  await boss.getByText('1 week rejected').waitFor()
  await owner.reload()
  await owner.getByText('Please say what Tuesday was for.').waitFor()
  await owner.getByRole('button', { name: 'Submit week' }).click()
  await owner.getByText('Waiting for approval', { exact: false }).waitFor()
  await boss.reload()
  await row.getByRole('checkbox').check()
  await boss.getByRole('row', { name: /Jörg/ }).getByRole('checkbox').check()
  await boss.getByRole('button', { name: 'Approve' }).first().click()
  await boss.getByText('2 weeks approved').waitFor()
  await boss.getByRole('tab', { name: 'Reviewed' }).click()
  await boss
    .getByRole('row', { name: /Zoë.*Approved/ })
    .first()
    .waitFor()
  await owner.reload()
  await owner.getByText('Its time is locked', { exact: false }).waitFor()
  assert.equal(await grid(owner).getByRole('textbox').first().isEditable(), false)
})

quickTest('a week that changes while it is looked at is not approved, and what changed is shown', async () => {
  const [owner, boss] = [await app.page(), await app.page()]
  const [me] = await rowsOf('/me/', 'demo-resource')
  const weekstart = monday(1)
  await signIn(owner, 'demo-resource', `timesheet?week=${weekstart}`)
  await owner.getByRole('button', { name: 'Submit week' }).click()
  await owner.getByRole('button', { name: 'Withdraw' }).waitFor()
  await signIn(boss, 'demo-administrator', 'approvals')
  await boss.getByRole('row', { name: /Zoë/ }).last().getByRole('button', { name: /Zoë/ }).first().click()
  const panel = boss.getByRole('dialog')
  await panel.getByRole('button', { name: 'Approve' }).waitFor()
  await owner.getByRole('button', { name: 'Withdraw' }).click()
  await owner.getByText('Week withdrawn').waitFor()
  const span = `datebegin=${weekstart}&dateend=${dayAfter(weekstart, 6)}`
  const [entry] = await rowsOf(`/time/?personid=${me?.id}&${span}`, 'demo-resource')
  const change = { token: 'demo-resource', method: 'PUT', body: { time: '9.25' } }
  assert.equal((await app.server.request(`/time/${entry?.id}/`, change)).status, 202)
  await owner.getByRole('button', { name: 'Submit week' }).click()
  await owner.getByText('Waiting for approval', { exact: false }).waitFor()
  await panel.getByRole('button', { name: 'Approve' }).click()
  const notice = boss.getByRole('dialog', { name: 'This week has changed' })
  await notice.getByText(/^\d+:\d\d before, \d+:\d\d now$/).waitFor()
  assert.deepEqual(await axeViolations(boss), [])
  await notice.getByRole('button', { name: 'Close' }).last().click()
  await panel.getByText('9:15').first().waitFor()
  await panel.getByRole('button', { name: 'Approve' }).click()
  await boss.getByText('1 week approved').waitFor()
})

longTest('where the company lets them, a Manager approves weeks of people on their projects', async () => {
  const page = await app.page()
  await signIn(page, 'demo-administrator', 'settings')
  await page.getByLabel('Managers approve timesheets').check({ force: true })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved').waitFor()
  const waiting = await rowsOf('/timesheet/?status=submitted&may=t&limit=0', 'demo-manager')
  const decidable = waiting.filter(({ may }) => may?.includes('approve'))
  assert.ok(decidable.length > 0, 'the Manager sees weeks to decide')
  const manager = await app.page()
  await signIn(manager, 'demo-manager', '')
  await manager.getByRole('link', { name: 'Approvals' }).first().click()
  const row = manager.getByRole('row', { name: new RegExp(String(decidable[0]?.person)) }).first()
  await row.getByRole('button', { name: 'Approve' }).click()
  await manager.getByText('1 week approved').waitFor()
  const off = { token: 'demo-administrator', method: 'PUT', body: { managersapprove: 'f' } }
  assert.equal((await app.server.request('/company/', off)).status, 202)
})

longTest('an Administrator opens and reopens the week of another person; a Resource sees only their own', async () => {
  const boss = await app.page()
  await signIn(boss, 'demo-administrator', `timesheet?week=${monday(-1)}`)
  await boss.getByRole('combobox', { name: 'Person' }).fill('Zoë')
  await boss.getByRole('option', { name: /Zoë/ }).click()
  await boss.getByRole('button', { name: 'Reopen' }).click()
  await boss.getByRole('dialog').getByRole('button', { name: 'Reopen' }).click()
  await boss.getByText('Week reopened').waitFor()
  const person = new URL(boss.url()).searchParams.get('person')
  assert.ok(person)
  const other = await app.page()
  await signIn(other, 'demo-restricted', `timesheet?week=${monday(-1)}&person=${person}`)
  await grid(other).waitFor()
  assert.equal(await other.getByRole('combobox', { name: 'Person' }).count(), 0)
  assert.equal(await other.getByText('Reopen').count(), 0)
})

longTest('an Administrator rejects and approves on the page of the week', async () => {
  const page = await app.page()
  await signIn(page, 'demo-administrator', `timesheet?week=${monday(6)}`)
  await page.getByRole('button', { name: 'Add row' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Task' }).fill('ordering app')
  await page
    .getByRole('option', { name: /Süderhof ordering app/ })
    .first()
    .click()
  await dialog.getByRole('button', { name: /^(?!.*Choose).*Work type/ }).waitFor()
  await dialog.getByRole('button', { name: 'Add row' }).click()
  await page.keyboard.type('7:45')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Submit week' }).click()
  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  await dialog.getByLabel('Reason').fill('Which order?')
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await page.getByText('Which order?').waitFor()
  await page.getByRole('button', { name: 'Submit week' }).click()
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await page.getByText('Its time is locked', { exact: false }).waitFor()
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await sheet.getByText('Move between cells').waitFor()
})

for (const device of ['desktop', 'phone'] as const) {
  longTest(`a submitted week is opened from the approvals and passes axe, on a ${device}`, async () => {
    const { json } = await app.server.request('/timesheet/?status=submitted&limit=1', { token: 'demo-administrator' })
    const [waiting] = json.timesheet as { person: string }[]
    assert.ok(waiting, 'the demo has a week to approve')
    const page = await app.page(device)
    await signIn(page, 'demo-administrator', 'approvals')
    await page.getByRole('button', { name: waiting.person }).first().click()
    await page.getByRole('dialog').getByText('History').waitFor()
    assert.deepEqual(await axeViolations(page), [])
  })
}

async function addWireframesRow(page: Page) {
  await page.getByRole('button', { name: 'Add row' }).click()
  await page.getByRole('combobox').first().fill('wire')
  await page.getByRole('option').first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click()
}

longTest('Enter saves a cell once, and refused hours after a save stay in the cell', async () => {
  const page = await app.page()
  expectPageError(page, /status of 400/)
  const week = monday(5)
  await signIn(page, 'demo-restricted', `timesheet?week=${week}`)
  await addWireframesRow(page)
  const written: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET' && request.url().includes('/api/time/')) written.push(request.method())
  })
  const cell = grid(page).getByRole('textbox').first()
  await cell.fill('1')
  await cell.press('Enter')
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('[data-place="0:0"]')?.value === '1:00')
  await cell.fill('25')
  await cell.press('Enter')
  await page.getByRole('status').getByText(/24/).waitFor()
  // The mark of a saved cell disappears within this time; the rejected value must not.
  await page.waitForTimeout(2000)
  assert.equal(await cell.inputValue(), '25')
  assert.deepEqual(written, ['POST', 'PUT'])
  assert.deepEqual(await hoursOf('demo-restricted', week), ['1'])
})

longTest('keyboard shortcuts work while a notification is shown', async () => {
  const page = await app.page()
  await signIn(page, 'demo-restricted', `timesheet?week=${monday(7)}`)
  await addWireframesRow(page)
  const cell = grid(page).getByRole('textbox').first()
  await cell.fill('1')
  await cell.press('Enter')
  await page.getByRole('button', { name: 'Submit week' }).click()
  await page.getByRole('alertdialog').getByText('Week submitted').waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
})
