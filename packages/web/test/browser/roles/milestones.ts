// Milestones: the timeline has the milestones that the API lists for the role, and a bar opens its page. Administrators
// and Managers create and complete one; the others are not offered that, and the server refuses it.
import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { type DemoLogin, navigateTo } from '../test-app.ts'
import {
  assertForbidden,
  firstListed,
  offeredButtons,
  searchQuery,
  sharedProject,
  sharedProjectId,
  sortedNames,
} from './api-checks.ts'
import { chooseOption } from './combo-box.ts'
import { forAllRoles, type RoleRun } from './role-test.ts'

const writers: readonly DemoLogin[] = ['demo-administrator', 'demo-manager']
/** It is in the project that everyone sees, and is still to come. */
const futureMilestone = 'Go-live'

const timeline = (page: Page): Locator => page.getByRole('figure', { name: 'Milestones by project and month' })

/** The table for screen readers, with a row for each bar. */
const barsOf = async (page: Page): Promise<string[]> => {
  const rows = await timeline(page)
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
    .all()
  return Promise.all(rows.map(async (row) => (await row.getByRole('cell').nth(1).textContent()) ?? ''))
}

async function make(run: RoleRun, page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'New milestone' }).click()
  const form = page.getByRole('dialog', { name: 'New milestone' })
  await form.getByRole('textbox', { name: 'Title' }).fill(title)
  await chooseOption(form.getByRole('combobox', { name: 'Project' }), sharedProject)
  await form.getByRole('button', { name: 'New milestone' }).click()
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  const { project, ownerid } = await firstListed(run, `/milestone/?${searchQuery(title)}`)
  assert.deepEqual([project, ownerid], [sharedProject, await run.personId()])
}

async function complete(run: RoleRun, page: Page, title: string): Promise<void> {
  const { id } = await firstListed(run, `/milestone/?${searchQuery(title)}`)
  await navigateTo(page, `/app/milestones/${id}`)
  await page.getByRole('button', { name: 'Mark as complete' }).click()
  await page.getByRole('button', { name: 'Reopen' }).waitFor()
  assert.equal((await firstListed(run, `/milestone/?${searchQuery(title)}`)).complete, 't')
}

/** What the page does not offer, the server refuses. */
async function assertOnlyLooking(run: RoleRun, page: Page): Promise<void> {
  const { id, datedue } = await firstListed(run, `/milestone/?${searchQuery(futureMilestone)}`)
  assert.deepEqual(await offeredButtons(page, ['Mark as complete', 'Edit', 'New milestone']), [])
  await assertForbidden(run, 'PUT', `/milestone/${id}/`, { complete: 't' })
  const body = { projectid: await sharedProjectId(run), ownerid: await run.personId(), title: 'Mine', complete: 'f' }
  await assertForbidden(run, 'POST', '/milestone/', { ...body, datedue: String(datedue) })
}

export const milestones = forAllRoles(async (run) => {
  const title = run.uniqueName('A milestone')
  const writes = writers.includes(run.who)
  const page = await run.openPage('milestones')
  await page.getByRole('table', { name: 'Milestones' }).getByRole('link', { name: futureMilestone }).waitFor()
  assert.deepEqual(await offeredButtons(page, ['New milestone']), writes ? ['New milestone'] : [])
  if (writes) {
    await make(run, page, title)
    await navigateTo(page, '/app/milestones')
  }
  await page.getByRole('radio', { name: 'Timeline' }).click()
  await timeline(page).waitFor()
  const listed = sortedNames(await run.list('/milestone/?limit=0&complete=f'), 'title')
  assert.deepEqual((await barsOf(page)).toSorted(), listed)
  await timeline(page).locator('a text').filter({ hasText: futureMilestone }).click()
  await page.getByRole('heading', { level: 1, name: futureMilestone }).waitFor()
  if (writes) await complete(run, page, title)
  else await assertOnlyLooking(run, page)
})
