// Estimates in the browser: a Manager writes one and sends it, the client accepts it in the portal, and it becomes the
// draft of an invoice. A client who looks at an older revision cannot accept it.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { longTest, quickTest } from '../../../server/test/fixture/suite-tests.ts'
import { axeViolations, takeScreenshot } from './axe-and-screenshots.ts'
import { type DemoLogin, type Device, expectPageError, openApp, signIn } from './test-app.ts'

const app = openApp('sqlite')
const token = 'demo-manager'

type Wire = Readonly<Record<string, string>>

const list = async (query: string, who: DemoLogin = token): Promise<readonly Wire[]> =>
  (await app.server.request(`/estimate/?limit=0&${query}`, { token: who })).json.estimate as unknown as Wire[]

async function act(id: unknown, action: string): Promise<void> {
  const { status } = await app.server.request(`/estimate/${id}/${action}/`, { method: 'POST', token })
  assert.equal(status, 202, action)
}

async function openAs(who: DemoLogin, path: string, device: Device = 'desktop'): Promise<Page> {
  const page = await app.page(device)
  await signIn(page, who, path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

/** An estimate that waits for the demo client. */
async function sentEstimate(title: string): Promise<Wire> {
  const [waiting] = await list('state=sent')
  assert.ok(waiting !== undefined)
  const body = { projectid: waiting.projectid ?? '', date: waiting.date ?? '', title }
  const { json } = await app.server.request('/estimate/', { method: 'POST', token, body })
  const { id = '' } = json.estimate as unknown as Wire
  const line = { estimateid: id, name: 'Design', quantity: '2', rate: '50', amount: '100' }
  await app.server.request('/estimateitem/', { method: 'POST', token, body: line })
  await act(id, 'send')
  const [made] = (await list('state=sent')).filter((one) => one.id === id)
  assert.ok(made !== undefined)
  return made
}

quickTest('a Manager writes and sends an estimate, the client accepts it, and it becomes an invoice', async () => {
  const page = await openAs('demo-manager', 'invoices')
  await page.getByRole('button', { name: 'Estimates' }).click()
  await page.getByRole('heading', { name: 'Estimates', level: 1 }).waitFor()
  await page.getByRole('button', { name: 'New estimate' }).first().click()
  const form = page.getByRole('dialog', { name: 'New estimate' })
  await form.getByRole('textbox', { name: 'Title' }).fill('Photo series')
  await form.getByRole('combobox', { name: 'Project' }).fill('Website relaunch')
  await page.getByRole('option', { name: /Website relaunch Süderhof/ }).click()
  await form.getByRole('textbox', { name: 'Tax %', exact: true }).fill('19')
  await form.getByRole('button', { name: 'Create estimate' }).click()
  await page.getByRole('heading', { name: /Photo series$/ }).waitFor()
  await page.getByRole('button', { name: 'Add line' }).click()
  await page.getByRole('textbox', { name: 'Item' }).fill('Photographer')
  await page.getByRole('textbox', { name: 'Quantity' }).fill('2')
  await page.getByRole('textbox', { name: 'Rate' }).fill('450')
  await page.getByText('€1,071.00').waitFor()
  await page.getByRole('button', { name: 'Save estimate' }).click()
  await page.getByText('Estimate saved', { exact: true }).first().waitFor()
  await page.getByRole('button', { name: 'Send estimate' }).click()
  await page.getByRole('dialog').getByText('Email is not set up, so Stint cannot email this estimate.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Send without email' }).click()
  await page
    .getByRole('dialog', { name: /without email\?$/ })
    .getByRole('button', { name: 'Send without email' })
    .click()
  await page.getByText(/^Sent /).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Add line' }).count(), 0, 'a sent estimate cannot be changed')
  const address = page.url()

  const client = await openAs('demo-executive', '', 'phone')
  const card = client.getByRole('listitem').filter({ hasText: 'Photo series' })
  await card.getByRole('button', { name: 'Accept' }).click()
  const dialog = client.getByRole('dialog', { name: /^Accept estimate \d{5}\?$/ })
  await dialog.getByRole('textbox', { name: 'Comment (optional)' }).fill('In June, please')
  await dialog.getByRole('button', { name: 'Accept estimate' }).click()
  await card.waitFor({ state: 'detached' })

  await page.goto(address)
  await page.getByText(/^Accepted by Käthe Vogelsang/).waitFor()
  await page.getByText('Comment: In June, please').waitFor()
  await page.getByRole('button', { name: 'Convert to invoice' }).click()
  await page.getByRole('button', { name: 'Issue', exact: true }).waitFor()
  assert.match(page.url(), /\/invoices\/\d+$/)
  await page.goto(address)
  await page.getByText('Converted to invoice').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Convert to invoice' }).count(), 0, 'once')
})

longTest('T-256: a client who looks at an older revision cannot accept it', async () => {
  const { id } = await sentEstimate('Revised')
  const page = await openAs('demo-executive', `estimates/${id}`)
  await page.getByRole('button', { name: 'Accept' }).click()
  await act(id, 'reopen')
  await act(id, 'send')
  expectPageError(page, /status of 412/)
  await page.getByRole('dialog').getByRole('button', { name: 'Accept estimate' }).click()
  await page.getByText('This estimate has changed. Close this window and review it again.').waitFor()
  const [still] = (await list('state=sent')).filter((one) => one.id === id)
  assert.equal(still?.revision, '2')
})

longTest('a Manager declines on behalf of the client, reopens it, and deletes the draft', async () => {
  const { id } = await sentEstimate('Called off')
  const page = await openAs('demo-manager', `estimates/${id}`)
  const choose = async (entry: string): Promise<void> => {
    await page.getByRole('button', { name: 'Actions', exact: true }).click()
    await page.getByRole('menuitem', { name: entry }).click()
  }
  await choose('Decline on behalf of client')
  await page.getByRole('dialog').getByRole('button', { name: 'Decline estimate' }).click()
  await page.getByText(/^Declined on behalf of the client by /).waitFor()
  await choose('Reopen')
  await page.getByRole('dialog').getByRole('button', { name: 'Reopen' }).click()
  await page.getByRole('button', { name: 'Add line' }).waitFor()
  await choose('Delete draft')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete draft' }).click()
  await page.getByRole('heading', { name: 'Estimates', level: 1 }).waitFor()
  assert.deepEqual(
    (await list('')).filter((one) => one.id === id),
    [],
  )
})

for (const device of ['desktop', 'phone'] as const) {
  longTest(`the form of an estimate and the decision pass axe, on a ${device}`, async () => {
    const page = await openAs('demo-manager', 'estimates', device)
    await page.getByRole('button', { name: 'New estimate' }).first().click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Title' }).waitFor()
    assert.deepEqual(await axeViolations(page), [])
    await takeScreenshot(page, `estimate-new-${device}`)
    const { id } = await sentEstimate(`To decide on a ${device}`)
    const client = await openAs('demo-executive', `estimates/${id}`, device)
    await client.getByRole('button', { name: 'Decline' }).click()
    await client.getByRole('dialog').getByRole('textbox').waitFor()
    assert.deepEqual(await axeViolations(client), [])
    await takeScreenshot(client, `estimate-decline-${device}`)
  })
}
