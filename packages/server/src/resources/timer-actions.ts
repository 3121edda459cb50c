// Pausing and resuming a timer (decision 39), each in one transaction under the timer's lock, so that concurrent
// actions on two devices run one after the other (T-65). Times are by the server's clock. Applying a timer is in
// `timer-apply.ts`.
import { staff } from '../define/actor.ts'
import { badRequest } from '../define/api-error.ts'
import { maxSeconds, secondsScale } from '../define/kinds.ts'
import type { RecordRule, RecordRules, UpdateAction } from '../define/resource.ts'
import { type Fragment, sql } from '../io/sql.ts'

const holders = staff

const isRunning: RecordRule = {
  where: () => sql`timer.starttime is not null`,
  error: ({ id }) => badRequest(`starttime: timer ${id} is already paused`),
}

const isPaused: RecordRule = {
  where: () => sql`timer.starttime is null`,
  error: ({ id }) => badRequest(`starttime: timer ${id} is already running`),
}

const canStoreSeconds = (total: Fragment): RecordRule => ({
  where: () => sql`${total} <= ${sql.lit(maxSeconds * 10 ** secondsScale)}`,
  error: ({ id }) => badRequest(`time: timer ${id} can count at most ${maxSeconds} seconds`),
})

/** `total` is what the timer has come to by now. */
export const timerRules = (total: Fragment): RecordRules => ({
  pause: [isRunning, canStoreSeconds(total)],
  resume: [isPaused],
})

export const pauseTimer: UpdateAction = {
  doc: 'Stops a running timer: the seconds since its start are added to its time.',
  roles: holders,
  run: ({ tx, actor, id, previous }) =>
    tx.update('timer', id, { time: Number(previous.totaltime), starttime: null, lastupdate: actor.now }),
}

export const resumeTimer: UpdateAction = {
  doc: 'Starts a paused timer again; it continues from the time that it has.',
  roles: holders,
  run: ({ tx, actor, id }) => tx.update('timer', id, { starttime: actor.now, lastupdate: actor.now }),
}
