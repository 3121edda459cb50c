// Power cuts on SQLite, in a small number of states of the disk; `npm run verify -- power-cuts` checks thousands.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { powerCuts } from '../../verify/power-cuts.ts'
import { TestProcesses } from './stint-process.ts'

const run = {
  processes: new TestProcesses(),
  seed: 1,
  database: 'sqlite',
  log: () => undefined,
} as const

test('I-38, T-310: after a power cut every acknowledged write is there, and the first login is valid', async () => {
  const passed = await powerCuts({ ...run, withoutSync: false, numberOf: () => 100 })
  assert.match(passed, /^100 states .* none lost a write$/)
})

test('the same check fails on a disk that ignores syncs', async () => {
  await assert.rejects(powerCuts({ ...run, withoutSync: true, numberOf: () => 100 }), /^Error: state \d+, cut after/)
})
