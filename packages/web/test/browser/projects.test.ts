// Projects: how an Administrator sets one up and archives it, its budget, and what the other roles see.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { longTest, quickTest } from '../../../server/test/fixture/suite-tests.ts'
import { axeViolations, axeViolationsNow, takeScreenshot } from './axe-and-screenshots.ts'
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

/** How far the content of the last cell of each row is from the right edge of the row, in pixels. */
const distancesFromEdge = (page: Page) =>
  page.getByRole('row').evaluateAll((rows) =>
    rows.slice(1).map((row) => {
      const range = document.createRange()
      range.selectNodeContents(row.lastElementChild ?? row)
      return row.getBoundingClientRect().right - range.getBoundingClientRect().right
    }),
  )

longTest('tables have figures of one width in number columns only, and their text keeps off the border', async () => {
  const page = await app.page()
  await signIn(page, 'demo-administrator', 'projects')
  const row = page.getByRole('row', { name: /Website relaunch/ })
  const figuresOf = (cell: RegExp) =>
    row
      .getByRole('cell', { name: cell })
      .first()
      .evaluate((one) => getComputedStyle(one).fontVariantNumeric)
  assert.equal(await figuresOf(/^Website relaunch/), 'normal')
  assert.equal(await figuresOf(/^\d+:\d\d$/), 'tabular-nums')
  await row.getByRole('meter').waitFor()
  for (const width of [1366, 1440]) {
    await page.setViewportSize({ width, height: 768 })
    for (const distance of await distancesFromEdge(page)) assert.ok(distance >= 8, `${distance} px at ${width}`)
  }
  await page.goto('/app/expenses')
  const project = page.getByRole('cell', { name: 'Website relaunch Süderhof' }).first()
  await project.waitFor()
  assert.equal(await project.evaluate((cell) => cell.scrollWidth > cell.clientWidth), false, 'the project is cut')
})

