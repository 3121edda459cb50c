// "Bill" on a waiting period of a recurring invoice that is issued and sent: the invoice is created, issued and mailed
// with its PDF. And the sidebar, which shows the area of invoices on the screens that belong to it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { checkPage } from './axe-and-screenshots.ts'
import { navigateTo, signIn } from './test-app.ts'
import { openAppWithMail } from './test-app-with-mail.ts'

const { app, sink } = openAppWithMail()

type Wire = Readonly<Record<string, string | null>>

const token = 'demo-administrator'
const address = 'office@client.example.com'

async function listOf(resource: string, query: string): Promise<readonly Wire[]> {
  const { json } = await app.server.request(`/${resource}/?${query}`, { token })
  return json[resource] as unknown as readonly Wire[]
}

async function put(path: string, body: Wire): Promise<void> {
  const { status, text } = await app.server.request(path, { method: 'PUT', token, body } as never)
  assert.equal(status, 202, text)
}

test('a waiting period is billed, issued and sent to the client', async () => {
  const [recurring] = (await listOf('recurringinvoice', 'limit=0')).filter(({ title }) => title?.startsWith('Wartung'))
  assert.ok(recurring !== undefined)
  await put(`/recurringinvoice/${recurring.id}/`, { delivery: 'send' })
  await put(`/client/${recurring.clientid}/`, { invoiceto: address })
  const page = await app.page()
  await signIn(page, 'demo-manager', `recurring/${recurring.id}`)
  const periods = page.getByRole('table', { name: 'Periods' })
  await periods
    .getByRole('button', { name: /^Bill / })
    .last()
    .click()
  const question = page.getByRole('dialog', { name: /^Bill / })
  await question.getByText(/created, issued and sent to the client by email/).waitFor()
  await question.getByRole('button', { name: 'Bill', exact: true }).click()
  await page.getByText('Invoice issued. It is being sent.').first().waitFor()
  await page.getByText('1 period has no invoice yet. Bill it or skip it.').waitFor()
  const billed = (await listOf('recurringperiod', `recurringinvoiceid=${recurring.id}`)).filter(
    ({ state }) => state === 'created',
  )
  assert.equal(billed.length, 1)
  const [invoice] = (await listOf('invoice', `search=${billed[0]?.number}&limit=0`)).filter(
    ({ id }) => id === billed[0]?.invoiceid,
  )
  assert.ok(invoice?.dateissued)
  assert.equal(invoice.sentto, address)
  const mails = () => sink.mails.filter(({ to }) => to.includes(address))
  for (let round = 0; round < 1000 && mails().length === 0; round++) await sleep(20)
  const [mail, ...more] = mails()
  assert.deepEqual(more, [])
  assert.equal(mail?.attachments.length, 1)
  assert.match(mail?.plain ?? '', /https:\/\/stint\.example\.com\/app\/invoice#/)
  // The announcer still names the dialog that is gone.
  await page.reload()
  await periods.waitFor()
  await checkPage(page, 'recurring-sent')
  await periods.getByRole('link', { name: billed[0]?.number ?? '' }).click()
  await page.getByText(new RegExp(`^Sent on .* to ${address}\\. The mail server accepted it\\.$`)).waitFor()
})

test('the sidebar shows the area of invoices on estimates and recurring invoices', async () => {
  const page = await app.page()
  await signIn(page, 'demo-manager', 'invoices')
  const open = page.getByRole('navigation').locator('[data-open]')
  for (const path of ['invoices', 'estimates', 'recurring']) {
    await navigateTo(page, `/app/${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    assert.deepEqual(await open.allInnerTexts(), ['Invoices'], path)
    assert.ok(await open.getAttribute('aria-current'), path)
  }
  await navigateTo(page, '/app/payments')
  await page.getByRole('heading', { level: 1, name: 'Payments' }).waitFor()
  assert.deepEqual(await open.allInnerTexts(), ['Payments'])
})
