// Invoices: a Manager bills a project, changes the draft, issues it and records payments. Errors are shown at their
// fields. Clients see the invoices that were sent.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { longTest, quickTest } from '../../../server/test/fixture/suite-tests.ts'
import { takeScreenshot } from './axe-and-screenshots.ts'
import { dayAfter, shownDay, today } from './demo-calendar.ts'
import { expectPageError, navigateTo, openApp, signIn } from './test-app.ts'

const app = openApp()

interface Invoice {
  readonly id: string
  readonly localid: string
  readonly title: string
  readonly subtotal: string
  readonly total: string
  readonly balance: string
  readonly status: string
  readonly dateissued: string | null
}

const listRecords = async <T>(path: string): Promise<T[]> => {
  const { json } = await app.server.request(path, { token: 'demo-administrator' })
  const [, name = ''] = /^\/(\w+)\//.exec(path) ?? []
  return json[name] as T[]
}

const invoiceOf = async (page: Page): Promise<Invoice> => {
  const [, id] = /\/invoices\/(\d+)/.exec(page.url()) ?? []
  const { json } = await app.server.request(`/invoice/${id}/`, { token: 'demo-administrator' })
  return json.invoice as unknown as Invoice
}

const findDraft = async (): Promise<Invoice> => {
  const draft = (await listRecords<Invoice>('/invoice/?limit=100')).find(({ dateissued }) => dateissued === null)
  assert.ok(draft, 'the demo has a draft')
  return draft
}

/** A number as the page writes money in the browser's language. */
const formatMoney = (amount: string): string =>
  new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'EUR', minimumFractionDigits: 2 }).format(
    Number(amount),
  )

const figureOf = (page: Page, term: string) =>
  page
    .locator('dt', { hasText: new RegExp(`^${term}`) })
    .locator('xpath=following-sibling::dd[1]')
    .first()

quickTest('a list names the year of a date only if it is not the current one', async () => {
  const [project] = await listRecords<{ projectid: string }>('/unbilled/')
  const dates = [today(), dayAfter(today(), -366)]
  const ids: string[] = []
  for (const date of dates) {
    const body = { projectid: project?.projectid ?? '', date, termid: '4', title: `Of ${date}`, draft: 't' }
    const { json } = await app.server.request('/invoice/', { method: 'POST', token: 'demo-administrator', body })
    ids.push((json.invoice as unknown as Invoice).id)
  }
  const page = await app.page()
  await signIn(page, 'demo-manager', 'invoices')
  for (const date of dates) {
    const row = page.getByRole('row', { name: `Of ${date}` })
    await row
      .getByRole('cell', { name: shownDay(date), exact: true })
      .first()
      .waitFor()
  }
  for (const id of ids) {
    const removed = await app.server.request(`/invoice/${id}/`, { method: 'DELETE', token: 'demo-administrator' })
    assert.equal(removed.status, 200)
  }
  assert.doesNotMatch(shownDay(today()), /\d{4}/)
})

