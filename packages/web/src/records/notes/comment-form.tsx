// Writing a comment, or changing one. A client's comment is always for everyone, so they are not asked.
import { useState } from 'react'
import { useSession } from '../../api/session.tsx'
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

export function CommentForm({ onSend }: { readonly onSend: (note: NewNote) => Promise<unknown> }) {
  const words = useTaskMessages()
  const { role } = useSession()
  const [turn, setTurn] = useState(0)
  const form = useForm(empty, async (note) => {
    await onSend(note)
    form.reset(empty)
    // The editor begins anew, empty.
    setTurn((before) => before + 1)
    showToast(words.commented)
  })
  const ready = form.values.note !== ''
  return (
    <div data-unprinted>
      <Form form={form} label={words.comment}>
        <RichText
          key={turn}
          {...form.field('note')}
          label={words.comment}
          labelHidden
          low
          placeholder={words.writeComment}
          onSubmit={() => void (ready && !form.busy && form.submit())}
        />
        <div className={styles.end}>
          {role === 'Executive' ? <span /> : <CheckField {...form.field('public')} label={words.forClient} />}
          <Button type="submit" isDisabled={!ready} busy={form.busy}>
            {words.send}
          </Button>
        </div>
      </Form>
    </div>
  )
}

interface EditProps {
  readonly note: Note
  readonly onSave: (note: NewNote) => Promise<unknown>
  readonly onDone: () => void
}

export function CommentEditForm({ note, onSave, onDone }: EditProps) {
  const words = useTaskMessages()
  const parts = useMessages().parts
  const form = useForm({ note: note.note, public: note.public }, async (changed) => {
    await onSave(changed)
    showToast(words.noteChanged)
    onDone()
  })
  return (
    <Form form={form} label={words.editNote}>
      <RichText
        {...form.field('note')}
        label={words.comment}
        labelHidden
        low
        autoFocus
        onSubmit={() => void (!form.busy && form.submit())}
      />
      <div className={styles.end}>
        <CheckField {...form.field('public')} label={words.forClient} />
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
