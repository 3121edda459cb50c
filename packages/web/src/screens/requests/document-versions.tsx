// The versions of a document, newest first: each can be saved, and the next one is dropped here.
import type { DocumentRecord } from '@stint/sdk'
import { Download } from 'lucide-react'
import { saveFile, useUploads } from '../../api/files.ts'
import { Badge } from '../../parts/badge.tsx'
import { IconButton } from '../../parts/button.tsx'
import { DropUpload } from '../../parts/drop-upload.tsx'
import { Section } from '../../parts/page.tsx'
import { say, sayBad } from '../../parts/toast.tsx'
import { useRequestsWords } from '../../words/requests.ts'
import styles from './documents.module.css'

interface VersionsProps {
  readonly document: DocumentRecord
  readonly writes: boolean
}

export function DocumentVersions({ document: { id, filename, version }, writes }: VersionsProps) {
  const words = useRequestsWords().documents
  const uploads = useUploads(id)
  const send = async (files: File[]): Promise<void> => {
    if ((await uploads.add(files, {})) > 0) say(words.versionArrived)
  }
  return (
    <Section title={words.versions}>
      <ul className={styles.versions}>
        {Array.from({ length: version }, (_, at) => version - at).map((number) => (
          <li key={number}>
            <span>{words.versionOf(number)}</span>
            {number === version && <Badge>{words.newest}</Badge>}
            <IconButton
              icon={Download}
              label={words.downloadVersion(number)}
              onPress={() => void saveFile(id, filename, number).catch(sayBad)}
            />
          </li>
        ))}
      </ul>
      {writes && (
        <DropUpload
          one
          hint={words.newVersion}
          uploads={uploads.list}
          onFiles={(files) => void send(files)}
          onDismiss={uploads.dismiss}
          onRetry={uploads.retry}
        />
      )}
    </Section>
  )
}
