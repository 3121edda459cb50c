// The sign-in screen. It is shown at the requested URL instead of the screen, so that no redirect is needed (T-54).
// When a session ends, it covers the open screen, so that unsaved input is kept.
import { StintError } from '@stint/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useRef, useState } from 'react'
import { lazyPart } from '../../api/lazy.ts'
import { sessionStateQuery } from '../../api/session.tsx'
import {
  type AccountChoice,
  type DemoLogin,
  type NextStep as NextStepName,
  type SessionState,
  type SignInFields,
  sessionApi,
} from '../../api/session-api.ts'
import { signOnOutcome } from '../../api/sign-on-address.ts'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../parts/button.tsx'
import { PasswordField, TextField } from '../../parts/fields.tsx'
import { Form, useForm } from '../../parts/form.tsx'
import styles from './account.module.css'
import { NextStep } from './next-step.tsx'

const ForgotPassword = lazyPart(() => import('./forgot-password.tsx'), 'ForgotPassword')
const PasskeySignIn = lazyPart(() => import('./passkey-sign-in.tsx'), 'PasskeySignIn')
const SignOn = lazyPart(() => import('./sign-on.tsx'), 'SignOn')

interface SignInProps {
  /** The ways to sign in. */
  readonly offer: SessionState
  /** The session has ended, and the screen of the person is still open behind this. */
  readonly again: boolean
}

function useSignIn(onNext: (next: NextStepName) => void): {
  choices: readonly AccountChoice[]
  signIn: (fields: SignInFields) => Promise<void>
} {
  const queries = useQueryClient()
  const messages = useMessages().account
  const [choices, setChoices] = useState<readonly AccountChoice[]>([])
  const signIn = async (fields: SignInFields): Promise<void> => {
    const { session, choose, next } = await sessionApi.signIn(fields).catch((error: unknown) => {
      const seconds = error instanceof StintError ? error.retryAfter : null
      throw seconds === null ? error : new Error(messages.tryLater(Math.ceil(seconds / 60)))
    })
    if (next !== undefined) onNext(next)
    else if (session === undefined) setChoices(choose ?? [])
    else queries.setQueryData(sessionStateQuery.queryKey, { session })
  }
  return { choices, signIn }
}

export function SignIn(props: SignInProps) {
  const [isForgotten, setForgotten] = useState(false)
  const [next, setNext] = useState<NextStepName | null>(null)
  return (
    <div className={styles.place} data-over={props.again}>
      <main className={styles.card}>
        <img src="/app/mark.svg" alt="" width="40" height="40" />
        {next !== null ? (
          <NextStep next={next} onBack={() => setNext(null)} />
        ) : isForgotten ? (
          <Suspense>
            <ForgotPassword onClose={() => setForgotten(false)} />
          </Suspense>
        ) : (
          <SignInForms {...props} onForgotten={() => setForgotten(true)} onNext={setNext} />
        )}
      </main>
    </div>
  )
}

type SignInFormProps = SignInProps & {
  readonly onForgotten: () => void
  readonly onNext: (next: NextStepName) => void
}

function SignInForms(props: SignInFormProps) {
  const messages = useMessages().account
  const { again } = props
  const { sso = null, passwords = true, setup = false } = props.offer
  return (
    <>
      <h1>{messages.signIn}</h1>
      <p className={styles.text}>{again && passwords ? messages.again : messages.welcomeBack}</p>
      {setup && <p className={styles.notice}>{messages.setupWaits}</p>}
      {(sso !== null || signOnOutcome() !== null) && (
        <Suspense>
          <SignOn offer={sso} isOnly={!passwords} outcome={again ? null : signOnOutcome()} />
        </Suspense>
      )}
      {passwords && <PasswordForm {...props} />}
    </>
  )
}

function PasswordForm({ offer, onForgotten, onNext }: SignInFormProps) {
  const { demo = [], resetbymail = false, sso = null, passkeyorigin = null } = offer
  const messages = useMessages().account
  const { choices, signIn } = useSignIn(onNext)
  // The buttons below submit the same form, so that their errors are shown in the same place.
  const pressed = useRef<SignInFields | null>(null)
  const form = useForm({ username: '', password: '' }, (typed) => signIn(pressed.current ?? typed))
  const press = (fields: SignInFields): void => {
    pressed.current = fields
    void form.submit().finally(() => {
      pressed.current = null
    })
  }
  return (
    <>
      <Form form={form} label={messages.signIn} wrong={messages.notSignedIn}>
        <TextField
          {...form.field('username')}
          label={messages.username}
          autoComplete="username"
          autoFocus={sso === null}
          required
        />
        <PasswordField {...form.field('password')} label={messages.password} autoComplete="current-password" required />
        {choices.length > 0 ? (
          <AccountChoices choices={choices} onChoose={(accountid) => press({ ...form.values, accountid })} />
        ) : (
          <Button type="submit" look="strong" busy={form.busy}>
            {messages.signIn}
          </Button>
        )}
      </Form>
      {passkeyorigin !== null && (
        <Suspense>
          <PasskeySignIn origin={passkeyorigin} />
        </Suspense>
      )}
      {resetbymail ? (
        <Button look="quiet" onPress={onForgotten}>
          {messages.forgot}
        </Button>
      ) : (
        <p className={styles.small}>{messages.askAdministrator}</p>
      )}
      {demo.length > 0 && <DemoLogins demo={demo} onChoose={press} />}
    </>
  )
}

interface AccountChoicesProps {
  readonly choices: readonly AccountChoice[]
  readonly onChoose: (accountid: number) => void
}

/** Shown if the user name and password are valid in several accounts. */
function AccountChoices({ choices, onChoose }: AccountChoicesProps) {
  const messages = useMessages().account
  return (
    <section className={styles.choices} aria-label={messages.chooseAccount}>
      <h2>{messages.chooseAccount}</h2>
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

/** One button per demo login. Their passwords are public. */
function DemoLogins({ demo, onChoose }: DemoProps) {
  const messages = useMessages().account
  return (
    <section className={styles.demo} aria-label={messages.demoTitle}>
      <p>{messages.demoTitle}</p>
      <div className={styles.demoList}>
        {demo.map(({ username, password, role, restricted, name }) => (
          <Button key={username} small onPress={() => onChoose({ username, password })}>
            {`${name} · ${messages.demoRoles[restricted ? 'restricted' : role]}`}
          </Button>
        ))}
      </div>
    </section>
  )
}
