// A credit note in the browser: created from an issued invoice, issued, linked both ways, marked in the list, and on
// its public page without a way to pay.
import assert from 'node:assert/strict'
import { longTest } from '../../../server/test/fixture/suite-tests.ts'
import { checkPage } from './axe-and-screenshots.ts'
import { type Device, openApp, signIn } from './test-app.ts'

const app = openApp('sqlite')
const token = 'demo-manager'

type Invoice = Readonly<Record<'id' | 'number' | 'creditof' | 'balance' | 'total', string>>

const read = async (path: string): Promise<Invoice[]> =>
  (await app.server.request(path, { token })).json.invoice as unknown as Invoice[]

/** An issued invoice without a credit note; the tests of this file share the data. */
async function issuedInvoice(): Promise<Invoice> {
  const all = await read('/invoice/?issued=t&limit=0')
  const credited = new Set(all.map(({ creditof }) => creditof))
  const open = await read('/invoice/?issued=t&status=outstanding&limit=50')
  const found = open.find(({ id, creditof }) => creditof === null && !credited.has(id))
  assert.ok(found !== undefined, 'there is an issued invoice without a credit note')
  return found
}

async function creditInvoice(device: Device, name: string): Promise<void> {
  const page = await app.page(device)
  const invoice = await issuedInvoice()
  await signIn(page, token, `invoices/${invoice.id}`)
  await page.getByRole('button', { name: 'Actions', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Create credit note' }).click()
  const dialog = page.getByRole('dialog', { name: `Create a credit note for invoice ${invoice.number}?` })
  await dialog.getByText('Release hours and expenses', { exact: true }).waitFor()
  await checkPage(page, `${name}-dialog`)
  await dialog.getByRole('button', { name: 'Create credit note' }).click()
  await page.getByRole('link', { name: invoice.number, exact: true }).waitFor()
  // The announcement of the toast still names an element of the closed dialog.
  await page.reload()
  await page.getByRole('link', { name: invoice.number, exact: true }).waitFor()
  await checkPage(page, `${name}-draft`)
  const [note] = await read(`/invoice/?creditof=${invoice.id}`)
  assert.ok(note !== undefined)
  await page.getByRole('button', { name: 'Issue', exact: true }).click()
  const issuing = page.getByRole('dialog', { name: `Issue credit note ${note.number}?` })
  await issuing.getByRole('button', { name: 'Issue', exact: true }).click()
  await page.getByText(/^Issued .*\. You can still add payments and notes\.$/).waitFor()
  await page.reload()
  await page.getByText(/^Issued .*\. You can still add payments and notes\.$/).waitFor()
  await page.getByRole('link', { name: invoice.number, exact: true }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Record payment' }).count(), 0, 'nobody pays a credit note')
  await checkPage(page, `${name}-issued`)
  await page.getByRole('link', { name: invoice.number, exact: true }).click()
  await page.getByText('Credit notes:').waitFor()
  await page.getByRole('link', { name: note.number, exact: true }).waitFor()
  await page.getByText('Credited', { exact: true }).waitFor()
  assert.deepEqual(
    (await read(`/invoice/?creditof=${invoice.id}`)).map(({ id }) => id),
    [note.id],
  )
  await checkPage(page, `${name}-invoice`)
  await page.goto(`/app/invoices?search=${note.number}`)
  await page
    .getByText(/^Credit note · /)
    .first()
    .waitFor()
  await checkPage(page, `${name}-list`)
}

longTest('a Manager credits an invoice', () => creditInvoice('desktop', 'credit-note'))
longTest('a Manager credits an invoice on a phone', () => creditInvoice('phone', 'credit-note-phone'))

longTest('the public page of a credit note says what it is and asks for no payment', async () => {
  const [page] = [await app.page('desktop')]
  const invoice = await issuedInvoice()
  const send = async (path: string): Promise<void> => {
    const { status } = await app.server.request(path, { method: 'POST', token } as never)
    assert.ok([201, 202].includes(status), path)
  }
  await send(`/invoice/${invoice.id}/credit/`)
  const [note] = await read(`/invoice/?creditof=${invoice.id}`)
  await send(`/invoice/${note?.id}/issue/`)
  await send(`/invoice/${note?.id}/link/`)
  const mail = (await app.server.request(`/invoicemail/${note?.id}/`, { token })).json.invoicemail
  const { link } = mail as unknown as { link: string }
  await page.goto(`/${link}`)
  await page.getByRole('heading', { level: 1, name: `Credit note ${note?.number} from Demo company` }).waitFor()
  await page.locator('canvas').first().waitFor()
  assert.equal(await page.getByText('Amount due').count(), 0)
  assert.equal(await page.getByText('How to pay').count(), 0)
  await checkPage(page, 'credit-note-public')
})
