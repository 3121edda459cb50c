// The pages of a PDF, one below the other as wide as there is room. What draws them is large and loaded when the
// first PDF is shown; a page is drawn when it comes near. What the pages say stands beside them for those who do not
// see them.
import { lazy, Suspense } from 'react'
import { loadLazily } from '../api/lazy.ts'
import { Loading } from './page.tsx'

export interface PdfPagesProps {
  /** Brings the file. It is called once: another file needs another `key` on this component. */
  readonly load: () => Promise<ArrayBuffer>
  /** What it is, as the name of the pages. */
  readonly label: string
  /** It is what the page is printed as: all of it is drawn at once, and as finely as paper needs. */
  readonly printed?: boolean
}

const Drawing = lazy(async () => ({ default: (await loadLazily(() => import('./pdf-drawing.tsx'))).PdfDrawing }))

export function PdfPages(props: PdfPagesProps) {
  return (
    <Suspense fallback={<Loading />}>
      <Drawing {...props} />
    </Suspense>
  )
}