quickTest('a Manager bills the hours of a project in three steps, adds a line, issues it and is paid', async () => {
  const page = await app.page()
  await signIn(page, 'demo-manager', 'invoices')
  await page.getByRole('button', { name: 'New invoice' }).click()
  const [project] = await listRecords<{ project: string; projectid: string; amount: string }>('/unbilled/')
  assert.ok(project)
  const { projectid } = project
  await page.getByRole('button', { name: project.project }).click()

  await page.getByRole('heading', { name: 'Choose hours' }).waitFor()
  await page.getByText(formatMoney(project.amount)).waitFor()
  const [worktime] = await listRecords<Record<string, string>>(`/time/?projectid=${projectid}&limit=1&billable=t`)
  const { personid, taskid, moduleid, worktypeid } = worktime ?? {}
  const work = taskid ? { taskid } : { projectid, moduleid }
  const later = { ...work, personid, worktypeid, date: dayAfter(today(), 9), time: '1', billable: 't' }
  const logged = {
    method: 'POST',
    token: 'demo-administrator',
    body: Object.fromEntries(Object.entries(later).map(([field, value]) => [field, String(value)])),
  }
  assert.equal((await app.server.request('/time/', logged)).status, 201)
  await navigateTo(page, `/app/invoices/new?projectid=${projectid}&datebegin=2020-01-01&dateend=${later.date}`)
  await page
    .getByText(/^\d+ in the future$/)
    .first()
    .waitFor()
  await page
    .getByText(/ not approved$/)
    .first()
    .waitFor()
  const unapproved = page.getByLabel(/^Exclude unapproved hours/)
  await unapproved.check({ force: true })
  await page
    .getByText(/^\d+ not approved$/)
    .first()
    .waitFor({ state: 'detached' })
  await unapproved.uncheck({ force: true })
  await page.getByLabel(/^Exclude future hours/).check({ force: true })
  await page
    .getByText(/^\d+ in the future$/)
    .first()
    .waitFor({ state: 'detached' })
  const line = page.getByRole('button', { name: /entries/ }).first()
  await line.click()
  assert.equal(await line.getAttribute('aria-expanded'), 'true')
  await page.getByRole('button', { name: 'Continue' }).click()

  await page.getByLabel('Title').fill('Everything so far')
  await page.getByLabel('Tax (%)', { exact: true }).fill('19')
  await page.getByRole('button', { name: 'Create draft' }).click()
  await page.getByRole('heading', { name: /Everything so far/ }).waitFor()
  const invoice = await invoiceOf(page)
  assert.equal(invoice.subtotal, project.amount)
  await page.getByText('Draft', { exact: true }).waitFor()
  assert.equal(await figureOf(page, 'Total').innerText(), formatMoney(invoice.total))

  await page.getByRole('button', { name: 'Add line' }).click()
  await page.keyboard.type('Fonts')
  const added = page.getByRole('listitem', { name: /^Line/ }).last()
  await added.getByLabel('Quantity').fill('3')
  await added.getByLabel('Rate').fill('33.335')
  // Three times 33.335 is 100.005, which is rounded away from zero.
  await added.getByText(formatMoney('100.01')).waitFor()
  const live = await figureOf(page, 'Total').innerText()
  await page.keyboard.press('Control+s')
  await page.getByText('Unsaved changes').waitFor({ state: 'detached' })
  const saved = await invoiceOf(page)
  assert.equal(formatMoney(saved.total), live)
  assert.equal(Number(saved.subtotal).toFixed(2), (Number(project.amount) + 100.01).toFixed(2))

  await page
    .getByRole('button', { name: /^Show hours for/ })
    .first()
    .click()
  await page
    .getByRole('dialog')
    .getByText(/entr(y|ies), /)
    .waitFor()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Issue' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Issue' }).click()
  await page.getByText(/^Issued .*You can still add/).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Add line' }).count(), 0)

  await page.getByRole('button', { name: 'Record payment' }).first().click()
  const amount = page.getByRole('dialog').getByLabel('Amount')
  assert.equal(await amount.inputValue(), Number(saved.balance).toFixed(2))
  await amount.fill('99999')
  const excess = formatMoney((99999 - Number(saved.balance)).toFixed(2))
  await page.getByText(`This is ${excess} more than the balance due. The client will have a credit.`).waitFor()
  await amount.fill('-5')
  await page.getByText(/^A negative amount is a refund/).waitFor()
  await amount.fill(saved.balance)
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByText('Paid', { exact: true }).first().waitFor()
  assert.equal((await invoiceOf(page)).status, 'paid')

  // Nothing is owed: only the list of payments offers another one, and it suggests no amount.
  const record = page.getByRole('button', { name: 'Record payment' })
  await record.nth(1).waitFor({ state: 'detached' })
  await record.click()
  assert.equal(await amount.inputValue(), '')
  await amount.fill('0.00')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('dialog').locator('[data-invalid] [slot=errorMessage]').waitFor()
  await page.keyboard.press('Escape')
  const paid = await listRecords(`/payment/?invoiceid=${invoice.id}`)
  assert.equal(paid.length, 1)
})

longTest(
  'drafts are listed separately, and hours after the date of an invoice are reported before it is created',
  async () => {
    const page = await app.page()
    await signIn(page, 'demo-manager', 'invoices')
    await page.getByRole('radio', { name: 'Drafts' }).click()
    const { id } = await findDraft()
    await page.getByRole('row', { name: /Draft/ }).first().waitFor()
    const links = page.getByRole('table').locator(`a[href$="/invoices/${id}"]`)
    await links.first().waitFor()
    assert.equal(await page.getByRole('row', { name: /Paid|Issued/ }).count(), 0)

    const [free] = await listRecords<{ projectid: string }>('/unbilled/')
    const entries = await listRecords<Record<string, string>>(`/time/?projectid=${free?.projectid}&limit=200`)
    const { personid, taskid, worktypeid } = entries.find((entry) => entry.taskid) ?? {}
    const date = dayAfter(today(), 9)
    const body = { personid, taskid, worktypeid, date, time: '1', billable: 't' } as Record<string, string>
    const created = await app.server.request('/time/', { method: 'POST', token: 'demo-administrator', body })
    assert.equal(created.status, 201, created.text)
    const span = (datebegin: string, dateend: string) => `datebegin=${datebegin}&dateend=${dateend}`
    await navigateTo(page, `/app/invoices/new?projectid=${free?.projectid}&${span(date, '2020-01-01')}`)
    await page.getByText('Choose a day on or after the first day.').waitFor()
    await navigateTo(page, `/app/invoices/new?projectid=${free?.projectid}&${span('2020-01-01', date)}&step=details`)
    await page.getByText('1 entry is dated after the invoice.').waitFor()
  },
)

