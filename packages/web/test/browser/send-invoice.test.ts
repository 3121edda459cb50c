// Sending an invoice on its page: by mail with what the server suggests, what the page says while the mail server does
// not take it, and marked as sent. A test mail says the same.
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { longTest, quickTest } from '../../../server/test/fixture/suite-tests.ts'
import { checkPage, takeScreenshot, waitUntilSettled } from './axe-and-screenshots.ts'
import { type Device, expectPageError, navigateTo, signIn } from './test-app.ts'
import { openAppWithMail } from './test-app-with-mail.ts'

const { app, sink } = openAppWithMail()

type Invoice = Readonly<Record<'id' | 'localid' | 'clientid' | 'sentto' | 'datesent', string>>

const token = 'demo-manager'
const read = async (path: string): Promise<Invoice[]> =>
  (await app.server.request(path, { token })).json.invoice as unknown as Invoice[]

/** An issued invoice that was not sent yet; the tests of this file share the data. */
async function unsentInvoice(): Promise<Invoice> {
  const found = (await read('/invoice/?issued=t&status=outstanding&limit=50')).find(({ datesent }) => !datesent)
  assert.ok(found !== undefined, 'there is an issued invoice that was not sent')
  return found
}

/**
 * Waits for the mail to the client; the sign-in in a new browser is mailed too, to the person. A mail of the test
 * before may arrive late, so a test can say what its mail is about.
 */
async function mailsToClient(about = ''): Promise<typeof sink.mails> {
  const isTo = (address: string): boolean => address.endsWith('@client.example.com')
  const sent = () => sink.mails.filter(({ to, plain }) => to.some(isTo) && (plain ?? '').includes(about))
  for (let round = 0; round < 1000 && sent().length === 0; round++) await sleep(20)
  return sent()
}

async function sendInvoice(device: Device, name: string): Promise<void> {
  const page = await app.page(device)
  const { id, localid } = await unsentInvoice()
  sink.mails = []
  await signIn(page, token, `invoices/${id}`)
  await page.getByRole('button', { name: 'Send invoice' }).click()
  const dialog = page.getByRole('dialog', { name: `Send invoice ${localid}` })
  const to = dialog.getByRole('textbox', { name: /^To/ })
  await to.waitFor()
  assert.match(await dialog.getByRole('textbox', { name: /^Subject/ }).inputValue(), new RegExp(localid))
  assert.match(await dialog.getByRole('textbox', { name: /^Text/ }).inputValue(), new RegExp(`invoice ${localid}`))
  await to.fill('nobody')
  expectPageError(page, /status of 400/)
  await dialog.getByRole('button', { name: 'Send invoice' }).click()
  await dialog.getByText('"nobody" is not an email address.').waitFor()
  await to.fill('ada@client.example.com, bob@client.example.com')
  await checkPage(page, name)
  await dialog.getByRole('button', { name: 'Send invoice' }).click()
  await page.getByText(`Invoice ${localid} is being sent`).waitFor()
  const accepted = /^Sent on .* to ada@client\.example\.com, bob@client\.example\.com\. The mail server accepted it\.$/
  await page.getByText(accepted).waitFor()
  assert.deepEqual(
    (await mailsToClient()).map((mail) => [mail.to.join(), mail.attachments[0]?.filename]),
    [['ada@client.example.com,bob@client.example.com', `invoice-${localid}.pdf`]],
  )
  // The announcement of the toast still names an element of the closed dialog.
  await page.reload()
  await page.getByText(/^Sent on .* to ada@client/).waitFor()
  await checkPage(page, `${name}-sent`)
  await page.getByRole('button', { name: 'Send invoice' }).click()
  assert.equal(
    await page.getByRole('dialog').getByRole('textbox', { name: /^To/ }).inputValue(),
    'ada@client.example.com, bob@client.example.com',
    'the recipients are remembered',
  )
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
}

quickTest('a Manager sends an invoice by mail', () => sendInvoice('desktop', 'send-invoice'))
longTest('a Manager sends an invoice by mail on a phone', () => sendInvoice('phone', 'send-invoice-phone'))

/** The row of the invoice in the list, on a desktop. */
async function markInList(page: Page, localid: string, mark: string): Promise<void> {
  await navigateTo(page, `/app/invoices?search=${localid}`)
  await page.getByRole('row').filter({ hasText: localid }).getByText(mark, { exact: true }).waitFor()
  await takeScreenshot(page, `invoice-list-${mark.replace(' ', '-').toLowerCase()}`)
}

