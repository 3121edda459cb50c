// The thread that sanitizes large HTML texts, one after another. It is started, and gets its texts, in
// sanitize-large-html.ts.
import { parentPort } from 'node:worker_threads'
import { sanitizeHtml } from '../kit/html-sanitizer.ts'

export interface SanitizeJob {
  readonly id: number
  readonly text: string
}

export interface SanitizedText {
  readonly id: number
  readonly html: string
}

parentPort?.on('message', ({ id, text }: SanitizeJob) => {
  parentPort?.postMessage({ id, html: sanitizeHtml(text) } satisfies SanitizedText)
})
