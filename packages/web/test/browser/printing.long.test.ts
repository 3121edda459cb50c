// Printing: the PDF of a screen has its whole content in dark text on white, and no buttons or navigation.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { printToPdf } from './printed-pdf.ts'
import { openApp, signIn } from './test-app.ts'

const app = openApp()

/** Texts of the frame around every screen. */
const shellTexts = ['Skip to content', 'Approvals', 'Documents', 'Ctrl K', 'Start timer']

/** The brightness of a colour such as #1b211e, 0 to 255. */
const brightness = (ink: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(ink.slice(at, at + 2), 16))
  return 0.3 * red + 0.59 * green + 0.11 * blue
}

const withoutSpaces = (text: string): string => text.replaceAll(/\s+/g, '')

test('a report on a dark screen is printed completely, dark on white, with its filters', async () => {
  const page = await app.page({ colorScheme: 'dark' })
  await page.addInitScript(() => localStorage.setItem('stint-theme', 'dark'))
  await signIn(page, 'demo-manager', 'reports?alltime=true')
  await page.getByRole('table', { name: 'Hours by project' }).last().waitFor()
  await page.locator('canvas').waitFor()
  const { json } = await app.server.request('/timereport/?groupby=project', { token: 'demo-manager' })
  const rows = json.timereport as { name: string }[]
  assert.ok(rows.length > 2)
  const { text, textColors } = await printToPdf(page)
  for (const { name } of rows) assert.ok(withoutSpaces(text).includes(withoutSpaces(name)), `${name} is missing`)
  for (const word of ['Reports', 'Demo company', 'Printed', 'All time', 'All clients', 'Total']) {
    assert.ok(text.includes(word), `${word} is missing`)
  }
  for (const word of [...shellTexts, 'Download CSV', 'Receivables'])
    assert.ok(!text.includes(word), `${word} is printed`)
  assert.ok(textColors.size > 1)
  assert.deepEqual(
    [...textColors].filter((ink) => brightness(ink) > 150),
    [],
    'text is printed in colours of dark mode',
  )
})

test('a chart on a dark screen has print colours while printing and its own colours afterwards', async () => {
  const page = await app.page({ colorScheme: 'dark' })
  await signIn(page, 'demo-manager', 'reports?alltime=true')
  await page.locator('canvas').waitFor()
  const bars = () =>
    page.locator('canvas').evaluate((element) => {
      const chart = element as HTMLCanvasElement
      const copy = new OffscreenCanvas(chart.width, chart.height).getContext('2d', { willReadFrequently: true })
      copy?.drawImage(chart, 0, 0)
      const { data } = copy?.getImageData(0, 0, chart.width, chart.height) ?? { data: [] }
      const counts = new Map<string, number>()
      for (let at = 0; at < data.length; at += 4) {
        if (data[at + 3] !== 255) continue
        const color = [data[at], data[at + 1], data[at + 2]].join()
        counts.set(color, (counts.get(color) ?? 0) + 1)
      }
      return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0]
    })
  const dark = await bars()
  await page.emulateMedia({ media: 'print' })
  assert.equal(await bars(), '21,94,88')
  await page.emulateMedia({ media: 'screen' })
  assert.notEqual(dark, '21,94,88')
  assert.equal(await bars(), dark)
})

test('a week is printed with every row and every hour', async () => {
  const page = await app.page()
  await signIn(page, 'demo-manager', 'timesheet')
  const grid = page.getByRole('table')
  await grid.getByRole('textbox').first().waitFor()
  const hours = await grid
    .getByRole('textbox')
    .evaluateAll((cells) => cells.map((cell) => (cell as HTMLInputElement).value))
  const titles = await grid.getByRole('rowheader').allInnerTexts()
  const worked = hours.filter((typed) => typed !== '')
  assert.ok(worked.length > 0, 'the demo has hours in the current week on every weekday')
  const { text } = await printToPdf(page)
  for (const title of titles) assert.ok(withoutSpaces(text).includes(withoutSpaces(title)), `${title} is missing`)
  const printed = text.split(' ')
  for (const one of new Set(worked)) {
    const least = worked.filter((other) => other === one).length
    assert.ok(printed.filter((word) => word === one).length >= least, `${one} is missing`)
  }
  for (const word of [...shellTexts, 'Add row', 'Submit']) assert.ok(!text.includes(word), `${word} is printed`)
})

test('Ctrl P loads the rest of a list before printing', async () => {
  const page = await app.page()
  await signIn(page, 'demo-manager', 'tasks?excludeclosed=f')
  await page.getByRole('row').nth(5).waitFor()
  const { json } = await app.server.request('/task/?limit=500', { token: 'demo-manager' })
  const tasks = json.task as { title: string }[]
  assert.ok(tasks.length > 100)
  const before = await printToPdf(page)
  assert.match(before.text, new RegExp(`Showing the first 100 of ${tasks.length} rows`))
  const begun = page.evaluate(() => new Promise<void>((resolve) => (window.print = resolve)))
  await page.keyboard.press('Control+p')
  await begun
  const { text, pages } = await printToPdf(page)
  assert.ok(!text.includes('Showing the first'))
  for (const { title } of tasks) assert.ok(withoutSpaces(text).includes(withoutSpaces(title)), `${title} is missing`)
  for (const sheet of pages.slice(0, -1))
    assert.ok(withoutSpaces(sheet).includes('AssigneesDue'), 'a page has no column headings')
})

test('only the pages of an invoice PDF are printed', async () => {
  const page = await app.page()
  await signIn(page, 'demo-manager', 'invoices')
  const { json } = await app.server.request('/invoice/?limit=1', { token: 'demo-manager' })
  const [invoice] = json.invoice as { id: string }[]
  await page.goto(`/app/invoices/${invoice?.id}?tab=pdf`)
  // The pages are drawn with the resolution for printing, not that of the screen.
  await page.locator('canvas[width="1654"]').first().waitFor()
  const sheets = await page.getByRole('img', { name: /^Page / }).count()
  const { pages, text } = await printToPdf(page)
  assert.equal(pages.length, sheets)
  assert.ok(!text.includes('Printed'), 'the page around the PDF is printed too')
})
