// The form fields that all screens share, by keyboard: typed dates, combo boxes, and leaving a form with unsaved
// input.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { longTest, quickTest } from '../../../server/test/fixture/suite-tests.ts'
import { testNow } from '../../../server/test/fixture/test-clock.ts'
import { openApp, signIn } from './test-app.ts'

const app = openApp()

const dueField = (page: Page) => page.getByRole('dialog').getByRole('group', { name: 'Due' })

const enteredDate = async (page: Page): Promise<string> =>
  (await dueField(page).getByRole('spinbutton').allInnerTexts()).join('/')

async function openNewTask(page: Page): Promise<void> {
  await signIn(page, 'demo-manager', 'tasks')
  await page.keyboard.press('c')
  await page.getByRole('dialog').getByLabel('What needs to be done?').fill('Kept')
}

/** Presses keys and counts them. Typed text is not counted. */
class Keys {
  count = 0
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.#page.keyboard.press(key)
    this.count += keys.length
  }

  async type(text: string): Promise<void> {
    await this.#page.keyboard.type(text)
  }
}

const maxKeys = 15

/** An open list would cover the chosen people and the next fields. */
async function assertListClosed(page: Page): Promise<void> {
  const form = page.getByRole('dialog', { name: 'New task' })
  await form.getByRole('row', { name: /Zoë/ }).waitFor()
  const list = page.getByRole('listbox')
  assert.equal(await list.count(), 0, 'the list closes after a choice')
  await page.keyboard.type('a')
  await list.waitFor()
  await page.keyboard.press('Escape')
  await list.waitFor({ state: 'detached' })
  assert.equal(await form.count(), 1, 'Escape closes the list and not the form')
  await page.keyboard.press('Backspace')
}

