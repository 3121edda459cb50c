// Live updates: the server names the lists that have changed, and what is on screen of them is fetched again. One tab
// of a browser, a visible one, has the stream and tells the others. A stream begins where the session was read or the
// last one ended, so no change is missed. Forms keep their input, because they copy the record when they open. Without
// the stream everything works, but changes of other people are seen later.
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef } from 'react'
import { nowMs } from '../kit/clock.ts'
import { appHeaders } from './app-headers.ts'
import { checkServer, onReconnect, reportNoResponse } from './connection.ts'
import { facts, type ResourceFacts } from './facts.ts'
import type { Role } from './permissions.ts'
import { sessionStateQuery, useSession } from './session.tsx'

const lockName = 'stint-live'
const firstWaitMs = 1000
const longestWaitMs = 30_000
/** A stream that lasted this long was no failed attempt. */
const steadyMs = 10_000
const whileWritingMs = 200
/** The server sends a comment every 20 seconds. A stream that is silent for this long has lost its connection. */
const longestSilenceMs = 60_000

/** Whether changes of these records are named for the role. Others, such as reports, may change with any list. */
const isNamed = (name: string, role: Role): boolean => {
  const { access, live = true } = (facts as Readonly<Record<string, ResourceFacts>>)[name] ?? {}
  return live && (access?.list?.includes(role) ?? false)
}

const [sessionKey] = sessionStateQuery.queryKey

/** One message of the stream: the lists that have changed, and the position of the stream after these changes. */
interface Message {
  readonly names: readonly string[]
  readonly position: string
}

/** Null for a comment. */
function parseMessage(text: string): Message | null {
  const field = (name: string): string | undefined =>
    text
      .split('\n')
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 2)
  const data = field('data')
  // Without a position the next stream names all lists.
  return data === undefined
    ? null
    : { names: (JSON.parse(data) as { names: string[] }).names, position: field('id') ?? '' }
}

class LiveUpdates {
  readonly #queries: QueryClient
  readonly #role: Role
  /** All that is shown was fetched at this position or later, or is being fetched. */
  readonly #position: RefObject<string>
  readonly #end = new AbortController()
  readonly #channel = new BroadcastChannel(lockName)
  readonly #changed = new Set<string>()
  /** Ends the stream of this tab, or its wait for one. */
  #hide = new AbortController()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(queries: QueryClient, role: Role, position: RefObject<string>) {
    this.#queries = queries
    this.#role = role
    this.#position = position
    const { signal } = this.#end
    this.#channel.addEventListener('message', ({ data }) => this.#add(data as Message), { signal })
    document.addEventListener('visibilitychange', () => this.#followVisibility(), { signal })
    this.#followVisibility()
  }

  stop(): void {
    this.#end.abort()
    this.#hide.abort()
    clearTimeout(this.#timer)
    this.#channel.close()
  }

  /** A hidden tab may be suspended by the browser, so it leaves the stream to a visible one. */
  #followVisibility(): void {
    this.#hide.abort()
    if (document.hidden) return
    this.#hide = new AbortController()
    const { signal } = this.#hide
    const run = (): Promise<void> => this.#keepStream(signal)
    // Without HTTPS there are no locks; then each tab has its own stream.
    const running = 'locks' in navigator ? navigator.locks.request(lockName, { signal }, run) : run()
    running.catch((error: unknown) => {
      if (!signal.aborted) throw error
    })
  }

  /** Opens the stream again and again, until the tab is hidden or the session has ended. */
  async #keepStream(signal: AbortSignal): Promise<void> {
    let waitMs = firstWaitMs
    while (!signal.aborted) {
      const opened = nowMs()
      const isOver = await this.#readStream(signal).catch(async () => {
        if (!signal.aborted && !(await checkServer()) && !signal.aborted) reportNoResponse()
        return false
      })
      if (isOver || signal.aborted) return
      waitMs = nowMs() - opened > steadyMs ? firstWaitMs : Math.min(2 * waitMs, longestWaitMs)
      await this.#wait(waitMs, signal)
    }
  }

  /** True if the session has ended: another attempt would fail too. */
  async #readStream(signal: AbortSignal): Promise<boolean> {
    const silence = new AbortController()
    const ends = AbortSignal.any([signal, silence.signal])
    let timer = setTimeout(() => silence.abort(), longestSilenceMs)
    const heard = (): void => {
      clearTimeout(timer)
      if (!ends.aborted) timer = setTimeout(() => silence.abort(), longestSilenceMs)
    }
    try {
      return await this.#readMessages(ends, heard)
    } finally {
      clearTimeout(timer)
    }
  }

  async #readMessages(signal: AbortSignal, heard: () => void): Promise<boolean> {
    const headers = { ...appHeaders, 'last-event-id': this.#position.current }
    const response = await fetch('/app/live', { headers, cache: 'no-store', signal })
    if (response.status === 401) {
      void this.#queries.invalidateQueries({ queryKey: [sessionKey] })
      return true
    }
    if (!response.ok || response.body === null) return false
    let text = ''
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const { done, value } = await reader.read()
      heard()
      if (done) return false
      const messages = (text + value).split('\n\n')
      text = messages.pop() ?? ''
      for (const message of messages.map(parseMessage)) {
        if (message === null) continue
        this.#channel.postMessage(message)
        this.#add(message)
      }
    }
  }

  #wait(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer)
        stop()
        signal.removeEventListener('abort', end)
        resolve()
      }
      const timer = setTimeout(end, ms)
      const stop = onReconnect(end)
      signal.addEventListener('abort', end)
    })
  }

  #add({ names, position }: Message): void {
    this.#position.current = position
    for (const name of names) this.#changed.add(name)
    this.#refetch()
  }

  /** A response from the middle of an own change would show the old value for a moment, so the change comes first. */
  #refetch(): void {
    clearTimeout(this.#timer)
    if (this.#queries.isMutating() > 0) {
      this.#timer = setTimeout(() => this.#refetch(), whileWritingMs)
      return
    }
    const changed = new Set(this.#changed)
    this.#changed.clear()
    void this.#queries.invalidateQueries({
      predicate: ({ queryKey: [key] }) => {
        const name = String(key)
        return name !== sessionKey && (changed.has(name) || !isNamed(name, this.#role))
      },
      // A hidden tab fetches what has changed when it is seen again.
      refetchType: document.hidden ? 'none' : 'active',
    })
  }
}

export function useLiveUpdates(): void {
  const session = useSession()
  const queries = useQueryClient()
  // The first position stays until the stream has sent another one: what is shown may be older than a newer session.
  const position = useRef(session.position)
  // A new session of the same person is another object, so the stream is opened again after signing in.
  useEffect(() => {
    const live = new LiveUpdates(queries, session.role, position)
    return () => live.stop()
  }, [queries, session])
}
