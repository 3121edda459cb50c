// One's timers as they are this very second: what the server said last, what was done here since, and the time that has passed.
// Every tab asks again when something is written, when it is looked at, and every half minute while it is.
import type { StintError } from '@stint/sdk'
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { nowMs } from '../kit/clock.ts'
import { stint } from './client.ts'
import { onReturn } from './connection.ts'
import { wrote } from './records.ts'
import { useMay, useSession } from './session.tsx'
import { type LiveTimer, type Said, secondsAt, timersNow } from './timer-now.ts'
import { forgetSent, type Sent, sendSteps } from './timer-sending.ts'
import { keepSteps, type Step, stepsOf, useSteps } from './timer-steps.ts'

const everyMs = 30_000
const longMs = 60_000

const freshMs = 10_000

const mine = (personid: number) =>
  queryOptions<Said, StintError>({
    queryKey: ['timer', 'mine', personid],
    queryFn: async ({ signal }) => {
      const asked = nowMs()
      const filter = { personid, gettimerinfo: true, sortfield: 'lastupdate', sortdir: 'DESC' } as const
      const records = await stint.timer.list(filter, { signal, pageSize: 500 }).all()
      return { records, asked, asOf: nowMs() }
    },
    staleTime: freshMs,
  })

const nothingSaid: Said = { records: [], asked: 0, asOf: 0 }

export interface Timers {
  readonly timers: readonly LiveTimer[]
  readonly loaded: boolean
  /** Something done here waits for the server. */
  readonly waiting: boolean
}

/** `asking` is for the one place that is on every screen; whoever else shows timers sees what it is told. */
export function useTimers(asking = false): Timers {
  const { personid } = useSession()
  const polling = asking ? ({ refetchInterval: everyMs, refetchOnWindowFocus: 'always' } as const) : {}
  const enabled = useMay()('timer', 'list')
  const query = useQuery({ ...mine(personid), ...polling, enabled })
  const steps = useSteps(personid)
  const { data } = query
  const timers = useMemo(() => timersNow(data ?? nothingSaid, steps), [data, steps])
  return { timers, loaded: data !== undefined, waiting: steps.some(({ sent }) => sent === undefined) }
}

/** Sends what waits; what is on screen, here and in other tabs, is asked for again afterwards. */
export async function settleTimers(queries: QueryClient, personid: number): Promise<Sent> {
  // Each tab knows from when its own answer is, and so what of this is in it; after a minute all have asked again.
  forgetSent(personid, nowMs() - longMs)
  const sent = await sendSteps(personid)
  if (sent.heard) await wrote(queries, 'timer')
  return sent
}

/** Sends what waits whenever the server or the network is back; `tell` hears what was refused. */
export function useTimerSending(tell: (error: Error) => void): void {
  const { personid } = useSession()
  const queries = useQueryClient()
  useEffect(() => {
    const settle = (): void =>
      void settleTimers(queries, personid).then(({ refused }) => {
        for (const error of refused) tell(error)
      })
    if (stepsOf(personid).length > 0) settle()
    const stop = onReturn(settle)
    addEventListener('online', settle)
    return () => {
      stop()
      removeEventListener('online', settle)
    }
  }, [queries, personid, tell])
}

export interface Task {
  readonly id: number
  readonly title: string
}

let last = 0

/** The moment, but never the same twice, so that steps keep their order. */
function moment(): number {
  last = Math.max(last + 1, nowMs())
  return last
}

/** What one can do with timers. Each is done here at once, and told to the server now or when it is back. */
export function useTimerActions(tell: (error: Error) => void) {
  const { personid } = useSession()
  const queries = useQueryClient()
  const now = (): readonly LiveTimer[] =>
    timersNow(queries.getQueryData(mine(personid).queryKey) ?? nothingSaid, stepsOf(personid))
  const step = (kind: 'pause' | 'resume' | 'discard', timer: number): Step => {
    const started = now().find(({ id }) => id === timer)?.started ?? null
    return { key: crypto.randomUUID(), at: moment(), kind, timer, started }
  }
  /** One works on one thing at a time: whatever runs is paused when something else begins. */
  const pauses = (except?: number): Step[] =>
    now()
      .filter(({ id, running }) => running && id !== except)
      .map(({ id }) => step('pause', id))
  const take = async (steps: readonly Step[]): Promise<void> => {
    keepSteps(personid, steps)
    const { refused } = await settleTimers(queries, personid)
    for (const error of refused) tell(error)
  }
  const resume = (id: number): Promise<void> => take([...pauses(id), step('resume', id)])
  return {
    pause: (id: number) => take([step('pause', id)]),
    resume,
    discard: (id: number) => take([step('discard', id)]),
    start: async (task: Task | null, name = ''): Promise<void> => {
      // It may be pressed before one's timers have come, and a task has one timer of a person: the server would refuse a second.
      await queries.ensureQueryData(mine(personid)).catch(() => undefined)
      const there = task === null ? undefined : now().find(({ taskid }) => taskid === task.id)
      if (there !== undefined) return there.running ? undefined : resume(there.id)
      const before = pauses()
      const at = moment()
      const about = { taskid: task?.id ?? null, task: task?.title ?? null, name }
      return take([...before, { key: crypto.randomUUID(), kind: 'start', at, timer: -at, ...about }])
    },
  }
}

const subscribeSecond = (hear: () => void): (() => void) => {
  const ticking = setInterval(hear, 1000)
  addEventListener('visibilitychange', hear)
  return () => {
    clearInterval(ticking)
    removeEventListener('visibilitychange', hear)
  }
}
const still = (): (() => void) => () => undefined
const second = (): number => Math.floor(nowMs() / 1000)

/** The seconds of a timer, going on while it runs; also after a sleep, as they come from the clock. */
export function useSeconds(timer: LiveTimer): number {
  useSyncExternalStore(timer.running ? subscribeSecond : still, second)
  return secondsAt(timer, nowMs())
}
