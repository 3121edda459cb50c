// Expenses in the browser: a Manager records one with category, mark-up and receipt, adds it to a draft, and sees it
// billed. A client sees neither mark-up nor receipt (T-268).
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { greyPng } from '../../../server/test/fixture/images.ts'
import { longTest, quickTest } from '../../../server/test/fixture/suite-tests.ts'
import { checkPage } from './axe-and-screenshots.ts'
import { chooseOption } from './roles/combo-box.ts'
import { type DemoLogin, type Device, navigateTo, openApp, signIn } from './test-app.ts'

const app = openApp('sqlite')
const token = 'demo-manager'

type Wire = Readonly<Record<string, string | null>>

const read = async (path: string, name: string): Promise<Wire[]> =>
  (await app.server.request(path, { token })).json[name] as unknown as Wire[]

async function openAs(who: DemoLogin, path: string, device: Device = 'desktop'): Promise<Page> {
  const page = await app.page(device)
  await signIn(page, who, path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

/** A project of the demo client that the Manager and the client see. */
async function sharedProject(): Promise<Wire> {
  const [project] = await read('/project/?name=Website relaunch', 'project')
  assert.ok(project !== undefined)
  return project
}

async function newDraft(project: Wire, title: string): Promise<string> {
  const body = { projectid: project.id ?? '', date: '2026-05-04', termid: '4', title, draft: 't' }
  const { json } = await app.server.request('/invoice/', { method: 'POST', token, body })
  return String((json.invoice as unknown as Wire).id)
}

quickTest('who may not create what an empty choice needs is told whom to ask', async () => {
  const page = await openAs('demo-manager', 'expenses')
  // The company of the other tests keeps its methods of payment.
  await page.route('**/paymenttype/**', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), count: '0', paymenttype: [] } })
  })
  await navigateTo(page, '/app/payments')
  await page.getByRole('button', { name: 'Record payment' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Record payment' })
  await dialog.getByText('Ask an Administrator to add a payment method.').waitFor()
  assert.equal(await dialog.getByRole('button', { name: 'Create payment method' }).count(), 0)
  await checkPage(page, 'empty-choice-manager', { part: '[role=dialog]' })
})

