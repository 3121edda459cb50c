// The documents of a task, milestone, request or project: a list and an upload area for those who may add documents to
// such a record. A document opens in a panel at the side.
import { useState } from 'react'
import { type FileFields, useUploads } from '../../api/files.ts'
import { type QueryOf, usePages } from '../../api/records.ts'
import { useMaySet } from '../../api/session.tsx'
import { useRequestsMessages } from '../../messages/requests.ts'
import { DropUpload } from '../../parts/drop-upload.tsx'
import { LoadError, Loading, Section } from '../../parts/page.tsx'
import { MoreButton } from '../../parts/query-list.tsx'
import { showToast } from '../../parts/toast.tsx'
import { DocumentLine } from './document-line.tsx'
import { DocumentPanel } from './document-panel.tsx'
import styles from './documents.module.css'

type DocumentParent = Pick<FileFields, 'taskid' | 'milestoneid' | 'queueid' | 'projectid'>

interface DocumentListProps {
  readonly parent: DocumentParent
  readonly title: string
  /** True for an accepted request: its documents belong to its task. */
  readonly ofTask?: boolean
}

const pageSize = 20

export function DocumentList({ parent, title, ofTask = false }: DocumentListProps) {
  const messages = useRequestsMessages().documents
  const maySet = useMaySet()
  const [opened, setOpened] = useState<number | null>(null)
  const query = usePages(
    'document',
    { ...parent, sortfield: 'datemodified', sortdir: 'DESC' } as QueryOf<'document'>,
    pageSize,
  )
  const documents = query.data?.pages.flatMap(({ records }) => records)
  const shown = documents?.find(({ id }) => id === opened)
  const places = [...Object.keys(parent), ...(ofTask ? ['taskid'] : [])] as (keyof DocumentParent)[]
  const writes = places.every((place) => maySet('document', place, 'create'))
  if (documents?.length === 0 && !writes) return null
  return (
    <Section title={title}>
      {query.isError && <LoadError error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Loading />}
      {documents !== undefined && (
        <ul className={styles.lines}>
          {documents.map((document) => (
            <DocumentLine key={document.id} document={document} onOpen={() => setOpened(document.id)} />
          ))}
        </ul>
      )}
      {documents?.length === 0 && <p className={styles.none}>{messages.emptyHere}</p>}
      <MoreButton query={query} small />
      {writes && <DocumentDrop place={parent} />}
      {shown !== undefined && <DocumentPanel document={shown} onClose={() => setOpened(null)} />}
    </Section>
  )
}

export function DocumentDrop({ place }: { readonly place: DocumentParent }) {
  const messages = useRequestsMessages().documents
  const uploads = useUploads()
  const send = async (files: File[]): Promise<void> => {
    const arrived = await uploads.add(files, place)
    if (arrived > 0) showToast(messages.arrived(arrived))
  }
  return (
    <DropUpload
      uploads={uploads.list}
      onFiles={(files) => void send(files)}
      onDismiss={uploads.dismiss}
      onRetry={uploads.retry}
    />
  )
}