quickTest('T-192: the page of an invoice says that its mail waits, was given up, and was accepted', async () => {
  const page = await app.page()
  // Other tests need the few that were not sent.
  const [one, other] = await read('/invoice/?issued=t&status=paid&limit=2')
  assert.ok(one !== undefined && other !== undefined)
  const { id, localid } = one
  try {
    await signIn(page, token, `invoices/${id}`)
    sink.onRecipient = () => 451
    await page.getByRole('button', { name: 'Send invoice' }).click()
    const first = page.getByRole('dialog', { name: `Send invoice ${localid}` })
    await first.getByRole('textbox', { name: /^To/ }).fill('ada@client.example.com')
    await first.getByRole('button', { name: 'Send invoice' }).click()
    const refused = 'the mail server refused ada@client.example.com: 451 not today. Next attempt: '
    await page.getByText(`Not delivered to ada@client.example.com yet: ${refused}`).waitFor()
    await page.reload()
    await page.getByText(refused).waitFor()
    await checkPage(page, 'invoice-mail-waits')
    await markInList(page, localid, 'Not delivered')
    sink.onRecipient = () => 550
    await app.server.request(`/invoice/${other.id}/mail/`, {
      method: 'POST',
      token,
      body: { to: 'ada@client.example.com', subject: 'Invoice', text: 'Hello' },
    } as never)
    await navigateTo(page, `/app/invoices/${other.id}`)
    await page.getByText(/^Not delivered: .*: 550 not today\. Stint has stopped trying\.$/).waitFor()
    await checkPage(page, 'invoice-mail-failed')
    sink.onRecipient = () => 'take'
    await page.getByRole('main').getByRole('button', { name: 'Send again' }).click()
    const dialog = page.getByRole('dialog', { name: `Send invoice ${other.localid}` })
    await dialog.getByRole('button', { name: 'Send invoice' }).click()
    await page.getByText(/^Sent on .* to ada@client\.example\.com\. The mail server accepted it\.$/).waitFor()
    await markInList(page, other.localid, 'Sent')
  } finally {
    sink.onRecipient = () => 'take'
  }
})

quickTest('T-280: a test mail that the mail server refuses is not called sent', async () => {
  const page = await app.page()
  await signIn(page, 'demo-administrator', 'settings?tab=server')
  const test = page.getByRole('button', { name: 'Send test email' })
  await page.getByText('A mail server is set. Send a test email to find out whether it works.').waitFor()
  sink.onRecipient = () => 550
  expectPageError(page, /status of 400/)
  await test.click()
  const alert = page.getByRole('alert').filter({ hasText: /^The test email was not sent: the mail server refused / })
  await alert.waitFor()
  assert.match((await alert.textContent()) ?? '', /: 550 not today\.$/)
  assert.equal(await page.getByText('accepted a test email').count(), 0)
  await checkPage(page, 'mail-test-failed')
  sink.onRecipient = () => 'take'
  await test.click()
  await page.getByText(/^The mail server accepted a test email to .*@.*\.$/).waitFor()
  await alert.waitFor({ state: 'detached' })
})

