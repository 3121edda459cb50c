// What timers are at a moment, from what the server said last and what was done here since. It asks nobody and keeps
// nothing.
import type { TimerRecord } from '@stint/sdk'
import type { Step } from './timer-steps.ts'

export interface LiveTimer {
  /** Below nothing as long as the server does not know it. */
  readonly id: number
  readonly taskid: number | null
  readonly task: string | null
  readonly name: string
  readonly projectid: number | null
  readonly project: string | null
  readonly running: boolean
  /** When the server started it; null while it is paused, and of what it was not told yet. */
  readonly started: string | null
  /** Seconds at the moment `asOf` of this machine's clock. */
  readonly seconds: number
  readonly asOf: number
  /** Something about it waits for the server. */
  readonly waiting: boolean
}

/** The seconds of a timer now. */
export const secondsAt = ({ running, seconds, asOf }: LiveTimer, now: number): number =>
  running ? seconds + Math.max(0, now - asOf) / 1000 : seconds

const toLiveTimer = (record: TimerRecord, asOf: number): LiveTimer => ({
  id: record.id,
  taskid: record.taskid,
  task: record.task,
  name: record.name,
  projectid: record.projectid ?? null,
  project: record.project ?? null,
  running: record.isrunning,
  started: record.starttime,
  seconds: record.totaltime.toNumber(),
  asOf,
  waiting: false,
})

function applyStep(timers: readonly LiveTimer[], step: Step): readonly LiveTimer[] {
  const { timer: id, at } = step
  const waiting = step.sent === undefined
  if (step.kind === 'discard') return timers.filter((timer) => timer.id !== id)
  if (step.kind === 'start') {
    if (timers.some((timer) => timer.id === id)) return timers
    const { taskid, task, name } = step
    const fresh = {
      id,
      taskid,
      task,
      name,
      projectid: null,
      project: null,
      running: true,
      started: null,
      seconds: 0,
      asOf: at,
      waiting,
    }
    return [fresh, ...timers]
  }
  const running = step.kind === 'resume'
  const timer = timers.find((one) => one.id === id)
  if (timer === undefined || timer.running === running) return timers
  const changed = { ...timer, running, started: null, seconds: secondsAt(timer, at), asOf: at, waiting }
  return [changed, ...timers.filter((one) => one.id !== id)]
}

/** What the server said of one's timers. */
export interface TimerSnapshot {
  readonly records: readonly TimerRecord[]
  /** When it was asked: what it heard later it may not have known yet. */
  readonly asked: number
  /** When it had answered. */
  readonly asOf: number
}

/** What the server said, and what was done since that it could not have said yet; what was last touched comes first. */
export function currentTimers({ records, asked, asOf }: TimerSnapshot, steps: readonly Step[]): LiveTimer[] {
  const live = records.map((record) => toLiveTimer(record, asOf))
  const since = steps.filter(({ sent }) => sent === undefined || sent >= asked)
  const timers = since.reduce(applyStep, live)
  return [...timers].sort((one, other) => Number(other.running) - Number(one.running))
}
