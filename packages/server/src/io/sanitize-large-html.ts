// Sanitizes large HTML texts on a thread, because one of them takes up to half a second of CPU and would delay all
// other requests (T-117). The thread starts with the first text and ends when it is idle for a while. It never keeps
// the process alive by itself.
import { Worker } from 'node:worker_threads'
import { Busy } from './errors.ts'
import type { SanitizedText, SanitizeJob } from './html-thread.ts'

const maxWaiting = 50
const idleMs = 10 * 60_000

interface WaitingText {
  readonly resolve: (html: string) => void
  readonly reject: (error: Error) => void
}

const waiting = new Map<number, WaitingText>()
let lastId = 0
let thread: Worker | undefined
let idleTimer: NodeJS.Timeout | undefined

/** The same result as `sanitizeHtml`. */
export function sanitizeLargeHtml(text: string): Promise<string> {
  if (waiting.size >= maxWaiting) return Promise.reject(new Busy('too many large texts wait to be sanitized'))
  clearTimeout(idleTimer)
  thread ??= startThread()
  thread.ref()
  lastId += 1
  const job: SanitizeJob = { id: lastId, text }
  thread.postMessage(job)
  return new Promise((resolve, reject) => waiting.set(job.id, { resolve, reject }))
}

function startThread(): Worker {
  const worker = new Worker(new URL('./html-thread.ts', import.meta.url))
  worker.on('message', ({ id, html }: SanitizedText) => {
    waiting.get(id)?.resolve(html)
    waiting.delete(id)
    if (waiting.size > 0) return
    worker.unref()
    idleTimer = setTimeout(() => stopThread(worker), idleMs).unref()
  })
  worker.on('error', (error) => stopThread(worker, error))
  worker.on('exit', () => stopThread(worker))
  return worker
}

/** Texts that still wait fail. The next text gets a new thread. */
function stopThread(worker: Worker, cause?: unknown): void {
  if (thread !== worker) return
  thread = undefined
  void worker.terminate()
  for (const { reject } of waiting.values()) reject(new Error('the thread that sanitizes HTML ended', { cause }))
  waiting.clear()
}
