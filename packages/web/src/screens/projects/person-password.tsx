// A new password for somebody else, set by an Administrator: it ends all sessions of that person.
import type { PersonRecord } from '@stint/sdk'
import { useUpdate } from '../../api/records.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog, DialogEnd } from '../../parts/dialog.tsx'
import { Form, useForm } from '../../parts/form.tsx'
import { say } from '../../parts/toast.tsx'
import { usePeopleWords } from '../../words/people.ts'
import { useWords } from '../../words/words.ts'
import { wantLongEnough } from './password.ts'
import { PasswordWithSuggestion } from './person-login-fields.tsx'

interface PersonPasswordProps {
  readonly person: PersonRecord
  readonly onClose: () => void
}

export function PersonPassword({ person, onClose }: PersonPasswordProps) {
  const words = usePeopleWords().people
  const parts = useWords().parts
  const update = useUpdate('person')
  const form = useForm({ password: '' }, async ({ password }) => {
    wantLongEnough(password, words.tooShort)
    await update.mutateAsync({ id: person.id, fields: { password } })
    say(words.passwordSet)
    onClose()
  })
  return (
    <Dialog open title={words.resetPassword} onClose={onClose} typed={form.changed}>
      <Form form={form}>
        <p>{words.resetText}</p>
        <PasswordWithSuggestion {...form.of('password')} label={words.newPassword} />
        <DialogEnd>
          <Button onPress={onClose}>{parts.cancel}</Button>
          <Button type="submit" look="strong" busy={form.busy}>
            {words.resetPassword}
          </Button>
        </DialogEnd>
      </Form>
    </Dialog>
  )
}
