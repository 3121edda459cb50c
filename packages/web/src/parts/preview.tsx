// Previews of files: images and PDF. The file is fetched here and released when the preview is closed. Other types are
// not shown, because uploaded text or HTML could attack the page.
import { useEffect, useState } from 'react'
import { useMessages } from '../messages/messages.ts'
import { LoadError, Loading } from './page.tsx'
import { PdfPages } from './pdf-pages.tsx'
import styles from './preview.module.css'

const imageExtensions = /\.(?:png|jpe?g|gif|webp|avif|bmp)$/i
const pdfExtension = /\.pdf$/i

type PreviewKind = 'picture' | 'pdf' | null

/** The kind of preview for a file name. SVG has none, because it can contain scripts. */
export const previewKindOf = (filename: string): PreviewKind =>
  imageExtensions.test(filename) ? 'picture' : pdfExtension.test(filename) ? 'pdf' : null

interface PreviewProps {
  readonly filename: string
  /** Fetches the file. Another file needs another `key` on this component. */
  readonly load: () => Promise<Blob>
}

export function Preview({ filename, load }: PreviewProps) {
  const messages = useMessages().parts
  const kind = previewKindOf(filename)
  if (kind === 'picture') return <ImagePreview filename={filename} load={load} />
  if (kind === 'pdf') return <PdfPages label={filename} load={async () => (await load()).arrayBuffer()} />
  return <p className={styles.none}>{messages.noPreview}</p>
}

function ImagePreview({ filename, load }: PreviewProps) {
  const messages = useMessages().parts
  const [url, setUrl] = useState('')
  const [error, setError] = useState<unknown>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another file comes with another key.
  useEffect(() => {
    let objectUrl = ''
    let unmounted = false
    load()
      .then((blob) => {
        if (unmounted) return
        objectUrl = URL.createObjectURL(blob)
        setUrl(objectUrl)
      })
      .catch((reason: unknown) => {
        if (!unmounted) setError(reason)
      })
    return () => {
      unmounted = true
      if (objectUrl !== '') URL.revokeObjectURL(objectUrl)
    }
  }, [])
  if (error !== null) return <LoadError error={error} />
  if (url === '') return <Loading />
  return <img src={url} alt={filename} className={styles.picture} onError={() => setError(messages.pictureBroken)} />
}
