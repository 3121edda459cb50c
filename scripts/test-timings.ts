// How long each test file took when the timings were last recorded (test-timings.json), so that the longest start first
// and no worker is left alone with a long file at the end. `npm test -- --record-timings` writes them anew. It orders
// nothing itself.
import { readFileSync, writeFileSync } from 'node:fs'
import type { Suite } from './test-suites.ts'

const FILE = new URL('test-timings.json', import.meta.url)

type Timings = Readonly<Record<Suite, Readonly<Record<string, number>>>>

const read = (): Timings => JSON.parse(readFileSync(FILE, 'utf8'))

/** What was never measured counts as long, so that it starts early. */
const UNKNOWN_SECONDS = 15

/** How long each file or tool takes, as far as it was measured. */
export function timingsOf(suite: Suite): (title: string) => number {
  const timings = read()[suite]
  return (title) => timings[title] ?? UNKNOWN_SECONDS
}

/** Keeps the timings of files that still exist and were not measured now. */
export function recordTimings(suite: Suite, existing: readonly string[], measured: ReadonlyMap<string, number>): void {
  const all = read()
  const seconds = (file: string): number | undefined => measured.get(file) ?? all[suite][file]
  const kept = existing.toSorted().flatMap((file) => {
    const value = seconds(file)
    return value === undefined ? [] : [[file, Math.round(value * 10) / 10] as const]
  })
  writeFileSync(FILE, `${JSON.stringify({ ...all, [suite]: Object.fromEntries(kept) }, null, 2)}\n`)
}
