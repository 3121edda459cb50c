// The step after the password: a code or a passkey, or setting up one of them where the company requires it.
import { StintError } from '@stint/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { canUsePasskeys, type PasskeySetUp, passkeyApi } from '../../api/passkeys.ts'
import { sessionStateQuery, useSessionState } from '../../api/session.tsx'
import { type NextStep, type Session, sessionApi } from '../../api/session-api.ts'
import { useMessages } from '../../messages/messages.ts'
import { usePasskeyMessages } from '../../messages/passkeys.ts'
import { useSecondFactorMessages } from '../../messages/second-factor.ts'
import { Button } from '../../parts/button.tsx'
import { TextField } from '../../parts/fields.tsx'
import { Form, useForm } from '../../parts/form.tsx'
import { QueryView } from '../../parts/page.tsx'
import { CodeField, FactorSecret, RecoveryCodes } from '../../records/people/factor-setup.tsx'
import { usePasskeyErrors } from '../../records/people/passkey-errors.ts'
import styles from './account.module.css'

interface StepProps {
  readonly onEntered: (session: Session) => void
  readonly onBack: () => void
  /** Changes between an app and a passkey; undefined if this browser has no passkeys. */
  readonly onOther?: (() => void) | undefined
}

type SignInStepProps = Partial<Pick<StepProps, 'onEntered' | 'onBack'>> & { readonly next: NextStep }

export function SignInStep({ next, onEntered, onBack }: SignInStepProps) {
  const queries = useQueryClient()
  const enter = (session: Session): void => {
    onEntered?.(session)
    queries.setQueryData(sessionStateQuery.queryKey, { session })
  }
  const back = onBack ?? (() => location.replace('/app/'))
  const { data } = useSessionState()
  const hasPasskeys = canUsePasskeys(data?.passkeyorigin ?? data?.session?.passkeyorigin)
  const [isOther, setOther] = useState(false)
  const steps = { onEntered: enter, onBack: back, onOther: hasPasskeys ? () => setOther(!isOther) : undefined }
  if (next === 'setup') return isOther ? <PasskeySetUpStep {...steps} /> : <SetUpStep {...steps} />
  if (next === 'passkey' && hasPasskeys && !isOther) return <PasskeyStep {...steps} />
  return <CodeStep {...steps} hasPasskeys={next === 'passkey'} />
}

/** How long to wait after too many attempts, in minutes. */
function useTryLater(): (error: unknown) => never {
  const messages = useMessages().account
  return (error) => {
    const seconds = error instanceof StintError ? error.retryAfter : null
    throw seconds === null ? error : new Error(messages.tryLater(Math.ceil(seconds / 60)))
  }
}

function PasskeyStep({ onEntered, onBack, onOther }: StepProps) {
  const messages = usePasskeyMessages().step
  const { back } = useSecondFactorMessages().step
  const account = useMessages().account
  const tryLater = useTryLater()
  const explained = usePasskeyErrors()
  const form = useForm({}, async () => onEntered(await explained(passkeyApi.signInAfterPassword()).catch(tryLater)))
  return (
    <>
      <h1>{messages.title}</h1>
      <p className={styles.text}>{messages.text}</p>
      <Form form={form} label={messages.title} wrong={account.notSignedIn}>
        <Button type="submit" look="strong" busy={form.busy}>
          {messages.submit}
        </Button>
      </Form>
      {onOther !== undefined && <Button onPress={onOther}>{messages.code}</Button>}
      <Button look="quiet" onPress={onBack}>
        {back}
      </Button>
    </>
  )
}

