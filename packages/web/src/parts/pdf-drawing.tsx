// Draws a PDF with PDF.js in its own worker, on canvases. Nothing in a document is executed: no scripts, forms or
// links. It uses neither eval nor WebAssembly, which the content security policy forbids. Loaded only by pdf-pages.tsx.
import { getDocument, type PDFDocumentProxy, type PDFPageProxy, PDFWorker } from 'pdfjs-dist'
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useMessages } from '../messages/messages.ts'
import { LoadError, Loading } from './page.tsx'
import styles from './pdf-pages.module.css'
import type { PdfPagesProps } from './pdf-pages.tsx'
import { createWorker } from './trusted-types.ts'

interface OpenPdf {
  readonly pdf: Promise<PDFDocumentProxy>
  close(): void
}

function open(bytes: ArrayBuffer): OpenPdf {
  const thread = createWorker(workerUrl)
  const worker = new PDFWorker({ port: thread as unknown as null })
  const task = getDocument({
    data: new Uint8Array(bytes),
    worker,
    useWasm: false,
    disableWorkerRendering: true,
    enableXfa: false,
    verbosity: 0,
  })
  const close = async (): Promise<void> => {
    await task.destroy().catch(() => undefined)
    worker.destroy()
    thread.terminate()
  }
  return { pdf: task.promise, close: () => void close() }
}

type State = PDFDocumentProxy | 'opening' | 'broken' | { readonly error: unknown }

/** Opens the file once and closes it when the component is unmounted. */
function usePdf(load: () => Promise<ArrayBuffer>): State {
  const [state, setState] = useState<State>('opening')
  const first = useRef(load)
  useEffect(() => {
    let left = false
    let opened: OpenPdf | undefined
    const show = async (): Promise<void> => {
      const bytes = await first.current()
      if (left) return
      opened = open(bytes)
      const pdf = await opened.pdf.catch(() => 'broken' as const)
      if (!left) setState(pdf)
    }
    show().catch((error: unknown) => {
      if (!left) setState({ error })
    })
    return () => {
      left = true
      opened?.close()
    }
  }, [])
  return state
}

export function PdfDrawing({ load, label, printed = false }: PdfPagesProps) {
  const messages = useMessages().parts
  const state = usePdf(load)
  if (state === 'opening') return <Loading />
  if (state === 'broken') return <LoadError error={messages.pdfBroken} />
  if ('error' in state) return <LoadError error={state.error} />
  return (
    <section className={styles.pages} aria-label={label} {...(printed ? { 'data-alone': true } : {})}>
      {Array.from({ length: state.numPages }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a page is identified by its number.
        <PdfPage key={at} pdf={state} number={at + 1} finest={printed ? resolutionFor(state.numPages) : 0} />
      ))}
    </section>
  )
}

/** True once the element has been close to the visible area. */
function useNear(element: RefObject<HTMLElement | null>): boolean {
  const [near, setNear] = useState(false)
  useEffect(() => {
    if (element.current === null) return
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting === true) setNear(true)
      },
      { rootMargin: '600px' },
    )
    watch.observe(element.current)
    return () => watch.disconnect()
  }, [element])
  return near
}

const maxWidthPixels = 2400
/** Up to this many pages are drawn with about 200 dpi for printing. More pages would need too much memory. */
const maxFinePages = 12
const resolutionFor = (pages: number): number => (pages <= maxFinePages ? 1654 : 1000)
/** The size of a page before it is drawn. */
const a4 = { width: 210, height: 297 }

async function draw(page: PDFPageProxy, canvas: HTMLCanvasElement, wide: number, signal: AbortSignal): Promise<void> {
  const natural = page.getViewport({ scale: 1 })
  const pixels = Math.min(maxWidthPixels, wide)
  const viewport = page.getViewport({ scale: pixels / natural.width })
  canvas.width = Math.floor(viewport.width)
  canvas.height = Math.floor(viewport.height)
  const drawing = page.render({ canvas, viewport })
  signal.addEventListener('abort', () => drawing.cancel(), { once: true })
  await drawing.promise
}

async function textOf(page: PDFPageProxy): Promise<string> {
  const { items } = await page.getTextContent()
  return items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')
}

interface PdfPageProps {
  readonly pdf: PDFDocumentProxy
  readonly number: number
  /** The minimum width in pixels of a page that is drawn at once; 0 draws it when it is close to the visible area. */
  readonly finest: number
}

function PdfPage({ pdf, number, finest }: PdfPageProps) {
  const messages = useMessages().parts
  const frame = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const near = useNear(frame) || finest > 0
  const [text, setText] = useState('')
  useEffect(() => {
    const [element, host] = [canvas.current, frame.current]
    if (!near || element === null || host === null) return
    const ending = new AbortController()
    const show = async (): Promise<void> => {
      const page = await pdf.getPage(number)
      if (ending.signal.aborted) return
      await draw(page, element, Math.max(finest, host.clientWidth * devicePixelRatio), ending.signal)
      setText(await textOf(page))
    }
    // An aborted drawing rejects, which is no error.
    show().catch(() => undefined)
    return () => ending.abort()
  }, [near, pdf, number, finest])
  return (
    <div ref={frame} className={styles.page}>
      <canvas
        ref={canvas}
        width={a4.width}
        height={a4.height}
        role="img"
        aria-label={messages.pageOf(number, pdf.numPages)}
        className={styles.canvas}
      />
      <p className="hidden">{text}</p>
    </div>
  )
}
