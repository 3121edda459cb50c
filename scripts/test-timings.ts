// The recorded duration of each test file (test-timings.json). The longest files start first, so that no worker is left
// with a long file at the end. `npm test -- --record-timings` records them again. The order is computed elsewhere.
import { readFileSync, writeFileSync } from 'node:fs'
import type { Suite } from './test-suites.ts'

const FILE = new URL('test-timings.json', import.meta.url)

type Timings = Readonly<Record<Suite, Readonly<Record<string, number>>>>

const read = (): Timings => JSON.parse(readFileSync(FILE, 'utf8'))

/** A file without a recorded duration counts as long, so that it starts early. */
const UNKNOWN_SECONDS = 15

/** The duration of a file or tool in seconds. */
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
