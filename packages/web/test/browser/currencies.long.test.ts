// Currencies in the browser: a client gets one, a new invoice has it and may have another while it is a draft, and
// lists, figures and reports show the sums of each currency beside each other.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { longTest } from '../../../server/test/fixture/suite-tests.ts'
import { checkPage } from './axe-and-screenshots.ts'
import { type Device, openApp, signIn } from './test-app.ts'

const app = openApp('sqlite')
const token = 'demo-administrator'

type Row = Readonly<Record<string, string>>

const send = async (method: string, path: string, body?: object): Promise<Row> => {
  const { status, json, text } = await app.server.request(path, { method, token, ...(body && { body }) } as never)
  assert.ok(status < 300, `${path}: ${text}`)
  return Object.values(json as Readonly<Record<string, unknown>>).find((value) => typeof value === 'object') as Row
}

/** A project of a new client. */
async function newProject(name: string): Promise<{ readonly clientid: string; readonly projectid: string }> {
  const { id: clientid = '' } = await send('POST', '/client/', { name, datecreated: '2026-01-01', address: 'Street 1' })
  const body = { name: `${name} website`, datestart: '2026-01-01', clientid }
  const { id: projectid = '' } = await send('POST', '/project/', body)
  return { clientid, projectid }
}

async function chooseCurrency(page: Page, typed: string, option: string): Promise<void> {
  const field = page.getByRole('combobox', { name: 'Currency' })
  // Scrolling closes the list, so the field is shown before.
  await field.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  await field.fill(typed)
  await page.getByRole('option', { name: option }).waitFor()
  await field.press('Enter')
}

async function useCurrencies(device: Device, name: string): Promise<void> {
  const { clientid, projectid } = await newProject(`Harbor Tools ${device}`)
  const page = await app.page(device)
  await signIn(page, token, `clients/${clientid}`)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await chooseCurrency(page, 'USD', 'USD · US Dollar')
  await checkPage(page, `${name}-client`)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByText('USD', { exact: true }).first().waitFor()
  assert.equal((await send('GET', `/client/${clientid}/`)).currency, 'USD')
  const bill = { projectid, date: '2026-05-04', termid: '4', title: 'Shop system' }
  const { id = '' } = await send('POST', '/invoice/', bill)
  await send('POST', '/invoiceitem/', { invoiceid: id, name: 'Consulting', quantity: '3', rate: '250', amount: '750' })
  await page.goto(`/app/invoices/${id}`)
  await page.getByText('$750.00').first().waitFor()
  await checkPage(page, `${name}-draft`)
  await chooseCurrency(page, 'CHF', 'CHF · Swiss Franc')
  await page
    .getByText(/CHF\s750\.00/)
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Unsaved changes').waitFor({ state: 'detached' })
  assert.equal((await send('GET', `/invoice/${id}/`)).currency, 'CHF')
  const second = await send('POST', '/invoice/', bill)
  await send('POST', '/invoiceitem/', { invoiceid: second.id, name: 'Design', amount: '120.5' })
  await page.goto(`/app/invoices?clientid=${clientid}`)
  await page
    .getByText(/CHF\s750\.00 · US\$120\.50|US\$120\.50 · CHF\s750\.00/)
    .first()
    .waitFor()
  await checkPage(page, `${name}-list`)
  await page.goto('/app/invoices?tab=receivables')
  await page
    .getByRole('row')
    .filter({ hasText: `Harbor Tools ${device}` })
    .nth(1)
    .waitFor()
  await checkPage(page, `${name}-receivables`)
  await page.goto(`/app/clients/${clientid}`)
  await page
    .getByText(/CHF\s750\.00 · US\$120\.50/)
    .first()
    .waitFor()
  await checkPage(page, `${name}-client-page`)
  await page.goto('/app/reports?tab=revenue&datebegin=2026-01-01&dateend=2026-06-30')
  await page.getByRole('table', { name: 'Revenue, CHF' }).waitFor()
  await checkPage(page, `${name}-revenue`)
  await page.goto(`/app/reports?tab=statement&clientid=${clientid}&datebegin=2026-01-01&dateend=2026-06-30`)
  await page.getByText('$120.50').first().waitFor()
  await checkPage(page, `${name}-statement`)
}

longTest('a client and an invoice have their own currency', () => useCurrencies('desktop', 'currency'))
longTest('currencies on a phone', () => useCurrencies('phone', 'currency-phone'))
