// Asks for a link to choose a new password. What it says afterwards is the same for every address, because the server
// does not tell which addresses are known (T-143).

import { StintError } from '@stint/sdk'
import { useState } from 'react'
import { sessionApi } from '../../api/session-api.ts'
import { useMessages } from '../../messages/messages.ts'
import { usePasswordLinkMessages } from '../../messages/password-links.ts'
import { Button } from '../../parts/button.tsx'
import type { Closable } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/fields.tsx'
import { Form, useForm } from '../../parts/form.tsx'
import styles from './account.module.css'

export function ForgotPassword({ onClose }: Closable) {
  const messages = usePasswordLinkMessages().request
  const account = useMessages().account
  const [isSent, setSent] = useState(false)
  const form = useForm({ email: '' }, async ({ email }) => {
    await sessionApi.requestReset(email.trim()).catch((error: unknown) => {
      const seconds = error instanceof StintError ? error.retryAfter : null
      throw seconds === null ? error : new Error(account.tryLater(Math.ceil(seconds / 60)))
    })
    setSent(true)
  })
  return (
    <>
      <h1>{messages.title}</h1>
      {isSent ? (
        <p className={styles.notice} role="status">
          {messages.sent}
        </p>
      ) : (
        <>
          <p className={styles.text}>{messages.text}</p>
          <Form form={form} label={messages.title}>
            <TextField
              {...form.field('email')}
              label={messages.email}
              type="email"
              autoComplete="email"
              autoFocus
              required
            />
            <Button type="submit" look="strong" busy={form.busy}>
              {messages.send}
            </Button>
          </Form>
        </>
      )}
      <Button onPress={onClose}>{messages.back}</Button>
    </>
  )
}
