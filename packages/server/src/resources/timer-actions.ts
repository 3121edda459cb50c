// Pausing and resuming a timer (decision 39), each in one transaction under the timer's lock, so that two devices acting at
// once end in one truth (T-65). The server's clock decides, not the caller's. Applying one is `timer-apply.ts`.
import type { Role } from '../define/actor.ts'
import { mostSeconds, secondsScale } from '../define/kinds.ts'
import { invalid } from '../define/refusal.ts'
import type { Changing } from '../define/resource.ts'

const holders: readonly Role[] = ['Administrator', 'Manager', 'Resource']

export const pauseTimer: Changing = {
  doc: 'Stops a running timer: the seconds since its start are added to its time.',
  roles: holders,
  run: async ({ tx, actor, id, was }) => {
    if (was.starttime === null) throw invalid(`starttime: timer ${id} is paused already`)
    const time = Number(was.totaltime)
    if (time > mostSeconds * 10 ** secondsScale) throw invalid(`time: timer ${id} holds at most ${mostSeconds} seconds`)
    await tx.update('timer', id, { time, starttime: null, lastupdate: actor.now })
  },
}

export const resumeTimer: Changing = {
  doc: 'Starts a paused timer again; its time stays and goes on from there.',
  roles: holders,
  run: async ({ tx, actor, id, was }) => {
    if (was.starttime !== null) throw invalid(`starttime: timer ${id} is running already`)
    await tx.update('timer', id, { starttime: actor.now, lastupdate: actor.now })
  },
}
