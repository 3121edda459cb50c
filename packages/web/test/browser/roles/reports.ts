// Reports: the rows, sums and files of the page are those of the API for the same person. Administrators and Managers
// see the time of everybody, Resources their own, and a client what they were billed and what they owe.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { monday } from '../demo-calendar.ts'
import type { DemoLogin } from '../test-app.ts'
import { statusOf } from './api-checks.ts'
import { formatMoney } from './own-project.ts'
import { forTeamAndClient, navigationLinks, type RoleRun, type RoleTest, type Wire } from './role-test.ts'

interface VisibleReports {
  readonly tabs: readonly string[]
  /** The groupings of hours: the label of the button and the name in the API. */
  readonly groupings: Readonly<Record<string, string>>
}

const ofWork = { Project: 'project', Client: 'client', 'Work type': 'worktype' }
const forLeads: VisibleReports = {
  tabs: ['Time', 'Utilization', 'Unbilled', 'Receivables', 'Revenue', 'Statements', 'Budgets', 'Retainers'],
  groupings: { Person: 'person', ...ofWork },
}
/** Cost rates and margins are for Administrators unless the company lets Managers see them. */
const forAdministrators: VisibleReports = { ...forLeads, tabs: forLeads.tabs.toSpliced(5, 0, 'Margin') }
const forWorkers: VisibleReports = { tabs: ['Time', 'Utilization'], groupings: ofWork }

const visibleReports: Readonly<Record<DemoLogin, VisibleReports>> = {
  'demo-administrator': forAdministrators,
  'demo-manager': forLeads,
  'demo-resource': forWorkers,
  'demo-restricted': forWorkers,
  'demo-executive': { tabs: ['Receivables', 'Revenue', 'Statements'], groupings: {} },
}

/** The report of the API behind each tab. */
const reportOf = {
  Time: 'timereport',
  Utilization: 'utilization',
  Unbilled: 'unbilled',
  Receivables: 'receivables',
  Revenue: 'revenue',
  Margin: 'margin',
  Statements: 'statement',
  Budgets: 'budget',
  Retainers: 'retainer',
}

const clock = (hours: number): string => {
  const minutes = Math.round(hours * 60)
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}

const percent = (hundredths: number): string =>
  new Intl.NumberFormat('en', { style: 'percent' }).format(hundredths / 100)

const sumOf = (rows: readonly Wire[], field: string): number => rows.reduce((sum, row) => sum + Number(row[field]), 0)

/** The lines of the downloaded file, without its byte order mark. */
async function savedLines(page: Page): Promise<string[]> {
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const text = readFileSync(await (await saving).path(), 'utf8')
  return text.replace('\uFEFF', '').trim().split('\r\n')
}

/** The names and hours of a table, the sum last. */
async function hoursIn(page: Page, label: string): Promise<string[][]> {
  const table = page.getByRole('table', { name: label }).last()
  await table.waitFor()
  const rows = await table.getByRole('row').all()
  return Promise.all(rows.slice(1).map(async (row) => (await row.getByRole('cell').allInnerTexts()).slice(0, 2)))
}

async function timeAddsUp(run: RoleRun, page: Page, [button, groupby]: readonly [string, string]): Promise<void> {
  const rows = await run.list(`/timereport/?groupby=${groupby}`)
  await page.getByRole('radio', { name: button, exact: true }).click()
  const actual = await hoursIn(page, `Hours by ${button.toLowerCase()}`)
  const expected = rows.map(({ name, hours }) => [name ?? 'No client', clock(Number(hours))])
  assert.deepEqual(actual.slice(0, -1).toSorted(), expected.toSorted(), groupby)
  assert.deepEqual(actual.at(-1), ['Total', clock(sumOf(rows, 'hours'))])
}

