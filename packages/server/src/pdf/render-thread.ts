// The thread that prints: it takes documents one after the other and answers their bytes. It is the only place where fonts and
// the PDF library are loaded, so a server that never prints does not pay for them.
import { parentPort } from 'node:worker_threads'
import type { PdfSource } from './blocks.ts'
import { renderPages } from './page-layout.ts'

export interface RenderResult {
  readonly bytes?: Uint8Array
  readonly error?: string
}

let lastJob: Promise<unknown> = Promise.resolve()

parentPort?.on('message', (paper: PdfSource) => {
  lastJob = lastJob.then(async () => {
    const answer: RenderResult = await renderPages(paper).then(
      (bytes) => ({ bytes }),
      (error: unknown) => ({ error: String(error instanceof Error ? error.stack : error) }),
    )
    parentPort?.postMessage(answer)
  })
})
