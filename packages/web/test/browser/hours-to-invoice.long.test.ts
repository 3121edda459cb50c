// The main workflow from the sign-in screen on: a week is logged, submitted, approved and invoiced, and its PDF is
// opened.
import { test } from 'node:test'
import { openApp } from './test-app.ts'

const app = openApp()

test('an Administrator logs a week, approves it, invoices it and opens the PDF, using only the screens', async () => {
  const page = await app.page()
  await page.goto('/')
  await page.getByRole('button', { name: /Administrator/ }).click()
  await page.getByRole('link', { name: 'Timesheet' }).first().click()
  await page.getByRole('button', { name: 'Next week' }).click()

  await page.getByRole('button', { name: 'Add row' }).click()
  const adding = page.getByRole('dialog')
  await adding.getByRole('combobox', { name: 'Task' }).fill('basket')
  await page
    .getByRole('option', { name: /basket/ })
    .first()
    .click()
  await adding.getByRole('button', { name: /^(?!.*Choose).*Work type/ }).waitFor()
  await adding.getByText(/^Hourly rate: .*\d/).waitFor()
  await adding.getByRole('button', { name: 'Add row' }).click()
  const grid = page.getByRole('table', { name: 'Hours by day' })
  await grid.getByRole('textbox').first().focus()
  for (const typed of ['7:30', '450m', '7.5', '7,5', '7h 30m']) {
    await page.keyboard.type(typed)
    await page.keyboard.press('Tab')
  }
  await grid
    .getByRole('row', { name: /^Total/ })
    .getByText('37:30', { exact: true })
    .waitFor()
  await page.getByRole('button', { name: 'Submit week' }).click()
  await page.getByText('Waiting for approval', { exact: false }).waitFor()

  await page.getByRole('link', { name: 'Approvals' }).first().click()
  const week = page.getByRole('row', { name: /Johanna.*37:30/ })
  await week.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Approve' }).first().click()
  await page.getByText('1 week approved').waitFor()

  await page.getByRole('link', { name: 'Invoices' }).first().click()
  await page.getByRole('button', { name: 'New invoice' }).click()
  await page.getByRole('button', { name: /Süderhof ordering app/ }).click()
  await page.getByRole('heading', { name: 'Choose hours' }).waitFor()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Title').fill('Our first week')
  await page.getByRole('button', { name: 'Create draft' }).click()
  await page.getByRole('heading', { name: /Our first week/ }).waitFor()
  await page.getByRole('tab', { name: 'PDF' }).click()
  const paper = page.getByRole('region', { name: /as PDF/ })
  await paper.locator('canvas').first().waitFor()
  await paper
    .getByText(/Our first week/)
    .first()
    .waitFor({ state: 'attached' })
})
