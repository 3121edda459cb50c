// Reports: grouped time, its entries, the download, and the link from unbilled time to an invoice. What each role sees
// is in roles/reports.ts.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { longTest, quickTest } from '../../../server/test/fixture/suite-tests.ts'
import { axeViolations, takeScreenshot } from './axe-and-screenshots.ts'
import { dayAfter, monday } from './demo-calendar.ts'
import { navigateTo, openApp, signIn } from './test-app.ts'

const app = openApp()

quickTest('a Manager groups time by person, opens its entries and downloads it', async () => {
  const page = await app.page()
  await signIn(page, 'demo-manager', 'reports?alltime=true')
  await page.getByRole('radio', { name: 'Person' }).click()
  const table = page.getByRole('table', { name: 'Hours by person' }).last()
  await table.waitFor()
  const { json } = await app.server.request('/timereport/?groupby=person', { token: 'demo-manager' })
  const rows = json.timereport as { name: string; hours: string; entries: string }[]
  assert.ok(rows.length > 2)
  for (const { name } of rows) await table.getByRole('button', { name }).waitFor()
  const [first] = rows
  await table.getByRole('button', { name: first?.name ?? '' }).click()
  await page
    .getByRole('dialog')
    .getByText(new RegExp(`of ${first?.entries} entries`))
    .waitFor()
  await takeScreenshot(page, 'report-entries')
  await page.keyboard.press('Escape')
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const file = await saving
  assert.match(file.suggestedFilename(), /^timereport-.*\.csv$/)
  const lines = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n')
  assert.equal(lines.length, rows.length + 1)
  assert.equal(
    lines[0],
    'Person,Hours,Billable hours,Entries,Hours (exact),Billable hours (exact)',
    'the headers are words',
  )
  const [name = '', hours = '', , entries, exact] = lines[1]?.split(',') ?? []
  assert.deepEqual([name, exact, entries], [first?.name, first?.hours, first?.entries])
  assert.match(hours, /^\d+(?:\.\d{1,2})?$/)
})

longTest('hours are compared with the previous period, by group and in sum', async () => {
  const page = await app.page()
  await signIn(page, 'demo-manager', 'reports?groupby=person&datebegin=2026-04-01&dateend=2026-04-30')
  const table = page.getByRole('table', { name: 'Hours by person' }).last()
  await table.waitFor()
  assert.equal(await table.getByRole('columnheader', { name: 'Previous' }).count(), 0)
  await page.getByRole('button', { name: 'Compare with previous period' }).click()
  await table.getByRole('columnheader', { name: 'Previous' }).waitFor()
  assert.match(page.url(), /compare=true/)
  const query = '/timereport/?groupby=person&datebegin=2026-03-01&dateend=2026-03-31'
  const { json } = await app.server.request(query, { token: 'demo-manager' })
  const rows = json.timereport as { name: string; hours: string }[]
  assert.ok(rows.length > 1)
  for (const { name, hours } of rows) {
    const minutes = Math.round(Number(hours) * 60)
    const text = `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
    await table
      .getByRole('row')
      .filter({ hasText: name })
      .getByRole('cell', { name: text, exact: true })
      .first()
      .waitFor()
  }
  await takeScreenshot(page, 'report-comparison')
})

longTest('an Administrator sets missing weekly hours, and weeks show hours against the capacity', async () => {
  const page = await app.page()
  const span = `datebegin=${monday(-5)}&dateend=${dayAfter(monday(0), -1)}`
  const personWithout = async () => {
    const { json } = await app.server.request(`/utilization/?${span}`, { token: 'demo-administrator' })
    return (json.utilization as { name: string; capacity: string }[]).filter(({ capacity }) => capacity === '')
  }
  const [person] = await personWithout()
  assert.ok(person !== undefined, 'somebody of the demo company has time and no weekly hours')
  await signIn(page, 'demo-administrator', `reports?tab=utilization&groupby=week&${span}`)
  await page.getByRole('figure', { name: 'Hours and capacity' }).waitFor()
  const table = page.getByRole('table', { name: 'Utilization' }).last()
  await table.getByRole('columnheader', { name: 'Week' }).waitFor()
  assert.equal(await table.getByRole('row').count(), 5 + 2)
  await takeScreenshot(page, 'report-utilization-weeks')
  assert.deepEqual(await axeViolations(page), [])
  await page.getByRole('radio', { name: 'Person' }).click()
  const row = table.getByRole('row').filter({ hasText: person.name })
  await row.getByRole('link', { name: 'No weekly hours set' }).click()
  await page.getByRole('heading', { name: person.name }).waitFor()
  await page.getByRole('button', { name: 'Edit' }).first().click()
  await page.getByRole('dialog').getByLabel('Hours per week').fill('38.5')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByText('38.5', { exact: true }).waitFor()
  assert.deepEqual(await personWithout(), [])
  await navigateTo(page, `/app/reports?tab=utilization&${span}`)
  // Five weeks of 38.5 hours.
  await row.getByRole('cell', { name: '192:30', exact: true }).waitFor()
  await takeScreenshot(page, 'report-utilization')
})

longTest('unbilled time links to a new invoice', async () => {
  const page = await app.page()
  await signIn(page, 'demo-administrator', 'reports?tab=unbilled')
  await page
    .getByRole('link', { name: /^Bill / })
    .first()
    .click()
  await page.getByRole('heading', { name: 'Choose hours' }).waitFor()
  await page.getByRole('button', { name: 'Continue' }).waitFor()
})
