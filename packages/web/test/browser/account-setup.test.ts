// The first visit of a new server (T-56): the link that it printed opens the form that creates the account.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Browser, chromium, type Locator, type Page } from 'playwright-core'
import { chromiumFlags, findChromium, noChromiumMessage } from '../../../../scripts/chromium.ts'
import { type StintServer, TestProcesses } from '../../../server/test/process/stint-process.ts'
import { axeViolationsNow, takeScreenshot, waitUntilSettled } from './axe-and-screenshots.ts'
import { PageMonitor, waitUntilIdle } from './page-monitor.ts'

const processes = new TestProcesses()
let server: StintServer
let browser: Browser

before(async () => {
  const executablePath = findChromium()
  assert.ok(executablePath, noChromiumMessage)
  browser = await chromium.launch({ executablePath, args: [...chromiumFlags] })
  server = await processes.serve(processes.newFolder(), { STINT_TLS: 'auto' })
})
after(() => browser?.close())

const openPath = async (path: string): Promise<Page> => {
  const context = await browser.newContext({ ignoreHTTPSErrors: true, baseURL: server.url, locale: 'en-GB' })
  const page = await context.newPage()
  await page.goto(path)
  return page
}

async function fill(page: Page): Promise<void> {
  const texts = {
    'Company name': 'Müller & Töchter',
    'First name': 'Ada',
    'Last name': 'Müller',
    Username: 'ada',
    Email: 'ada@example.com',
  }
  for (const [label, text] of Object.entries(texts)) await page.getByLabel(label).fill(text)
}

/** The checklist of a new company follows what is done, also elsewhere, and leads to where it is done. */
async function useChecklist(page: Page): Promise<void> {
  const checklist = page.getByRole('region', { name: 'Get started' })
  await checklist.getByText('0 of 7 done').waitFor()
  await waitUntilSettled(page)
  // The library announces buttons of the form that is gone outside of it, which is not checked.
  assert.deepEqual(await axeViolationsNow(page, 'main'), [])
  await takeScreenshot(page, 'first-steps', { fullPage: true })
  await trySampleData(page)
  const created = await page.evaluate(async () => {
    const body = JSON.stringify({ name: 'First client', datecreated: '2026-01-05' })
    const headers = { 'x-stint-app': '1', 'content-type': 'application/json' }
    return (await fetch('/app/api/client/', { method: 'POST', headers, body })).status
  })
  assert.equal(created, 201)
  await checklist.getByText('1 of 7 done').waitFor()
  await checklist.getByRole('listitem').filter({ hasText: 'Add your first client' }).getByLabel('Done').waitFor()
  await checklist.getByRole('button', { name: 'I work alone' }).click()
  await checklist.getByText('2 of 7 done').waitFor()
  await checklist.getByRole('link', { name: 'Set up email to send invoices' }).click()
  await page.getByRole('heading', { name: 'Mail server' }).waitFor()
  await page.goBack()
  await checklist.getByRole('link', { name: 'Create your first project' }).click()
  await page.getByRole('heading', { name: 'Projects', exact: true }).waitFor()
  await page.goBack()
  await checklist.getByRole('button', { name: 'Hide checklist' }).click()
  await checklist.waitFor({ state: 'detached' })
}

/** Sample data replaces the checklist until it is removed, and what people added to it is named before. */
async function trySampleData(page: Page): Promise<void> {
  const checklist = page.getByRole('region', { name: 'Get started' })
  await checklist.getByRole('button', { name: 'Load sample data' }).click()
  const sample = page.getByRole('region', { name: 'Sample data' })
  await sample.waitFor()
  await page.getByText('Sample data loaded').waitFor()
  await page.getByRole('link', { name: 'Three drafts of the logo' }).first().waitFor()
  await waitUntilSettled(page)
  assert.deepEqual(await axeViolationsNow(page, 'main'), [])
  await takeScreenshot(page, 'sample-data', { fullPage: true })
  await sample.getByRole('button', { name: 'Remove sample data' }).click()
  await page
    .getByRole('dialog', { name: 'Remove sample data?' })
    .getByRole('button', { name: 'Remove sample data' })
    .click()
  await page.getByText('Sample data removed').waitFor()
  await checklist.getByText('0 of 7 done').waitFor()
  assert.equal(await page.getByRole('link', { name: 'Three drafts of the logo' }).count(), 0)
}

/** Presses Tab until the element has the focus, and then the key. */
async function tabTo(page: Page, element: Locator, key: string): Promise<void> {
  // An open list hides what is around it from screen readers, and from locators by role.
  const one = await element.elementHandle()
  const hasFocus = () => one?.evaluate((node) => node === document.activeElement)
  for (let presses = 0; presses < 60 && !(await hasFocus()); presses += 1) await page.keyboard.press('Tab')
  assert.ok(await hasFocus(), `Tab does not reach ${element}`)
  await page.keyboard.press(key)
}

async function waitForFocus(page: Page, element: Locator): Promise<void> {
  const one = await element.elementHandle()
  await page.waitForFunction((expected) => expected === document.activeElement, one)
}

/**
 * Where there is no project yet, a form in which one is chosen can create it, and stays open. By keyboard only: the
 * choice has the focus after the form has closed, whether something was created or not.
 */
