// What a file looks like, where the browser can show it: pictures and PDF. It asks for the file itself and lets go of
// it when nobody looks any more. Nothing else is shown: text or HTML of a stranger has no place in the page.
import { useEffect, useState } from 'react'
import { useMessages } from '../messages/messages.ts'
import { LoadError, Loading } from './page.tsx'
import { PdfPages } from './pdf-pages.tsx'
import styles from './preview.module.css'

const imageExtensions = /\.(?:png|jpe?g|gif|webp|avif|bmp)$/i
const pdfExtension = /\.pdf$/i

export type PreviewKind = 'picture' | 'pdf' | null

/** What can be shown of a file of that name. An SVG is a document with scripts, so it is none. */
export const previewKindOf = (filename: string): PreviewKind =>
  imageExtensions.test(filename) ? 'picture' : pdfExtension.test(filename) ? 'pdf' : null

interface PreviewProps {
  readonly filename: string
  /** Brings the file. Another file needs another `key` on this component. */
  readonly load: () => Promise<Blob>
}

export function Preview({ filename, load }: PreviewProps) {
  const messages = useMessages().parts
  const shown = previewKindOf(filename)
  if (shown === 'picture') return <ImagePreview filename={filename} load={load} />
  if (shown === 'pdf') return <PdfPages label={filename} load={async () => (await load()).arrayBuffer()} />
  return <p className={styles.none}>{messages.noPreview}</p>
}

function ImagePreview({ filename, load }: PreviewProps) {
  const messages = useMessages().parts
  const [url, setUrl] = useState('')
  const [error, setError] = useState<unknown>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another file comes with another key.
  useEffect(() => {
    let made = ''
    let left = false
    load()
      .then((blob) => {
        if (left) return
        made = URL.createObjectURL(blob)
        setUrl(made)
      })
      .catch((fault: unknown) => {
        if (!left) setError(fault)
      })
    return () => {
      left = true
      if (made !== '') URL.revokeObjectURL(made)
    }
  }, [])
  if (error !== null) return <LoadError error={error} />
  if (url === '') return <Loading />
  return <img src={url} alt={filename} className={styles.picture} onError={() => setError(messages.pictureBroken)} />
}
