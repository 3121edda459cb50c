// Pausing and resuming a timer (decision 39), each in one transaction under the timer's lock, so that concurrent
// actions on two devices run one after the other (T-65). Times are by the server's clock. Applying a timer is in
// `timer-apply.ts`.
import { staff } from '../define/actor.ts'
import { badRequest } from '../define/api-error.ts'
import { maxSeconds, secondsScale } from '../define/kinds.ts'
import type { UpdateAction } from '../define/resource.ts'

const holders = staff

export const pauseTimer: UpdateAction = {
  doc: 'Stops a running timer: the seconds since its start are added to its time.',
  roles: holders,
  run: async ({ tx, actor, id, previous }) => {
    if (previous.starttime === null) throw badRequest(`starttime: timer ${id} is paused already`)
    const time = Number(previous.totaltime)
    if (time > maxSeconds * 10 ** secondsScale)
      throw badRequest(`time: timer ${id} holds at most ${maxSeconds} seconds`)
    await tx.update('timer', id, { time, starttime: null, lastupdate: actor.now })
  },
}

export const resumeTimer: UpdateAction = {
  doc: 'Starts a paused timer again; its time stays and goes on from there.',
  roles: holders,
  run: async ({ tx, actor, id, previous }) => {
    if (previous.starttime !== null) throw badRequest(`starttime: timer ${id} is running already`)
    await tx.update('timer', id, { starttime: actor.now, lastupdate: actor.now })
  },
}
