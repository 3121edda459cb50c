// The notes of a project, newest first. Secure notes are listed only for people who may read them. Authors and
// Administrators change and delete notes.

import type { ProjectnoteRecord, ProjectRecord } from '@stint/sdk'
import { LockKeyhole, Pencil, Plus, StickyNote, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useFormats } from '../../api/formats.ts'
import { can } from '../../api/permissions.ts'
import { useAll, useRemove } from '../../api/records.ts'
import { useMay } from '../../api/session.tsx'
import { useMessages } from '../../messages/messages.ts'
import { useProjectMessages } from '../../messages/projects.ts'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { type Closable, ConfirmWrite } from '../../parts/dialog.tsx'
import { SearchFilter } from '../../parts/filter-bar.tsx'
import { Menu } from '../../parts/menu.tsx'
import { EmptyState, QueryView } from '../../parts/page.tsx'
import { StoredHtml } from '../../parts/stored-html.tsx'
import { showToast } from '../../parts/toast.tsx'
import styles from '../../records/record.module.css'
import { ProjectNoteForm } from './project-note-form.tsx'

type OpenDialog = { readonly kind: 'new' } | { readonly kind: 'edit' | 'delete'; readonly note: ProjectnoteRecord }

/** Lists up to this length have no search box. */
const searchThreshold = 4

export function ProjectNotes({ project }: { readonly project: ProjectRecord }) {
  const messages = useProjectMessages().notes
  const may = useMay()
  const [search, setSearch] = useState<string | undefined>(undefined)
  const query = useAll('projectnote', { projectid: project.id, ...(search === undefined ? {} : { search }) })
  const [opened, setOpened] = useState<OpenDialog | null>(null)
  const close = () => setOpened(null)
  const add = may('projectnote', 'create') && project.active && (
    <Button icon={Plus} onPress={() => setOpened({ kind: 'new' })}>
      {messages.add}
    </Button>
  )
  const searchable = search !== undefined || (query.data?.length ?? 0) > searchThreshold
  return (
    <div className={styles.stack}>
      <div className={styles.tabHead}>
        {searchable ? <SearchFilter label={messages.search} value={search} onChange={setSearch} /> : <span />}
        {(query.data?.length !== 0 || search !== undefined) && add}
      </div>
      <QueryView query={query}>
        {(notes) => {
          if (notes.length === 0 && search !== undefined)
            return <EmptyState icon={StickyNote} title={messages.noneFits} />
          if (notes.length > 0) return <Notes notes={notes} onOpen={setOpened} />
          return (
            <EmptyState icon={StickyNote} title={messages.none} action={add}>
              {messages.noneText}
            </EmptyState>
          )
        }}
      </QueryView>
      {opened?.kind === 'new' && <ProjectNoteForm projectid={project.id} note={null} onClose={close} />}
      {opened?.kind === 'edit' && <ProjectNoteForm projectid={project.id} note={opened.note} onClose={close} />}
      {opened?.kind === 'delete' && <DeleteNote note={opened.note} onClose={close} />}
    </div>
  )
}

interface NotesProps {
  readonly notes: readonly ProjectnoteRecord[]
  readonly onOpen: (opened: OpenDialog) => void
}

function Notes({ notes, onOpen }: NotesProps) {
  return (
    <ul className={styles.stack}>
      {notes
        .toSorted((a, b) => b.date.localeCompare(a.date))
        .map((note) => (
          <NoteCard key={note.id} note={note} onOpen={onOpen} />
        ))}
    </ul>
  )
}

function NoteCard({ note, onOpen }: { readonly note: ProjectnoteRecord; readonly onOpen: NotesProps['onOpen'] }) {
  const messages = useProjectMessages().notes
  const parts = useMessages().parts
  const formats = useFormats()
  const { title, note: html, secure, author, date, datemodified } = note
  // Creation and first write may differ by seconds, so only full minutes are compared.
  const edited = datemodified.slice(0, 16) > date.slice(0, 16)
  return (
    <li className={styles.note}>
      <div className={styles.noteHead}>
        <div>
          <h2>
            {title}
            {secure && (
              <Badge tone="warn">
                <LockKeyhole size={12} aria-hidden />
                {messages.secure}
              </Badge>
            )}
          </h2>
          <p className={styles.faint}>
            {[
              messages.by(author ?? '', formats.moment(date)),
              edited ? messages.edited(formats.moment(datemodified)) : '',
            ]
              .filter((text) => text !== '')
              .join(' · ')}
          </p>
        </div>
        {can(note, 'update') && (
          <Menu
            label={messages.more(title)}
            entries={[
              { id: 'edit', name: parts.edit, icon: Pencil, onPress: () => onOpen({ kind: 'edit', note }) },
              {
                id: 'delete',
                name: parts.delete,
                icon: Trash2,
                danger: true,
                onPress: () => onOpen({ kind: 'delete', note }),
              },
            ]}
          />
        )}
      </div>
      <StoredHtml html={html} />
    </li>
  )
}

function DeleteNote({ note, onClose }: Closable & { readonly note: ProjectnoteRecord }) {
  const messages = useProjectMessages().notes
  const remove = useRemove('projectnote')
  const gone = (): void => {
    showToast(messages.deleted)
    onClose()
  }
  const question = { title: messages.deleteTitle(note.title), action: messages.delete, text: messages.deleteText }
  return (
    <ConfirmWrite
      question={question}
      write={remove}
      onConfirm={() => remove.mutate({ id: note.id }, { onSuccess: gone })}
      onClose={onClose}
    />
  )
}
