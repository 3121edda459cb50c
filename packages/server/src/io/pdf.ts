// Prints documents as PDF on a thread of its own, because setting type is work of tens of milliseconds and more that no other
// request should wait for (T-78). The thread starts with the first document and is kept, with its fonts, until it has been idle
// for a while; an idle thread never keeps the process alive. What a document looks like is its maker's business.
import { Worker } from 'node:worker_threads'
import { Busy, Unavailable } from './errors.ts'
import type { PaperDocument } from './pdf-blocks.ts'
import type { PrinterAnswer } from './pdf-printer.ts'

const mostWaiting = 50
const longestMs = 30_000
const idleMs = 10 * 60_000

interface Job {
  readonly paper: PaperDocument
  readonly resolve: (bytes: Uint8Array) => void
  readonly reject: (error: Error) => void
}

const waiting: Job[] = []
let printing: Job | undefined
let thread: Worker | undefined
let alarm: NodeJS.Timeout | undefined

/** The document's bytes. The same document is always the same bytes. */
export function printPdf(paper: PaperDocument): Promise<Uint8Array> {
  if (waiting.length >= mostWaiting) return Promise.reject(new Busy('too many documents wait to be printed'))
  return new Promise((resolve, reject) => {
    waiting.push({ paper, resolve, reject })
    next()
  })
}

function next(): void {
  if (printing !== undefined) return
  clearTimeout(alarm)
  printing = waiting.shift()
  if (printing === undefined) {
    thread?.unref()
    alarm = setTimeout(() => end(new Unavailable('the printing thread was idle')), idleMs).unref()
    return
  }
  thread ??= start()
  thread.ref()
  thread.postMessage(printing.paper)
  alarm = setTimeout(() => end(new Busy(`printing took longer than ${longestMs / 1000} seconds`)), longestMs)
}

function start(): Worker {
  const worker = new Worker(new URL('./pdf-printer.ts', import.meta.url))
  worker.on('message', ({ bytes, failed }: PrinterAnswer) => {
    if (thread !== worker) return
    settle((job) => (bytes === undefined ? job.reject(new Error(failed ?? 'nothing was printed')) : job.resolve(bytes)))
  })
  // A document that breaks the thread fails alone: the next one gets a new thread.
  worker.on('error', (error) => {
    if (thread === worker) end(new Error('the printing thread failed', { cause: error }))
  })
  worker.on('exit', () => {
    if (thread === worker) end(new Unavailable('the printing thread ended'))
  })
  return worker
}

function settle(answer: (job: Job) => void): void {
  const job = printing
  printing = undefined
  if (job !== undefined) answer(job)
  next()
}

function end(reason: Error): void {
  const ended = thread
  thread = undefined
  void ended?.terminate()
  if (printing !== undefined) settle((job) => job.reject(reason))
}
