// Computes the current timers from the last response of the server and the local steps since then. Pure functions:
// no requests and no storage.
import type { TimerRecord } from '@stint/sdk'
import type { Step } from './timer-steps.ts'

export interface LiveTimer {
  /** Negative until the server has created the timer. */
  readonly id: number
  readonly taskid: number | null
  readonly task: string | null
  readonly name: string
  readonly projectid: number | null
  readonly project: string | null
  readonly running: boolean
  /** When the server started it; null while it is paused or not yet sent to the server. */
  readonly started: string | null
  /** Seconds at the instant `asOf` of this machine's clock. */
  readonly seconds: number
  readonly asOf: number
  /** A step of this timer is not yet sent to the server. */
  readonly waiting: boolean
}

/** The seconds of a timer at the instant `now`. */
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

/** The last response of the server with the timers of a person. */
export interface TimerSnapshot {
  readonly records: readonly TimerRecord[]
  /** When the request was sent. The response may lack steps that were sent later. */
  readonly asked: number
  /** When the response arrived. */
  readonly asOf: number
}

/** The timers of the snapshot with all steps applied that it may lack. Running timers come first. */
export function currentTimers({ records, asked, asOf }: TimerSnapshot, steps: readonly Step[]): LiveTimer[] {
  const live = records.map((record) => toLiveTimer(record, asOf))
  const since = steps.filter(({ sent }) => sent === undefined || sent >= asked)
  const timers = since.reduce(applyStep, live)
  return [...timers].sort((one, other) => Number(other.running) - Number(one.running))
}
