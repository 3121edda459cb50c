// The forms for a new comment and for changing one. Who does not choose whether it is public gets no field for it.
import { useState } from 'react'
import { useMessages } from '../../messages/messages.ts'
import { useTaskMessages } from '../../messages/task.ts'
import { Button } from '../../parts/button.tsx'
import { CheckField } from '../../parts/fields.tsx'
import { Form, useForm } from '../../parts/form.tsx'
import { RichText } from '../../parts/rich-text.tsx'
import { showToast } from '../../parts/toast.tsx'
import styles from './notes.module.css'
import type { NewNote, Note } from './notes.tsx'

const empty: NewNote = { note: '', public: false }

interface FormProps {
  readonly onSend: (note: NewNote) => Promise<unknown>
  readonly choosesPublic: boolean
}

export function CommentForm({ onSend, choosesPublic }: FormProps) {
  const messages = useTaskMessages()
  const [turn, setTurn] = useState(0)
  const form = useForm(empty, async (note) => {
    await onSend(note)
    form.reset(empty)
    // A new key resets the editor.
    setTurn((before) => before + 1)
    showToast(messages.commented)
  })
  const ready = form.values.note !== ''
  return (
    <div data-unprinted>
      <Form form={form} label={messages.comment}>
        <RichText
          key={turn}
          {...form.field('note')}
          label={messages.comment}
          labelHidden
          low
          placeholder={messages.writeComment}
        />
        <div className={styles.end}>
          {choosesPublic ? <CheckField {...form.field('public')} label={messages.forClient} /> : <span />}
          <Button type="submit" isDisabled={!ready} busy={form.busy}>
            {messages.send}
          </Button>
        </div>
      </Form>
    </div>
  )
}

interface EditProps {
  readonly note: Note
  readonly choosesPublic: boolean
  readonly onSave: (note: NewNote) => Promise<unknown>
  readonly onDone: () => void
}

export function CommentEditForm({ note, choosesPublic, onSave, onDone }: EditProps) {
  const messages = useTaskMessages()
  const parts = useMessages().parts
  const form = useForm({ note: note.note, public: note.public }, async (changed) => {
    await onSave(changed)
    showToast(messages.noteChanged)
    onDone()
  })
  return (
    <Form form={form} label={messages.editNote}>
      <RichText {...form.field('note')} label={messages.comment} labelHidden low autoFocus />
      <div className={styles.end}>
        {choosesPublic ? <CheckField {...form.field('public')} label={messages.forClient} /> : <span />}
        <div className={styles.buttons}>
          <Button small onPress={onDone}>
            {parts.cancel}
          </Button>
          <Button small look="strong" type="submit" busy={form.busy}>
            {parts.save}
          </Button>
        </div>
      </div>
    </Form>
  )
}
