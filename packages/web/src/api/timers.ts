// The current timers of the signed-in person: the last response of the server, the local steps since then, and the
// elapsed time. Each tab fetches them again after a write, when the server says that timers have changed, and when it
// gets the focus.
import type { StintError } from '@stint/sdk'
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { nowMs } from '../kit/clock.ts'
import { stint } from './client.ts'
import { onReconnect, useOffline } from './connection.ts'
import { invalidateAfterWrite } from './records.ts'
import { useMay, useSession } from './session.tsx'
import { currentTimers, type LiveTimer, secondsAt, type TimerSnapshot } from './timer-state.ts'
import { type Step, stepsOf, storeSteps, useSteps } from './timer-steps.ts'
import { dropSentSteps, type SyncResult, syncSteps } from './timer-sync.ts'

const keepSentMs = 60_000

const staleMs = 10_000

const timersQuery = (personid: number) =>
  queryOptions<TimerSnapshot, StintError>({
    queryKey: ['timer', 'mine', personid],
    queryFn: async ({ signal }) => {
      const asked = nowMs()
      const filter = { personid, gettimerinfo: true, sortfield: 'lastupdate', sortdir: 'DESC' } as const
      const records = await stint.timer.list(filter, { signal, pageSize: 500 }).all()
      return { records, asked, asOf: nowMs() }
    },
    staleTime: staleMs,
  })

const emptySnapshot: TimerSnapshot = { records: [], asked: 0, asOf: 0 }

export interface Timers {
  readonly timers: readonly LiveTimer[]
  /** False until the server has answered. Without a server the steps of this browser are all that is known. */
  readonly known: boolean
  /** A step is not yet sent to the server. */
  readonly waiting: boolean
}

/** `asking` fetches at every focus. Only the timer bar, which is on every screen, sets it; others use its responses. */
export function useTimers(asking = false): Timers {
  const { personid } = useSession()
  const focus = asking ? ({ refetchOnWindowFocus: 'always' } as const) : {}
  const enabled = useMay()('timer', 'list')
  const query = useQuery({ ...timersQuery(personid), ...focus, enabled })
  const steps = useSteps(personid)
  const offline = useOffline()
  const { data } = query
  const timers = useMemo(() => currentTimers(data ?? emptySnapshot, steps), [data, steps])
  const known = data !== undefined || offline
  return { timers, known, waiting: steps.some(({ sent }) => sent === undefined) }
}

/** Sends the waiting steps, then fetches everything on screen again, here and in other tabs. */
async function syncTimers(queries: QueryClient, personid: number): Promise<SyncResult> {
  // Each tab needs the sent steps until it has fetched the timers again. After a minute every tab has done so.
  dropSentSteps(personid, nowMs() - keepSentMs)
  const result = await syncSteps(personid)
  if (result.complete) await invalidateAfterWrite(queries, 'timer')
  return result
}

/** Sends the waiting steps whenever the server or the network is back. `tell` is called with each rejection. */
export function useTimerSync(tell: (error: Error) => void): void {
  const { personid } = useSession()
  const queries = useQueryClient()
  useEffect(() => {
    const settle = (): void =>
      void syncTimers(queries, personid).then(({ rejected }) => {
        for (const error of rejected) tell(error)
      })
    if (stepsOf(personid).length > 0) settle()
    const stop = onReconnect(settle)
    addEventListener('online', settle)
    return () => {
      stop()
      removeEventListener('online', settle)
    }
  }, [queries, personid, tell])
}

export interface TimerTask {
  readonly id: number
  readonly title: string
}

let lastMs = 0

/** The current time, but never the same value twice, so that steps keep their order. */
function uniqueNowMs(): number {
  lastMs = Math.max(lastMs + 1, nowMs())
  return lastMs
}

/** The actions on timers. Each takes effect here at once and is sent to the server now or when it is back. */
export function useTimerActions(tell: (error: Error) => void) {
  const { personid } = useSession()
  const queries = useQueryClient()
  const now = (): readonly LiveTimer[] =>
    currentTimers(queries.getQueryData(timersQuery(personid).queryKey) ?? emptySnapshot, stepsOf(personid))
  const step = (kind: 'pause' | 'resume' | 'discard', timer: number): Step => {
    const started = now().find(({ id }) => id === timer)?.started ?? null
    return { key: crypto.randomUUID(), at: uniqueNowMs(), kind, timer, started }
  }
  /** Only one timer runs at a time: starting one pauses the others. */
  const pauses = (except?: number): Step[] =>
    now()
      .filter(({ id, running }) => running && id !== except)
      .map(({ id }) => step('pause', id))
  const take = async (steps: readonly Step[]): Promise<void> => {
    storeSteps(personid, steps)
    const { rejected } = await syncTimers(queries, personid)
    for (const error of rejected) tell(error)
  }
  const resume = (id: number): Promise<void> => take([...pauses(id), step('resume', id)])
  return {
    pause: (id: number) => take([step('pause', id)]),
    resume,
    discard: (id: number) => take([step('discard', id)]),
    start: async (task: TimerTask | null, name = ''): Promise<void> => {
      // The button may be pressed before the timers are loaded. A person has at most one timer per task, and the
      // server would reject a second one.
      await queries.ensureQueryData(timersQuery(personid)).catch(() => undefined)
      const there = task === null ? undefined : now().find(({ taskid }) => taskid === task.id)
      if (there !== undefined) return there.running ? undefined : resume(there.id)
      const before = pauses()
      const at = uniqueNowMs()
      const about = { taskid: task?.id ?? null, task: task?.title ?? null, name }
      return take([...before, { key: crypto.randomUUID(), kind: 'start', at, timer: -at, ...about }])
    },
  }
}

const subscribeEverySecond = (hear: () => void): (() => void) => {
  const ticking = setInterval(hear, 1000)
  addEventListener('visibilitychange', hear)
  return () => {
    clearInterval(ticking)
    removeEventListener('visibilitychange', hear)
  }
}
const subscribeNever = (): (() => void) => () => undefined
const currentSecond = (): number => Math.floor(nowMs() / 1000)

/** The seconds of a timer, updated while it runs. They come from the clock, so they are right after standby too. */
export function useTimerSeconds(timer: LiveTimer): number {
  useSyncExternalStore(timer.running ? subscribeEverySecond : subscribeNever, currentSecond)
  return secondsAt(timer, nowMs())
}
