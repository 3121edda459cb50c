// Prints documents as PDF on a thread of its own, because setting type is work of tens of milliseconds and more that no other
// request should wait for (T-78). The thread starts with the first document and is kept, with its fonts, until it has been idle
// for a while; an idle thread never keeps the process alive. What a document looks like is its maker's business.
import { Worker } from 'node:worker_threads'
import { Busy, Unavailable } from '../io/errors.ts'
import type { PdfSource } from './blocks.ts'
import type { RenderResult } from './render-thread.ts'

const maxWaiting = 50
const renderTimeoutMs = 30_000
const idleMs = 10 * 60_000

interface RenderJob {
  readonly source: PdfSource
  readonly resolve: (bytes: Uint8Array) => void
  readonly reject: (error: Error) => void
}

const queue: RenderJob[] = []
let currentJob: RenderJob | undefined
let renderThread: Worker | undefined
let timer: NodeJS.Timeout | undefined

/** The document's bytes. The same document is always the same bytes. */
export function renderPdf(source: PdfSource): Promise<Uint8Array> {
  if (queue.length >= maxWaiting) return Promise.reject(new Busy('too many documents wait to be printed'))
  return new Promise((resolve, reject) => {
    queue.push({ source, resolve, reject })
    startNextJob()
  })
}

function startNextJob(): void {
  if (currentJob !== undefined) return
  clearTimeout(timer)
  currentJob = queue.shift()
  if (currentJob === undefined) {
    renderThread?.unref()
    timer = setTimeout(() => stopWorker(new Unavailable('the printing thread was idle')), idleMs).unref()
    return
  }
  renderThread ??= startWorker()
  renderThread.ref()
  renderThread.postMessage(currentJob.source)
  timer = setTimeout(
    () => stopWorker(new Busy(`printing took longer than ${renderTimeoutMs / 1000} seconds`)),
    renderTimeoutMs,
  )
}

function startWorker(): Worker {
  const worker = new Worker(new URL('./render-thread.ts', import.meta.url))
  worker.on('message', ({ bytes, error: failed }: RenderResult) => {
    if (renderThread !== worker) return
    finishJob((job) =>
      bytes === undefined ? job.reject(new Error(failed ?? 'nothing was printed')) : job.resolve(bytes),
    )
  })
  // A document that breaks the thread fails alone: the next one gets a new thread.
  worker.on('error', (error) => {
    if (renderThread === worker) stopWorker(new Error('the printing thread failed', { cause: error }))
  })
  worker.on('exit', () => {
    if (renderThread === worker) stopWorker(new Unavailable('the printing thread ended'))
  })
  return worker
}

function finishJob(answer: (job: RenderJob) => void): void {
  const job = currentJob
  currentJob = undefined
  if (job !== undefined) answer(job)
  startNextJob()
}

function stopWorker(reason: Error): void {
  const ended = renderThread
  renderThread = undefined
  void ended?.terminate()
  if (currentJob !== undefined) finishJob((job) => job.reject(reason))
}
