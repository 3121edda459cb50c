// A document in a short list: a picture for its kind, its title, what is known of it, and a way to save it.
import type { DocumentRecord } from '@stint/sdk'
import { Download, File, FileImage, FileSpreadsheet, FileText } from 'lucide-react'
import { saveFile } from '../../api/files.ts'
import { useFormats } from '../../api/formats.ts'
import { useSession } from '../../api/session.tsx'
import { Badge } from '../../parts/badge.tsx'
import { type Icon, IconButton } from '../../parts/button.tsx'
import { shownAs } from '../../parts/preview.tsx'
import { sayBad } from '../../parts/toast.tsx'
import { useRequestsWords } from '../../words/requests.ts'
import styles from './documents.module.css'

const sheets = /\.(?:csv|xlsx?|ods)$/i
const texts = /\.(?:txt|md|docx?|odt|rtf)$/i

function pictureOf(filename: string): Icon {
  if (shownAs(filename) === 'picture') return FileImage
  if (sheets.test(filename)) return FileSpreadsheet
  return shownAs(filename) === 'pdf' || texts.test(filename) ? FileText : File
}

export function FileMark({ filename }: { readonly filename: string }) {
  const Picture = pictureOf(filename)
  return (
    <span className={styles.mark} data-kind={shownAs(filename) ?? 'other'} aria-hidden>
      <Picture size={17} />
    </span>
  )
}

interface LineProps {
  readonly document: DocumentRecord
  readonly onOpen: () => void
}

export function DocumentLine({ document, onOpen }: LineProps) {
  const words = useRequestsWords().documents
  const formats = useFormats()
  const isClient = useSession().role === 'Executive'
  const { id, title, filename, filesize, version, person, datemodified } = document
  const facts = [
    ...(version > 1 ? [words.version(version)] : []),
    formats.bytes(filesize),
    ...(person == null ? [] : [person]),
    formats.moment(datemodified),
  ]
  return (
    <li className={styles.line}>
      <FileMark filename={filename} />
      <div className={styles.lineText}>
        <button type="button" className={styles.open} onClick={onOpen}>
          {title}
        </button>
        <span className={styles.facts}>{facts.join(' · ')}</span>
      </div>
      {document.public && !isClient && <Badge tone="accent">{words.public}</Badge>}
      <IconButton
        icon={Download}
        label={`${words.download}: ${title}`}
        onPress={() => void saveFile(id, filename).catch(sayBad)}
      />
    </li>
  )
}
