// The thread that prints: it takes documents one after the other and answers their bytes. It is the only place where fonts and
// the PDF library are loaded, so a server that never prints does not pay for them.
import { parentPort } from 'node:worker_threads'
import type { PaperDocument } from './pdf-blocks.ts'
import { printPages } from './pdf-pages.ts'

export interface PrinterAnswer {
  readonly bytes?: Uint8Array
  readonly failed?: string
}

let turn: Promise<unknown> = Promise.resolve()

parentPort?.on('message', (paper: PaperDocument) => {
  turn = turn.then(async () => {
    const answer: PrinterAnswer = await printPages(paper).then(
      (bytes) => ({ bytes }),
      (error: unknown) => ({ failed: String(error instanceof Error ? error.stack : error) }),
    )
    parentPort?.postMessage(answer)
  })
})