quickTest('a task with project and assignee is created by keyboard alone, with few keys', async () => {
  const page = await app.page()
  await signIn(page, 'demo-manager')
  const keys = new Keys(page)
  await keys.press('c')
  const form = page.getByRole('dialog', { name: 'New task' })
  await form.getByLabel('What needs to be done?').waitFor()
  assert.equal(await form.getByRole('combobox').count(), 2, 'only the project and the assignees are asked for')
  await keys.type('Typed without a mouse')
  await keys.press('Tab')
  await keys.type('ordering')
  await page.getByRole('option', { name: /ordering app/ }).waitFor()
  await keys.press('Enter', 'Tab')
  await keys.type('Zoë')
  await page.getByRole('option', { name: /Zoë/ }).waitFor()
  await keys.press('Enter')
  await assertListClosed(page)
  await form.getByRole('button', { name: 'Create task', exact: true, disabled: false }).waitFor()
  await keys.press('Control+Enter')
  await page.getByText(/^Task #\d+ created$/).waitFor()
  const { json } = await app.server.request('/task/?search=Typed%20without', { token: 'demo-manager' })
  const [task] = json.task as { project: string; assignees: string }[]
  assert.match(task?.project ?? '', /ordering app/)
  assert.match(task?.assignees ?? '', /Zoë/)
  assert.ok(keys.count <= maxKeys, `${keys.count} keys`)
})

quickTest('a new row of next week gets a value by keyboard alone, with few keys', async () => {
  const page = await app.page()
  await signIn(page, 'demo-resource')
  const keys = new Keys(page)
  await keys.press('g', 's')
  await page.getByRole('heading', { level: 1, name: 'Timesheet' }).waitFor()
  await keys.press(']')
  await page.waitForURL(/week=/)
  await page.getByRole('button', { name: 'Add row' }).waitFor()
  await keys.press('a')
  const form = page.getByRole('dialog', { name: 'Add row' })
  await form.getByRole('combobox', { name: 'Task' }).waitFor()
  await keys.type('page')
  await page.getByRole('option', { name: /page/ }).first().waitFor()
  await keys.press('Enter')
  await form.getByRole('button', { name: /^(?!.*Choose).*Work type/ }).waitFor()
  await keys.press('Control+Enter')
  await page.waitForFunction(() => document.activeElement?.hasAttribute('data-place'))
  await keys.type('1:30')
  await keys.press('Enter')
  await page
    .getByRole('row', { name: /^Total/ })
    .getByText('1:30', { exact: true })
    .first()
    .waitFor()
  assert.ok(keys.count <= maxKeys, `${keys.count} keys`)
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  for (const name of ['Next week', 'Previous week', 'Add row', 'Submit form']) await help.getByText(name).waitFor()
})

for (const device of ['desktop', 'phone'] as const) {
  const testOfSuite = device === 'desktop' ? quickTest : longTest
  testOfSuite(`a day is typed part by part, corrected and picked, on a ${device}`, async () => {
    const page = await app.page({ device, locale: 'en-GB' })
    await signIn(page, 'demo-manager', 'tasks')
    await page.getByRole('button', { name: 'New task' }).first().click()
    await page.getByRole('button', { name: 'More fields' }).click()
    await page.getByRole('dialog').getByLabel('What needs to be done?').fill('Kept')
    await dueField(page).getByRole('spinbutton').first().click()
    await page.keyboard.type('24122026')
    assert.equal(await enteredDate(page), '24/12/2026')
    await dueField(page).getByRole('spinbutton').first().click()
    await page.keyboard.type('311226')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.waitForFunction(() =>
      [...document.querySelectorAll('[role=spinbutton]')].some(({ textContent }) => textContent === '2026'),
    )
    assert.equal(await enteredDate(page), '31/12/2026', 'a year of two digits is one of this century')
    await dueField(page).getByRole('spinbutton').first().click()
    await page.keyboard.type('31022026')
    await page.getByLabel('What needs to be done?').click()
    await page.getByText('That day does not exist.').waitFor()
    assert.equal(await enteredDate(page), '28/02/2026')
    await dueField(page).getByRole('spinbutton').last().click()
    await page.keyboard.type('1026')
    await page.getByLabel('What needs to be done?').click()
    await page.getByText('Enter a year from 1900 on.').waitFor()
    assert.equal(await enteredDate(page), '28/02/1026', 'what was typed stays')
    await dueField(page).getByRole('button').click()
    await page.getByRole('button', { name: 'Today', exact: true }).click()
    await page.getByText('Enter a year from 1900 on.').waitFor({ state: 'detached' })
    const today = new Date(testNow()).toLocaleDateString('en-GB', { timeZone: 'Europe/Berlin' })
    assert.equal(await enteredDate(page), today)
    assert.equal(await page.getByLabel('What needs to be done?').inputValue(), 'Kept')
  })
}

longTest('an incomplete year is not used: the address of a report changes once', async () => {
  const page = await app.page()
  await signIn(page, 'demo-manager', 'reports?datebegin=2026-09-01&dateend=2026-09-30')
  const addresses = new Set<string>()
  page.on('framenavigated', (frame) => addresses.add(new URL(frame.url()).searchParams.get('datebegin') ?? ''))
  const from = page.getByRole('group', { name: 'From' }).getByRole('spinbutton')
  await from.last().click()
  await page.keyboard.type('2025')
  await page.waitForURL(/datebegin=2025-09-01/)
  assert.deepEqual([...addresses], ['2025-09-01'])
})

longTest('Enter takes the first match, and typing replaces the value of a combo box', async () => {
  const page = await app.page()
  await openNewTask(page)
  const project = page.getByRole('dialog').getByRole('combobox', { name: 'Project' })
  for (const [typed, taken] of [
    ['ordering', 'Süderhof ordering app'],
    ['website relaunch', 'Website relaunch Süderhof'],
  ] as const) {
    await page.getByLabel('What needs to be done?').click()
    await project.click()
    await page.keyboard.type(typed)
    await page.getByRole('option', { name: taken }).waitFor()
    await page.keyboard.press('Enter')
    assert.equal(await project.inputValue(), taken)
  }
})

longTest('text typed into a combo box before its options load is kept and then matched', async () => {
  const page = await app.page()
  await signIn(page, 'demo-administrator', 'expenses')
  await page.getByRole('table').waitFor()
  let come: (() => void) | undefined
  const awaited = new Promise<void>((resolve) => {
    come = resolve
  })
  await page.route(/\/app\/api\/project\/\?.*active=/, async (route) => {
    await awaited
    await route.continue()
  })
  await page.getByRole('button', { name: 'New expense' }).click()
  const project = page.getByRole('dialog').getByRole('combobox', { name: 'Project' })
  await project.click()
  await page.keyboard.type('website')
  come?.()
  await page.getByRole('option', { name: /^Website relaunch/ }).waitFor()
  assert.equal(await project.inputValue(), 'website')
  await page.keyboard.press('Enter')
  assert.match(await project.inputValue(), /website/i)
  await page.unrouteAll({ behavior: 'wait' })
})

longTest('a combo box with a value cannot be typed into before its options load', async () => {
  const page = await app.page()
  let come: (() => void) | undefined
  const awaited = new Promise<void>((resolve) => {
    come = resolve
  })
  await page.route(/\/app\/api\/person\/\?.*active=/, async (route) => {
    await awaited
    await route.continue()
  })
  await signIn(page, 'demo-administrator', 'timesheet')
  const person = page.getByRole('combobox', { name: 'Person' })
  await person.waitFor()
  assert.equal(await person.isDisabled(), true)
  come?.()
  await person.fill('Zoë')
  await page.getByRole('option', { name: /Zoë/ }).waitFor()
  assert.equal(await person.inputValue(), 'Zoë')
  await page.unrouteAll({ behavior: 'wait' })
})

longTest('closing a form without its buttons asks for confirmation only if something was typed', async () => {
  const page = await app.page()
  await signIn(page, 'demo-administrator', 'clients')
  const form = page.getByRole('dialog', { name: 'New client' })
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await page.getByRole('button', { name: 'New client' }).click()
  await form.getByLabel('Name').waitFor()
  await page.keyboard.press('Escape')
  await form.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'New client' }).click()
  await form.getByLabel('Name').fill('Half a name')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Cancel' }).click()
  assert.equal(await form.getByLabel('Name').inputValue(), 'Half a name')
  await form.getByRole('button', { name: 'Close' }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await form.waitFor({ state: 'detached' })
})