quickTest('a Manager records an expense with mark-up and receipt, and bills it once', async () => {
  const project = await sharedProject()
  const page = await openAs('demo-manager', `expenses?projectid=${project.id}`)
  await page.getByRole('button', { name: 'New expense' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New expense' })
  await chooseOption(dialog.getByRole('combobox', { name: 'Project' }), String(project.name), String(project.name))
  await dialog.getByLabel('Cost').fill('33.33')
  await dialog.getByLabel('Mark-up (%)').fill('15')
  await dialog.getByLabel('Note').fill('Night train')
  await dialog.getByRole('button', { name: /Category/ }).click()
  await page.getByRole('option', { name: 'Travel' }).click()
  await dialog.getByRole('button', { name: /Paid by/ }).click()
  await page.getByRole('option', { name: 'The person, to be paid back' }).click()
  const choosing = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Choose receipt' }).click()
  await (await choosing).setFiles({ name: 'ticket.png', mimeType: 'image/png', buffer: greyPng(2, 'ticket') })
  await dialog.getByText('ticket.png, saved with the expense').waitFor()
  await checkPage(page, 'expense-form', { part: '[role=dialog]' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  const [made] = (await read(`/expense/?projectid=${project.id}&limit=0`, 'expense')).filter(
    ({ note }) => note === 'Night train',
  )
  assert.deepEqual(
    [made?.fee, made?.markup, made?.category, made?.paidby, made?.receiptfilename],
    ['38.33', '15', 'Travel', 'person', 'ticket.png'],
  )
  const row = page.getByRole('row', { name: /Night train/ })
  await row.getByText('Unbilled').waitFor()
  await row.getByRole('button', { name: 'Show receipt of Night train' }).click()
  const receipt = page.getByRole('dialog', { name: 'ticket.png' })
  await receipt.getByRole('img', { name: 'ticket.png' }).waitFor()
  const saving = page.waitForEvent('download')
  await receipt.getByRole('button', { name: 'Download receipt' }).click()
  assert.equal((await saving).suggestedFilename(), 'ticket.png')
  await page.keyboard.press('Escape')

  const invoiceid = await newDraft(project, 'Trips')
  await page.goto(new URL(`/app/invoices/${invoiceid}`, page.url()).href)
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Add expenses' }).click()
  const adding = page.getByRole('dialog', { name: /^Add expenses to invoice/ })
  await adding.getByText('Night train: €38.33').waitFor()
  await adding.getByText(/€33\.33 \+ 15/).waitFor()
  await checkPage(page, 'add-expenses', { part: '[role=dialog]' })
  assert.equal(await adding.getByRole('button', { name: 'Add expenses' }).isDisabled(), true, 'none is chosen')
  await adding.getByText('Night train: €38.33').click()
  await adding.getByText('Chosen: €38.33').waitFor()
  await adding.getByRole('button', { name: 'Add expenses' }).click()
  await page.getByRole('textbox', { name: 'Item' }).waitFor()
  assert.equal(await page.getByRole('textbox', { name: 'Item' }).inputValue(), 'Night train')
  assert.equal(await page.getByRole('textbox', { name: 'Amount' }).count(), 0, 'its amount cannot be changed')
  await page.getByRole('textbox', { name: 'Item' }).fill('Train')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved', { exact: true }).first().waitFor()
  await checkPage(page, 'invoice-with-expense', { part: 'main' })
  const lines = await read(`/invoiceitem/?invoiceid=${invoiceid}`, 'invoiceitem')
  assert.deepEqual(
    lines.map(({ name, amount, expenseid }) => [name, amount, expenseid]),
    [['Train', '38.33', made?.id ?? null]],
  )

  await page.goto(new URL(`/app/expenses?projectid=${project.id}`, page.url()).href)
  await row.getByRole('link', { name: 'Open the invoice' }).waitFor()
  assert.equal(await row.getByRole('button', { name: /^Actions/ }).count(), 0, 'a billed expense cannot be changed')
})

longTest('a Manager adds a missing receipt to a billed expense', async () => {
  const project = await sharedProject()
  const cost = { projectid: project.id ?? '', date: '2026-05-04', expense: '12', fee: '12', note: 'Parking' }
  const { json } = await app.server.request('/expense/', { method: 'POST', token, body: cost })
  const { id } = json.expense as unknown as Wire
  const invoiceid = await newDraft(project, 'With parking')
  const body = { expenseid: String(id) }
  await app.server.request(`/invoice/${invoiceid}/addexpenses/`, { method: 'POST', token, body })
  const page = await openAs('demo-manager', `expenses?projectid=${project.id}`)
  const row = page.getByRole('row', { name: /Parking/ })
  const choosing = page.waitForEvent('filechooser')
  await row.getByRole('button', { name: 'Add receipt to Parking' }).click()
  await (await choosing).setFiles({ name: 'parking.png', mimeType: 'image/png', buffer: greyPng(3, 'parking') })
  await row.getByRole('button', { name: 'Show receipt of Parking' }).waitFor()
  assert.equal(await row.getByRole('button', { name: /^Add receipt/ }).count(), 0)
})

longTest('T-268: on a phone the receipt is shown to a Manager and not to the client', async () => {
  const project = await sharedProject()
  const body = { projectid: project.id ?? '', date: '2026-05-04', expense: '20', markup: '50', note: 'Phone taxi' }
  const { json } = await app.server.request('/expense/', { method: 'POST', token, body })
  const { id } = json.expense as unknown as Wire
  const page = await openAs('demo-manager', `expenses?projectid=${project.id}`, 'phone')
  const row = page.getByRole('row', { name: /Phone taxi/ })
  await row.getByRole('button', { name: /^Actions/ }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit expense' })
  const choosing = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Choose receipt' }).click()
  await (await choosing).setFiles({ name: 'taxi.png', mimeType: 'image/png', buffer: greyPng(2, 'taxi') })
  await checkPage(page, 'expense-edit', { part: '[role=dialog]' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await row.getByRole('button', { name: 'Show receipt of Phone taxi' }).waitFor()
  await checkPage(page, 'expenses', { part: 'main' })

  const client = await openAs('demo-executive', `expenses?projectid=${project.id}`, 'phone')
  await client.getByRole('row', { name: /Phone taxi/ }).waitFor()
  assert.equal(await client.getByRole('button', { name: /receipt/i }).count(), 0)
  const refused = await app.server.request(`/expense/${id}/download/`, { token: 'demo-executive' })
  assert.equal(refused.status, 404)
})

longTest('unbilled expenses are beside unbilled hours, and a new invoice includes them when asked', async () => {
  const made = await app.server.request('/project/', {
    method: 'POST',
    token: 'demo-administrator',
    body: { name: 'Fair stand', datestart: '2026-01-01', managerid: await managerId() },
  })
  const { id = '' } = made.json.project as unknown as Wire
  const body = { projectid: String(id), date: '2026-05-04', expense: '200', fee: '240', note: 'Stand rent' }
  await app.server.request('/expense/', { method: 'POST', token, body })
  const page = await openAs('demo-manager', 'reports?tab=unbilled')
  const row = page.getByRole('table', { name: 'Unbilled', exact: true }).getByRole('row', { name: /Fair stand/ })
  await row.getByText('€240.00').waitFor()
  await checkPage(page, 'report-unbilled-expenses', { part: 'main' })

  await page.goto(new URL('/app/invoices/new', page.url()).href)
  await page.getByRole('button', { name: /Fair stand.*€240\.00 in expenses/s }).click()
  const box = page.getByRole('checkbox', { name: /Include billable expenses/ })
  await box.waitFor()
  assert.equal(await box.isChecked(), true, 'the project has expenses only')
  await page.getByText('1 expense, €240.00').waitFor()
  await checkPage(page, 'wizard-expenses', { part: 'main' })
  await page.getByRole('button', { name: 'Create draft' }).click()
  await page.getByRole('textbox', { name: 'Item' }).waitFor()
  assert.equal(await page.getByRole('textbox', { name: 'Item' }).inputValue(), 'Stand rent')
  assert.deepEqual(await read(`/unbilled/?projectid=${id}`, 'unbilled'), [])
})

longTest('an invoice of hours includes the expenses of its days only when asked', async () => {
  const made = await app.server.request('/project/', {
    method: 'POST',
    token: 'demo-administrator',
    body: { name: 'Shop window', datestart: '2026-01-01', managerid: await managerId() },
  })
  const { id = '' } = made.json.project as unknown as Wire
  const projectid = String(id)
  const [part] = await read(`/projectworktype/?projectid=${projectid}`, 'projectworktype')
  const [module] = await read(`/projectmodule/?projectid=${projectid}`, 'projectmodule')
  const place = { projectid, worktypeid: String(part?.worktypeid), moduleid: String(module?.moduleid) }
  const entry = { ...place, personid: await managerId(), date: '2026-05-04', time: '1', billable: 't' }
  await app.server.request('/time/', { method: 'POST', token, body: entry })
  for (const [date, note] of [
    ['2026-05-04', 'Paint'],
    ['2026-03-02', 'Ladder'],
  ] as const)
    await app.server.request('/expense/', {
      method: 'POST',
      token,
      body: { projectid, date, expense: '30', fee: '30', note },
    })
  const days = 'datebegin=2026-05-01&dateend=2026-05-31'
  const page = await openAs('demo-manager', `invoices/new?projectid=${projectid}&${days}&step=details`)
  const box = page.getByRole('checkbox', { name: /Include billable expenses/ })
  await box.waitFor()
  assert.equal(await box.isChecked(), false, 'nothing is added unasked')
  await page.getByText('1 expense, €30.00').waitFor()
  await page.getByText('Include billable expenses').click()
  await page.getByRole('button', { name: 'Create draft' }).click()
  await page.getByRole('textbox', { name: 'Item' }).first().waitFor()
  const [left] = await read(`/unbilled/?projectid=${projectid}`, 'unbilled')
  assert.deepEqual([left?.hours, left?.expenses, left?.expenseamount], ['0', '1', '30'], 'the ladder stays')
})

const managerId = async (): Promise<string> => String((await app.server.request('/me/', { token })).json.personid)
