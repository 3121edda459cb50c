// The time entries of a draft in the browser: a Manager excludes one and includes it again, moves one to another draft,
// writes one down, and changes the order of the lines, on a desktop and on a phone.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { longTest } from '../../../server/test/fixture/suite-tests.ts'
import { checkPage } from './axe-and-screenshots.ts'
import { type Device, openApp, signIn } from './test-app.ts'

const app = openApp()
const token = 'demo-manager'

type Row = Readonly<Record<string, string>>

async function send(path: string, body: Record<string, string>, as = 'demo-administrator'): Promise<Row> {
  const { json, status } = await app.server.request(path, { method: 'POST', token: as, body })
  assert.equal(status, 201, `${path} ${JSON.stringify(json)}`)
  const [, name = ''] = /^\/(\w+)\//.exec(path) ?? []
  return (json[name] ?? {}) as unknown as Row
}

const read = async (path: string): Promise<Row[]> => {
  const { json } = await app.server.request(path, { token })
  const [, name = ''] = /^\/(\w+)\//.exec(path) ?? []
  return json[name] as unknown as Row[]
}

/** The lines in their order, as "name hours x rate". */
const linesOf = async (id: string): Promise<string[]> =>
  (await read(`/invoiceitem/?invoiceid=${id}&sortfield=position&limit=0`)).map(
    ({ name, quantity, rate }) => `${name} ${quantity} x ${rate}`,
  )

interface Drafts {
  /** A draft with entries of 1, 2 and 3 hours at 100. */
  readonly id: string
  /** Another draft of the project, without time. */
  readonly otherid: string
}

async function newDrafts(title: string): Promise<Drafts> {
  const project = await send('/project/', { name: `Project ${title}`, datestart: '2025-03-03' })
  const projectid = String(project.id)
  const [me] = await read('/me/')
  const personid = String(me?.id)
  await send(`/projectteam/${projectid}/`, { personid })
  const [part] = await read(`/projectworktype/?projectid=${projectid}&limit=1`)
  const [module] = await read(`/projectmodule/?projectid=${projectid}&limit=1`)
  const worktypeid = String(part?.worktypeid)
  await send('/projectrate/', { projectid, worktypeid, datebegin: '2025-01-01', hourlyrate: '100' })
  for (const day of [1, 2, 3])
    await send('/time/', {
      ...{ projectid, moduleid: String(module?.moduleid), worktypeid, personid, billable: 't' },
      ...{ date: `2025-03-1${day}`, time: String(day), description: `Work ${day}` },
    })
  const draft = { projectid, date: '2025-04-01', termid: '4' }
  const range = { datebegin: '2025-03-01', dateend: '2025-03-31' }
  const { id = '' } = await send('/invoice/', { ...draft, ...range, title })
  const other = await send('/invoice/', { ...draft, title: `Other ${title}`, dateend: '2020-01-01' })
  return { id, otherid: other.id ?? '' }
}

const toast = (page: Page, text: string): Promise<void> => page.getByText(text, { exact: true }).first().waitFor()

const openEntries = async (page: Page, line = 0): Promise<void> => {
  await page
    .getByRole('button', { name: /^Show hours for/ })
    .nth(line)
    .click()
  await page
    .getByRole('dialog')
    .getByText(/entr(y|ies), /)
    .waitFor()
}

/** With the keyboard, because on a phone a toast may lie over the list. */
async function select(page: Page, entry: string): Promise<void> {
  const box = page.getByRole('checkbox', { name: new RegExp(entry) })
  await box.focus()
  await page.keyboard.press('Space')
  assert.ok(await box.isChecked(), entry)
}

/** Before the first toast: its announcement names elements that are gone. */
async function checkPanels(page: Page, name: string): Promise<void> {
  await openEntries(page)
  await select(page, 'Work 1')
  await checkPage(page, `${name}-entries`)
  await page.getByRole('button', { name: 'Write down…' }).click()
  await page.getByLabel('Billed amount per entry').waitFor()
  await checkPage(page, `${name}-write-down`)
  await page.reload()
}

async function excludeAndInclude(page: Page, id: string): Promise<void> {
  await openEntries(page)
  await select(page, 'Work 1')
  await page.getByRole('button', { name: 'Exclude', exact: true }).click()
  await toast(page, '1 entry excluded')
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await page.getByRole('heading', { name: 'Excluded entries' }).waitFor()
  assert.match((await linesOf(id)).join(), / 5 x 100$/)
  await select(page, 'Work 1')
  await page.getByRole('button', { name: 'Include again' }).click()
  await page.getByRole('heading', { name: 'Excluded entries' }).waitFor({ state: 'detached' })
  assert.match((await linesOf(id)).join(), / 6 x 100$/)
}

async function moveAndWriteDown(page: Page, { id, otherid }: Drafts): Promise<void> {
  await openEntries(page)
  await select(page, 'Work 2')
  await page.getByRole('button', { name: 'Move to another draft' }).click()
  await page.getByRole('button', { name: /Draft$/ }).click()
  await page.getByRole('option', { name: / Other / }).click()
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  await toast(page, '1 entry moved')
  assert.match((await linesOf(otherid)).join(), / 2 x 100$/)
  await select(page, 'Work 3')
  await page.getByRole('button', { name: 'Write down…' }).click()
  await page.getByLabel('Billed amount per entry').fill('180')
  await page.getByRole('button', { name: 'Write down', exact: true }).click()
  await toast(page, '1 entry written down')
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await page.getByText(/^Written down by €?120.00/).waitFor()
  assert.deepEqual(
    (await linesOf(id)).map((line) => line.replace(/^\D+/, '')),
    ['1 x 100', '3 x 60'],
  )
}

/** With the keyboard alone. The focus stays on a button of the line that moves. */
async function reorder(page: Page, id: string): Promise<void> {
  const before = await linesOf(id)
  await page
    .getByRole('button', { name: /^Move line .* down$/ })
    .first()
    .focus()
  await page.keyboard.press('Enter')
  await page.getByText(/is now line 2 of 2$/).waitFor({ state: 'attached' })
  await page
    .getByRole('listitem', { name: 'Line 2' })
    .getByRole('button', { name: /^Move line .* up$/ })
    .and(page.locator(':focus'))
    .waitFor()
  await page.keyboard.press('Control+s')
  await page.getByText('Unsaved changes').waitFor({ state: 'detached' })
  assert.deepEqual(await linesOf(id), before.toReversed())
}

async function billInFull(page: Page, id: string): Promise<void> {
  await openEntries(page)
  await select(page, 'Work 3')
  await page.getByRole('button', { name: 'Bill in full' }).click()
  await page.getByText(/^Written down by/).waitFor({ state: 'detached' })
  assert.deepEqual(
    (await linesOf(id)).map((line) => line.replace(/^\D+/, '')),
    ['4 x 100'],
  )
}

async function useDraft(device: Device, name: string): Promise<void> {
  const drafts = await newDrafts(name)
  const page = await app.page(device)
  await signIn(page, token, `invoices/${drafts.id}`)
  await page.getByRole('heading', { level: 1, name: new RegExp(name) }).waitFor()
  await checkPanels(page, name)
  await excludeAndInclude(page, drafts.id)
  await moveAndWriteDown(page, drafts)
  await reorder(page, drafts.id)
  await page.reload()
  await page.getByText(/^Written down by/).waitFor()
  await checkPage(page, `${name}-draft`)
  await billInFull(page, drafts.id)
}

for (const device of ['desktop', 'phone'] as const)
  longTest(`a Manager decides about the entries and lines of a draft (${device})`, () =>
    useDraft(device, `draft-time-${device}`),
  )
