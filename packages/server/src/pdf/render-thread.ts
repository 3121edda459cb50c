// The render thread: it renders one document after another and returns the bytes. Fonts and the PDF library are loaded
// only here, so a server that never renders a PDF does not load them.
import { parentPort } from 'node:worker_threads'
import type { PdfSource } from './blocks.ts'
import { renderPages } from './page-layout.ts'

export interface RenderResult {
  readonly bytes?: Uint8Array
  readonly error?: string
}

let lastJob: Promise<unknown> = Promise.resolve()

parentPort?.on('message', (source: PdfSource) => {
  lastJob = lastJob.then(async () => {
    const result: RenderResult = await renderPages(source).then(
      (bytes) => ({ bytes }),
      (error: unknown) => ({ error: String(error instanceof Error ? error.stack : error) }),
    )
    parentPort?.postMessage(result)
  })
})
