// The field in which somebody chooses a password of their own. The browser suggests and stores a new one.
import type { ComponentProps } from 'react'
import { PasswordField } from './fields.tsx'

export function NewPasswordField(props: Omit<ComponentProps<typeof PasswordField>, 'autoComplete' | 'required'>) {
  return <PasswordField {...props} autoComplete="new-password" required />
}
