// Sending an estimate by email on its page, and its public page, where a client without a login accepts or declines it.
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { longTest, quickTest } from '../../../server/test/fixture/suite-tests.ts'
import { checkPage } from './axe-and-screenshots.ts'
import { type Device, expectPageError, signIn } from './test-app.ts'
import { openAppWithMail } from './test-app-with-mail.ts'

const { app, sink } = openAppWithMail()

type Wire = Readonly<Record<string, string>>

const token = 'demo-manager'

async function call(path: string, method: 'GET' | 'POST' = 'GET', body?: Wire): Promise<Wire> {
  const { json, status, text } = await app.server.request(path, { method, token, ...(body && { body }) } as never)
  assert.ok(status < 300, text)
  return (json.estimate ?? json.estimatemail) as unknown as Wire
}

/** A draft with one line in the project of an estimate that waits for the demo client. */
async function newDraft(title: string): Promise<Wire> {
  const [waiting] = (await call('/estimate/?state=sent&limit=1')) as unknown as Wire[]
  const made = await call('/estimate/', 'POST', {
    projectid: waiting?.projectid ?? '',
    date: waiting?.date ?? '',
    title,
  })
  await call('/estimateitem/', 'POST', { estimateid: made.id ?? '', name: 'Design', amount: '100' })
  return made
}

/** The path of the link in the mail to the client. */
async function mailedPath(): Promise<string> {
  const found = () => sink.mails.find(({ to }) => to.includes('ada@client.example.com'))
  for (let round = 0; round < 1000 && found() === undefined; round++) await sleep(20)
  const [, path = ''] = /https:\/\/stint\.example\.com(\/app\/estimate#\S+)/.exec(found()?.plain ?? '') ?? []
  return path
}

async function sendByMail(page: Page, { id = '', localid = '' }: Wire, check?: string): Promise<string> {
  sink.mails = []
  await signIn(page, token, `estimates/${id}`)
  await page.getByRole('button', { name: 'Send estimate' }).click()
  const dialog = page.getByRole('dialog', { name: `Send estimate ${localid}` })
  const to = dialog.getByRole('textbox', { name: /^To/ })
  await to.waitFor()
  assert.match(await dialog.getByRole('textbox', { name: /^Text/ }).inputValue(), new RegExp(`estimate ${localid}`))
  await to.fill('ada@client.example.com')
  if (check !== undefined) await checkPage(page, check)
  await dialog.getByRole('button', { name: 'Send estimate' }).click()
  await page.getByText('Emailed to ada@client.example.com.').waitFor()
  return mailedPath()
}

async function acceptOnPage(device: Device, name: string): Promise<void> {
  const [page, theirs] = [await app.page(device), await app.page({ device })]
  const draft = await newDraft(`By mail on a ${device}`)
  await theirs.goto(await sendByMail(page, draft, name))
  await theirs.getByRole('heading', { level: 1, name: `Estimate ${draft.localid} from Demo company` }).waitFor()
  await theirs.locator('canvas').first().waitFor()
  await checkPage(theirs, `${name}-page`)
  const download = theirs.waitForEvent('download')
  await theirs.getByRole('button', { name: 'Download PDF' }).click()
  assert.equal((await download).suggestedFilename(), `estimate-${draft.localid}.pdf`)
  await theirs.getByRole('button', { name: 'Accept' }).click()
  await theirs.getByRole('textbox', { name: /^Your name/ }).fill('Ada Byron')
  await theirs.getByRole('textbox', { name: 'Comment (optional)' }).fill('In June')
  await checkPage(theirs, `${name}-accept`)
  await theirs.getByRole('button', { name: 'Accept estimate' }).click()
  await theirs.getByText(/^Accepted by Ada Byron, /).waitFor()
  assert.equal(await theirs.getByRole('button', { name: 'Decline' }).count(), 0)
  // The announcer still names the button that is gone.
  await theirs.reload()
  await theirs.getByText(/^Accepted by Ada Byron, /).waitFor()
  await checkPage(theirs, `${name}-accepted`)
  await page.reload()
  await page.getByText(/^Accepted by Ada Byron, /).waitFor()
  await page.getByText('Comment: In June').waitFor()
  await page.getByText(/^Viewed 2 times, last on /).waitFor()
  await checkPage(page, `${name}-record`)
  await page
    .getByRole('link', { name: /notification/i })
    .first()
    .click()
  await page.getByText('Your estimate was accepted').first().waitFor()
}

quickTest('a client without a login accepts an estimate that was sent by email', () =>
  acceptOnPage('desktop', 'send-estimate'),
)
longTest('a client without a login accepts an estimate on a phone', () => acceptOnPage('phone', 'send-estimate-phone'))

longTest('T-276: a page that shows an older revision cannot accept it, and a revoked link does not work', async () => {
  const [page, theirs] = [await app.page(), await app.page({})]
  const draft = await newDraft('Changed meanwhile')
  await theirs.goto(await sendByMail(page, draft))
  await theirs.getByRole('button', { name: 'Accept' }).click()
  await theirs.getByRole('textbox', { name: /^Your name/ }).fill('Ada Byron')
  await call(`/estimate/${draft.id}/reopen/`, 'POST')
  await call(`/estimate/${draft.id}/send/`, 'POST')
  expectPageError(theirs, /status of 404/)
  await theirs.getByRole('button', { name: 'Accept estimate' }).click()
  await theirs.getByText(/there is none at this address/).waitFor()
  assert.equal((await call(`/estimate/${draft.id}/`)).state, 'sent')
  await theirs.reload()
  await theirs.getByRole('heading', { level: 1, name: 'This link does not work' }).waitFor()
})

longTest('the public page of an estimate is in the language of its client', async () => {
  const page = await app.page({})
  const draft = await newDraft('Auf Deutsch')
  const setLanguage = (language: string) =>
    app.server.request(`/client/${draft.clientid}/`, {
      method: 'PUT',
      token: 'demo-administrator',
      body: { language },
    } as never)
  assert.equal((await setLanguage('de')).status, 202)
  await call(`/estimate/${draft.id}/send/`, 'POST')
  await call(`/estimate/${draft.id}/link/`, 'POST')
  await page.goto(`/${(await call(`/estimatemail/${draft.id}/`)).link}`)
  await page.getByRole('heading', { level: 1, name: `Angebot ${draft.localid} von Demo company` }).waitFor()
  assert.equal(await page.locator('html').getAttribute('lang'), 'de')
  await page.getByRole('button', { name: 'Ablehnen' }).click()
  await page.getByRole('textbox', { name: /^Ihr Name/ }).fill('Käthe')
  await checkPage(page, 'public-estimate-german')
  await page.getByRole('button', { name: 'Angebot ablehnen' }).click()
  await page.getByText(/^Abgelehnt von Käthe, /).waitFor()
  await setLanguage('')
})
