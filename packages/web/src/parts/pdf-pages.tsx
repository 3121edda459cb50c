// The pages of a PDF, one below the other. The code that draws them is large and is loaded when the first PDF is shown.
// A page is drawn when it is close to the visible area. The text of the pages is available to screen readers.
import { Suspense } from 'react'
import { lazyPart } from '../api/lazy.ts'
import { Loading } from './page.tsx'

export interface PdfPagesProps {
  /** Fetches the file. It is called once: another file needs another `key` on this component. */
  readonly load: () => Promise<ArrayBuffer>
  /** The accessible name. */
  readonly label: string
  /** The PDF is what the page prints: all pages are drawn at once, with a resolution for printing. */
  readonly printed?: boolean
}

const Drawing = lazyPart(() => import('./pdf-drawing.tsx'), 'PdfDrawing')

export function PdfPages(props: PdfPagesProps) {
  return (
    <Suspense fallback={<Loading />}>
      <Drawing {...props} />
    </Suspense>
  )
}
