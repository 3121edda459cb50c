// The networks and machines that are measured. Chromium delays requests and slows the page down by itself; the server
// stays on this machine.
import type { Page } from 'playwright-core'

export interface Condition {
  readonly name: string
  /** Of each request, in milliseconds. */
  readonly latency: number
  /** In both directions; -1 is as fast as the machine. */
  readonly megabitsPerSecond: number
  /** How many times slower the page computes. */
  readonly slowdown: number
}

export const conditions: readonly Condition[] = [
  { name: 'this machine', latency: 0, megabitsPerSecond: -1, slowdown: 1 },
  { name: '40 ms, 10 Mbit/s', latency: 40, megabitsPerSecond: 10, slowdown: 1 },
  { name: '40 ms, 10 Mbit/s, CPU 4 times slower', latency: 40, megabitsPerSecond: 10, slowdown: 4 },
]

export async function applyCondition(page: Page, condition: Condition): Promise<void> {
  const { latency, megabitsPerSecond, slowdown } = condition
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const throughput = megabitsPerSecond < 0 ? -1 : (megabitsPerSecond * 1_000_000) / 8
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
}
