// A new password for somebody else, set by an Administrator: it ends all sessions of that person.
import type { PersonRecord } from '@stint/sdk'
import { useUpdate } from '../../api/records.ts'
import { useMessages } from '../../messages/messages.ts'
import { usePeopleMessages } from '../../messages/people.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog, DialogActions } from '../../parts/dialog.tsx'
import { Form, useForm } from '../../parts/form.tsx'
import { showToast } from '../../parts/toast.tsx'
import { requireMinLength } from '../../records/people/password.ts'
import { PasswordWithSuggestion } from '../../records/people/person-login-fields.tsx'

interface PersonPasswordProps {
  readonly person: PersonRecord
  readonly onClose: () => void
}

export function PersonPassword({ person, onClose }: PersonPasswordProps) {
  const messages = usePeopleMessages().people
  const parts = useMessages().parts
  const update = useUpdate('person')
  const form = useForm({ password: '' }, async ({ password }) => {
    requireMinLength(password, messages.tooShort)
    await update.mutateAsync({ id: person.id, fields: { password } })
    showToast(messages.passwordSet)
    onClose()
  })
  return (
    <Dialog open title={messages.resetPassword} onClose={onClose} dirty={form.changed}>
      <Form form={form}>
        <p>{messages.resetText}</p>
        <PasswordWithSuggestion {...form.field('password')} label={messages.newPassword} />
        <DialogActions>
          <Button onPress={onClose}>{parts.cancel}</Button>
          <Button type="submit" look="strong" busy={form.busy}>
            {messages.resetPassword}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
