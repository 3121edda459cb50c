// What all lists share: a status is a badge with a tone and a text, and what stands beside or below a list instead of
// above it still works. all-screens.test.ts checks where their rows begin.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { longTest, quickTest } from '../../../server/test/fixture/suite-tests.ts'
import { axeViolations } from './axe-and-screenshots.ts'
import { chooseOption } from './roles/combo-box.ts'
import { navigateTo, openApp, signIn } from './test-app.ts'

const app = openApp()

/** Lists with the column of their status. */
const statusColumns: readonly (readonly [path: string, column: string])[] = [
  ['tasks?excludeclosed=f', 'Status'],
  ['milestones?state=all', 'Status'],
  ['requests?state=all', 'Status'],
  ['invoices', 'Status'],
  ['estimates', 'Status'],
  ['recurring', 'Status'],
  ['expenses', 'Billing'],
  ['approvals?tab=decided', 'Status'],
  ['people', 'Role'],
  ['people?tab=clients', 'Role'],
]

/** The cells of a column: their texts, and whether each is a badge. */
const statusCells = (page: Page, column: string): Promise<{ readonly text: string; readonly isBadge: boolean }[]> =>
  page.evaluate((name) => {
    const heads = [...document.querySelectorAll('main :is(th, [role=columnheader])')]
    const at = heads.findIndex(({ textContent }) => textContent?.trim() === name)
    const rows = [...document.querySelectorAll('main :is(tbody tr, [role=row]:not(:has([role=columnheader])))')]
    return rows
      .map((row) => row.querySelectorAll(':scope > :is(td, th, [role=gridcell], [role=cell])')[at])
      .filter((cell) => cell !== undefined)
      .map((cell) => ({
        text: cell.textContent?.trim() ?? '',
        isBadge: (cell.querySelector('[data-tone]')?.textContent ?? '').trim() !== '',
      }))
  }, column)

quickTest('the status of every record in a list is a badge with a text', async () => {
  const page = await app.page()
  await signIn(page, 'demo-administrator', 'profile')
  for (const [path, column] of statusColumns) {
    await navigateTo(page, `/app/${path}`)
    await page.getByRole('main').getByRole('columnheader', { name: column, exact: true }).waitFor()
    await page.locator('main [data-tone]').first().waitFor()
    const cells = await statusCells(page, column)
    assert.ok(cells.length > 0, `${path} has no rows`)
    assert.deepEqual(
      cells.filter(({ isBadge }) => !isBadge),
      [],
      path,
    )
  }
})

longTest('the tone of a task says whether it is begun or closed', async () => {
  const page = await app.page()
  await signIn(page, 'demo-administrator', 'tasks?excludeclosed=f')
  const tones: Readonly<Record<string, string>> = { Open: 'plain', 'In Progress': 'accent', Closed: 'good' }
  const badges = page.locator('main [data-tone]')
  for (const [status, tone] of Object.entries(tones)) {
    const badge = badges.getByText(status, { exact: true }).or(badges.filter({ hasText: new RegExp(`^${status}$`) }))
    assert.equal(await badge.first().getAttribute('data-tone'), tone, status)
  }
})

quickTest('approvals are filtered by person, also in the address', async () => {
  const page = await app.page()
  await signIn(page, 'demo-administrator', 'approvals')
  const rows = page.getByRole('table', { name: 'Pending' }).getByRole('row')
  await rows.nth(2).waitFor()
  await chooseOption(page.getByRole('combobox', { name: 'Person' }), 'Anaïs', 'Anaïs Dubois')
  await rows.nth(2).waitFor({ state: 'detached' })
  assert.match(await rows.nth(1).innerText(), /Anaïs Dubois/)
  assert.match(page.url(), /personid=\d+/)
  await page.getByRole('tab', { name: 'Reviewed' }).click()
  await page.waitForURL(/tab=decided/)
  assert.match(page.url(), /personid=\d+/)
  const decided = page
    .getByRole('table', { name: 'Reviewed' })
    .getByRole('row')
    .filter({ hasText: /Approved|Rejected/ })
  await decided.first().waitFor()
  for (const text of await decided.allInnerTexts()) assert.match(text, /Anaïs Dubois/)
  assert.deepEqual(await axeViolations(page), [])
})

for (const device of ['desktop', 'phone'] as const) {
  const run = device === 'desktop' ? quickTest : longTest
  run(`the figures of invoices are below the list, and on a phone above it (${device})`, async () => {
    const page = await app.page(device)
    await signIn(page, 'demo-administrator', 'invoices')
    const figures = page.getByRole('main').getByText('Unbilled time')
    await figures.waitFor()
    const table = page.getByRole('table', { name: 'Invoices' })
    await table.getByRole('link').first().waitFor()
    const [figure, list] = [await figures.boundingBox(), await table.boundingBox()]
    assert.ok(figure !== null && list !== null)
    if (device === 'phone') assert.ok(figure.y < list.y)
    else assert.ok(figure.y > list.y && figure.y < (page.viewportSize()?.height ?? 0), 'in view without scrolling')
    await page.getByRole('tab', { name: 'Aged receivables' }).click()
    await figures.waitFor()
  })
}

longTest('the sections of the settings are a column on a desktop, and arrow keys open them', async () => {
  const page = await app.page()
  await signIn(page, 'demo-administrator', 'settings')
  const sections = page.getByRole('tablist')
  assert.equal(await sections.getAttribute('aria-orientation'), 'vertical')
  await page.getByRole('tab', { name: 'Company' }).focus()
  await page.keyboard.press('ArrowDown')
  await page.waitForURL(/tab=taskstatus/)
  await page.getByRole('tabpanel', { name: 'Task statuses' }).waitFor()
  const phone = await app.page('phone')
  await signIn(phone, 'demo-administrator', 'settings')
  assert.equal(await phone.getByRole('tablist').getAttribute('aria-orientation'), 'horizontal')
})
