// Script injection through plain text (T-32): payloads in every stored text, then every screen that links lead to, as
// the role that sees most and as a client.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { type DirectDatabase, directDatabase } from './direct-database.ts'
import { waitUntilIdle } from './page-monitor.ts'
import { type DemoLogin, navigateTo, openApp, signIn } from './test-app.ts'
import { XssDetector } from './xss-detector.ts'
import { shortPayloads } from './xss-payloads.ts'

const app = openApp()
const database = directDatabase(app)

/** All columns with plain text that people write. */
const texts: Readonly<Record<string, readonly string[]>> = {
  account: ['name'],
  company: ['address', 'taxnumber', 'logofilename'],
  persongroup: ['name'],
  contacttype: ['name'],
  contactdescriptor: ['name'],
  client: ['name', 'email', 'website', 'phone', 'fax', 'address'],
  person: ['title', 'firstname', 'lastname'],
  personcontact: ['value'],
  projectlabel: ['name', 'color'],
  project: ['name'],
  module: ['name', 'description'],
  projectmodule: ['description'],
  worktype: ['name'],
  taskstatus: ['name'],
  taskpriority: ['name', 'color'],
  milestone: ['title'],
  request: ['title'],
  task: ['title'],
  time: ['description'],
  timer: ['name'],
  tasknote: ['title'],
  milestonenote: ['title'],
  timesheethistory: ['note'],
  projectnote: ['title'],
  document: ['title', 'notes', 'tags', 'filename'],
  documentversion: ['filename'],
  documenttag: ['tag'],
  expense: ['note'],
  savedreport: ['title'],
  tasklistfilter: ['title'],
  invoiceterm: ['name'],
  paymenttype: ['name'],
  expensecategory: ['name'],
  invoice: ['termother', 'title', 'description', 'addressfrom', 'addressto', 'purchaseorder', 'disclaimer'],
  invoiceitem: ['name', 'description'],
  invoicenote: ['title'],
  recurringinvoice: ['title', 'description', 'addressfrom', 'addressto', 'purchaseorder', 'disclaimer'],
  recurringinvoiceitem: ['name', 'description'],
  estimate: [
    'title',
    'description',
    'addressfrom',
    'addressto',
    'purchaseorder',
    'disclaimer',
    'signedby',
    'decisionnote',
  ],
  estimateitem: ['name', 'description'],
  payment: ['reference', 'note'],
  token: ['name'],
}

let payloadIndex = 0

/** Writes another payload into each row, with a number that makes it unique. Done once for all tests. */
function writePayloads({ defineFunction, run, transaction }: DirectDatabase): number {
  if (payloadIndex > 0) return payloadIndex
  defineFunction('canary', () => `${shortPayloads[++payloadIndex % shortPayloads.length]} kanarie${payloadIndex}`)
  transaction(() => {
    for (const [table, columns] of Object.entries(texts)) {
      run(`update ${table} set ${columns.map((column) => `${column} = canary()`).join(', ')}`)
    }
  })
  return payloadIndex
}

/** URLs that differ only in numbers have the same shape. Two pages of each shape are opened. */
const addressShape = (address: string): string =>
  address.replaceAll(/\d+/g, '0').replaceAll(/(search|tag)=[^&]*/g, '$1=')
const pagesPerShape = 2

async function linksOf(page: Page): Promise<string[]> {
  const all = await page
    .locator('a[href^="/app"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  return all.filter((link) => !link.includes('#'))
}

/** Opens every screen that links lead to, and all its tabs. */
async function crawl(page: Page, trap: XssDetector, first: readonly string[]): Promise<string[]> {
  const waiting = [...first]
  const shapes = new Map<string, number>()
  const visited: string[] = []
  for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
    const shape = addressShape(address)
    if (visited.includes(address) || (shapes.get(shape) ?? 0) >= pagesPerShape) continue
    shapes.set(shape, (shapes.get(shape) ?? 0) + 1)
    await navigateTo(page, address)
    await trap.waitFor(page.getByRole('main').getByRole('heading').first())
    await waitUntilIdle(page)
    visited.push(address)
    for (const tab of await page.getByRole('main').getByRole('tab').all()) {
      await tab.click()
      await waitUntilIdle(page)
    }
    await trap.assertNothingRan(address)
    waiting.push(...(await linksOf(page)))
  }
  return visited
}

/** The resource of each screen that shows one record. */
const records: Readonly<Record<string, string>> = {
  clients: 'client',
  estimates: 'estimate',
  invoices: 'invoice',
  milestones: 'milestone',
  people: 'person',
  projects: 'project',
  recurring: 'recurringinvoice',
  requests: 'request',
  tasks: 'task',
}

/** The paths of all routes of the application, each with the id of an existing record. */
function ownPaths(): string[] {
  const folder = join(import.meta.dirname, '../../src/screens')
  const files = globSync('*/routes.ts', { cwd: folder }).map((file) => readFileSync(join(folder, file), 'utf8'))
  const paths = files.flatMap((text) => Array.from(text.matchAll(/Route\('([^']+)'/g), ([, path = '']) => path))
  assert.ok(paths.length > 15, `the routes have only these paths: ${paths.join(' ')}`)
  return paths.map((path) => {
    const [, name = ''] = /^\/(\w+)\/\$id$/.exec(path) ?? []
    assert.ok(!path.includes('$') || name in records, `no resource is listed for ${path}`)
    return `/app${path.replace('$id', name === '' ? '' : String(database.one(`select max(id) from ${records[name]}`)))}`
  })
}

const people: readonly DemoLogin[] = ['demo-administrator', 'demo-executive']

for (const who of people) {
  test(`T-32: payloads in every text run on no screen, as ${who}`, async () => {
    const page = await app.page()
    assert.ok(writePayloads(database) > 1000)
    const trap = new XssDetector(page)
    await signIn(page, who)
    await trap.waitFor(page.getByText(/kanarie\d/).first())
    const visited = await crawl(page, trap, who === 'demo-executive' ? ['/app/'] : ownPaths())
    assert.ok(visited.length > 5, visited.join(' '))
  })
}

test('T-32: the palette finds payloads and shows them as text', async () => {
  const page = await app.page()
  const trap = new XssDetector(page)
  await signIn(page, 'demo-administrator', 'profile')
  await page.keyboard.press('Control+k')
  const box = page.getByRole('dialog').getByRole('combobox').or(page.getByRole('dialog').getByRole('searchbox'))
  for (const typed of ['kanarie', '<img src=x onerror=alert(1)>', '"><script>alert(1)</script>']) {
    await box.first().fill(typed)
    await waitUntilIdle(page)
    await trap.assertNothingRan(typed)
  }
})