longTest('a client without hours gets an invoice without them, which is issued once it has a line', async () => {
  const create = async (name: string, body: Record<string, string>): Promise<string> => {
    const { json, text } = await app.server.request(`/${name}/`, { method: 'POST', token: 'demo-administrator', body })
    assert.ok(json[name], text)
    return String((json[name] as unknown as { id: string }).id)
  }
  const clientid = await create('client', { name: 'Weaver & Daughters', datecreated: '2026-01-05' })
  await create('project', { name: 'Loom catalogue', clientid, datestart: '2026-01-05', billable: 't' })
  const page = await app.page()
  await signIn(page, 'demo-administrator', `invoices/new?clientid=${clientid}`)
  await page.getByText('No hours logged yet for this client').waitFor()
  assert.equal(await page.getByText('Everything is billed').count(), 0)
  await page.getByRole('button', { name: 'Invoice without hours' }).click()
  await page.getByRole('option', { name: /Loom catalogue/ }).waitFor()
  assert.equal(await page.getByRole('option').count(), 1, 'only projects of this client are offered')
  await page.getByRole('option', { name: /Loom catalogue/ }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Create draft' }).click()
  await page.getByText('Add at least one line before you issue the invoice.').waitFor()
  assert.ok(await page.getByRole('button', { name: 'Issue' }).isDisabled())
})

longTest('the PDF of an invoice is shown, and saved as a file', async () => {
  const page = await app.page()
  const { id, localid } = await findDraft()
  await signIn(page, 'demo-manager', `invoices/${id}?tab=pdf`)
  await page
    .getByRole('region', { name: `Invoice ${localid} as PDF` })
    .locator('canvas')
    .first()
    .waitFor()
  await takeScreenshot(page, 'invoice-pdf')
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download PDF' }).click()
  assert.match((await saving).suggestedFilename(), /\.pdf$/)
})

longTest('an error of the server is shown at its field, and no input is lost', async () => {
  const page = await app.page()
  expectPageError(page, /status of 400/)
  await signIn(page, 'demo-manager', `invoices/${(await findDraft()).id}`)
  await page.getByRole('button', { name: 'Add line' }).click()
  const added = page.getByRole('listitem', { name: /^Line/ }).last()
  await added.getByLabel('Rate').fill('12')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await added.locator('[data-invalid] [slot=errorMessage]').waitFor()
  assert.equal(await added.getByLabel('Rate').inputValue(), '12')
  await page.getByRole('link', { name: 'Payments' }).first().click()
  await page.getByRole('heading', { name: 'Leave without saving?' }).waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByText('Unsaved changes').waitFor({ state: 'detached' })
})

longTest('of two people who edit an invoice, the second gets a conflict and overwrites nothing', async () => {
  const { id } = await findDraft()
  const [first, second] = [await app.page(), await app.page()]
  expectPageError(second, /status of 412/)
  await signIn(first, 'demo-manager', `invoices/${id}`)
  await signIn(second, 'demo-administrator', `invoices/${id}`)
  await second.getByLabel('Title').fill('Mine')
  await first.getByLabel('Title').fill('Theirs')
  await first.getByRole('button', { name: 'Save', exact: true }).click()
  await first.getByText('Unsaved changes').waitFor({ state: 'detached' })
  await second.getByRole('button', { name: 'Save', exact: true }).click()
  await second.getByText(/Someone else changed this invoice/).waitFor()
  assert.equal(await second.getByLabel('Title').inputValue(), 'Mine')
  await second.getByRole('button', { name: 'Discard my changes' }).click()
  await second.getByRole('heading', { name: /Theirs/ }).waitFor()
})

quickTest('a client sees the invoices of their projects as they were sent, and can change nothing', async () => {
  const page = await app.page('phone')
  await signIn(page, 'demo-executive', 'invoices')
  await page.getByText('Amount due').waitFor()
  assert.equal(await page.getByRole('button', { name: 'New invoice' }).count(), 0)
  await takeScreenshot(page, 'client-invoices')
  await page.getByRole('table').getByRole('link').first().click()
  await page.getByText('Billed to').first().waitFor()
  await takeScreenshot(page, 'client-invoice')
  await page.getByRole('tab', { name: 'Invoice' }).click()
  await page.getByText('Balance due').waitFor()
  assert.deepEqual(await page.getByRole('main').getByRole('textbox').count(), 0)
  for (const path of ['invoices/new', 'payments', 'expenses']) {
    await page.goto(`/app/${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    assert.equal(
      await page
        .getByRole('main')
        .getByRole('button', { name: /^(New|Record|Create)/ })
        .count(),
      0,
    )
  }
})

longTest('hours are imported again, an issued invoice is voided, and a draft without hours is deleted', async () => {
  const page = await app.page()
  const { id } = await findDraft()
  await signIn(page, 'demo-manager', `invoices/${id}`)
  const choose = async (name: string): Promise<void> => {
    await page.getByRole('main').getByRole('button', { name: 'Actions', exact: true }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await choose('Reimport hours')
  await page.getByText(/^Hours reimported/).waitFor()
  await page.getByRole('button', { name: 'Issue' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Issue' }).click()
  await page.getByText(/^Issued .*You can still add/).waitFor()
  await choose('Void')
  await page.getByRole('dialog').getByRole('button', { name: 'Void' }).click()
  await page.getByText(/^Voided .*Nothing is owed/).waitFor()
  assert.equal((await invoiceOf(page)).status, 'void')

  await page.goto('/app/invoices/new')
  await page.getByRole('combobox', { name: 'Project' }).fill('website')
  await page.getByRole('option').first().click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Create draft' }).click()
  await page.getByText('No lines yet').waitFor()
  const invoice = await invoiceOf(page)
  await choose('Delete draft')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete draft' }).click()
  await page.getByRole('heading', { level: 1, name: 'Invoices' }).waitFor()
  assert.equal((await app.server.request(`/invoice/${invoice.id}/`, { token: 'demo-administrator' })).status, 404)
})

longTest(
  'numbers are read and shown in the locale of the person, and totals match the server to the cent',
  async () => {
    const [project] = await listRecords<{ id: string }>('/project/?limit=1')
    for (const [locale, rate, shown] of [
      ['en-US', '1,250.50', '€412.67'],
      ['de-DE', '1.250,50', '412,67\u00a0€'],
    ] as const) {
      const { json } = await app.server.request('/invoice/', {
        token: 'demo-manager',
        method: 'POST',
        body: { projectid: Number(project?.id), date: '2026-11-15', title: `Numbers of ${locale}`, termid: 4 },
      })
      const { id } = json.invoice as { id: string }
      const page = await app.page({ locale })
      await signIn(page, 'demo-manager', `invoices/${id}`)
      await page.getByRole('button', { name: 'Add line' }).click()
      await page.keyboard.type('A third of it')
      const line = page.getByRole('listitem', { name: /^Line/ }).last()
      await line.getByLabel('Quantity').fill(locale === 'de-DE' ? '0,33' : '0.33')
      await line.getByLabel('Rate').fill(rate)
      await line.getByText(shown).waitFor()
      await page.keyboard.press('Control+s')
      await page.getByText('Unsaved changes').waitFor({ state: 'detached' })
      assert.equal((await invoiceOf(page)).subtotal, '412.67')
      assert.equal(await line.getByLabel('Quantity').inputValue(), locale === 'de-DE' ? '0,33' : '0.33')
    }
  },
)

longTest('without a mail server, the dialog for sending says what to do', async () => {
  const page = await app.page()
  const [issued] = await listRecords<{ id: string }>('/invoice/?issued=t&status=outstanding&limit=1')
  await signIn(page, 'demo-administrator', `invoices/${issued?.id}`)
  await page.getByRole('button', { name: 'Send invoice' }).click()
  const dialog = page.getByRole('dialog', { name: /^Send invoice/ })
  await dialog.getByText('Email is not set up').waitFor()
  assert.equal(await dialog.getByRole('link', { name: 'Set up email' }).count(), 1)
  await takeScreenshot(page, 'send-invoice-no-mail')
  await dialog.getByRole('button', { name: 'Mark as sent' }).click()
  await page.getByRole('dialog', { name: /as sent$/ }).waitFor()
})
