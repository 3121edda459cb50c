// The lines of a draft in the browser: how hours are grouped, in the wizard and in the draft;
// and a copy of the invoice.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { longTest } from '../../../server/test/fixture/suite-tests.ts'
import { checkPage } from './axe-and-screenshots.ts'
import { type Device, openApp, signIn } from './test-app.ts'

const app = openApp('sqlite')
const token = 'demo-manager'

type Row = Readonly<Record<string, string>>

const read = async (path: string, resource: string): Promise<Row[]> =>
  (await app.server.request(path, { token })).json[resource] as unknown as Row[]

const linesOf = (id: string): Promise<Row[]> => read(`/invoiceitem/?invoiceid=${id}&limit=0`, 'invoiceitem')

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`${label}$`) }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** A draft of the unbilled hours of a project, grouped by day in the wizard. Returns its id. */
async function newDraft(page: Page, name: string): Promise<string> {
  const project = (await read('/unbilled/', 'unbilled')).find(({ entries }) => entries !== '0')
  await page.goto(`/app/invoices/new?projectid=${project?.projectid}&datebegin=2020-01-01&dateend=2030-01-01`)
  await page.getByRole('heading', { name: 'Choose hours' }).waitFor()
  await choose(page, 'Group hours by', 'Day')
  await page
    .getByRole('button', { name: /\d{4} \(.*entr/ })
    .first()
    .waitFor()
  await checkPage(page, `${name}-wizard`)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Title').fill('Lines by day')
  await page.getByRole('button', { name: 'Create draft' }).click()
  await page.getByRole('heading', { name: /Lines by day/ }).waitFor()
  const id = /invoices\/(\d+)/.exec(page.url())?.[1] ?? ''
  const lines = await linesOf(id)
  assert.ok(lines.length > 1 && lines.every((line) => / \d{4} \(.+\)$/.test(line.name ?? '')), JSON.stringify(lines))
  return id
}

async function groupLines(device: Device, name: string): Promise<void> {
  const page = await app.page(device)
  await signIn(page, token)
  const id = await newDraft(page, name)
  // The announcement of the toast still names an element of the page before.
  await page.reload()
  await choose(page, 'Group hours by', 'Task')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved', { exact: true }).first().waitFor()
  assert.ok((await linesOf(id)).every((line) => !/ \d{4} \(.+\)$/.test(line.name ?? '')))
  await page.reload()
  await page.getByRole('button', { name: /Task.*Group hours by/ }).waitFor()
  await checkPage(page, `${name}-draft`)
  await page.getByRole('button', { name: 'Actions', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Duplicate invoice' }).click()
  await page.waitForURL((url) => /invoices\/\d+$/.test(url.pathname) && !url.pathname.endsWith(`/${id}`))
  await page.getByText('Draft created with the same texts and lines. Hours are not copied.').first().waitFor()
  const copyid = /invoices\/(\d+)/.exec(page.url())?.[1] ?? ''
  assert.deepEqual(await linesOf(copyid), [], 'hours are not copied')
  await page.reload()
  await page.getByText('Draft', { exact: true }).waitFor()
  await checkPage(page, `${name}-copy`)
}

longTest('a Manager groups the hours of an invoice by day and by task', () => groupLines('desktop', 'invoice-lines'))
longTest('a Manager groups the hours of an invoice on a phone', () => groupLines('phone', 'invoice-lines-phone'))
