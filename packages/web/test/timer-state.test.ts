// The state of timers: the last answer of the server, plus the local steps that the answer does not include yet.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TimerRecord } from '@stint/sdk'
import { Decimal, isoInstant } from '@stint/sdk'
import { currentTimers, secondsAt } from '../src/api/timer-state.ts'
import type { Step } from '../src/api/timer-steps.ts'

const serverTime = 1_000_000

const record = (id: number, isrunning: boolean, seconds: number): TimerRecord => ({
  id,
  taskid: id * 10,
  personid: 1,
  starttime: isrunning ? isoInstant('2026-05-14T10:00:00Z') : null,
  time: Decimal.from(0),
  timelapsed: Decimal.from(0),
  totaltime: Decimal.from(seconds),
  isrunning,
  name: '',
  lastupdate: isoInstant('2026-05-14T10:00:00Z'),
  tasklocalid: id,
  task: `Task ${id}`,
})

const serverState = (records: readonly TimerRecord[], asked = serverTime) => ({ records, asked, asOf: serverTime })

const step = (kind: 'pause' | 'resume' | 'discard', timer: number, at: number, sent?: number): Step => ({
  key: `${kind} ${at}`,
  kind,
  timer,
  at,
  ...(sent === undefined ? {} : { sent }),
})

test('a running timer continues from the answer of the server, and a paused one does not', () => {
  const [running, paused] = currentTimers(serverState([record(1, true, 60), record(2, false, 90)]), [])
  assert.ok(running && paused)
  assert.deepEqual([secondsAt(running, serverTime + 5000), secondsAt(paused, serverTime + 5000)], [65, 90])
})

test('a pending pause counts from the moment it was made', () => {
  const [timer] = currentTimers(serverState([record(1, true, 60)]), [step('pause', 1, serverTime + 10_000)])
  assert.ok(timer)
  assert.deepEqual([timer.running, timer.waiting, secondsAt(timer, serverTime + 900_000)], [false, true, 70])
})

test('a step that the answer includes is not counted twice', () => {
  const steps = [step('pause', 1, serverTime - 5000, serverTime - 4000)]
  const [timer] = currentTimers(serverState([record(1, true, 60)]), steps)
  assert.equal(timer?.running, true)
})

test('a step that was sent but not answered keeps its effect', () => {
  const steps = [step('pause', 1, serverTime + 1000, serverTime + 2000)]
  const [timer] = currentTimers(serverState([record(1, true, 60)]), steps)
  assert.deepEqual([timer?.running, timer?.waiting], [false, false])
})

test('a timer that was started locally runs before the server knows it, and is first', () => {
  const start: Step = {
    key: 'start',
    kind: 'start',
    timer: -5,
    at: serverTime + 1000,
    taskid: 70,
    task: 'New',
    name: '',
  }
  const timers = currentTimers(serverState([record(1, true, 60)]), [step('pause', 1, serverTime + 1000), start])
  assert.deepEqual(
    timers.map(({ id, running }) => [id, running]),
    [
      [-5, true],
      [1, false],
    ],
  )
  assert.equal(timers[0] && secondsAt(timers[0], serverTime + 31_000), 30)
})

test('pausing twice or resuming a running timer changes nothing, and a discarded timer is removed', () => {
  const once = currentTimers(serverState([record(1, true, 60)]), [step('pause', 1, serverTime + 1000)])
  const twice = currentTimers(serverState([record(1, true, 60)]), [
    step('pause', 1, serverTime + 1000),
    step('pause', 1, serverTime + 9000),
  ])
  assert.deepEqual(once, twice)
  assert.deepEqual(currentTimers(serverState([record(1, true, 60)]), [step('discard', 1, serverTime + 1)]), [])
})

test('a late answer to a request from before a step does not undo the step', () => {
  const steps = [step('pause', 1, serverTime - 3000, serverTime - 1000)]
  const [timer] = currentTimers(serverState([record(1, true, 60)], serverTime - 2000), steps)
  assert.equal(timer?.running, false)
})
