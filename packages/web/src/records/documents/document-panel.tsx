// One document in a panel at the side: preview, details, versions and actions. The server says who may change it. What
// clients uploaded is always visible to them.

import type { DocumentRecord } from '@stint/sdk'
import { Download, Eye, EyeOff, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { readFile, saveFile } from '../../api/files.ts'
import { useFormats } from '../../api/formats.ts'
import { can } from '../../api/permissions.ts'
import { useUpdate } from '../../api/records.ts'
import { useMaySet } from '../../api/session.tsx'
import { useMessages } from '../../messages/messages.ts'
import { useRequestsMessages } from '../../messages/requests.ts'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { DetailFields } from '../../parts/detail-fields.tsx'
import { type Closable, Dialog } from '../../parts/dialog.tsx'
import { EditButton } from '../../parts/edit-button.tsx'
import { Menu } from '../../parts/menu.tsx'
import { Preview, previewKindOf } from '../../parts/preview.tsx'
import { showError, showToast } from '../../parts/toast.tsx'
import { DeleteDialog } from '../delete-record.tsx'
import { RecordHistory } from '../history/record-history.tsx'
import { DocumentForm } from './document-form.tsx'
import { documentLayout } from './document-layout.ts'
import { DocumentVersions } from './document-versions.tsx'
import styles from './documents.module.css'

interface PanelProps {
  readonly document: DocumentRecord
  readonly onClose: () => void | Promise<void>
}

export function DocumentPanel({ document, onClose }: PanelProps) {
  const [editing, setEditing] = useState(false)
  const writes = can(document, 'update')
  return (
    <Dialog title={document.title} open onClose={() => void onClose()} aside persistent={editing}>
      {editing ? (
        <DocumentForm document={document} onDone={() => setEditing(false)} />
      ) : (
        <>
          <DocumentActions document={document} writes={writes} onEdit={() => setEditing(true)} onClose={onClose} />
          {previewKindOf(document.filename) !== null && (
            <Preview
              key={`${document.id}-${document.version}`}
              filename={document.filename}
              load={() => readFile(document.id, document.version)}
            />
          )}
          <DocumentDetails document={document} />
          <DocumentVersions document={document} writes={writes} />
          <RecordHistory resource="document" id={document.id} />
        </>
      )}
    </Dialog>
  )
}

function DocumentDetails({ document }: { readonly document: DocumentRecord }) {
  const messages = useRequestsMessages().documents
  const formats = useFormats()
  const choosesPublic = useMaySet()('document', 'public', 'update')
  const tags = document.tags === '' ? [] : document.tags.split(',')
  return (
    <>
      {document.notes !== '' && <p className={styles.notes}>{document.notes}</p>}
      <DetailFields layout={documentLayout} record={document} own={{ filesize: formats.bytes(document.filesize) }} />
      <p className={styles.tags}>
        {choosesPublic && (
          <Badge tone={document.public ? 'accent' : 'plain'}>
            {document.public ? messages.public : messages.internal}
          </Badge>
        )}
        {tags.map((tag) => (
          <Badge key={tag}>{tag}</Badge>
        ))}
      </p>
    </>
  )
}

interface DocumentActionsProps {
  readonly document: DocumentRecord
  readonly writes: boolean
  readonly onEdit: () => void
  readonly onClose: () => void | Promise<void>
}

function DocumentActions({ document, writes, onEdit, onClose }: DocumentActionsProps) {
  const messages = useRequestsMessages().documents
  const parts = useMessages().parts
  const update = useUpdate('document')
  const choosesPublic = useMaySet()('document', 'public', 'update')
  const [asking, setAsking] = useState(false)
  const { id, title, filename, public: shown } = document
  const show = (): void =>
    update.mutate(
      { id, fields: { public: !shown } },
      {
        onSuccess: () => showToast(shown ? messages.madeInternal(title) : messages.madePublic(title)),
        onError: showError,
      },
    )
  return (
    <div className={styles.buttons}>
      <Button look="strong" icon={Download} onPress={() => void saveFile(id, filename).catch(showError)}>
        {messages.download}
      </Button>
      {writes && <EditButton onPress={onEdit} />}
      {writes && (
        <Menu
          label={parts.actions}
          entries={[
            ...(choosesPublic
              ? [
                  {
                    id: 'public',
                    name: shown ? messages.makeInternal : messages.makePublic,
                    icon: shown ? EyeOff : Eye,
                    onPress: show,
                  },
                  null,
                ]
              : []),
            { id: 'delete', name: messages.delete, icon: Trash2, danger: true, onPress: () => setAsking(true) },
          ]}
        />
      )}
      {asking && <DeleteDocument document={document} onClose={() => setAsking(false)} onDeleted={onClose} />}
    </div>
  )
}

interface DeleteProps extends Closable {
  readonly document: DocumentRecord
  readonly onDeleted: () => void | Promise<void>
}

function DeleteDocument({ document: { id, title, version }, onClose, onDeleted }: DeleteProps) {
  const messages = useRequestsMessages().documents
  const { deleteTitle, delete: action } = messages
  const text = messages.deleteText(title, version)
  const question = { title: deleteTitle, action, text, deleted: messages.deleted(title) }
  return <DeleteDialog resource="document" id={id} question={question} onClose={onClose} leave={onDeleted} />
}
