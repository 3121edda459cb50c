// Signing in. It is shown in place of whatever was asked for, at the same address, so there is nowhere to be sent on to (T-54); and
// over the screen one worked on when a session ends, so that nothing typed is lost.
import { StintError } from '@stint/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { sessionStateQuery } from '../../api/session.tsx'
import { type AccountChoice, type DemoLogin, type SignInFields, sessionApi } from '../../api/session-api.ts'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../parts/button.tsx'
import { PasswordField, TextField } from '../../parts/fields.tsx'
import { Form, useForm } from '../../parts/form.tsx'
import styles from './account.module.css'

interface SignInProps {
  readonly demo: readonly DemoLogin[]
  readonly setup: boolean
  /** Somebody was here before and their screen is still open behind this. */
  readonly again?: boolean
}

function useSignIn(): { choices: readonly AccountChoice[]; signIn: (fields: SignInFields) => Promise<void> } {
  const queries = useQueryClient()
  const words = useMessages().account
  const [choices, setChoices] = useState<readonly AccountChoice[]>([])
  const signIn = async (fields: SignInFields): Promise<void> => {
    const { session, choose } = await sessionApi.signIn(fields).catch((error: unknown) => {
      const seconds = error instanceof StintError ? error.retryAfter : null
      throw seconds === null ? error : new Error(words.tryLater(Math.ceil(seconds / 60)))
    })
    if (session === undefined) setChoices(choose ?? [])
    else queries.setQueryData(sessionStateQuery.queryKey, { session })
  }
  return { choices, signIn }
}

export function SignIn({ demo, setup, again = false }: SignInProps) {
  const words = useMessages().account
  const { choices, signIn } = useSignIn()
  // What is pressed is sent as what is typed is: what goes wrong is told in the same place.
  const pressed = useRef<SignInFields | null>(null)
  const form = useForm({ username: '', password: '' }, (typed) => signIn(pressed.current ?? typed))
  const press = (fields: SignInFields): void => {
    pressed.current = fields
    void form.submit().finally(() => {
      pressed.current = null
    })
  }
  return (
    <div className={styles.place} data-over={again}>
      <main className={styles.card}>
        <img src="/app/mark.svg" alt="" width="40" height="40" />
        <h1>{words.signIn}</h1>
        <p className={styles.text}>{again ? words.again : words.welcomeBack}</p>
        {setup && <p className={styles.notice}>{words.setupWaits}</p>}
        <Form form={form} label={words.signIn} wrong={words.notSignedIn}>
          <TextField {...form.field('username')} label={words.username} autoComplete="username" autoFocus required />
          <PasswordField {...form.field('password')} label={words.password} autoComplete="current-password" required />
          {choices.length > 0 ? (
            <AccountChoices choices={choices} onChoose={(accountid) => press({ ...form.values, accountid })} />
          ) : (
            <Button type="submit" look="strong" busy={form.busy}>
              {words.signIn}
            </Button>
          )}
        </Form>
        <p className={styles.small}>{words.forgotten}</p>
        {demo.length > 0 && <DemoLogins demo={demo} onChoose={press} />}
      </main>
    </div>
  )
}

interface AccountChoicesProps {
  readonly choices: readonly AccountChoice[]
  readonly onChoose: (accountid: number) => void
}

/** The same name and password are used in several companies. */
function AccountChoices({ choices, onChoose }: AccountChoicesProps) {
  const words = useMessages().account
  return (
    <section className={styles.choices} aria-label={words.chooseAccount}>
      <h2>{words.chooseAccount}</h2>
      {choices.map(({ accountid, company }) => (
        <Button key={accountid} onPress={() => onChoose(accountid)}>
          {company}
        </Button>
      ))}
    </section>
  )
}

interface DemoProps {
  readonly demo: readonly DemoLogin[]
  readonly onChoose: (login: SignInFields) => void
}

/** The demo's passwords are known to everyone, so nobody has to type them. */
function DemoLogins({ demo, onChoose }: DemoProps) {
  const words = useMessages().account
  return (
    <section className={styles.demo} aria-label={words.demoTitle}>
      <p>{words.demoTitle}</p>
      <div className={styles.demoList}>
        {demo.map(({ username, password, role, restricted, name }) => (
          <Button key={username} small onPress={() => onChoose({ username, password })}>
            {`${name} · ${words.demoRoles[restricted ? 'restricted' : role]}`}
          </Button>
        ))}
      </div>
    </section>
  )
}
