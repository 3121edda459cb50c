// Projects: how an Administrator sets one up and archives it, its budget, and what the other roles see.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { longTest, quickTest } from '../../../server/test/fixture/suite-tests.ts'
import { axeViolations, takeScreenshot } from './axe-and-screenshots.ts'
import { expectPageError, openApp, signIn } from './test-app.ts'

const app = openApp()

const administrator = { token: 'demo-administrator' } as const

interface ProjectList {
  readonly project?: readonly { readonly id: string }[]
}

/** A project of the demo by its name. */
async function projectNamed(name: string): Promise<string> {
  const { json } = await app.server.request(`/project/?name=${encodeURIComponent(name)}`, administrator)
  const [project] = (json as ProjectList).project ?? []
  assert.ok(project, `there is no project ${name}`)
  return project.id
}

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const tabNames = (page: Page) => page.getByRole('tablist').getByRole('tab').allInnerTexts()

const scrollsSideways = async (page: Page): Promise<boolean> =>
  (await page.evaluate(() => document.documentElement.scrollWidth)) > (page.viewportSize()?.width ?? 0)

/** Waits until nothing is loading any more. */
const waitUntilLoaded = (page: Page) =>
  page.waitForFunction(
    () => document.querySelector('main h1') !== null && document.querySelector('main [role=status]') === null,
  )

