// Milestones: the list, one milestone with its tasks and comments, and what each role may do.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { longTest, quickTest } from '../../../server/test/fixture/suite-tests.ts'
import { type DemoLogin, openApp, signIn } from './test-app.ts'

const app = openApp()

async function openAs(who: DemoLogin, path: string): Promise<Page> {
  const page = await app.page()
  await signIn(page, who, path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

quickTest('a Manager creates a milestone, completes, reopens, edits, comments on and deletes it', async () => {
  const page = await openAs('demo-manager', 'milestones')
  await page.getByRole('button', { name: 'New milestone' }).click()
  const form = page.getByRole('dialog', { name: 'New milestone' })
  await form.getByRole('textbox', { name: 'Title' }).fill('Everything printed')
  await form.getByRole('combobox', { name: 'Project' }).fill('Website relaunch')
  await page.getByRole('option', { name: /Website relaunch/ }).click()
  await form.getByRole('button', { name: 'New milestone' }).click()
  await page.getByRole('heading', { level: 1, name: 'Everything printed' }).waitFor()
  await page.getByText('No tasks in this milestone yet.').waitFor()
  await page.getByRole('button', { name: 'Mark as complete' }).click()
  await page.getByRole('button', { name: 'Reopen' }).click()
  await page.getByRole('button', { name: 'Mark as complete' }).waitFor()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const edit = page.getByRole('dialog', { name: 'Edit milestone' })
  await edit.getByRole('textbox', { name: 'Title' }).fill('Everything printed and packed')
  await edit.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { level: 1, name: 'Everything printed and packed' }).waitFor()
  await page.getByRole('textbox', { name: 'Comment' }).click()
  await page.keyboard.type('The printer has confirmed')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await page.getByRole('listitem').filter({ hasText: 'The printer has confirmed' }).waitFor()
  await page.getByRole('button', { name: 'Actions' }).first().click()
  await page.getByRole('menuitem', { name: 'Delete milestone' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete milestone' }).click()
  await page.waitForURL(/\/app\/milestones$/)
  await page.getByRole('link', { name: 'Go-live' }).waitFor()
  await page.getByRole('link', { name: /Everything printed/ }).waitFor({ state: 'detached' })
})

longTest('the filters of the list are in the address, and clients and Resources cannot change milestones', async () => {
  const page = await openAs('demo-executive', 'milestones?state=all&search=Go')
  await page.getByRole('link', { name: 'Go-live' }).waitFor()
  assert.equal(await page.getByRole('link', { name: 'Beta for the brewery' }).count(), 0)
  assert.equal(await page.getByRole('button', { name: 'New milestone' }).count(), 0)
  assert.equal(await page.getByRole('columnheader', { name: 'Owners' }).count(), 0)
  await page.getByRole('link', { name: 'Go-live' }).click()
  await page.getByRole('heading', { level: 1, name: 'Go-live' }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Mark as complete' }).count(), 0)
  const other = await openAs('demo-resource', 'milestones?state=all')
  await other.getByRole('table', { name: 'Milestones' }).getByRole('link').first().waitFor()
  assert.equal(await other.getByRole('button', { name: 'New milestone' }).count(), 0)
})