quickTest('an Administrator creates a project, adds to it and archives it', async () => {
  const page = await app.page()
  expectPageError(page, /status of 400/)
  await signIn(page, 'demo-administrator', 'projects')
  await page.getByRole('row', { name: /Website relaunch/ }).waitFor()
  await page.keyboard.press('n')
  const form = page.getByRole('dialog')
  await form.getByRole('button', { name: 'Create project' }).click()
  await form.getByText('must not be blank').waitFor()
  await form.getByLabel('Name').fill('Beer mats')
  await form.getByRole('combobox', { name: 'Client' }).fill('Brauerei')
  await page.getByRole('option', { name: 'Brauerei Süderhof' }).click()
  await form.getByRole('combobox', { name: 'Managers' }).fill('Eleanor')
  await page.getByRole('option', { name: /Eleanor/ }).click()
  await page.getByRole('listbox').waitFor({ state: 'detached' })
  await form.getByRole('combobox', { name: 'Managers' }).fill('François')
  await page.getByRole('option', { name: /François/ }).click()
  await page.getByRole('listbox').waitFor({ state: 'detached' })
  await form.getByLabel('Budget (hours)').fill('1:30')
  assert.deepEqual(await axeViolations(page), [])
  await form.getByRole('button', { name: 'Create project' }).click()
  await page.getByRole('heading', { level: 1, name: 'Beer mats' }).waitFor()
  await page.getByText('0:00 of 1:30').waitFor()
  await page.getByRole('region', { name: 'Hourly rates' }).getByText('Consulting').waitFor()

  await tab(page, 'Team').click()
  const team = page.getByRole('list', { name: 'Project team' })
  await team.getByRole('listitem').filter({ hasText: 'François' }).getByText('Project manager').waitFor()
  await team.getByRole('button', { name: /^Actions for François/ }).click()
  await page.getByRole('menuitem', { name: 'Remove from project' }).click()
  await page.getByText('is a manager of this project; remove them from its managers first').waitFor()
  await page.getByRole('button', { name: 'Add people' }).click()
  await page.getByRole('dialog').getByRole('combobox', { name: 'People' }).fill('Zoë')
  await page.getByRole('option', { name: /Zoë/ }).click()
  await page.keyboard.press('Tab')
  await page.getByLabel('Can read secure notes').check({ force: true })
  await page.getByRole('button', { name: 'Add to team' }).click()
  await team.getByText('Zoë Ashcroft').waitFor()

  await tab(page, 'Modules').click()
  await page.getByRole('switch', { name: 'Design is active' }).click({ force: true })
  await page.getByText('Design deactivated').waitFor()

  await tab(page, 'Overview').click()
  await page.getByRole('link', { name: 'Change rates' }).click()
  await page.getByText('Each time entry has the rate of its day').waitFor()
  await page.getByRole('button', { name: 'Actions for Consulting' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Hourly rate').fill('133,50')
  await dialog.getByRole('button', { name: /New rate applies/ }).click()
  await page.getByRole('option', { name: 'From a date' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Choose the first day of the new rate.').waitFor()
  assert.deepEqual(await axeViolationsNow(page, '[role=dialog]'), [])
  await takeScreenshot(page, 'rate-start')
  await dialog.getByRole('group', { name: 'First day' }).getByRole('spinbutton').first().click()
  await page.keyboard.type('01022026')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('row', { name: /Consulting.*133\.50/ }).waitFor()
  await addPersonRate(page)

  await page.getByRole('button', { name: 'Actions', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Deactivate' }).click()
  await page.getByText('Inactive', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Actions', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Delete project' }).click()
  await page.getByRole('button', { name: 'Delete project' }).click()
  await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor()
  const { json } = await app.server.request('/project/?name=Beer', administrator)
  assert.deepEqual((json as ProjectList).project ?? [], [])
})

/** The rates of a work type: the first one, the dated one, and one for a person, which is deleted again. */
async function addPersonRate(page: Page): Promise<void> {
  await page.getByRole('button', { name: /rates for Consulting/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('row', { name: /Everyone From the beginning/ }).waitFor()
  await dialog.getByRole('row', { name: /Everyone 1 Feb .*133\.50/ }).waitFor()
  await dialog.getByRole('button', { name: /Rate for/ }).click()
  await page.getByRole('option', { name: /Zoë Ashcroft/ }).click()
  await dialog.getByLabel('Hourly rate').fill('90')
  await dialog.getByRole('button', { name: 'Add rate' }).click()
  await dialog.getByRole('row', { name: /Zoë Ashcroft From the beginning .*90\.00/ }).waitFor()
  assert.deepEqual(await axeViolationsNow(page, '[role=dialog]'), [])
  await takeScreenshot(page, 'rates')
  await dialog.getByRole('button', { name: 'Delete rate: Zoë Ashcroft, From the beginning' }).click()
  await dialog.getByRole('row', { name: /Zoë Ashcroft/ }).waitFor({ state: 'detached' })
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  await dialog.waitFor({ state: 'detached' })
}

longTest('a project with time cannot be deleted, and the reason of the server is shown', async () => {
  const page = await app.page()
  expectPageError(page, /status of 400/)
  await signIn(page, 'demo-administrator', `projects/${await projectNamed('Website relaunch')}`)
  await page.getByRole('button', { name: 'Actions', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Delete project' }).click()
  await page.getByRole('button', { name: 'Delete project' }).click()
  await page.getByRole('alert').getByText('time').waitFor()
})

longTest('a secure note is visible only to those who may read it', async () => {
  const id = await projectNamed('Kundenportal')
  const page = await app.page()
  await signIn(page, 'demo-administrator', `projects/${id}?tab=notes`)
  await page.getByRole('button', { name: 'New note' }).click()
  await page.getByLabel('Title').fill('Door code')
  await page.getByRole('textbox', { name: 'Note' }).fill('4711')
  await page.getByLabel('Encrypt this note').check({ force: true })
  await page.getByRole('button', { name: 'Save' }).click()
  const note = page.getByRole('listitem').filter({ hasText: 'Door code' })
  await note.getByText('Secure').waitFor()
  // A reload removes the announcement of the save button, which axe would check too.
  await page.reload()
  await note.waitFor()
  assert.deepEqual(await axeViolations(page), [])
})

longTest('filters are in the address, and a reload shows the same table', async () => {
  const page = await app.page()
  await signIn(page, 'demo-manager', 'projects')
  await page.getByRole('row', { name: /Website relaunch/ }).waitFor()
  await page.getByRole('searchbox', { name: 'Search projects' }).fill('éclair')
  await page.getByRole('row', { name: /Website relaunch/ }).waitFor({ state: 'detached' })
  await page.getByRole('columnheader', { name: 'Dates' }).getByRole('button').click()
  await page.waitForURL(/sort=datestart/)
  // The address changes before the rows do.
  await page.getByRole('row').nth(1).filter({ hasText: 'click & collect' }).waitFor()
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
  const team = ['Overview', 'Tasks', 'Timeline', 'Team', 'Modules']
  assert.deepEqual(tabsByRole, {
    'demo-manager': [...team, 'Work types and rates', 'Notes', 'Documents', 'Money', 'History'],
    'demo-resource': [...team, 'Work types', 'Notes', 'Documents', 'History'],
    'demo-restricted': [...team, 'Work types', 'Notes', 'Documents', 'History'],
    'demo-executive': ['Overview', 'Tasks', 'Timeline', 'Documents', 'Money', 'History'],
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
  await page.getByRole('figure', { name: 'Remaining budget by week' }).locator('canvas').waitFor()
  await takeScreenshot(page, 'project')
})

for (const device of ['desktop', 'phone'] as const) {
  longTest(`an Administrator duplicates a project without its tasks; a Manager cannot (${device})`, async () => {
    const id = await projectNamed('Website relaunch')
    const page = await app.page(device)
    await signIn(page, 'demo-administrator', `projects/${id}`)
    await page.getByRole('button', { name: 'Actions', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Duplicate project' }).click()
    const dialog = page.getByRole('dialog', { name: /^Duplicate Website relaunch/ })
    await dialog.getByRole('textbox', { name: 'Name' }).fill(`Relaunch again on a ${device}`)
    await dialog.getByText('Modules', { exact: true }).click()
    await dialog.getByRole('checkbox', { name: 'Tasks with checklists', disabled: true }).waitFor()
    await dialog.getByText('Modules', { exact: true }).click()
    await dialog.getByRole('checkbox', { name: 'Tasks with checklists', disabled: false }).waitFor()
    await takeScreenshot(page, `duplicate-project-${device}`)
    assert.deepEqual(await axeViolations(page), [])
    await dialog.getByRole('button', { name: 'Duplicate project' }).click()
    await page.getByRole('heading', { level: 1, name: `Relaunch again on a ${device}` }).waitFor()
    const copyId = await projectNamed(`Relaunch again on a ${device}`)
    const count = async (path: string, projectid: string): Promise<unknown> =>
      (await app.server.request(`/${path}/?limit=1&projectid=${projectid}`, administrator)).json.listcount
    for (const path of ['milestone', 'projectmodule', 'projectworktype'])
      assert.equal(await count(path, copyId), await count(path, id), path)
    assert.equal(await count('task', copyId), 0)
    const manager = await app.page(device)
    await signIn(manager, 'demo-manager', `projects/${id}`)
    await manager.getByRole('heading', { level: 1 }).waitFor()
    assert.equal(await manager.getByRole('button', { name: 'Actions', exact: true }).count(), 0)
  })
}
