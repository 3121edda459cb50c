// The runner stops node:test from following every promise. If it does not, a run works too and takes a sixth more CPU
// time, so nobody would notice. This test passes only in the runner (`npm test -- test-hooks`).
import assert from 'node:assert/strict'
import { executionAsyncId } from 'node:async_hooks'
import { test } from 'node:test'

test('promises have no async id in a process of test files', async () => {
  await Promise.resolve()
  assert.equal(executionAsyncId(), 0, 'scripts/test-hooks.ts has no effect: node:test was loaded before it')
})
