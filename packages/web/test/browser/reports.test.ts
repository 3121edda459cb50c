// Reports: grouped time, its entries, the download, the link from unbilled time to an invoice, margins, and saved
// reports. What each role sees is in roles/reports.ts.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { longTest, quickTest } from '../../../server/test/fixture/suite-tests.ts'
import { axeViolations, axeViolationsNow, takeScreenshot, waitUntilSettled } from './axe-and-screenshots.ts'
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

interface Margin {
  readonly name: string
  readonly margin: string
  readonly nocosthours: string
}

/** As the page shows amounts of the demo company. */
const euros = (amount: string): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR' }).format(Number(amount))

interface DrawnText {
  readonly text: string
  readonly left: number
  readonly right: number
  readonly y: number
}

/** Records the texts that are drawn on a canvas from now on, where they are. */
const recordDrawnTexts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const drawn: DrawnText[] = []
    Object.assign(window, { drawnTexts: drawn })
    const { fillText, clearRect } = CanvasRenderingContext2D.prototype
    CanvasRenderingContext2D.prototype.clearRect = function (...area) {
      drawn.length = 0
      clearRect.apply(this, area)
    }
    CanvasRenderingContext2D.prototype.fillText = function (text, x, y, maxWidth) {
      const { width } = this.measureText(text)
      const { e, f, a } = this.getTransform()
      const left = e / a + x - (this.textAlign === 'center' ? width / 2 : this.textAlign === 'right' ? width : 0)
      drawn.push({ text, left, right: left + width, y: f / a + y })
      fillText.call(this, text, x, y, maxWidth)
    }
  })

quickTest('the labels of a chart do not overlap on a phone', async () => {
  const page = await app.page('phone')
  await recordDrawnTexts(page)
  await signIn(page, 'demo-administrator', 'reports?tab=margin')
  await page.getByRole('figure').locator('canvas').first().waitFor()
  const texts = async (): Promise<DrawnText[]> =>
    page.evaluate(() => (window as unknown as { drawnTexts: DrawnText[] }).drawnTexts)
  await page.waitForFunction(() => (window as unknown as { drawnTexts: DrawnText[] }).drawnTexts.length > 5)
  await waitUntilSettled(page)
  const drawn = await texts()
  const amounts = drawn.filter(({ text }) => text.startsWith('€'))
  assert.ok(amounts.length > 1, JSON.stringify(drawn))
  const overlaps = drawn.filter((one) =>
    drawn.some(
      (other) => other !== one && Math.abs(other.y - one.y) < 8 && other.left < one.right + 6 && one.left <= other.left,
    ),
  )
  assert.deepEqual(overlaps, [])
})

for (const device of ['desktop', 'phone'] as const) {
  const run = device === 'desktop' ? quickTest : longTest
  run(`margins are those of the server, and unknown without a cost rate (${device})`, async () => {
    const page = await app.page(device)
    const span = `datebegin=${monday(-5)}&dateend=${dayAfter(monday(0), -1)}`
    const read = async (): Promise<Margin[]> => {
      const path = `/margin/?groupby=person&${span}`
      return (await app.server.request(path, { token: 'demo-administrator' })).json.margin as unknown as Margin[]
    }
    const people = await app.server.request('/person/?lastname=Dubois', { token: 'demo-administrator' })
    const [{ id }] = people.json.person as unknown as [{ id: string }]
    const setCost = (costrate: string) =>
      app.server.request(`/person/${id}/`, { token: 'demo-administrator', method: 'PUT', body: { costrate } })
    await setCost('41')
    await signIn(page, 'demo-administrator', `reports?tab=margin&groupby=person&${span}`)
    const table = page.getByRole('table', { name: 'Margin' }).last()
    const rows = await read()
    assert.ok(rows.length > 4)
    for (const { name, margin } of rows)
      await table.getByRole('row').filter({ hasText: name }).getByText(euros(margin)).waitFor()
    assert.deepEqual(await axeViolations(page), [])
    await takeScreenshot(page, `report-margin-${device}`)
    await setCost('')
    await page.getByText('1 person has no cost rate.').waitFor()
    await table.getByRole('link', { name: 'No cost rate' }).click()
    await page.getByRole('button', { name: 'Edit' }).first().click()
    await page.getByRole('dialog').getByLabel('Cost rate').fill('41')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByText('€41.00', { exact: true }).waitFor()
    assert.deepEqual(await read(), rows)
  })

  run(`a Manager saves a report, shares, renames, opens and deletes it (${device})`, async () => {
    const page = await app.page(device)
    await signIn(page, 'demo-manager', 'reports?tab=utilization')
    await page.getByRole('table', { name: 'Utilization' }).last().waitFor()
    const menu = page.getByRole('button', { name: 'Saved reports' })
    await page.getByRole('radio', { name: 'Week' }).click()
    await menu.click()
    await page.getByRole('button', { name: 'Save report' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill(`Weeks ${device}`)
    await dialog.getByText('Share with everyone').click()
    assert.deepEqual(await axeViolations(page), [])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText(`Weeks ${device} saved`).waitFor()
    const saved = async (token: string) => {
      const { json } = await app.server.request('/savedreport/?limit=0', { token })
      return (
        json.savedreport as unknown as { title: string; report: string; params: string; shared: string }[]
      ).filter(({ title }) => title.endsWith(device))
    }
    const [one] = await saved('demo-resource')
    assert.deepEqual([one?.report, one?.params, one?.shared], ['utilization', 'groupby=week', 't'])
    assert.deepEqual(await saved('demo-executive'), [])
    await page.getByRole('tab', { name: 'Time' }).click()
    await menu.click()
    await page.getByRole('button', { name: `Edit Weeks ${device}` }).click()
    await dialog.getByLabel('Name').fill(`By week ${device}`)
    await dialog.getByText('Share with everyone').click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText(`By week ${device} saved`).waitFor()
    assert.deepEqual(await saved('demo-resource'), [])
    await menu.click()
    await page.getByRole('dialog', { name: 'Saved reports' }).waitFor()
    assert.deepEqual(await axeViolationsNow(page, '[role=dialog]'), [])
    await takeScreenshot(page, `saved-reports-${device}`)
    await page.getByRole('button', { name: new RegExp(`^By week ${device}`) }).click()
    await page.getByRole('columnheader', { name: 'Week' }).first().waitFor()
    assert.match(page.url(), /tab=utilization.*groupby=week|groupby=week.*tab=utilization/)
    await menu.click()
    await page.getByRole('button', { name: `Delete By week ${device}` }).click()
    await page.getByText(`By week ${device} deleted`).waitFor()
    assert.deepEqual(await saved('demo-manager'), [])
  })
}
