// The clocks: the one of the machine, and a fixed one for tests.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FixedClock, monotonicMs, systemClock } from '../../src/io/clock.ts'

test('a fixed clock does not move until it is set', () => {
  const clock = new FixedClock('2026-03-01T12:00:00Z')
  const start = Date.UTC(2026, 2, 1, 12)
  assert.deepEqual([clock.now(), clock.now()], [start, start])
  clock.moveBy(1000)
  assert.equal(clock.now(), start + 1000)
  clock.moveTo('2025-01-01T00:00:00Z')
  assert.equal(clock.now(), Date.UTC(2025, 0, 1))
  assert.throws(() => new FixedClock('yesterday'), /not an instant/)
})

test('the system clock returns epoch milliseconds, and durations are never negative', () => {
  const before = Date.now()
  const now = systemClock.now()
  assert.ok(before <= now && now <= Date.now())
  const first = monotonicMs()
  assert.ok(monotonicMs() >= first)
})
