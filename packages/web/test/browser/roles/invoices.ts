// Invoices: Administrators and Managers bill their own hours in three steps, issue the invoice and record two payments.
// A client reads the invoices of their projects. Resources do not see invoices. The sums are those of the server at
// every step.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { expectPageError, navigateTo } from '../test-app.ts'
import { statusOf } from './api-checks.ts'
import { readRecord } from './api-records.ts'
import { createOwnProject, formatMoney, logHours, type OwnProject } from './own-project.ts'
import {
  assertNotAvailable,
  navigationLinks,
  type RoleRun,
  type RoleTest,
  type RoleTests,
  type Wire,
} from './role-test.ts'

const invoiceLinks = ['Invoices', 'Payments']

const figureOf = (page: Page, term: string) =>
  page
    .locator('dt', { hasText: new RegExp(`^${term}`) })
    .locator('xpath=following-sibling::dd[1]')
    .first()

const invoiceOf = (run: RoleRun, page: Page): Promise<Wire> =>
  readRecord(run, 'invoice', /\/invoices\/(\d+)/.exec(page.url())?.[1])

const receivableOf = async (run: RoleRun, { client }: OwnProject): Promise<Wire | undefined> =>
  (await run.list('/receivables/')).find(({ clientid }) => clientid === client.id)