quickTest('an Administrator creates a project, adds to it and archives it', async () => {
  const page = await app.page()
  expectPageError(page, /status of 400/)
  await signIn(page, 'demo-administrator', 'projects')
  await page.getByRole('row', { name: /Website relaunch/ }).waitFor()
  await page.keyboard.press('n')
  const form = page.getByRole('dialog')
  await form.getByRole('button', { name: 'Make the project' }).click()
  await form.getByText('must not be blank').waitFor()
  await form.getByLabel('Name').fill('Beer mats')
  await form.getByRole('combobox', { name: 'Client' }).fill('Brauerei')
  await page.getByRole('option', { name: 'Brauerei Süderhof' }).click()
  await form.getByRole('combobox', { name: 'Managers' }).fill('Eleanor')
  await page.getByRole('option', { name: /Eleanor/ }).click()
  await form.getByLabel('Budget, in hours').fill('1:30')
  assert.deepEqual(await axeViolations(page), [])
  await form.getByRole('button', { name: 'Make the project' }).click()
  await page.getByRole('heading', { level: 1, name: 'Beer mats' }).waitFor()
  await page.getByText('0:00 of 1:30').waitFor()

  await tab(page, 'Team').click()
  await page.getByRole('button', { name: 'Add people' }).click()
  await page.getByRole('dialog').getByRole('combobox', { name: 'People' }).fill('Zoë')
  await page.getByRole('option', { name: /Zoë/ }).click()
  await page.keyboard.press('Tab')
  await page.getByLabel('They may read secure notes').check({ force: true })
  await page.getByRole('button', { name: 'Add to the team' }).click()
  await page.getByRole('list', { name: 'Team of the project' }).getByText('Zoë Ashcroft').waitFor()

  await tab(page, 'Modules').click()
  await page.getByRole('switch', { name: 'Design is offered' }).click({ force: true })
  await page.getByText('Design is off').waitFor()

  await tab(page, 'Work types and rates').click()
  await page.getByText('A changed rate counts for all time that is on no invoice yet').waitFor()
  await page.getByRole('button', { name: 'More for Consulting' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByRole('dialog').getByLabel('Hourly rate').fill('133,50')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('row', { name: /Consulting.*133\.50/ }).waitFor()

  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Deactivate' }).click()
  await page.getByText('Inactive', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete the project' }).click()
  await page.getByRole('button', { name: 'Delete the project' }).click()
  await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor()
  const { json } = await app.server.request('/project/?name=Beer', administrator)
  assert.deepEqual((json as ProjectList).project ?? [], [])
})

longTest('a project with time cannot be deleted, and the reason of the server is shown', async () => {
  const page = await app.page()
  expectPageError(page, /status of 400/)
  await signIn(page, 'demo-administrator', `projects/${await projectNamed('Website relaunch')}`)
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete the project' }).click()
  await page.getByRole('button', { name: 'Delete the project' }).click()
  await page.getByRole('alert').getByText('time').waitFor()
})

longTest('a secure note is visible only to those who may read it', async () => {
  const id = await projectNamed('Kundenportal')
  const page = await app.page()
  await signIn(page, 'demo-administrator', `projects/${id}?tab=notes`)
  await page.getByRole('button', { name: 'New note' }).click()
  await page.getByLabel('Title').fill('Door code')
  await page.getByRole('textbox', { name: 'Note' }).fill('4711')
  await page.getByLabel('Keep it encrypted').check({ force: true })
  await page.getByRole('button', { name: 'Save' }).click()
  const note = page.getByRole('listitem').filter({ hasText: 'Door code' })
  await note.getByText('Secure').waitFor()
  // A reload removes the announcement of the save button, which axe would check too.
  await page.reload()
  await note.waitFor()
  assert.deepEqual(await axeViolations(page), [])
})

quickTest('filters are in the address, and a reload shows the same table', async () => {
  const page = await app.page()
  await signIn(page, 'demo-manager', 'projects')
  await page.getByRole('row', { name: /Website relaunch/ }).waitFor()
  await page.getByRole('searchbox', { name: 'Search projects' }).fill('éclair')
  await page.getByRole('row', { name: /Website relaunch/ }).waitFor({ state: 'detached' })
  await page.getByRole('columnheader', { name: 'Dates' }).getByRole('button').click()
  await page.waitForURL(/sort=datestart/)
  await waitUntilLoaded(page)
  const rows = await page.getByRole('row').allInnerTexts()
  assert.equal(rows.length, 3)
  await page.reload()
  await waitUntilLoaded(page)
  assert.deepEqual(await page.getByRole('row').allInnerTexts(), rows)
})

longTest('what a role may not see of a project is not shown', async () => {
  const id = await projectNamed('Website relaunch')
  const tabsByRole: Record<string, readonly string[]> = {}
  for (const who of ['demo-manager', 'demo-resource', 'demo-restricted', 'demo-executive'] as const) {
    const page = await app.page()
    await signIn(page, who, `projects/${id}`)
    await waitUntilLoaded(page)
    assert.equal(await page.getByRole('button', { name: 'Edit' }).count(), 0, `${who} may edit`)
    const seesBudget = (await page.getByText('Budget used').count()) > 0
    assert.equal(seesBudget, who === 'demo-manager', who)
    tabsByRole[who] = await tabNames(page)
  }
  const team = ['Overview', 'Tasks', 'Team', 'Modules']
  assert.deepEqual(tabsByRole, {
    'demo-manager': [...team, 'Work types and rates', 'Notes', 'Documents', 'Money'],
    'demo-resource': [...team, 'Work types', 'Notes', 'Documents'],
    'demo-restricted': [...team, 'Work types', 'Notes', 'Documents'],
    'demo-executive': ['Overview', 'Tasks', 'Documents', 'Money'],
  })
})

longTest('a client sees their own projects as cards, without costs', async () => {
  const page = await app.page('phone')
  await signIn(page, 'demo-executive', 'projects')
  await waitUntilLoaded(page)
  assert.equal(await page.getByRole('heading', { level: 2 }).count(), 2)
  await page.getByRole('link', { name: 'Website relaunch Süderhof' }).click()
  await tab(page, 'Money').click()
  await page.getByRole('table', { name: 'Expenses' }).waitFor()
  assert.equal(await page.getByRole('columnheader', { name: 'Cost' }).count(), 0)
  assert.equal(await scrollsSideways(page), false)
})

longTest('the remaining budget is drawn by week', async () => {
  const page = await app.page()
  await signIn(page, 'demo-manager', `projects/${await projectNamed('Website relaunch')}`)
  await page.getByRole('figure', { name: 'Left of the budget by week' }).locator('canvas').waitFor()
  await takeScreenshot(page, 'project')
})
