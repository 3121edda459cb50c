// Point 5, milestones: the timeline has the milestones that the API lists for the role, and a bar leads to its page. Administrators
// and Managers make one and complete it; the others are not offered that, and the server refuses it.
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

/** What those hear who do not see the picture: a row for each bar. */
const barsOf = async (page: Page): Promise<string[]> => {
  const rows = await timeline(page)
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
    .all()
  return Promise.all(rows.map(async (row) => (await row.getByRole('cell').nth(1).textContent()) ?? ''))
}

async function make(way: RoleRun, page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'New milestone' }).click()
  const form = page.getByRole('dialog', { name: 'New milestone' })
  await form.getByRole('textbox', { name: 'Title' }).fill(title)
  await chooseOption(form.getByRole('combobox', { name: 'Project' }), sharedProject)
  await form.getByRole('button', { name: 'New milestone' }).click()
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  const { project, ownerid } = await firstListed(way, `/milestone/?${searchQuery(title)}`)
  assert.deepEqual([project, ownerid], [sharedProject, await way.personId()])
}

async function complete(way: RoleRun, page: Page, title: string): Promise<void> {
  const { id } = await firstListed(way, `/milestone/?${searchQuery(title)}`)
  await navigateTo(page, `/app/milestones/${id}`)
  await page.getByRole('button', { name: 'Mark as complete' }).click()
  await page.getByRole('button', { name: 'Open it again' }).waitFor()
  assert.equal((await firstListed(way, `/milestone/?${searchQuery(title)}`)).complete, 't')
}

/** The server agrees with what the page does not offer. */
async function assertOnlyLooking(way: RoleRun, page: Page): Promise<void> {
  const { id, datedue } = await firstListed(way, `/milestone/?${searchQuery(futureMilestone)}`)
  assert.deepEqual(await offeredButtons(page, ['Mark as complete', 'Edit', 'New milestone']), [])
  await assertForbidden(way, 'PUT', `/milestone/${id}/`, { complete: 't' })
  const body = { projectid: await sharedProjectId(way), ownerid: await way.personId(), title: 'Mine', complete: 'f' }
  await assertForbidden(way, 'POST', '/milestone/', { ...body, datedue: String(datedue) })
}

export const milestones = forAllRoles(async (way) => {
  const title = way.uniqueName('A milestone')
  const writes = writers.includes(way.who)
  const page = await way.openPage('milestones')
  await page.getByRole('table', { name: 'Milestones' }).getByRole('link', { name: futureMilestone }).waitFor()
  assert.deepEqual(await offeredButtons(page, ['New milestone']), writes ? ['New milestone'] : [])
  if (writes) {
    await make(way, page, title)
    await navigateTo(page, '/app/milestones')
  }
  await page.getByRole('radio', { name: 'Timeline' }).click()
  await timeline(page).waitFor()
  const listed = sortedNames(await way.list('/milestone/?limit=0&complete=f'), 'title')
  assert.deepEqual((await barsOf(page)).toSorted(), listed)
  await timeline(page).locator('a text').filter({ hasText: futureMilestone }).click()
  await page.getByRole('heading', { level: 1, name: futureMilestone }).waitFor()
  if (writes) await complete(way, page, title)
  else await assertOnlyLooking(way, page)
})