/** Two people: the Manager, and a client who has only the link. */
async function openPublicPage(device: Device, name: string): Promise<void> {
  const [page, theirs] = [await app.page(device), await app.page({ device })]
  const { id, localid } = await unsentInvoice()
  const change = {
    method: 'PUT',
    token: 'demo-administrator',
    body: { paymentinfo: 'IBAN DE02 1203 0000 0000 2020 51' },
  }
  assert.equal((await app.server.request('/company/', change as never)).status, 202)
  sink.mails = []
  await signIn(page, token, `invoices/${id}`)
  await page.getByRole('button', { name: 'Send invoice' }).click()
  const dialog = page.getByRole('dialog', { name: `Send invoice ${localid}` })
  await dialog.getByRole('textbox', { name: /^To/ }).fill('ada@client.example.com')
  await dialog.getByRole('button', { name: 'Send invoice' }).click()
  await page.getByText('Not viewed yet').waitFor()
  const [mail] = await mailsToClient(`invoice ${localid} `)
  const [, path = ''] = /https:\/\/stint\.example\.com(\/app\/invoice#\S+)/.exec(mail?.plain ?? '') ?? []
  await theirs.goto(path)
  await theirs.getByRole('heading', { level: 1, name: `Invoice ${localid} from Demo company` }).waitFor()
  await theirs.getByText('IBAN DE02 1203 0000 0000 2020 51').waitFor()
  await theirs.locator('canvas').first().waitFor()
  await checkPage(theirs, `${name}-page`)
  const download = theirs.waitForEvent('download')
  await theirs.getByRole('button', { name: 'Download PDF' }).click()
  assert.equal((await download).suggestedFilename(), `invoice-${localid}.pdf`)
  await page.reload()
  await page.getByText(/^Viewed 1 time, last on /).waitFor()
  await checkPage(page, `${name}-link`)
  await page.getByRole('button', { name: 'Revoke link' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke link' }).click()
  await page.getByRole('button', { name: 'Create link' }).waitFor()
  expectPageError(theirs, /status of 404/)
  await theirs.reload()
  await theirs.getByRole('heading', { level: 1, name: 'This link does not work' }).waitFor()
}

quickTest('a client opens the public page of an invoice, until its link is revoked', () =>
  openPublicPage('desktop', 'public-invoice'),
)
longTest('a client opens the public page of an invoice on a phone', () => openPublicPage('phone', 'public-invoice'))

longTest('the public page of an invoice is in the language of its client', async () => {
  const page = await app.page({})
  const { id, localid, clientid } = await unsentInvoice()
  const setLanguage = (language: string) => {
    const change = { method: 'PUT', token: 'demo-administrator', body: { language } }
    return app.server.request(`/client/${clientid}/`, change as never)
  }
  assert.equal((await setLanguage('de')).status, 202)
  const setWays = (paylink: string, iban: string) => {
    const change = { method: 'PUT', token: 'demo-administrator', body: { paylink, iban } }
    return app.server.request('/company/', change as never)
  }
  assert.equal((await setWays('https://pay.example.com/{number}', 'DE02120300000000202051')).status, 202)
  await app.server.request(`/invoice/${id}/link/`, { method: 'POST', token } as never)
  const reply = await app.server.request(`/invoicemail/${id}/`, { token } as never)
  const { link: path } = (reply.json as { invoicemail: { link: string } }).invoicemail
  await page.goto(`/${path}`)
  await page.getByRole('heading', { level: 1, name: `Rechnung ${localid} von Demo company` }).waitFor()
  await page.getByText('Offener Betrag', { exact: true }).first().waitFor()
  const link = page.getByRole('link', { name: 'Online bezahlen' })
  assert.equal(await link.getAttribute('href'), `https://pay.example.com/${localid}`)
  await page.getByRole('img', { name: 'QR-Code für eine Überweisung in der Banking-App' }).waitFor()
  await page.locator('canvas').first().waitFor()
  assert.equal(await page.locator('html').getAttribute('lang'), 'de')
  await checkPage(page, 'public-invoice-german')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'PDF herunterladen' }).click()
  assert.equal((await download).suggestedFilename(), `rechnung-${localid}.pdf`)
  await setLanguage('')
  await setWays('', '')
})

longTest('an invoice is marked as sent, with its day', async () => {
  const page = await app.page()
  const { id, localid } = await unsentInvoice()
  await signIn(page, token, `invoices/${id}`)
  await page.getByRole('main').getByRole('button', { name: 'Actions', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Mark as sent' }).click()
  const dialog = page.getByRole('dialog', { name: `Mark invoice ${localid} as sent` })
  await checkPage(page, 'mark-sent')
  await dialog.getByRole('button', { name: 'Mark as sent' }).click()
  await page.getByText(/^Marked as sent on /).waitFor()
})

longTest('reminders of an invoice are paused and resumed', async () => {
  const page = await app.page()
  const [invoice] = await read('/invoice/?issued=t&status=overdue&limit=1')
  await app.server.request(`/invoice/${invoice?.id}/marksent/`, { method: 'POST', token } as never)
  await signIn(page, 'demo-administrator', `invoices/${invoice?.id}`)
  const choose = async (name: string): Promise<void> => {
    await page.getByRole('main').getByRole('button', { name: 'Actions', exact: true }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await choose('Pause reminders')
  await page.getByText('Reminders of this invoice are paused.').waitFor()
  await takeScreenshot(page, 'reminders-paused')
  await choose('Resume reminders')
  await page.getByText('Reminders of this invoice are paused.').waitFor({ state: 'detached' })
  await navigateTo(page, '/app/settings?tab=company')
  await page.getByRole('textbox', { name: /^Payment reminders/ }).waitFor()
  await waitUntilSettled(page)
  await takeScreenshot(page, 'settings-invoices', { fullPage: true })
})
