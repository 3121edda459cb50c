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
  await page.getByRole('dialog').getByLabel('What is to be done?').fill('Kept')
}

for (const device of ['desktop', 'phone'] as const) {
  const testOfSuite = device === 'desktop' ? quickTest : longTest
  testOfSuite(`a day is typed part by part, corrected and picked, on a ${device}`, async () => {
    const page = await app.page({ device, locale: 'en-GB' })
    await signIn(page, 'demo-manager', 'tasks')
    await page.getByRole('button', { name: 'New task' }).first().click()
    await page.getByRole('dialog').getByLabel('What is to be done?').fill('Kept')
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
    await dueField(page).getByRole('button').click()
    await page.getByRole('button', { name: 'Today', exact: true }).click()
    const today = new Date(testNow()).toLocaleDateString('en-GB', { timeZone: 'Europe/Berlin' })
    assert.equal(await enteredDate(page), today)
    assert.equal(await page.getByLabel('What is to be done?').inputValue(), 'Kept')
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

quickTest('Enter takes the first match, and typing replaces the value of a combo box', async () => {
  const page = await app.page()
  await openNewTask(page)
  const project = page.getByRole('dialog').getByRole('combobox', { name: 'Project' })
  for (const [typed, taken] of [
    ['ordering', 'Süderhof ordering app'],
    ['website relaunch', 'Website relaunch Süderhof'],
  ] as const) {
    await page.getByLabel('What is to be done?').click()
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

quickTest('closing a form without its buttons asks for confirmation only if something was typed', async () => {
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
  const title = form.getByLabel('What is to be done?')
  await form.getByRole('combobox', { name: 'Project' }).fill('ordering')
  await page.getByRole('option', { name: /ordering app/ }).waitFor()
  await page.keyboard.press('Enter')
  await form.getByRole('button', { name: /add another/ }).click()
  await page.getByText(/^Task #\d+ is there$/).waitFor()
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
  await form.getByRole('combobox', { name: 'Project' }).fill('ordering')
  await page.getByRole('option', { name: /ordering app/ }).waitFor()
  await page.keyboard.press('Enter')
  await form.getByLabel('What is to be done?').press('Enter')
  come?.()
  await form.getByRole('button', { name: /^(?!.*Choose).*Module/ }).waitFor()
  assert.equal(await form.getByText('Is required').count(), 0)
  await form.getByRole('button', { name: 'Create', exact: true }).click()
  await form.waitFor({ state: 'detached' })
  await page.unrouteAll({ behavior: 'wait' })
})