async function createProjectInForm(page: Page): Promise<void> {
  await tabTo(page, page.getByRole('button', { name: 'Add row' }).first(), 'Enter')
  const row = page.getByRole('dialog', { name: 'Add row' })
  const form = page.getByRole('dialog', { name: 'New project' })
  const project = row.getByRole('combobox', { name: 'Project' })
  const offer = row.getByRole('button', { name: 'Create project', includeHidden: true })
  await tabTo(page, offer, 'Enter')
  await form.waitFor()
  await page.keyboard.press('Escape')
  await form.waitFor({ state: 'detached' })
  await waitForFocus(page, project)
  await tabTo(page, offer, 'Enter')
  await tabTo(page, form.getByRole('button', { name: 'Cancel' }), 'Enter')
  await form.waitFor({ state: 'detached' })
  await waitForFocus(page, project)
  await tabTo(page, offer, 'Enter')
  await tabTo(page, form.getByRole('textbox', { name: 'Name' }), 'F')
  await page.keyboard.type('irst project')
  await createLabelInForm(page, form)
  await tabTo(page, form.getByRole('button', { name: 'Create project' }), 'Enter')
  await form.waitFor({ state: 'detached' })
  await offer.waitFor({ state: 'detached' })
  await waitUntilIdle(page)
  assert.equal(await project.inputValue(), 'First project')
  await waitForFocus(page, project)
  await takeScreenshot(page, 'project-created-in-form')
  assert.ok(page.url().endsWith('/app/timesheet'))
}

/** A form that was opened by an empty choice has empty choices too; the label that is created is chosen. */
async function createLabelInForm(page: Page, form: Locator): Promise<void> {
  await tabTo(page, form.getByRole('button', { name: 'Create label' }), 'Enter')
  const label = page.getByRole('dialog', { name: 'New label' })
  await tabTo(page, label.getByRole('textbox', { name: 'Name' }), 'R')
  await page.keyboard.type('etainer')
  await tabTo(page, label.getByRole('button', { name: 'Color C8244C' }), 'Enter')
  await tabTo(page, label.getByRole('button', { name: 'Save' }), 'Enter')
  await label.waitFor({ state: 'detached' })
  await form.getByRole('button', { name: 'Retainer Label' }).waitFor()
  await waitForFocus(page, form.getByRole('button', { name: 'Retainer Label' }))
  assert.equal(await form.getByRole('button', { name: 'Create label' }).count(), 0)
  assert.equal(await form.getByRole('textbox', { name: 'Name' }).inputValue(), 'First project')
}

/** The company has nobody yet who could be on a team, so the form of the team creates the first person. */
async function createPersonForTeam(page: Page): Promise<void> {
  await page.goto('/app/projects')
  await page.getByRole('link', { name: 'First project' }).first().click()
  await page.getByRole('tab', { name: 'Team' }).click()
  await page.getByRole('button', { name: 'Add people' }).click()
  const team = page.getByRole('dialog', { name: 'Add people' })
  await team.getByRole('button', { name: 'Add person' }).waitFor()
  await waitUntilSettled(page)
  assert.deepEqual(await axeViolationsNow(page, '[role=dialog]'), [])
  await takeScreenshot(page, 'empty-choice')
  await team.getByRole('button', { name: 'Add person' }).click()
  const person = page.getByRole('dialog', { name: 'New person' })
  await person.getByLabel('First name').fill('Grace')
  await person.getByLabel('Last name').fill('Hopper')
  await person.getByLabel('Username').fill('grace')
  await person.getByLabel('Email').fill('grace@example.com')
  await person.getByRole('button', { name: /Role/ }).click()
  await page.getByRole('option', { name: /^Resource/ }).click()
  await person.getByRole('button', { name: 'Add person' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  await team.getByRole('row', { name: 'Grace Hopper' }).waitFor()
  await team.getByRole('button', { name: 'Add to team' }).click()
  await team.waitFor({ state: 'detached' })
  await page.getByRole('tabpanel', { name: 'Team' }).getByText('Grace Hopper').waitFor()
}

test('a wrong code is refused, and the sign-in screen says what to do', async () => {
  const page = await openPath('/app/')
  await page.getByText("This server isn't set up yet").waitFor()
  const wrong = await openPath('/app/welcome#not-the-code')
  await fill(wrong)
  await wrong.getByLabel(/^Password/).fill('correct horse battery')
  await wrong.getByRole('button', { name: 'Create account' }).click()
  await wrong.getByRole('alert').waitFor()
})

test('the link opens the set-up, errors are shown at their fields, the account is created, and the link is void', async () => {
  const link = server.banner['Set up at'] ?? ''
  assert.match(link, /\/app\/welcome#\S+$/)
  const page = await openPath(link)
  await fill(page)
  await page.getByLabel(/^Password/).fill('short')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByText(/at least 8/).waitFor()
  assert.equal(await page.getByLabel('Company name').inputValue(), 'Müller & Töchter')
  await page.getByLabel(/^Password/).fill('correct horse battery')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('navigation').first().waitFor()
  await page.getByText('Müller & Töchter').first().waitFor()
  assert.ok(!page.url().includes('welcome'))
  await PageMonitor.of(page, new URL(page.url()).origin)
  await useChecklist(page)
  await page.goto('/app/people')
  const signIns = page.getByRole('row', { name: /Ada Müller/ })
  await signIns.waitFor()
  assert.doesNotMatch(await signIns.innerText(), /Never/, 'creating the account is the first sign-in')
  await page.goto('/app/timesheet')
  await page.getByText('No time logged this week').waitFor()
  await waitUntilIdle(page)
  assert.equal(await page.getByRole('button', { name: /last week/ }).count(), 0, 'there is no last week to copy')
  await createProjectInForm(page)
  await createPersonForTeam(page)
  assert.equal((await server.request('/me/', { token: server.token })).status, 200, 'the printed token stays valid')
  const again = await openPath(link)
  await again.getByRole('heading', { name: 'This link was used' }).waitFor()
  await again.getByRole('button', { name: 'Sign in' }).click()
  await again.getByLabel('Username').waitFor()
  assert.ok(!again.url().includes('welcome'))
})
