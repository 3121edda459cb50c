// Dates and numbers follow the language of the browser: the same page is read in British and in German. The team reads
// hours by week, a client an invoice.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { shownDay } from '../demo-calendar.ts'
import { signIn } from '../test-app.ts'
import { formatMoney } from './own-project.ts'
import { forTeamAndClient, type RoleRun } from './role-test.ts'

const locales = ['en-GB', 'de-DE'] as const
type Locale = (typeof locales)[number]

/** The patterns that distinguish the two languages. */
const formats: Readonly<Record<Locale, { readonly day: RegExp; readonly percent: RegExp; readonly money: RegExp }>> = {
  'en-GB': { day: /^\d{1,2} \p{L}+( \d{4})?$/u, percent: /^\d+%$/, money: /^€[\d,]+\.\d\d$/ },
  'de-DE': { day: /^\d{1,2}\. \p{L}+\.?( \d{4})?$/u, percent: /^\d+\u00a0%$/, money: /^[\d.]+,\d\d\u00a0€$/ },
}

async function openInLocale(run: RoleRun, locale: Locale, path: string): Promise<Page> {
  const page = await run.app.page({ device: run.device, locale })
  await signIn(page, run.who, path)
  return page
}

async function assertSeen(page: Page, text: string, look: RegExp): Promise<void> {
  assert.match(text, look)
  await page.getByRole('main').getByText(text, { exact: true }).first().waitFor()
}

async function hoursByWeek(run: RoleRun): Promise<void> {
  const weeks = await run.list('/timereport/?groupby=week')
  const sumOf = (field: string) => weeks.reduce((sum, row) => sum + Number(row[field]), 0)
  for (const locale of locales) {
    const page = await openInLocale(run, locale, 'reports?groupby=week&alltime=true')
    const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 })
    await assertSeen(page, percent.format(sumOf('billable') / sumOf('hours')), formats[locale].percent)
    await assertSeen(page, shownDay(weeks.at(-1)?.name ?? '', locale), formats[locale].day)
  }
}

async function invoice(run: RoleRun): Promise<void> {
  const [billed] = await run.list('/invoice/?limit=1')
  for (const locale of locales) {
    const page = await openInLocale(run, locale, `invoices/${billed?.id}?tab=invoice`)
    await assertSeen(page, shownDay(billed?.date ?? '', locale), formats[locale].day)
    await assertSeen(page, formatMoney(billed?.total, locale), formats[locale].money)
  }
}

export const locale = forTeamAndClient(hoursByWeek, invoice)
