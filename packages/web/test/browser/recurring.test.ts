// Recurring invoices: a Manager creates one, adds lines, bills and skips periods that wait, and pauses it. Resources do
// not see them. The notification about waiting periods leads to the page.
import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { longTest, quickTest } from '../../../server/test/fixture/suite-tests.ts'
import { axeViolations, axeViolationsNow, takeScreenshot, waitUntilSettled } from './axe-and-screenshots.ts'
import { type DemoLogin, type Device, navigateTo, openApp, signIn } from './test-app.ts'

const app = openApp()

type Wire = Readonly<Record<string, string | null>>

async function listOf(resource: string, query: string, token: DemoLogin = 'demo-manager'): Promise<readonly Wire[]> {
  const { json } = await app.server.request(`/${resource}/?${query}`, { token })
  return json[resource] as unknown as readonly Wire[]
}

async function openAs(who: DemoLogin, path: string, device: Device = 'desktop'): Promise<Page> {
  const page = await app.page(device)
  await signIn(page, who, path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

async function choose(page: Page, form: Locator, field: string, option: string): Promise<void> {
  await form.getByRole('button', { name: field }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

const idIn = (page: Page): string => /\/recurring\/(\d+)/.exec(page.url())?.[1] ?? ''

/** Creates one from the list of invoices and returns its id. */
async function createRecurring(page: Page, title: string): Promise<string> {
  await page.getByRole('button', { name: 'Recurring invoices' }).click()
  await page.getByRole('heading', { level: 1, name: 'Recurring invoices' }).waitFor()
  await page.getByRole('button', { name: 'Create recurring invoice' }).click()
  const form = page.getByRole('dialog', { name: 'Create recurring invoice' })
  await form.getByRole('combobox', { name: 'Project' }).fill('Website relaunch')
  await page.getByRole('option', { name: /Website relaunch/ }).click()
  await form.getByRole('textbox', { name: 'Title' }).fill(title)
  await choose(page, form, 'Frequency', 'Quarterly')
  await choose(page, form, 'Billing', 'In advance')
  await form.getByText(/^The first invoice was due on /).waitFor()
  assert.equal(await form.getByRole('checkbox', { name: 'Bill the hours of the period' }).count(), 0)
  await choose(page, form, 'Billing', 'In arrears')
  await form.getByText(/^First invoice: /).waitFor()
  await form.getByRole('checkbox', { name: 'Bill the hours of the period' }).waitFor()
  // The project brings the addresses and the term.
  await form.getByRole('textbox', { name: 'Bill to' }).and(page.locator(':not(:empty)')).waitFor()
  assert.deepEqual(await axeViolationsNow(page), [])
  await form.getByRole('button', { name: 'Create recurring invoice' }).click()
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  return idIn(page)
}

async function addLine(page: Page, name: string, rate: string): Promise<void> {
  await page.getByRole('button', { name: 'Add line' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add line' })
  await dialog.getByRole('textbox', { name: 'Item' }).fill(name)
  await dialog.getByRole('textbox', { name: 'Quantity' }).fill('2')
  await dialog.getByRole('textbox', { name: 'Rate' }).fill(rate)
  await dialog.getByRole('button', { name: 'Add line' }).click()
  await dialog.waitFor({ state: 'detached' })
}

quickTest('a Manager creates a recurring invoice, adds lines, edits, pauses and deletes it', async () => {
  const page = await openAs('demo-manager', 'invoices')
  const id = await createRecurring(page, 'Support {period}')
  await page.getByText('Billed every quarter, in arrears, on day 1 of the month after the period.').waitFor()
  await page.getByText('No period is due yet.').waitFor()
  await addLine(page, 'Support desk', '49.50')
  const lines = page.getByRole('table', { name: 'Lines' })
  await lines.getByRole('row', { name: /Support desk/ }).waitFor()
  const [line] = await listOf('recurringinvoiceitem', `recurringinvoiceid=${id}`)
  assert.deepEqual([line?.name, line?.quantity, line?.rate, line?.amount], ['Support desk', '2', '49.5', '99'])
  await lines.getByRole('button', { name: 'Actions for Support desk' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit line' })
  await edit.getByRole('textbox', { name: 'Rate' }).fill('')
  await edit.getByRole('textbox', { name: 'Amount' }).fill('120')
  await edit.getByRole('button', { name: 'Save' }).click()
  await lines.getByRole('row', { name: /Support desk.*120/ }).waitFor()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Edit recurring invoice' })
  await form.getByRole('textbox', { name: 'Day of the month' }).fill('31')
  await choose(page, form, 'When due', 'Issue and send')
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByText(/on the last day of the month after the period\./).waitFor()
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  await page.getByText(/It is paused, so no invoices are created\.$/).waitFor()
  const [stored] = await listOf('recurringinvoice', 'active=f')
  assert.deepEqual([stored?.id, stored?.day, stored?.delivery, stored?.fixedamount], [id, '31', 'send', '120'])
  await page.getByRole('button', { name: 'Resume', exact: true }).click()
  await page.getByRole('button', { name: 'Pause', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Actions', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Delete recurring invoice' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete recurring invoice' }).click()
  await page.waitForURL(/\/app\/recurring$/)
  await page.getByRole('link', { name: 'Wartung {period}' }).waitFor()
  await page.getByRole('link', { name: 'Support {period}' }).waitFor({ state: 'detached' })
})

longTest('a Manager bills one waiting period and skips the other', async () => {
  const page = await openAs('demo-manager', 'recurring')
  const row = page.getByRole('row', { name: /Wartung/ })
  await row.getByText('2 waiting').waitFor()
  await row.getByRole('link').click()
  await page.getByText('2 periods have no invoice yet. Bill or skip each of them.').waitFor()
  const id = idIn(page)
  const periods = page.getByRole('table', { name: 'Periods' })
  await periods
    .getByRole('button', { name: /^Bill / })
    .last()
    .click()
  await page.getByText('Draft created').waitFor()
  await page.getByText('1 period has no invoice yet. Bill it or skip it.').waitFor()
  await periods.getByRole('button', { name: /^Skip / }).click()
  const question = page.getByRole('dialog', { name: /^Skip .*\?$/ })
  await question.waitFor()
  assert.deepEqual(await axeViolationsNow(page, '[role=dialog]'), [])
  await question.getByRole('button', { name: 'Skip period' }).click()
  await periods.getByText('Skipped', { exact: true }).waitFor()
  assert.equal(await periods.getByRole('button').count(), 0)
  const states = await listOf('recurringperiod', `recurringinvoiceid=${id}&sortfield=period`)
  assert.deepEqual(
    states.map(({ state }) => state),
    ['created', 'skipped'],
  )
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Edit recurring invoice' })
  await form.getByText(/can't be changed after the first period\.$/).waitFor()
  assert.equal(await form.getByRole('button', { name: 'Frequency' }).count(), 0)
  await form.getByRole('button', { name: 'Cancel' }).click()
  const number = states[0]?.number ?? ''
  await periods.getByRole('link', { name: number }).click()
  await page.getByRole('heading', { level: 1, name: new RegExp(`^${number} Wartung`) }).waitFor()
})

longTest('the palette finds recurring invoices for a Manager; a Resource does not see them', async () => {
  const page = await openAs('demo-manager', '')
  await page.keyboard.press('Control+k')
  await page.getByRole('searchbox').fill('Recurring')
  await page.getByRole('menuitem', { name: 'Recurring invoices' }).click()
  await page.getByRole('heading', { level: 1, name: 'Recurring invoices' }).waitFor()
  const [recurring] = await listOf('recurringinvoice', 'limit=1')
  const other = await openAs('demo-resource', `recurring/${recurring?.id}`)
  for (const path of [`recurring/${recurring?.id}`, 'recurring']) {
    await other.goto(`/app/${path}`)
    await other.getByText("Not found, or you don't have access.").waitFor()
  }
  await other.keyboard.press('Control+k')
  await other.getByRole('searchbox').fill('Recurring')
  await other.getByText('No results').waitFor()
})

/** The server tells Administrators in the morning; here the list of notifications gets one as the server writes it. */
longTest('the notification about waiting periods leads to the page', async () => {
  const [recurring] = await listOf('recurringinvoice', 'limit=1')
  const waiting = { kind: 'recurringwaiting', resource: 'recurringinvoice', title: recurring?.title, read: 'f' }
  const notification = { ...waiting, id: '1', recordid: recurring?.id, parentid: null, date: '2026-05-14 10:00:00' }
  const page = await openAs('demo-administrator', 'profile')
  await page.route(/\/app\/api\/notification\/\?/, async (route) => {
    const response = await route.fetch()
    const json = { ...(await response.json()), listcount: '1', notification: [notification] }
    await route.fulfill({ response, json })
  })
  await navigateTo(page, '/app/notifications')
  const link = page.getByRole('main').getByRole('link', { name: String(recurring?.title) })
  await page.getByText('Recurring invoice waits for you').waitFor()
  assert.equal(await link.getAttribute('href'), `/app/recurring/${recurring?.id}`)
})

async function lookAt(page: Page, name: string): Promise<void> {
  await waitUntilSettled(page)
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  assert.ok(width <= (page.viewportSize()?.width ?? 0), `${name} scrolls sideways`)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await takeScreenshot(page, name)
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

async function lookAtScreens(device: Device): Promise<void> {
  const page = await openAs('demo-manager', 'recurring', device)
  await page.getByRole('link', { name: 'Wartung {period}' }).waitFor()
  await lookAt(page, 'recurring-list')
  await page.getByRole('link', { name: 'Wartung {period}' }).click()
  await page.getByRole('heading', { level: 1, name: 'Wartung {period}' }).waitFor()
  const periods = page.getByRole('table', { name: 'Periods' })
  await periods.waitFor()
  assert.deepEqual(await axeViolations(page), [])
  await lookAt(page, 'recurring-page')
  await periods.evaluate((table) => table.scrollIntoView({ block: 'center' }))
  await lookAt(page, 'recurring-periods')
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByRole('dialog', { name: 'Edit recurring invoice' }).waitFor()
  await lookAt(page, 'recurring-form')
}

longTest('on a desktop the list, the page and the form fit', () => lookAtScreens('desktop'))
longTest('on a phone the list, the page and the form fit', () => lookAtScreens('phone'))
