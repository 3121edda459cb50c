// The thread that sanitizes large HTML texts, one after another. It is started, and gets its texts, in
// sanitise-large-html.ts.
import { parentPort } from 'node:worker_threads'
import { sanitiseHtml } from '../kit/html-sanitizer.ts'

export interface SanitiseJob {
  readonly id: number
  readonly text: string
}

export interface SanitisedText {
  readonly id: number
  readonly html: string
}

parentPort?.on('message', ({ id, text }: SanitiseJob) => {
  parentPort?.postMessage({ id, html: sanitiseHtml(text) } satisfies SanitisedText)
})
