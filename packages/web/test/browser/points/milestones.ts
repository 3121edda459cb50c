// Point 5, milestones: the timeline has the milestones that the API lists for the role, and a bar leads to its page. Administrators
// and Managers make one and complete it; the others are not offered that, and the server refuses it.
import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { type DemoLogin, goTo } from '../browsing.ts'
import {
  assertRefused,
  everyonesProject,
  foundBy,
  offeredOf,
  projectForEveryone,
  searched,
  sortedNames,
} from './asking.ts'
import { choose } from './choosing.ts'
import { forEveryone, type Way } from './point.ts'

const writers: readonly DemoLogin[] = ['demo-administrator', 'demo-manager']
/** It is in the project that everyone sees, and is still to come. */
const ahead = 'Go-live'

const timeline = (page: Page): Locator => page.getByRole('figure', { name: 'Milestones by project and month' })

/** What those hear who do not see the picture: a row for each bar. */
const barsOf = async (page: Page): Promise<string[]> => {
  const rows = await timeline(page)
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
    .all()
  return Promise.all(rows.map(async (row) => (await row.getByRole('cell').nth(1).textContent()) ?? ''))
}

async function make(way: Way, page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'New milestone' }).click()
  const form = page.getByRole('dialog', { name: 'New milestone' })
  await form.getByRole('textbox', { name: 'Title' }).fill(title)
  await choose(form.getByRole('combobox', { name: 'Project' }), everyonesProject)
  await form.getByRole('button', { name: 'New milestone' }).click()
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  const { project, ownerid } = await foundBy(way, `/milestone/?${searched(title)}`)
  assert.deepEqual([project, ownerid], [everyonesProject, await way.self()])
}

async function complete(way: Way, page: Page, title: string): Promise<void> {
  const { id } = await foundBy(way, `/milestone/?${searched(title)}`)
  await goTo(page, `/app/milestones/${id}`)
  await page.getByRole('button', { name: 'Mark as complete' }).click()
  await page.getByRole('button', { name: 'Open it again' }).waitFor()
  assert.equal((await foundBy(way, `/milestone/?${searched(title)}`)).complete, 't')
}

/** The server agrees with what the page does not offer. */
async function assertOnlyLooking(way: Way, page: Page): Promise<void> {
  const { id, datedue } = await foundBy(way, `/milestone/?${searched(ahead)}`)
  assert.deepEqual(await offeredOf(page, ['Mark as complete', 'Edit', 'New milestone']), [])
  await assertRefused(way, 'PUT', `/milestone/${id}/`, { complete: 't' })
  const body = { projectid: await projectForEveryone(way), ownerid: await way.self(), title: 'Mine', complete: 'f' }
  await assertRefused(way, 'POST', '/milestone/', { ...body, datedue: String(datedue) })
}

export const milestones = forEveryone(async (way) => {
  const title = way.named('A milestone')
  const writes = writers.includes(way.who)
  const page = await way.opened('milestones')
  await page.getByRole('table', { name: 'Milestones' }).getByRole('link', { name: ahead }).waitFor()
  assert.deepEqual(await offeredOf(page, ['New milestone']), writes ? ['New milestone'] : [])
  if (writes) {
    await make(way, page, title)
    await goTo(page, '/app/milestones')
  }
  await page.getByRole('radio', { name: 'Timeline' }).click()
  await timeline(page).waitFor()
  const listed = sortedNames(await way.listed('/milestone/?limit=0&complete=f'), 'title')
  assert.deepEqual((await barsOf(page)).toSorted(), listed)
  await timeline(page).locator('a text').filter({ hasText: ahead }).click()
  await page.getByRole('heading', { level: 1, name: ahead }).waitFor()
  if (writes) await complete(way, page, title)
  else await assertOnlyLooking(way, page)
})
