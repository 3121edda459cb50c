// The dialog in which an Administrator sets a new password for another person. It ends all sessions of that person.

import type { PersonRecord } from '@stint/sdk'
import { useState } from 'react'
import { useUpdate } from '../../api/records.ts'
import { usePeopleMessages } from '../../messages/people.ts'
import type { Closable } from '../../parts/dialog.tsx'
import { useForm } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { showToast } from '../../parts/toast.tsx'
import { requireMinLength } from '../../records/people/password.ts'
import { PasswordWithSuggestion, SavedPassword, useSuggestedPassword } from '../../records/people/password-field.tsx'
import { fullName } from '../../records/people/people.ts'

export function PersonPassword({ person, onClose }: Closable & { readonly person: PersonRecord }) {
  const messages = usePeopleMessages().people
  const update = useUpdate('person')
  const suggestion = useSuggestedPassword()
  const [saved, setSaved] = useState<string | null>(null)
  const form = useForm({ password: '' }, async ({ password }) => {
    requireMinLength(password, messages.tooShort)
    await update.mutateAsync({ id: person.id, fields: { password } })
    showToast(messages.passwordSet)
    if (password === suggestion.suggested) setSaved(password)
    else onClose()
  })
  if (saved !== null) return <SavedPassword name={fullName(person)} password={saved} onClose={onClose} />
  return (
    <FormDialog form={form} title={messages.resetPassword} onClose={onClose} submit={messages.resetPassword}>
      <p>{messages.resetText}</p>
      <PasswordWithSuggestion {...form.field('password')} label={messages.newPassword} suggestion={suggestion} />
    </FormDialog>
  )
}
