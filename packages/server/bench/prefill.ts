// Invoices that are prefilled from a project's time, one after the other: how long each takes, from the request to the whole
// answer. Not how many there are in a second: nobody bills a project again and again.
import assert from 'node:assert/strict'
import { bodyOf } from './cases.ts'
import { entriesPerPrefill } from './rows-money.ts'

export interface PrefillResult {
  readonly entries: number
  /** Milliseconds: the one in the middle, and the longest. */
  readonly median: number
  readonly longest: number
}

export async function prefillAll(port: number, projects: readonly number[]): Promise<PrefillResult> {
  const took: number[] = []
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
    took.push(performance.now() - began)
    await assertAllBilled(port, JSON.parse(answer) as { invoice: { id: string } })
  }
  took.sort((a, b) => a - b)
  return { entries: entriesPerPrefill, median: took[Math.floor(took.length / 2)] ?? 0, longest: took.at(-1) ?? 0 }
}

/** Every entry stands behind one of its lines. */
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
