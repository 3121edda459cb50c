// The clocks: the one of the machine, a fixed one for tests, and the warning when the machine's clock was set.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ClockBounds, FixedClock, monotonicMs, systemClock } from '../../src/io/clock.ts'
import { clockCheck } from '../../src/main/clock-watch.ts'

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

test('T-116: after a jump, both times are possible until the clock is set back, or for a day', () => {
  const clock = new FixedClock('2026-03-01T12:00:00Z')
  const bounds = new ClockBounds(clock)
  const hour = 3_600_000
  const possible = (): number[] => {
    const { earliest, latest } = bounds.read()
    return [earliest - clock.now(), latest - clock.now()]
  }
  clock.moveBy(hour)
  assert.deepEqual(possible(), [0, 0])
  clock.jumpBy(30_000)
  assert.deepEqual(possible(), [0, 0], 'a small step is no jump')
  for (const jump of [5 * hour, -5 * hour]) {
    clock.jumpBy(jump)
    assert.deepEqual(possible(), [Math.min(0, -jump), Math.max(0, -jump)])
    clock.moveBy(23 * hour)
    assert.deepEqual(possible(), [Math.min(0, -jump), Math.max(0, -jump)])
    clock.jumpBy(-jump)
    assert.deepEqual(possible(), [0, 0], 'it is right again')
    clock.jumpBy(jump)
    assert.deepEqual(possible(), [Math.min(0, -jump), Math.max(0, -jump)])
    clock.moveBy(25 * hour)
    assert.deepEqual(possible(), [0, 0], 'the new time was stable for a day')
  }
})

test('T-80: a jump of the clock by more than a minute is reported once, in both directions', () => {
  const clock = new FixedClock('2026-03-01T12:00:00Z')
  const jumps: number[] = []
  let elapsed = 0
  const check = clockCheck(
    (seconds) => jumps.push(seconds),
    clock,
    () => elapsed,
  )
  const pass = (wallMs: number, realMs: number): void => {
    clock.moveBy(wallMs)
    elapsed += realMs
    check()
  }
  pass(60_000, 60_000)
  pass(600_000, 600_000)
  pass(120_000, 60_000)
  pass(0, 60_000)
  assert.deepEqual(jumps, [], 'a late check and differences of a minute are no jumps')
  pass(3_660_000, 60_000)
  pass(60_000, 60_000)
  pass(-7_140_000, 60_000)
  pass(60_000, 60_000)
  assert.deepEqual(jumps, [3600, -7200])
})