/** From the list of invoices to a draft of this project's hours, in the wizard's three steps. */
async function draftOfHours(run: RoleRun, page: Page, { project }: OwnProject): Promise<Wire> {
  const [unbilled] = await run.list(`/unbilled/?projectid=${project.id}`)
  assert.equal(unbilled?.entries, '1')
  await page.getByRole('button', { name: 'New invoice' }).click()
  await page.getByRole('button', { name: String(project.name) }).click()
  await page.getByRole('heading', { name: 'Choose hours' }).waitFor()
  const line = page.getByRole('button', { name: /1 entry/ })
  await line.getByText(formatMoney(unbilled.amount), { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Title').fill(run.uniqueName('Bill'))
  await page.getByLabel('Tax (%)', { exact: true }).fill('19')
  await figureOf(page, 'Total')
    .getByText(formatMoney(Number(unbilled.amount) * 1.19))
    .waitFor()
  await page.getByRole('button', { name: 'Create draft' }).click()
  await page.getByRole('heading', { level: 1, name: run.uniqueName('Bill') }).waitFor()
  const draft = await invoiceOf(run, page)
  assert.deepEqual([draft.subtotal, draft.dateissued, draft.draft], [unbilled.amount, null, 't'])
  return draft
}

/** The total is updated while typing, and after saving it is the total of the server. */
async function addLine(run: RoleRun, page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add line' }).click()
  await page.keyboard.type('Fonts')
  const added = page.getByRole('listitem', { name: /^Line/ }).last()
  await added.getByLabel('Quantity').fill('3')
  await added.getByLabel('Rate').fill('33.335')
  // Three times 33.335 is 100.005, which is rounded away from zero.
  await added.getByText(formatMoney('100.01')).waitFor()
  const live = await figureOf(page, 'Total').innerText()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Unsaved changes').waitFor({ state: 'detached' })
  assert.equal(formatMoney((await invoiceOf(run, page)).total), live)
}

async function pay(page: Page, amount: string | undefined): Promise<void> {
  await page.getByRole('button', { name: 'Record payment' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Record payment' })
  if (amount !== undefined) await dialog.getByLabel('Amount').fill(amount)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
}

const waitForPdf = (page: Page, { localid }: Wire): Promise<void> =>
  page
    .getByRole('region', { name: `Invoice ${localid} as PDF` })
    .locator('canvas')
    .first()
    .waitFor()

const billHours: RoleTest = async (run) => {
  const own = await createOwnProject(run, 'Workshop')
  await logHours(run, own, 2.5)
  const page = await run.openPage('invoices')
  const draft = await draftOfHours(run, page, own)
  await addLine(run, page)
  await page.getByRole('tab', { name: 'PDF' }).click()
  await waitForPdf(page, draft)
  await page.getByRole('tab', { name: 'Invoice' }).click()
  await page.getByRole('button', { name: 'Issue' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Issue' }).click()
  await page.getByText(/^Issued .*You can still add/).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Add line' }).count(), 0)

  await pay(page, '100')
  const { total, balance } = await invoiceOf(run, page)
  assert.equal(Number(balance).toFixed(2), (Number(total) - 100).toFixed(2))
  await figureOf(page, 'Balance due').getByText(formatMoney(balance)).waitFor()
  assert.equal((await receivableOf(run, own))?.total, balance)
  await navigateTo(page, '/app/invoices?tab=receivables')
  const owed = page.getByRole('table', { name: 'Aged receivables' }).last()
  await owed
    .getByRole('row', { name: String(own.client.name) })
    .getByText(formatMoney(balance))
    .first()
    .waitFor()

  await navigateTo(page, `/app/invoices/${draft.id}`)
  await pay(page, undefined)
  await page.getByText('Paid', { exact: true }).first().waitFor()
  assert.equal((await readRecord(run, 'invoice', draft.id)).status, 'paid')
  assert.equal((await run.list(`/payment/?invoiceid=${draft.id}`)).length, 2)
  assert.equal(await receivableOf(run, own), undefined)
}

const assertNoInvoices: RoleTest = async (run) => {
  const page = await run.openPage()
  const offered = await navigationLinks(page, run.device)
  assert.deepEqual(
    invoiceLinks.filter((place) => offered.includes(place)),
    [],
  )
  const [invoice] = await run.list('/invoice/?limit=1', 'demo-administrator')
  for (const path of ['invoices', 'invoices/new', `invoices/${invoice?.id}`, 'payments', 'recurring']) {
    await assertNotAvailable(page, path)
  }
  for (const path of ['/invoice/', `/invoice/${invoice?.id}/`, `/invoice/${invoice?.id}/pdf/`, '/payment/']) {
    assert.equal(await statusOf(run, 'GET', path), 403, path)
  }
  for (const path of ['/invoice/', '/payment/']) assert.equal(await statusOf(run, 'POST', path, {}), 403, path)
}

/** A client has no button that writes, and the server refuses the requests. */
const readInvoices: RoleTest = async (run) => {
  const mine = await run.list('/invoice/?limit=0')
  const others = await run.list('/invoice/?limit=0', 'demo-administrator')
  const [owed] = await run.list('/receivables/')
  const page = await run.openPage('invoices')
  const rows = page.getByRole('table', { name: 'Invoices' }).locator('tbody').getByRole('row')
  for (const { title } of mine) await rows.filter({ hasText: String(title) }).waitFor()
  assert.equal(await rows.count(), mine.length)
  await figureOf(page, 'Amount due').getByText(formatMoney(owed?.total)).waitFor()
  const writes = page.getByRole('main').getByRole('button', { name: /^(New|Record|Issue|Add|Save|Actions)/ })
  assert.equal(await writes.count(), 0)

  const unpaid = mine.find(({ status }) => status === 'outstanding')
  assert.ok(unpaid, 'the demo has an invoice that this client owes')
  await page.getByRole('link', { name: String(unpaid.title) }).click()
  await waitForPdf(page, unpaid)
  await page.getByRole('tab', { name: 'Invoice' }).click()
  await figureOf(page, 'Balance due').getByText(formatMoney(unpaid.balance)).waitFor()
  assert.deepEqual([await writes.count(), await page.getByRole('main').getByRole('textbox').count()], [0, 0])

  await assertNotAvailable(page, 'invoices/new')
  const foreign = others.find(({ id }) => !mine.some((one) => one.id === id))
  expectPageError(page, /status of 404/)
  await assertNotAvailable(page, `invoices/${foreign?.id}`)
  assert.equal(await statusOf(run, 'GET', `/invoice/${foreign?.id}/pdf/`), 404)
  assert.equal(await statusOf(run, 'POST', '/invoice/', {}), 403)
  assert.equal(await statusOf(run, 'PUT', `/invoice/${unpaid.id}/`, { title: 'Nothing' }), 403)
  const paid = { projectid: String(unpaid.projectid), invoiceid: String(unpaid.id), amount: 1, typeid: 1 }
  assert.equal(await statusOf(run, 'POST', '/payment/', { ...paid, date: '2026-01-01' }), 403)
}

export const invoices: RoleTests = {
  'demo-administrator': billHours,
  'demo-manager': billHours,
  'demo-resource': assertNoInvoices,
  'demo-restricted': assertNoInvoices,
  'demo-executive': readInvoices,
}
