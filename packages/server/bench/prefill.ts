// Measures invoices that are prefilled from a project's time, one after another: the time from the request to the end
// of the response. Throughput is not measured, because a project is not billed again and again.
import assert from 'node:assert/strict'
import { bodyOf } from './cases.ts'
import { entriesPerPrefill } from './rows-money.ts'

export interface PrefillResult {
  readonly entries: number
  /** Milliseconds: the median and the maximum. */
  readonly median: number
  readonly longest: number
}

export async function prefillAll(port: number, projects: readonly number[]): Promise<PrefillResult> {
  const durations: number[] = []
  for (const project of projects) {
    const body = JSON.stringify({
      projectid: String(project),
      date: '2026-11-02',
      termid: '4',
      title: 'All that was done',
      tax: '19',
      datebegin: '2024-01-01',
      dateend: '2026-12-31',
    })
    const began = performance.now()
    const answer = await bodyOf(port, { method: 'POST', path: '/invoice/', body })
    durations.push(performance.now() - began)
    await assertAllBilled(port, JSON.parse(answer) as { invoice: { id: string } })
  }
  durations.sort((a, b) => a - b)
  return {
    entries: entriesPerPrefill,
    median: durations[Math.floor(durations.length / 2)] ?? 0,
    longest: durations.at(-1) ?? 0,
  }
}

/** Every time entry must belong to one of the invoice's lines. */
async function assertAllBilled(port: number, { invoice }: { invoice: { id: string } }): Promise<void> {
  const get = async (path: string): Promise<Record<string, unknown>> =>
    JSON.parse(await bodyOf(port, { method: 'GET', path })) as Record<string, unknown>
  const { invoiceitem } = await get(`/invoiceitem/?invoiceid=${invoice.id}&limit=0`)
  let billed = 0
  for (const { id } of invoiceitem as { id: string }[]) {
    billed += Number((await get(`/invoiceitem/${id}/time/?limit=1`)).listcount)
  }
  assert.equal(billed, entriesPerPrefill, `invoice ${invoice.id} has ${billed} entries behind it`)
}