async function timeReport(run: RoleRun): Promise<void> {
  const { tabs, groupings } = visibleReports[run.who]
  const page = await run.openPage('reports?alltime=true')
  assert.deepEqual(await page.getByRole('tab').allInnerTexts(), tabs)
  for (const grouping of Object.entries(groupings)) await timeAddsUp(run, page, grouping)
  const byWorkType = await run.list('/timereport/?groupby=worktype')
  const exactHours = (await savedLines(page)).slice(1).map((line) => line.split(',').at(-2))
  assert.deepEqual(
    exactHours,
    byWorkType.map(({ hours }) => hours),
  )

  const people = await run.list('/timereport/?groupby=person')
  if ('Person' in groupings) {
    assert.ok(people.length > 2)
    return
  }
  assert.equal(await page.getByRole('radio', { name: 'Person' }).count(), 0)
  const own = await run.list(`/time/?personid=${await run.personId()}&limit=0`)
  assert.deepEqual(
    people.map(({ groupid, hours }) => [groupid, hours]),
    [[await run.personId(), String(sumOf(own, 'time'))]],
  )
}

/** The rows of the page are those of the API; over capacity is marked, and Administrators can set missing hours. */
async function utilizationReport(run: RoleRun): Promise<void> {
  const span = `datebegin=${monday(-5)}&dateend=${monday(-1)}`
  const rows = await run.list(`/utilization/?${span}`)
  const page = await run.openPage(`reports?tab=utilization&${span}`)
  const table = page.getByRole('table', { name: 'Utilization' }).last()
  await table.waitFor()
  assert.equal(await table.getByRole('row').count(), rows.length + 2, 'a header, the people and the sum')
  for (const { name, utilization, capacity, hours } of rows) {
    const row = table.getByRole('row').filter({ hasText: String(name) })
    await row
      .getByText(clock(Number(hours)), { exact: true })
      .first()
      .waitFor()
    if (utilization !== '')
      await row
        .getByText(percent(Number(utilization)))
        .first()
        .waitFor()
    const isOver = capacity !== '' && Number(hours) > Number(capacity)
    assert.equal(await row.getByText('Over capacity').count(), isOver ? 1 : 0, String(name))
    if (capacity !== '') continue
    const isAdministrator = run.who === 'demo-administrator'
    assert.equal(await row.getByRole('link', { name: 'No weekly hours set' }).count(), isAdministrator ? 1 : 0)
  }
  const ownOnly = run.who === 'demo-resource' || run.who === 'demo-restricted'
  if (ownOnly) {
    assert.deepEqual(
      rows.map(({ personid }) => personid),
      [await run.personId()],
    )
  } else assert.ok(rows.length > 2)
}

/** A client sees their own amounts and no hours. */
async function clientReports(run: RoleRun): Promise<void> {
  const page = await run.openPage('reports')
  assert.deepEqual(await page.getByRole('tab').allInnerTexts(), visibleReports[run.who].tabs)
  const owed = await run.list('/receivables/')
  const sum = (label: string) =>
    page
      .getByRole('table', { name: label })
      .last()
      .getByRole('row', { name: /^Total/ })
  await sum('Aged receivables')
    .getByText(formatMoney(sumOf(owed, 'total')))
    .last()
    .waitFor()
  assert.equal((await savedLines(page)).length, owed.length + 1)
  await page.getByRole('tab', { name: 'Revenue' }).click()
  const revenue = await run.list('/revenue/')
  await sum('Revenue')
    .getByText(formatMoney(sumOf(revenue, 'payments')))
    .waitFor()
  await sum('Revenue')
    .getByText(formatMoney(sumOf(revenue, 'total')))
    .waitFor()
  const others = (await run.list('/receivables/', 'demo-administrator')).filter(
    ({ clientid }) => !owed.some((one) => one.clientid === clientid),
  )
  const text = await page.getByRole('main').innerText()
  assert.deepEqual(
    others.filter(({ client }) => text.includes(String(client))),
    [],
  )
  assert.equal((await navigationLinks(page, run.device)).includes('Reports'), false)
}

/** A tab exists if and only if the role may read the report. */
async function reportsOfServer(run: RoleRun): Promise<void> {
  for (const [tab, report] of Object.entries(reportOf)) {
    const expected = visibleReports[run.who].tabs.includes(tab) ? 200 : 403
    assert.equal(await statusOf(run, 'GET', `/${report}/`), expected, report)
  }
}

const withServerChecks =
  (journey: RoleTest): RoleTest =>
  async (run) => {
    await reportsOfServer(run)
    await journey(run)
  }

async function teamReports(run: RoleRun): Promise<void> {
  await timeReport(run)
  await utilizationReport(run)
}

export const reports = forTeamAndClient(withServerChecks(teamReports), withServerChecks(clientReports))