longTest('another task can be created after a task, with the same title', async () => {
  const page = await app.page()
  await openNewTask(page)
  const form = page.getByRole('dialog', { name: 'New task' })
  const title = form.getByLabel('What needs to be done?')
  await form.getByRole('combobox', { name: 'Project' }).fill('ordering')
  await page.getByRole('option', { name: /ordering app/ }).waitFor()
  await page.keyboard.press('Enter')
  await form.getByRole('button', { name: /add another/ }).click()
  await page.getByText(/^Task #\d+ created$/).waitFor()
  await page.keyboard.type('And this')
  assert.equal(await title.inputValue(), 'And this')
})

longTest('a task is not saved before its default module has loaded', async () => {
  const page = await app.page()
  let come: (() => void) | undefined
  const awaited = new Promise<void>((resolve) => {
    come = resolve
  })
  await page.route(/\/app\/api\/projectmodule\//, async (route) => {
    await awaited
    await route.continue()
  })
  await openNewTask(page)
  const form = page.getByRole('dialog', { name: 'New task' })
  await form.getByRole('button', { name: 'More fields' }).click()
  await form.getByRole('combobox', { name: 'Project' }).fill('ordering')
  await page.getByRole('option', { name: /ordering app/ }).waitFor()
  await page.keyboard.press('Enter')
  await form.getByLabel('What needs to be done?').press('Enter')
  come?.()
  await form.getByRole('button', { name: /^(?!.*Choose).*Module/ }).waitFor()
  assert.equal(await form.getByText('Is required').count(), 0)
  await form.getByRole('button', { name: 'Create task', exact: true }).click()
  await form.waitFor({ state: 'detached' })
  await page.unrouteAll({ behavior: 'wait' })
})
