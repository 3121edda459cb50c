// Tasks: each role filters the list to what the API lists for it, opens a task and comments on it. The team creates the
// task first and changes its status; a client is offered neither. Milestones have their own file.
import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { type DemoLogin, type Device, expectPageError, navigateTo } from '../test-app.ts'
import {
  assertForbidden,
  firstListed,
  offeredButtons,
  searchQuery,
  sharedProject,
  sharedProjectId,
  statusOf,
} from './api-checks.ts'
import { chooseOption } from './combo-box.ts'
import { assertNotAvailable, forTeamAndClient, type RoleRun, type Wire } from './role-test.ts'

/** The roles that may delete a task and choose its owner. A Resource owns the tasks that they add. */
const leads: readonly DemoLogin[] = ['demo-administrator', 'demo-manager']

const links = (page: Page): Locator => page.getByRole('table', { name: 'Tasks' }).getByRole('link')

/**
 * By the filter above the list; a phone has all filters behind one button. The table has a button of the same name, and
 * it is there before the filters.
 */
async function narrowToProject(page: Page, device: Device): Promise<void> {
  if (device === 'desktop') {
    await page.locator('[data-filter-bar]').getByRole('button', { name: 'Project', exact: true }).click()
    await page.getByRole('option', { name: sharedProject }).click()
    await page.keyboard.press('Escape')
    return
  }
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  const panel = page.getByRole('dialog', { name: 'All filters' })
  await chooseOption(panel.getByRole('combobox', { name: 'Project', exact: true }), sharedProject)
  await page.getByRole('listbox').waitFor({ state: 'detached' })
  await panel.getByRole('button', { name: 'Show tasks' }).click()
  await panel.waitFor({ state: 'detached' })
}

/** The list has exactly the tasks that the API lists for the role. */
async function assertListed(page: Page, tasks: readonly Wire[]): Promise<void> {
  await page.getByText(`${tasks.length} task${tasks.length === 1 ? '' : 's'}`, { exact: true }).waitFor()
  await links(page).first().waitFor()
  const titles = new Set(tasks.map(({ title }) => title))
  const strange = (await links(page).allInnerTexts()).filter((title) => !titles.has(title))
  assert.deepEqual(strange, [])
}

/** Filters the list by project and title, and opens the task that is left. */
async function findTask(run: RoleRun, page: Page, title: string): Promise<void> {
  const query = `/task/?limit=0&excludeclosed=t&projectid=${await sharedProjectId(run)}`
  await narrowToProject(page, run.device)
  await assertListed(page, await run.list(query))
  await page.getByRole('searchbox', { name: 'Search tasks' }).fill(title)
  await page.waitForURL(/search=/)
  await assertListed(page, await run.list(`${query}&${searchQuery(title)}`))
  await links(page).filter({ hasText: title }).click()
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
}

/** By key on a desktop, by button on a phone. */
async function makeTask(page: Page, device: Device, title: string): Promise<void> {
  if (device === 'desktop') await page.keyboard.press('c')
  else await page.getByRole('button', { name: 'New task' }).first().click()
  const form = page.getByRole('dialog', { name: 'New task' })
  await form.getByLabel(/What needs to be done/).fill(title)
  await chooseOption(form.getByRole('combobox', { name: /^Project/ }), sharedProject)
  await form.getByRole('button', { name: 'Create task', exact: true }).click()
  await form.waitFor({ state: 'detached' })
}

/** Writes a comment and verifies it and its visibility through the API. */
async function comment(run: RoleRun, page: Page, taskid: string, forClient: 't' | 'f'): Promise<void> {
  const text = run.uniqueName('A comment')
  await page.getByRole('textbox', { name: 'Comment', exact: true }).click()
  await page.keyboard.type(text)
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await page.getByRole('listitem').filter({ hasText: text }).waitFor()
  const notes = await run.list(`/tasknote/?limit=0&taskid=${taskid}`, 'demo-administrator')
  const note = notes.find((one) => one.note?.includes(text))
  assert.deepEqual([note?.public, note?.authorid], [forClient, await run.personId()])
}

async function changeStatus(page: Page, device: Device): Promise<void> {
  if (device === 'desktop') await page.keyboard.press('s')
  else await page.getByRole('button', { name: /^Status: / }).click()
  await page.getByRole('option', { name: 'Staged' }).click()
  await page.getByRole('button', { name: 'Status: Staged' }).waitFor()
}

