// The timeline of a task or a milestone: comments and changes, newest first, with a filter for each; of a request only
// comments. Comments are written here, and changed and deleted by those who may.

import type { IsoInstant } from '@stint/sdk'
import { useState } from 'react'
import { useTaskMessages } from '../../messages/task.ts'
import { Button } from '../../parts/button.tsx'
import { Section } from '../../parts/page.tsx'
import { SegmentedControl } from '../../parts/segmented-control.tsx'
import { CommentForm } from './comment-form.tsx'
import { NoteEntry } from './note-entry.tsx'
import styles from './notes.module.css'

/** The common fields of notes. Comments on requests have neither title nor changes. */
export interface Note {
  readonly id: number
  readonly title?: string
  readonly date: IsoInstant
  readonly author?: string | null
  readonly note: string
  readonly public: boolean
  readonly actions?: string
  /** What the person may do to it. */
  readonly may?: readonly string[]
}

export interface NewNote {
  readonly note: string
  readonly public: boolean
}

/** The writes; `create` is null if it is not permitted. They throw the errors of the server. */
export interface NoteActions {
  readonly create: ((note: NewNote) => Promise<unknown>) | null
  /** Whether the person chooses if a note is public. */
  readonly choosesPublic: boolean
  readonly update: (id: number, note: NewNote) => Promise<unknown>
  readonly remove: (id: number) => Promise<unknown>
}

interface NotesProps {
  readonly notes: readonly Note[]
  readonly writing: NoteActions
  /** Loads older notes, if there are any. */
  readonly onOlder?: (() => void) | undefined
  readonly busy?: boolean
  /** The title and the text of an empty list, if there are only comments. */
  readonly onlyComments?: { readonly title: string; readonly empty: string }
}

type Kind = 'all' | 'comments' | 'changes'

const kinds: readonly Kind[] = ['all', 'comments', 'changes']

const isComment = ({ note }: Note): boolean => note !== ''

export function Notes({ notes, writing, onOlder, busy = false, onlyComments }: NotesProps) {
  const messages = useTaskMessages()
  const [kind, setKind] = useState<Kind>('all')
  const shown = notes.filter((note) => kind === 'all' || isComment(note) === (kind === 'comments'))
  return (
    <Section
      title={onlyComments?.title ?? messages.activity}
      actions={
        onlyComments === undefined && (
          <SegmentedControl
            label={messages.show}
            options={kinds.map((id) => ({ id, name: messages.kinds[id] }))}
            value={kind}
            onChange={setKind}
          />
        )
      }
    >
      {writing.create !== null && <CommentForm onSend={writing.create} choosesPublic={writing.choosesPublic} />}
      {shown.length === 0 && <p className={styles.none}>{onlyComments?.empty ?? messages.noNotes}</p>}
      <ol className={styles.list}>
        {shown.map((note) => (
          <NoteEntry key={note.id} note={note} writing={writing} />
        ))}
      </ol>
      {onOlder !== undefined && (
        <div>
          <Button small busy={busy} onPress={onOlder}>
            {messages.older}
          </Button>
        </div>
      )}
    </Section>
  )
}
