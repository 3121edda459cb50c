// A document in a short list: an icon for its type, title, details and a button to download it.
import type { DocumentRecord } from '@stint/sdk'
import { Download, File, FileImage, FileSpreadsheet, FileText } from 'lucide-react'
import { saveFile } from '../../api/files.ts'
import { useFormats } from '../../api/formats.ts'
import { useMaySet } from '../../api/session.tsx'
import { useRequestsMessages } from '../../messages/requests.ts'
import { Badge } from '../../parts/badge.tsx'
import { type Icon, IconButton } from '../../parts/button.tsx'
import { previewKindOf } from '../../parts/preview.tsx'
import { showError } from '../../parts/toast.tsx'
import styles from './documents.module.css'

const spreadsheetExtensions = /\.(?:csv|xlsx?|ods)$/i
const textExtensions = /\.(?:txt|md|docx?|odt|rtf)$/i

function fileIconOf(filename: string): Icon {
  if (previewKindOf(filename) === 'picture') return FileImage
  if (spreadsheetExtensions.test(filename)) return FileSpreadsheet
  return previewKindOf(filename) === 'pdf' || textExtensions.test(filename) ? FileText : File
}

export function FileIcon({ filename }: { readonly filename: string }) {
  const Picture = fileIconOf(filename)
  return (
    <span className={styles.mark} data-kind={previewKindOf(filename) ?? 'other'} aria-hidden>
      <Picture size={17} />
    </span>
  )
}

interface LineProps {
  readonly document: DocumentRecord
  readonly onOpen: () => void
}

export function DocumentLine({ document, onOpen }: LineProps) {
  const messages = useRequestsMessages().documents
  const formats = useFormats()
  const choosesPublic = useMaySet()('document', 'public', 'update')
  const { id, title, filename, filesize, version, person, datemodified } = document
  const facts = [
    ...(version > 1 ? [messages.version(version)] : []),
    formats.bytes(filesize),
    ...(person == null ? [] : [person]),
    formats.moment(datemodified),
  ]
  return (
    <li className={styles.line}>
      <FileIcon filename={filename} />
      <div className={styles.lineText}>
        <button type="button" className={styles.open} onClick={onOpen}>
          {title}
        </button>
        <span className={styles.facts}>{facts.join(' · ')}</span>
      </div>
      {document.public && choosesPublic && <Badge tone="accent">{messages.public}</Badge>}
      <IconButton
        icon={Download}
        label={`${messages.download}: ${title}`}
        onPress={() => void saveFile(id, filename).catch(showError)}
      />
    </li>
  )
}
