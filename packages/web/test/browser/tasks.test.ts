// Tasks as a table and as a board: how people find, change and move them, with mouse, finger and keyboard, each role with what it
// may do. The new task and what is saved have journeys of their own beside this one.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { axeViolations } from './axe-and-screenshots.ts'
import { expectPageError, openApp, signIn } from './test-app.ts'

const app = openApp()

const table = (page: Page): Locator => page.getByRole('table', { name: 'Tasks' })
const links = (page: Page): Locator => table(page).getByRole('link')
const chip = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true }).first()
async function waitForCount(page: Page, expected: number): Promise<void> {
  await page.getByText(`${expected} task${expected === 1 ? '' : 's'}`, { exact: true }).waitFor()
}

interface NamedRecord {
  readonly id: string
  readonly name: string
}

interface TaskList {
  readonly listcount: number
  readonly task: readonly {
    readonly id: string
    readonly localid: string
    readonly datedue: string | null
    readonly assignees: string
    readonly followers: string | null
  }[]
}

const listTasks = async (query: string, token = 'demo-manager'): Promise<TaskList> =>
  (await app.server.request(`/task/?limit=500&${query}`, { token })).json as unknown as TaskList

async function statusId(name: string): Promise<string> {
  const { taskstatus } = (await app.server.request('/taskstatus/', { token: 'demo-manager' })).json as unknown as {
    taskstatus: NamedRecord[]
  }
  return taskstatus.find((status) => status.name === name)?.id ?? ''
}

test('a Manager filters, and the address leads another person to the same list', async () => {
  const page = await app.page()
  await signIn(page, 'demo-manager', 'tasks')
  await links(page).first().waitFor()
  await chip(page, 'Status').click()
  await page.getByRole('option', { name: 'Staged' }).click()
  await page.keyboard.press('Escape')
  await chip(page, 'Overdue').click()
  const staged = await statusId('Staged')
  const { listcount } = await listTasks(`statusid=${staged}&overdue=t`)
  await waitForCount(page, listcount)
  const other = await app.page()
  await signIn(other, 'demo-manager', `tasks${new URL(page.url()).search}`)
  await waitForCount(other, listcount)
  await page.goBack()
  await waitForCount(page, (await listTasks(`statusid=${staged}`)).listcount)
  await page.getByRole('button', { name: 'Clear all' }).click()
  await waitForCount(page, (await listTasks('excludeclosed=t')).listcount)
})

test('every filter of the API has its control, and what is typed is asked for', async () => {
  const page = await app.page()
  await signIn(page, 'demo-administrator', 'tasks')
  await links(page).first().waitFor()
  await page.getByRole('button', { name: 'More filters' }).click()
  const panel = page.getByRole('dialog', { name: 'All filters' })
  await panel.getByLabel('Numbers').fill('5, 35')
  await waitForCount(page, 2)
  assert.deepEqual(await axeViolations(page), [])
  for (const name of [
    'Client',
    'Follower',
    'In projects open to',
    'Created from',
    'Closed until',
    'Changed from',
    'Module',
  ]) {
    assert.ok(await panel.getByText(name, { exact: true }).first().isVisible(), name)
  }
})

test('what the role may not do or see is not there, and is not asked for', async () => {
  const page = await app.page()
  await signIn(page, 'demo-executive', 'tasks')
  await links(page).first().waitFor()
  assert.equal(await page.getByRole('checkbox').count(), 0)
  assert.equal(await page.getByRole('button', { name: 'Assignee', exact: true }).count(), 0)
  assert.equal(await page.getByRole('button', { name: 'New task' }).count(), 0)
  await page.getByRole('button', { name: 'More filters' }).click()
  assert.equal(await page.getByRole('dialog').getByText('Owner', { exact: true }).count(), 0)
  await page.keyboard.press('Escape')
  await page.getByRole('radio', { name: 'Board' }).click()
  await page.getByRole('row').first().waitFor()
  assert.equal(await page.getByRole('button', { name: /^Move / }).count(), 0)
  const restricted = await app.page()
  await signIn(restricted, 'demo-restricted', 'tasks')
  await waitForCount(restricted, (await listTasks('excludeclosed=t', 'demo-restricted')).listcount)
  assert.equal(await restricted.getByRole('button', { name: 'Delete' }).count(), 0)
})