/** Setting up a passkey where the company requires a second factor. */
function PasskeySetUpStep({ onEntered, onBack, onOther }: StepProps) {
  const messages = usePasskeyMessages()
  const factor = useSecondFactorMessages()
  const account = useMessages().account
  const tryLater = useTryLater()
  const explained = usePasskeyErrors()
  const [entered, setEntered] = useState<PasskeySetUp | null>(null)
  const form = useForm({ name: '' }, async ({ name }) =>
    setEntered(await explained(passkeyApi.setUp(name)).catch(tryLater)),
  )
  if (entered !== null) return <NewCodes {...entered} onEntered={onEntered} />
  return (
    <>
      <h1>{messages.setUp.title}</h1>
      <p className={styles.text}>{messages.setUp.text}</p>
      <Form form={form} label={messages.setUp.title} wrong={account.notSignedIn}>
        <TextField {...form.field('name')} label={messages.name} hint={messages.nameHint} autoFocus required />
        <Button type="submit" look="strong" busy={form.busy}>
          {messages.add}
        </Button>
      </Form>
      {onOther !== undefined && <Button onPress={onOther}>{messages.setUp.app}</Button>}
      <Button look="quiet" onPress={onBack}>
        {factor.step.back}
      </Button>
    </>
  )
}

function NewCodes({ session, codes, onEntered }: PasskeySetUp & Pick<StepProps, 'onEntered'>) {
  const messages = useSecondFactorMessages().codes
  return (
    <>
      <h1>{messages.title}</h1>
      <RecoveryCodes codes={codes} onDone={() => onEntered(session)} />
    </>
  )
}

function CodeStep({ onEntered, onBack, onOther, hasPasskeys }: StepProps & { readonly hasPasskeys: boolean }) {
  const messages = useSecondFactorMessages().step
  const passkeys = usePasskeyMessages()
  const account = useMessages().account
  const tryLater = useTryLater()
  const form = useForm({ code: '' }, async ({ code }) =>
    onEntered((await sessionApi.signInWithCode(code).catch(tryLater)).session),
  )
  return (
    <>
      <h1>{messages.title}</h1>
      <p className={styles.text}>{hasPasskeys ? messages.either : messages.text}</p>
      <Form form={form} label={messages.title} wrong={account.notSignedIn}>
        <CodeField {...form.field('code')} autoFocus />
        <Button type="submit" look="strong" busy={form.busy}>
          {messages.submit}
        </Button>
      </Form>
      {hasPasskeys && onOther !== undefined && <Button onPress={onOther}>{passkeys.step.submit}</Button>}
      <p className={styles.small}>{hasPasskeys ? messages.lost : messages.hint}</p>
      <Button look="quiet" onPress={onBack}>
        {messages.back}
      </Button>
    </>
  )
}

function SetUpStep({ onEntered, onBack, onOther }: StepProps) {
  const passkeys = usePasskeyMessages()
  const messages = useSecondFactorMessages()
  const account = useMessages().account
  const tryLater = useTryLater()
  const setup = useQuery({
    queryKey: ['factorsetup'],
    queryFn: sessionApi.beginRequiredFactor,
    retry: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [entered, setEntered] = useState<PasskeySetUp | null>(null)
  const form = useForm({ code: '' }, async ({ code }) =>
    setEntered(await sessionApi.confirmRequiredFactor(code).catch(tryLater)),
  )
  if (entered !== null) return <NewCodes {...entered} onEntered={onEntered} />
  return (
    <>
      <h1>{messages.setUp.title}</h1>
      <p className={styles.text}>{messages.setUp.required}</p>
      <QueryView query={setup}>
        {(secret) => (
          <Form form={form} label={messages.setUp.title} wrong={account.notSignedIn}>
            <FactorSecret setup={secret} />
            <CodeField {...form.field('code')} autoFocus />
            <Button type="submit" look="strong" busy={form.busy}>
              {messages.setUp.submit}
            </Button>
          </Form>
        )}
      </QueryView>
      {onOther !== undefined && <Button onPress={onOther}>{passkeys.setUp.instead}</Button>}
      <Button look="quiet" onPress={onBack}>
        {messages.step.back}
      </Button>
    </>
  )
}