/**
 * Administrators and Managers delete the task; the others cannot delete it or change its owner, and the server refuses
 * both.
 */
async function deleteTask(run: RoleRun, page: Page, id: string): Promise<void> {
  await page.getByRole('button', { name: 'Actions' }).first().click()
  const entry = page.getByRole('menuitem', { name: 'Delete task' })
  await page.getByRole('menuitem', { name: 'Copy link' }).waitFor()
  if (leads.includes(run.who)) {
    await entry.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete task' }).click()
    await page.waitForURL(/\/app\/tasks($|\?)/)
    assert.equal(await statusOf(run, 'GET', `/task/${id}/`), 404)
    return
  }
  assert.equal(await entry.count(), 0)
  await page.keyboard.press('Escape')
  await assertForbidden(run, 'DELETE', `/task/${id}/`)
  assert.equal(await page.getByRole('button', { name: /^Owners: / }).count(), 0)
  const [manager] = await run.list('/me/', 'demo-manager')
  await assertForbidden(run, 'PUT', `/task/${id}/`, { ownerid: String(manager?.id) })
}

/**
 * A task that only the Administrator sees is not found by its page or by the API. For a restricted Resource it is a
 * task of their own project.
 */
async function assertHidden(run: RoleRun, page: Page): Promise<void> {
  const query = `/task/?limit=0${run.who === 'demo-restricted' ? `&projectid=${await sharedProjectId(run)}` : ''}`
  const visible = new Set((await run.list(query)).map(({ id }) => id))
  const hidden = (await run.list(query, 'demo-administrator')).find(({ id }) => !visible.has(id ?? ''))
  if (run.who === 'demo-administrator') return assert.equal(hidden, undefined)
  assert.ok(hidden)
  expectPageError(page, /status of 404/)
  await assertNotAvailable(page, `tasks/${hidden.id}`)
  assert.equal(await statusOf(run, 'GET', `/task/${hidden.id}/`), 404)
}

async function asTeam(run: RoleRun): Promise<void> {
  const title = run.uniqueName('A task')
  const page = await run.openPage('tasks')
  await links(page).first().waitFor()
  await makeTask(page, run.device, title)
  await findTask(run, page, title)
  const { id, owners, status } = await firstListed(run, `/task/?${searchQuery(title)}`)
  const [me] = await run.list('/me/')
  assert.deepEqual([owners, status], [`${me?.firstname} ${me?.lastname}`.trim(), 'Open'])
  await comment(run, page, String(id), 'f')
  await changeStatus(page, run.device)
  assert.equal((await firstListed(run, `/task/?${searchQuery(title)}`)).status, 'Staged')
  await deleteTask(run, page, String(id))
  await assertHidden(run, page)
}

async function asClient(run: RoleRun): Promise<void> {
  const project = await sharedProjectId(run)
  const task = await firstListed(run, `/task/?limit=1&excludeclosed=t&projectid=${project}`)
  const { id, title } = task
  const page = await run.openPage('tasks')
  await links(page).first().waitFor()
  if (run.device === 'desktop') await page.keyboard.press('c')
  await findTask(run, page, String(title))
  assert.equal(await page.getByRole('dialog').count(), 0)
  await comment(run, page, String(id), 't')
  assert.deepEqual(await offeredButtons(page, ['New task', 'Edit title', 'Log time', 'Choose files']), [])
  assert.equal(await page.getByRole('button', { name: /^(?:Status|Due|Priority): / }).count(), 0)
  assert.deepEqual(
    Object.keys(task).filter((field) => /owner|assignee|follower/.test(field)),
    [],
  )
  await assertForbidden(run, 'PUT', `/task/${id}/`, { title: 'Mine now' })
  await assertForbidden(run, 'POST', '/task/', { projectid: project, title: 'Mine' })
  await assertHidden(run, page)
  await navigateTo(page, '/app/tasks?view=board')
  await page.getByRole('row').first().waitFor()
  assert.equal(await page.getByRole('button', { name: /^(?:Move|Status of) / }).count(), 0)
}

export const tasks = forTeamAndClient(asTeam, asClient)
