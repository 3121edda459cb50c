// Renders PDF documents on a worker thread, because layout takes tens of milliseconds and would delay other requests
// (T-78). The thread starts with the first document and is kept, with its fonts, until it is idle for a while. An idle
// thread never keeps the process alive. The layout itself is in page-layout.ts.
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

/** Renders a document. The same document always gives the same bytes. */
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
  worker.on('message', ({ bytes, error }: RenderResult) => {
    if (renderThread !== worker) return
    finishJob((job) =>
      bytes === undefined ? job.reject(new Error(error ?? 'nothing was printed')) : job.resolve(bytes),
    )
  })
  // A document that crashes the thread fails alone: the next one gets a new thread.
  worker.on('error', (error) => {
    if (renderThread === worker) stopWorker(new Error('the printing thread failed', { cause: error }))
  })
  worker.on('exit', () => {
    if (renderThread === worker) stopWorker(new Unavailable('the printing thread ended'))
  })
  return worker
}

function finishJob(settle: (job: RenderJob) => void): void {
  const job = currentJob
  currentJob = undefined
  if (job !== undefined) settle(job)
  startNextJob()
}

function stopWorker(reason: Error): void {
  const worker = renderThread
  renderThread = undefined
  void worker?.terminate()
  if (currentJob !== undefined) finishJob((job) => job.reject(reason))
}
