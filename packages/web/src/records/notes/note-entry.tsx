// One entry of the timeline: a comment with its own background, or a change as one line with the old and the new value.

import { History, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useFormats } from '../../api/formats.ts'
import { can } from '../../api/permissions.ts'
import { useMessages } from '../../messages/messages.ts'
import { useTaskMessages } from '../../messages/task.ts'
import { Avatar, Badge } from '../../parts/badge.tsx'
import { ConfirmWrite } from '../../parts/dialog.tsx'
import { Menu } from '../../parts/menu.tsx'
import { StoredHtml } from '../../parts/stored-html.tsx'
import { showError, showToast } from '../../parts/toast.tsx'
import { CommentEditForm } from './comment-form.tsx'
import styles from './notes.module.css'
import type { Note, NoteActions } from './notes.tsx'
import { shownChanges } from './shown-changes.ts'

interface EntryProps {
  readonly note: Note
  readonly writing: NoteActions
}

export function NoteEntry({ note, writing }: EntryProps) {
  return (
    <li className={styles.entry} data-kind={note.note === '' ? 'change' : 'comment'}>
      {note.note === '' ? <Change note={note} /> : <Comment note={note} writing={writing} />}
    </li>
  )
}

/** Clients are not told who wrote a note. Which ones are their own follows from what they may change. */
const authorOf = (note: Note, messages: ReturnType<typeof useTaskMessages>): string =>
  note.author ?? (can(note, 'update') ? messages.you : messages.someone)

function Head({ note }: { readonly note: Note }) {
  const messages = useTaskMessages()
  const formats = useFormats()
  return (
    <>
      <strong>{authorOf(note, messages)}</strong>
      <time dateTime={note.date}>{formats.moment(note.date)}</time>
    </>
  )
}

function Change({ note }: { readonly note: Note }) {
  return (
    <>
      <span className={styles.mark} aria-hidden>
        <History size={14} />
      </span>
      <div className={styles.body}>
        <p className={styles.head}>
          <Head note={note} />
          <span>{note.title}</span>
        </p>
        <Changes note={note} />
      </div>
    </>
  )
}

function Changes({ note: { actions = '' } }: { readonly note: Note }) {
  if (actions === '') return null
  return (
    <div className={styles.actions}>
      <StoredHtml html={shownChanges(actions)} />
    </div>
  )
}

function Comment({ note, writing }: EntryProps) {
  const messages = useTaskMessages()
  const parts = useMessages().parts
  const [editing, setEditing] = useState(false)
  const [asking, setAsking] = useState(false)
  const { choosesPublic, update, remove } = writing
  const entries = [
    ...(can(note, 'update')
      ? [{ id: 'edit', name: messages.editNote, icon: Pencil, onPress: () => setEditing(true) }]
      : []),
    ...(can(note, 'delete')
      ? [{ id: 'delete', name: messages.deleteNote, icon: Trash2, danger: true, onPress: () => setAsking(true) }]
      : []),
  ]
  const erase = (): void => {
    setAsking(false)
    void remove(note.id).then(() => showToast(messages.noteDeleted), showError)
  }
  return (
    <>
      <Avatar name={authorOf(note, messages)} small />
      <div className={styles.body}>
        <div className={styles.head}>
          <Head note={note} />
          {note.public && choosesPublic && <Badge tone="accent">{messages.public}</Badge>}
          {entries.length > 0 && (
            <span className={styles.menu}>
              <Menu label={parts.actions} entries={entries} />
            </span>
          )}
        </div>
        {editing ? (
          <CommentEditForm
            note={note}
            choosesPublic={choosesPublic}
            onSave={(changed) => update(note.id, changed)}
            onDone={() => setEditing(false)}
          />
        ) : (
          <StoredHtml html={note.note} />
        )}
        <Changes note={note} />
      </div>
      <ConfirmWrite
        question={{ title: messages.deleteNoteTitle, action: messages.deleteNote, text: messages.deleteNoteText }}
        open={asking}
        onConfirm={erase}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
