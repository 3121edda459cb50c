// Telling the server what was done with timers. A step that comes late counts from the moment it was made: the
// server's own clock says how much has lapsed, this machine's only how late the step is, so that a wrong clock does
// no harm.
import { Decimal, isoInstant, StintError, type TimerRecord } from '@stint/sdk'
import { nowMs } from '../kit/clock.ts'
import { stint } from './client.ts'
import { reportNoResponse, reportResponse } from './connection.ts'
import { dropSteps, type OtherStep, type StartStep, type Step, stepsOf, storeSteps } from './timer-steps.ts'

/** Up to here the server's moment is as good as ours. */
const onTimeMs = 2500

/** What waits is sent again from here, so that it never goes out as if it were new. */
const noRetry = { retries: 0, timeout: 10_000 }

const lateness = ({ at }: Step): number => nowMs() - at
const isLate = (step: Step): boolean => lateness(step) > onTimeMs

const isRejectedField = (error: unknown, field: string): boolean =>
  error instanceof StintError && error.kind === 'invalid' && error.faults.some((fault) => fault.field === field)

const isNotFound = (error: unknown): boolean => error instanceof StintError && error.kind === 'notFound'

const secondsOf = (ms: number): Decimal => Decimal.from(BigInt(Math.round(ms))).times('0.001')

/** A timer that was started late is set back to when it should have been. */
async function backdateStart(id: number, step: Step): Promise<void> {
  if (!isLate(step)) return
  const { isrunning, starttime, timelapsed } = await stint.timer.read(id, noRetry)
  const missing = lateness(step) - timelapsed.toNumber() * 1000
  if (!isrunning || starttime === null || missing < onTimeMs) return
  await stint.timer.update(id, { starttime: isoInstant(new Date(Date.parse(starttime) - missing)) })
}

async function timerOfTask(personid: number, taskid: number): Promise<TimerRecord | undefined> {
  const [found] = await stint.timer.list({ personid, taskid, limit: 1 }).all()
  return found
}

/** A task has one timer of a person; if another device has made it meanwhile, that one goes on. */
async function start(step: StartStep, personid: number): Promise<number> {
  const { taskid, name, key } = step
  try {
    const made = await stint.timer.create({ personid, taskid, name }, { ...noRetry, idempotencyKey: key })
    await backdateStart(made.id, step)
    return made.id
  } catch (error) {
    if (taskid === null || !isRejectedField(error, 'taskid')) throw error
    const there = await timerOfTask(personid, taskid)
    if (there === undefined) throw error
    if (!there.isrunning) await resume({ ...step, timer: there.id, key: `${key}-again` })
    return there.id
  }
}

async function pause(step: OtherStep): Promise<void> {
  const { timer, key, started = null } = step
  if (!isLate(step)) {
    await stint.timer.pause(timer, { ...noRetry, idempotencyKey: key })
    return
  }
  const { isrunning, starttime, time, timelapsed } = await stint.timer.read(timer, noRetry)
  const counted = timelapsed.minus(secondsOf(lateness(step)))
  const backwards = counted.compare('0') < 0
  // It was started again after this pause, which is not about that start.
  if (!isrunning || (started === null ? backwards : started !== starttime)) return
  await stint.timer.update(timer, { starttime: null, time: backwards ? time : time.plus(counted).round(3) })
}

async function resume(step: Step): Promise<void> {
  const { timer, key } = step
  await stint.timer.resume(timer, { ...noRetry, idempotencyKey: key })
  await backdateStart(timer, step)
}

/** Answers the timer it was about. What is as it should be already is no fault. */
async function send(step: Step, personid: number): Promise<number> {
  if (step.kind === 'start') return start(step, personid)
  const { timer, key } = step
  try {
    if (step.kind === 'discard') await stint.timer.remove(timer, { ...noRetry, idempotencyKey: key })
    else await (step.kind === 'pause' ? pause(step) : resume(step))
  } catch (error) {
    if (!(step.kind === 'discard' ? isNotFound(error) : isRejectedField(error, 'starttime'))) throw error
  }
  return timer
}

const isRetryable = ({ kind }: StintError): boolean => ['network', 'server', 'rate', 'notSignedIn'].includes(kind)

export interface SyncResult {
  /** What the server refused for good, in its words. */
  readonly rejected: readonly StintError[]
  /** True when there was something to send and all of it was heard. */
  readonly complete: boolean
}

function markSent(personid: number, { key, timer }: Step, id: number): void {
  const about = stepsOf(personid).filter((step) => step.timer === timer)
  storeSteps(
    personid,
    about.map((step) => ({ ...step, timer: id, ...(step.key === key ? { sent: nowMs() } : {}) })),
  )
}

async function sendAll(personid: number): Promise<SyncResult> {
  const rejected: StintError[] = []
  let complete = false
  for (;;) {
    const step = stepsOf(personid).find(({ sent }) => sent === undefined)
    if (step === undefined) return { rejected, complete }
    try {
      markSent(personid, step, await send(step, personid))
      reportResponse()
    } catch (error) {
      if (!(error instanceof StintError)) throw error
      if (error.kind === 'network') reportNoResponse()
      if (isRetryable(error)) return { rejected, complete }
      rejected.push(error)
      // What follows about a timer that was never made has nothing to be about.
      const lost = stepsOf(personid).filter(({ timer }) => timer < 0 && timer === step.timer)
      dropSteps(personid, [step, ...lost])
    }
    complete = true
  }
}

/** One tab sends at a time, in the order in which things were done. */
export const syncSteps = (personid: number): Promise<SyncResult> =>
  navigator.locks.request('stint-timer-steps', () => sendAll(personid))

export const dropSentSteps = (personid: number, before: number): void =>
  dropSteps(
    personid,
    stepsOf(personid).filter(({ sent = Number.POSITIVE_INFINITY }) => sent <= before),
  )
