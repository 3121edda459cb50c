// The list of tasks: filters, bulk changes, changes in a row, and what each role may do. The board is in
// tasks-board.test.ts.
import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { longTest, quickTest } from '../../../server/test/fixture/suite-tests.ts'
import { axeViolations } from './axe-and-screenshots.ts'
import { chooseOption } from './roles/combo-box.ts'
import { expectPageError, openApp, signIn } from './test-app.ts'

const app = openApp()

const table = (page: Page): Locator => page.getByRole('table', { name: 'Tasks' })
const links = (page: Page): Locator => table(page).getByRole('link')
const chip = (page: Page, name: string): Locator =>
  page.locator('[data-filter-bar]').getByRole('button', { name, exact: true })
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
    readonly project: string
    readonly status: string
    /** The logged hours. */
    readonly actual: string
  }[]
}

const listTasks = async (query: string, token = 'demo-manager'): Promise<TaskList> =>
  (await app.server.request(`/task/?limit=500&${query}`, { token })).json as unknown as TaskList

type Task = TaskList['task'][number]

/** Open tasks of the project that Zoë and the Manager are on. Which tasks are open depends on the day. */
async function openTasks(count: number, matches: (task: Task) => boolean = () => true): Promise<readonly Task[]> {
  const { task: all } = await listTasks('excludeclosed=t')
  const ofProject = all.filter(({ project }) => project === 'Website relaunch Süderhof')
  const tasks = ofProject.filter(matches).slice(0, count)
  assert.equal(tasks.length, count, 'the demo has too few open tasks')
  return tasks
}

async function statusId(name: string): Promise<string> {
  const { taskstatus } = (await app.server.request('/taskstatus/', { token: 'demo-manager' })).json as unknown as {
    taskstatus: NamedRecord[]
  }
  return taskstatus.find((status) => status.name === name)?.id ?? ''
}

