// The page of an invitation or reset link: the person chooses a password and is signed in. The code is behind the # of
// the address, which browsers do not send to a server. After use the address is replaced.

import { StintError } from '@stint/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sessionStateQuery } from '../../api/session.tsx'
import { type NextStep as NextStepName, type PasswordLink, sessionApi } from '../../api/session-api.ts'
import { usePasswordLinkMessages } from '../../messages/password-links.ts'
import { Button } from '../../parts/button.tsx'
import { TextField } from '../../parts/fields.tsx'
import { Form, useForm } from '../../parts/form.tsx'
import { NewPasswordField } from '../../parts/new-password-field.tsx'
import { LoadError } from '../../parts/page.tsx'
import styles from './account.module.css'
import { NextStep } from './next-step.tsx'

/** Any other error may be temporary, such as a lost connection. */
const isRefused = (error: Error): boolean => error instanceof StintError && error.status === 401

const codeInAddress = (): string => location.hash.slice(1)

/** Without the code; the whole page is loaded again, so that nothing of the link is left. */
const leave = (): void => location.replace('/app/')

export function ChoosePassword() {
  const code = codeInAddress()
  const [next, setNext] = useState<NextStepName | null>(null)
  const link = useQuery({
    queryKey: ['link', code],
    queryFn: () => sessionApi.readLink(code),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (link.isPending) return null
  if (link.isError && !isRefused(link.error))
    return <LoadError error={link.error} onRetry={() => void link.refetch()} />
  return (
    <div className={styles.place}>
      <main className={styles.card}>
        <img src="/app/mark.svg" alt="" width="40" height="40" />
        {next !== null ? (
          <NextStep next={next} onEntered={() => history.replaceState(null, '', '/app/')} />
        ) : link.isError ? (
          <VoidLink />
        ) : (
          <PasswordForm code={code} link={link.data} onNext={setNext} />
        )}
      </main>
    </div>
  )
}

function VoidLink() {
  const messages = usePasswordLinkMessages().choose
  return (
    <>
      <h1>{messages.void}</h1>
      <p className={styles.text}>{messages.voidText}</p>
      <Button look="strong" onPress={leave}>
        {messages.goToSignIn}
      </Button>
    </>
  )
}

interface PasswordFormProps {
  readonly code: string
  readonly link: PasswordLink
  readonly onNext: (next: NextStepName) => void
}

function PasswordForm({ code, link, onNext }: PasswordFormProps) {
  const messages = usePasswordLinkMessages().choose
  const queries = useQueryClient()
  const { kind, username, name, company } = link
  const form = useForm({ password: '' }, async ({ password }) => {
    const { session, next } = await sessionApi.setPasswordByLink({ code, password })
    if (next !== undefined) return onNext(next)
    history.replaceState(null, '', '/app/')
    queries.setQueryData(sessionStateQuery.queryKey, { session: session ?? null })
  })
  const isInvitation = kind === 'invite'
  return (
    <>
      <h1>{isInvitation ? messages.invite(company) : messages.reset}</h1>
      <p className={styles.text}>{isInvitation ? messages.inviteText(name) : messages.resetText(company)}</p>
      <Form form={form} label={messages.set}>
        <TextField
          label={messages.username}
          value={username}
          onChange={() => undefined}
          autoComplete="username"
          isReadOnly
        />
        <NewPasswordField
          {...form.field('password')}
          label={messages.password}
          hint={messages.passwordHint}
          autoFocus
        />
        <Button type="submit" look="strong" busy={form.busy}>
          {messages.set}
        </Button>
      </Form>
    </>
  )
}