test('the keyboard alone moves, selects, edits many, and takes it back', async () => {
  const page = await app.page()
  await signIn(page, 'demo-manager', 'tasks')
  await links(page).first().waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('page')
  await page.waitForURL(/search=page/)
  await waitForCount(page, (await listTasks('search=page&excludeclosed=t')).listcount)
  await page.keyboard.press('Escape')
  await waitForCount(page, (await listTasks('excludeclosed=t')).listcount)
  await page.getByRole('searchbox', { name: 'Search tasks' }).blur()
  for (const key of ['j', 'x', 'j', 'x', 'ArrowDown', 'x', 'e']) await page.keyboard.press(key)
  const dialog = page.getByRole('dialog', { name: 'Edit 3 tasks' })
  await dialog.getByRole('button', { name: /Priority/ }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: 'P5' }).click()
  assert.deepEqual(await axeViolations(page), [])
  await dialog.getByRole('button', { name: 'Change 3 tasks' }).click()
  await page.getByText('3 tasks changed').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('3 tasks are as before').waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/tasks\/\d+$/)
})

test('of many changes the refused ones are listed with the words of the server, the others are done', async () => {
  const page = await app.page()
  await signIn(page, 'demo-manager', 'tasks?localid=172,250')
  await waitForCount(page, 2)
  for (const box of await table(page)
    .getByRole('checkbox', { name: /^Select (?!all)/ })
    .all())
    await box.click()
  const [gone] = (await listTasks('localid=250')).task
  const removed = await app.server.request(`/task/${gone?.id}/`, { token: 'demo-manager', method: 'DELETE' })
  assert.equal(removed.status, 200, removed.text)
  expectPageError(page, /status of 404/)
  await page.getByRole('toolbar').getByRole('button', { name: 'Edit' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Priority/ })
    .click()
  await page.getByRole('option', { name: 'P1' }).click()
  await page.getByRole('button', { name: 'Change 2 tasks' }).click()
  await page.getByText('1 task was refused').waitFor()
  await page.getByText('1 task changed').waitFor()
})

test('a due day, a status and people are changed in the row, and the server has them', async () => {
  const page = await app.page()
  await signIn(page, 'demo-manager', 'tasks?localid=35')
  await page.getByRole('button', { name: /^Status of #35:/ }).click()
  await page.getByRole('option', { name: 'Verify & Close' }).click()
  await page.getByText('#35: Status is now Verify & Close').waitFor()
  await page.getByRole('button', { name: /^Due of #35:/ }).click()
  assert.deepEqual(await axeViolations(page), [])
  await page.getByRole('button', { name: 'No due date' }).click()
  await page.getByText('#35: Due is now No due date').waitFor()
  await page.getByRole('button', { name: /^Assignees of #35:/ }).click()
  await page.getByRole('option', { name: 'Zoë Ashcroft' }).click()
  await page.getByRole('button', { name: 'Assign', exact: true }).click()
  await page.getByText(/#35: Assignees is now .*Zoë Ashcroft/).waitFor()
  const [task] = (await listTasks('localid=35')).task
  assert.equal(task?.datedue, null)
  assert.match(task?.assignees ?? '', /Zoë Ashcroft/)
})

test('people who follow many tasks are added to those who do already', async () => {
  const page = await app.page()
  await signIn(page, 'demo-manager', 'tasks?localid=34,45')
  await waitForCount(page, 2)
  const before = (await listTasks('localid=45')).task[0]?.followers ?? ''
  await page.getByRole('checkbox', { name: 'Select all' }).click()
  await page.getByRole('toolbar').getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit 2 tasks' })
  await dialog.getByRole('button', { name: /Followers will be/ }).click()
  await page.getByRole('option', { name: 'Added to' }).click()
  await dialog.getByRole('combobox', { name: 'People who follow' }).fill('Lukas')
  await page.getByRole('option', { name: /Lukas/ }).click()
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Change 2 tasks' }).click()
  await page.getByText('2 tasks changed').waitFor()
  const after = (await listTasks('localid=45')).task[0]?.followers ?? ''
  for (const name of [...before.split(', '), 'Lukas Größler']) assert.ok(after.includes(name), `${name} in ${after}`)
})
