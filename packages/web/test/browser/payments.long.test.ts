// Splitting a payment in the browser: a part of it is recorded for another open invoice of the client.
import assert from 'node:assert/strict'
import type { JsonObject } from '../../../server/test/fixture/request-parts.ts'
import { longTest } from '../../../server/test/fixture/suite-tests.ts'
import { checkPage } from './axe-and-screenshots.ts'
import { type Device, expectPageError, openApp, signIn } from './test-app.ts'

const app = openApp('sqlite')
const token = 'demo-manager'

async function send(method: string, path: string, body?: JsonObject): Promise<JsonObject> {
  const options = body === undefined ? { method, token } : { method, token, body }
  const { status, json, text } = await app.server.request(path, options)
  assert.ok(status < 300, `${method} ${path}: ${text}`)
  return json
}

const recordIn = (json: JsonObject, name: string): JsonObject => json[name] as JsonObject

/** Two invoices of a new project, the first of which got the money for both. */
async function newPayment(): Promise<{ readonly invoices: readonly string[]; readonly number: string }> {
  const { project } = await send('GET', '/project/?limit=1&active=t')
  const { id: projectid = '' } = (project as JsonObject[])[0] ?? {}
  const invoices: JsonObject[] = []
  for (const amount of ['100', '60']) {
    const body = { projectid, date: '2026-05-01', termid: 4, title: `Work for ${amount}` }
    const invoice = recordIn(await send('POST', '/invoice/', body), 'invoice')
    await send('POST', '/invoiceitem/', { invoiceid: invoice.id ?? '', name: 'Work', amount })
    invoices.push(invoice)
  }
  const [first, second] = invoices
  const payment = { projectid, date: '2026-05-10', amount: '160', typeid: 4, reference: 'Transfer 160' }
  await send('POST', '/payment/', { ...payment, invoiceid: first?.id ?? '' })
  return { invoices: invoices.map(({ id }) => String(id)), number: String(second?.number) }
}

const balanceOf = async (id: string): Promise<unknown> =>
  recordIn(await send('GET', `/invoice/${id}/`), 'invoice').balance

async function splitPayment(device: Device): Promise<void> {
  const { invoices, number } = await newPayment()
  const page = await app.page(device)
  await signIn(page, token, `invoices/${invoices[0]}`)
  await page.getByRole('button', { name: /^Actions for .*160/ }).click()
  await page.getByRole('menuitem', { name: 'Split payment' }).click()
  const dialog = page.getByRole('dialog', { name: 'Split payment' })
  await dialog.getByRole('button', { name: /Invoice$/ }).click()
  await page.getByRole('option', { name: new RegExp(number) }).click()
  assert.equal(await dialog.getByRole('textbox', { name: /^Amount/ }).inputValue(), '60.00', 'the balance is filled in')
  await checkPage(page, `split-payment-${device}`)
  expectPageError(page, /status of 400/)
  await dialog.getByRole('textbox', { name: /^Amount/ }).fill('160')
  await dialog.getByRole('button', { name: 'Split payment' }).click()
  await dialog.getByText(/must be between 0 and 160/).waitFor()
  await dialog.getByRole('textbox', { name: /^Amount/ }).fill('60')
  await dialog.getByRole('button', { name: 'Split payment' }).click()
  await page.getByText('Payment split', { exact: true }).first().waitFor()
  assert.deepEqual(await Promise.all(invoices.map(balanceOf)), ['0', '0'])
}

for (const device of ['desktop', 'phone'] as const)
  longTest(`a part of a payment is recorded for another invoice, on a ${device}`, () => splitPayment(device))