quickTest('filters are in the address, which opens the same list for another person', async () => {
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

longTest('every filter of the API has a control, and typed numbers filter the list', async () => {
  const page = await app.page()
  await signIn(page, 'demo-administrator', 'tasks')
  await links(page).first().waitFor()
  await page.getByRole('button', { name: 'More filters' }).click()
  const panel = page.getByRole('dialog', { name: 'All filters' })
  const numbers = (await openTasks(2)).map(({ localid }) => localid)
  await panel.getByLabel('Numbers').fill(numbers.join(', '))
  await waitForCount(page, 2)
  assert.deepEqual(await axeViolations(page), [])
  for (const name of [
    'Client',
    'Follower',
    'On projects of',
    'Created from',
    'Closed until',
    'Updated from',
    'Module',
  ]) {
    assert.ok(await panel.getByText(name, { exact: true }).first().isVisible(), name)
  }
})

longTest('a filter from the panel gets a chip in the line, which changes and removes it', async () => {
  const page = await app.page()
  await signIn(page, 'demo-manager', 'tasks')
  await links(page).first().waitFor()
  const all = (await listTasks('excludeclosed=t')).listcount
  assert.equal(await chip(page, 'Milestone').count(), 0)
  await page.getByRole('button', { name: 'More filters' }).click()
  const panel = page.getByRole('dialog', { name: 'All filters' })
  await chooseOption(panel.getByRole('combobox', { name: 'Milestone', exact: true }), 'Go-live')
  await page.getByRole('listbox').waitFor({ state: 'detached' })
  await panel.getByRole('button', { name: 'Show tasks' }).click()
  const milestones = () => (new URL(page.url()).searchParams.get('milestoneid') ?? '').replaceAll('"', '')
  const first = milestones()
  await waitForCount(page, (await listTasks(`excludeclosed=t&milestoneid=${first}`)).listcount)
  await page.getByRole('button', { name: /^Milestone: Go-live/ }).click()
  await page.getByRole('dialog', { name: 'Milestone' }).getByRole('option', { selected: false }).first().click()
  await page.keyboard.press('Escape')
  await page.waitForURL(/milestoneid=.*(,|%2C)/)
  assert.ok(milestones().split(',').includes(first), milestones())
  await waitForCount(page, (await listTasks(`excludeclosed=t&milestoneid=${milestones()}`)).listcount)
  assert.deepEqual(await axeViolations(page), [])
  await page.getByRole('button', { name: /^Remove .*Milestone/ }).click()
  await waitForCount(page, all)
})

longTest('what the role may not do or see is not shown', async () => {
  const page = await app.page()
  await signIn(page, 'demo-executive', 'tasks')
  await links(page).first().waitFor()
  assert.equal(await page.getByRole('checkbox').count(), 0)
  assert.equal(await page.getByRole('button', { name: 'Assignee', exact: true }).count(), 0)
  assert.equal(await page.getByRole('button', { name: 'New task' }).count(), 0)
  await page.getByRole('button', { name: 'More filters' }).click()
  const panel = page.getByRole('dialog', { name: 'All filters' })
  await panel.getByText('Milestone', { exact: true }).waitFor()
  assert.equal(await panel.getByText('Owner', { exact: true }).count(), 0)
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  await page.getByRole('radio', { name: 'Board' }).click()
  await page.getByRole('row').first().waitFor()
  assert.equal(await page.getByRole('button', { name: /^Move / }).count(), 0)
  const restricted = await app.page()
  await signIn(restricted, 'demo-restricted', 'tasks')
  await waitForCount(restricted, (await listTasks('excludeclosed=t', 'demo-restricted')).listcount)
  assert.equal(await restricted.getByRole('button', { name: 'Delete' }).count(), 0)
})

quickTest('rows are selected, changed together and restored by keyboard alone', async () => {
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
  await dialog.getByRole('button', { name: 'Update 3 tasks' }).click()
  await page.getByText('3 tasks updated').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('3 tasks restored').waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/tasks\/\d+$/)
})

longTest(
  'of several changes the refused ones are listed with the message of the server, the others are saved',
  async () => {
    const page = await app.page()
    // A task with logged hours could not be deleted.
    const [kept, gone] = await openTasks(2, ({ actual }) => Number(actual) === 0)
    await signIn(page, 'demo-manager', `tasks?localid=${kept?.localid},${gone?.localid}`)
    await waitForCount(page, 2)
    for (const box of await table(page)
      .getByRole('checkbox', { name: /^Select (?!all)/ })
      .all())
      await box.click()
    const removed = await app.server.request(`/task/${gone?.id}/`, { token: 'demo-administrator', method: 'DELETE' })
    assert.equal(removed.status, 200, removed.text)
    expectPageError(page, /status of 404/)
    await page.getByRole('toolbar').getByRole('button', { name: 'Edit' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Priority/ })
      .click()
    await page.getByRole('option', { name: 'P1' }).click()
    await page.getByRole('button', { name: 'Update 2 tasks' }).click()
    await page.getByText('1 task could not be updated').waitFor()
    await page.getByText('1 task updated').waitFor()
  },
)

longTest('due date, status and assignees are changed in the row and saved', async () => {
  const page = await app.page()
  const isFit = ({ status, datedue, assignees }: Task): boolean =>
    status !== 'Verify & Close' && datedue !== null && !assignees.includes('Zoë')
  const [{ localid } = { localid: '' }] = await openTasks(1, isFit)
  await signIn(page, 'demo-manager', `tasks?localid=${localid}`)
  await page.getByRole('button', { name: new RegExp(`^Status of #${localid}:`) }).click()
  await page.getByRole('option', { name: 'Verify & Close' }).click()
  await page.getByText(`#${localid}: Status changed to Verify & Close`).waitFor()
  await page.getByRole('button', { name: new RegExp(`^Due of #${localid}:`) }).click()
  assert.deepEqual(await axeViolations(page), [])
  await page.getByRole('button', { name: 'No due date' }).click()
  await page.getByText(`#${localid}: Due changed to No due date`).waitFor()
  await page.getByRole('button', { name: new RegExp(`^Assignees of #${localid}:`) }).click()
  await page.getByRole('option', { name: 'Zoë Ashcroft' }).click()
  await page.getByRole('button', { name: 'Assign', exact: true }).click()
  await page.getByText(new RegExp(`#${localid}: Assignees changed to .*Zoë Ashcroft`)).waitFor()
  const [task] = (await listTasks(`localid=${localid}`)).task
  assert.equal(task?.datedue, null)
  assert.match(task?.assignees ?? '', /Zoë Ashcroft/)
})

longTest('followers are added to several tasks without removing the existing ones', async () => {
  const page = await app.page()
  const withoutLukas = ({ followers }: Task) => !(followers ?? '').includes('Lukas')
  const [other] = await openTasks(1, (task) => task.followers !== null && withoutLukas(task))
  const [one] = await openTasks(1, (task) => task.localid !== other?.localid && withoutLukas(task))
  await signIn(page, 'demo-manager', `tasks?localid=${one?.localid},${other?.localid}`)
  await waitForCount(page, 2)
  const before = other?.followers ?? ''
  await page.getByRole('checkbox', { name: 'Select all' }).click()
  await page.getByRole('toolbar').getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit 2 tasks' })
  await dialog.getByRole('button', { name: /Change followers/ }).click()
  await page.getByRole('option', { name: 'Add' }).click()
  await dialog.getByRole('combobox', { name: 'Followers' }).fill('Lukas')
  await page.getByRole('option', { name: /Lukas/ }).click()
  await page.getByRole('listbox').waitFor({ state: 'detached' })
  await dialog.getByRole('button', { name: 'Update 2 tasks' }).click()
  await page.getByText('2 tasks updated').waitFor()
  const after = (await listTasks(`localid=${other?.localid}`)).task[0]?.followers ?? ''
  for (const name of [...before.split(', '), 'Lukas Größler']) assert.ok(after.includes(name), `${name} in ${after}`)
})
