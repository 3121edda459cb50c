// The versions of a document, newest first, with uploader and date. Each can be downloaded, and a new version can be
// uploaded.
import type { DocumentRecord, DocumentversionRecord } from '@stint/sdk'
import { Download } from 'lucide-react'
import { saveFile, useUploads } from '../../api/files.ts'
import { useFormats } from '../../api/formats.ts'
import { useAll } from '../../api/records.ts'
import { useRequestsMessages } from '../../messages/requests.ts'
import { Badge } from '../../parts/badge.tsx'
import { IconButton } from '../../parts/button.tsx'
import { DropUpload } from '../../parts/drop-upload.tsx'
import { QueryView, Section } from '../../parts/page.tsx'
import { showError, showToast } from '../../parts/toast.tsx'
import styles from './documents.module.css'

interface VersionsProps {
  readonly document: DocumentRecord
  readonly writes: boolean
}

export function DocumentVersions({ document: { id, version }, writes }: VersionsProps) {
  const messages = useRequestsMessages().documents
  const uploads = useUploads(id)
  const versions = useAll('documentversion', { documentid: [id], sortfield: 'version', sortdir: 'DESC' })
  const send = async (files: File[]): Promise<void> => {
    if ((await uploads.add(files, {})) > 0) showToast(messages.versionArrived)
  }
  return (
    <Section title={messages.versions}>
      <QueryView query={versions}>
        {(list) => (
          <ul className={styles.versions}>
            {list.map((one) => (
              <VersionLine key={one.id} version={one} newest={one.version === version} />
            ))}
          </ul>
        )}
      </QueryView>
      {writes && (
        <DropUpload
          one
          hint={messages.newVersion}
          uploads={uploads.list}
          onFiles={(files) => void send(files)}
          onDismiss={uploads.dismiss}
          onRetry={uploads.retry}
        />
      )}
    </Section>
  )
}

interface VersionLineProps {
  readonly version: DocumentversionRecord
  readonly newest: boolean
}

function VersionLine({ version: { documentid, version, filename, filesize, date, person }, newest }: VersionLineProps) {
  const messages = useRequestsMessages().documents
  const formats = useFormats()
  const facts = [formats.moment(date), ...(person === undefined ? [] : [person]), formats.bytes(filesize), filename]
  return (
    <li>
      <div>
        {messages.versionOf(version)} {newest && <Badge>{messages.newest}</Badge>}
        <span className={styles.facts}>{facts.join(' · ')}</span>
      </div>
      <IconButton
        icon={Download}
        label={messages.downloadVersion(version)}
        onPress={() => void saveFile(documentid, filename, version).catch(showError)}
      />
    </li>
  )
}
