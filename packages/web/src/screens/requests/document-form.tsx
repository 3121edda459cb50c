// The details of a document: title, notes, tags, and whether the client sees it. The file itself has versions instead.
import type { DocumentRecord } from '@stint/sdk'
import { maxOf } from '../../api/permits.ts'
import { useUpdate } from '../../api/records.ts'
import { Button } from '../../parts/button.tsx'
import { DialogEnd } from '../../parts/dialog.tsx'
import { CheckField, TextArea, TextField } from '../../parts/fields.tsx'
import { Form, useForm } from '../../parts/form.tsx'
import { say } from '../../parts/toast.tsx'
import { useRequestsWords } from '../../words/requests.ts'
import { useWords } from '../../words/words.ts'

export function DocumentForm({ document, onDone }: { readonly document: DocumentRecord; readonly onDone: () => void }) {
  const words = useRequestsWords().documents
  const parts = useWords().parts
  const update = useUpdate('document')
  const { id, title, notes, tags, public: shown } = document
  const form = useForm({ title, notes, tags, public: shown }, async (fields) => {
    await update.mutateAsync({ id, fields })
    say(words.saved)
    onDone()
  })
  return (
    <Form form={form} label={words.edit}>
      <TextField {...form.of('title')} label={words.name} maxLength={maxOf('document', 'title')} autoFocus required />
      <TextArea {...form.of('notes')} label={words.notes} />
      <TextField {...form.of('tags')} label={words.tags} hint={words.tagsHint} maxLength={maxOf('document', 'tags')} />
      <CheckField {...form.of('public')} label={words.public} />
      <DialogEnd>
        <Button onPress={onDone}>{parts.cancel}</Button>
        <Button look="strong" type="submit" busy={form.busy}>
          {parts.save}
        </Button>
      </DialogEnd>
    </Form>
  )
}
