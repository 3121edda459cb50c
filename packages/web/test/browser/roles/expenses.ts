// Expenses: Administrators and Managers book and change one on their own project, and an Administrator deletes it. A
// client sees what is charged, never what it cost or who had it. Resources do not see expenses.
import assert from 'node:assert/strict'
import type { DemoLogin } from '../test-app.ts'
import { statusOf } from './api-checks.ts'
import { readRecord } from './api-records.ts'
import { chooseOption } from './combo-box.ts'
import { createOwnProject, formatMoney } from './own-project.ts'
import { assertNotAvailable, navigationLinks, type RoleTest, type RoleTests } from './role-test.ts'

/** The menu of an expense by role; the server refuses what is missing. */
const offered: Readonly<Partial<Record<DemoLogin, readonly string[]>>> = {
  'demo-administrator': ['Edit', 'Delete'],
  'demo-manager': ['Edit'],
}

const bookExpense: RoleTest = async (run) => {
  const { project } = await createOwnProject(run, 'Fair')
  const note = run.uniqueName('Taxi')
  const page = await run.openPage('expenses')
  await page.getByRole('button', { name: 'New expense' }).click()
  const dialog = page.getByRole('dialog')
  await chooseOption(dialog.getByRole('combobox', { name: 'Project' }), String(project.name), String(project.name))
  await dialog.getByLabel('Cost').fill('120.50')
  await dialog.getByLabel('Note').fill(note)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  const [booked] = await run.list(`/expense/?projectid=${project.id}`)
  assert.deepEqual(
    [booked?.note, booked?.expense, booked?.fee, booked?.personid],
    [note, '120.5', '120.5', await run.personId()],
  )

  const row = page.getByRole('row', { name: note })
  const menu = row.getByRole('button', { name: /^Actions/ })
  await menu.click()
  assert.deepEqual(await page.getByRole('menuitem').allInnerTexts(), offered[run.who])
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await dialog.getByLabel('Charged').fill('150')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await row.getByText(formatMoney('150')).waitFor()
  const changed = await readRecord(run, 'expense', booked?.id)
  assert.deepEqual([changed.expense, changed.fee], ['120.5', '150'])

  if (!offered[run.who]?.includes('Delete')) {
    assert.equal(await statusOf(run, 'DELETE', `/expense/${booked?.id}/`), 403)
    return
  }
  await menu.click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete expense' }).click()
  await row.waitFor({ state: 'detached' })
  assert.equal(await statusOf(run, 'GET', `/expense/${booked?.id}/`), 404)
}

const assertNoExpenses: RoleTest = async (run) => {
  const page = await run.openPage()
  assert.equal((await navigationLinks(page, run.device)).includes('Expenses'), false)
  await assertNotAvailable(page, 'expenses')
  assert.equal(await statusOf(run, 'GET', '/expense/'), 403)
  assert.equal(await statusOf(run, 'POST', '/expense/', {}), 403)
}

const assertChargedExpenses: RoleTest = async (run) => {
  const mine = await run.list('/expense/?limit=0')
  const page = await run.openPage('expenses')
  const table = page.getByRole('table', { name: 'Expenses' })
  for (const { note, fee } of mine) {
    await table
      .getByRole('row', { name: String(note) })
      .filter({ hasText: formatMoney(fee) })
      .first()
      .waitFor()
  }
  assert.equal(await table.locator('tbody').getByRole('row').count(), mine.length)
  const heads = await table.getByRole('columnheader').allInnerTexts()
  assert.deepEqual(
    heads.filter((head) => /Cost|Person|Receipt|Actions/.test(head)),
    [],
  )
  assert.equal(await page.getByRole('button', { name: 'New expense' }).count(), 0)
  const hidden = mine
    .flatMap((one) => Object.keys(one))
    .filter((field) => /^(expense|personid|person|paidby|markup|receiptfilename)$/.test(field))
  assert.deepEqual(hidden, [], 'the server sends costs to a client')
  assert.equal(await statusOf(run, 'POST', '/expense/', {}), 403)
  assert.equal(await statusOf(run, 'PUT', `/expense/${mine[0]?.id}/`, { fee: 1 }), 403)
}

export const expenses: RoleTests = {
  'demo-administrator': bookExpense,
  'demo-manager': bookExpense,
  'demo-resource': assertNoExpenses,
  'demo-restricted': assertNoExpenses,
  'demo-executive': assertChargedExpenses,
}
