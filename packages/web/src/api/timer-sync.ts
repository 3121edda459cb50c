// Sends the timer steps to the server. A step that is sent late counts from the time it was made: the elapsed time
// comes from the server's clock, and this machine's clock only determines how late the step is. So a wrong clock does
// no harm.
import { Decimal, isoInstant, StintError, type TimerRecord } from '@stint/sdk'
import { nowMs } from '../kit/clock.ts'
import { stint } from './client.ts'
import { reportNoResponse, reportResponse } from './connection.ts'
import { dropSteps, type OtherStep, type StartStep, type Step, stepsOf, storeSteps } from './timer-steps.ts'

/** Steps sent within this time use the time at which the server receives them. */
const onTimeMs = 2500

/** Steps are retried here and not by the client, because a retried step needs the correction for its lateness. */
const noRetry = { retries: 0, timeout: 10_000 }

const lateness = ({ at }: Step): number => nowMs() - at
const isLate = (step: Step): boolean => lateness(step) > onTimeMs

const isRejectedField = (error: unknown, field: string): boolean =>
  error instanceof StintError && error.kind === 'invalid' && error.errors.some((one) => one.field === field)

const isNotFound = (error: unknown): boolean => error instanceof StintError && error.kind === 'notFound'

const secondsOf = (ms: number): Decimal => Decimal.from(BigInt(Math.round(ms))).times('0.001')

/** Moves the start of a timer back to the time of the step. */
async function backdateStart(id: number, step: Step): Promise<void> {
  if (!isLate(step)) return
  const { isrunning, starttime, timelapsed } = await stint.timer.read(id, noRetry)
  const missing = lateness(step) - timelapsed.toNumber() * 1000
  if (!isrunning || starttime === null || missing < onTimeMs) return
  await stint.timer.update(id, { starttime: isoInstant(new Date(Date.parse(starttime) - missing)) })
}

async function timerOfTask(personid: number, taskid: number): Promise<TimerRecord | undefined> {
  const [timer] = await stint.timer.list({ personid, taskid, limit: 1 }).all()
  return timer
}

/** A person has at most one timer per task. If another device has created it meanwhile, that timer is resumed. */
async function start(step: StartStep, personid: number): Promise<number> {
  const { taskid, name, key } = step
  try {
    const created = await stint.timer.create({ personid, taskid, name }, { ...noRetry, idempotencyKey: key })
    await backdateStart(created.id, step)
    return created.id
  } catch (error) {
    if (taskid === null || !isRejectedField(error, 'taskid')) throw error
    const existing = await timerOfTask(personid, taskid)
    if (existing === undefined) throw error
    if (!existing.isrunning) await resume({ ...step, timer: existing.id, key: `${key}-again` })
    return existing.id
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
  // The timer was started again after this pause, so the pause no longer applies.
  if (!isrunning || (started === null ? backwards : started !== starttime)) return
  await stint.timer.update(timer, { starttime: null, time: backwards ? time : time.plus(counted).round(3) })
}

async function resume(step: Step): Promise<void> {
  const { timer, key } = step
  await stint.timer.resume(timer, { ...noRetry, idempotencyKey: key })
  await backdateStart(timer, step)
}

/** Sends a step and returns the id of its timer. A timer that is already in the requested state is no error. */
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
  /** Errors of steps that the server rejected finally. */
  readonly rejected: readonly StintError[]
  /** True when at least one step was sent or rejected. */
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
      // Later steps of a timer that could not be created are dropped too.
      const lost = stepsOf(personid).filter(({ timer }) => timer < 0 && timer === step.timer)
      dropSteps(personid, [step, ...lost])
    }
    complete = true
  }
}

/** Sends all steps in order. Only one tab sends at a time. */
export const syncSteps = (personid: number): Promise<SyncResult> =>
  navigator.locks.request('stint-timer-steps', () => sendAll(personid))

export const dropSentSteps = (personid: number, before: number): void =>
  dropSteps(
    personid,
    stepsOf(personid).filter(({ sent = Number.POSITIVE_INFINITY }) => sent <= before),
  )
