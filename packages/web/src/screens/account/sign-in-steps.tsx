// The step after the password: a code or a passkey, or setting up one of them where the company requires it.
import { StintError } from '@stint/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { canUsePasskeys, type PasskeySetUp, passkeyApi } from '../../api/passkeys.ts'
import { sessionStateQuery, useSessionState } from '../../api/session.tsx'
import { type NextStep, type Session, sessionApi } from '../../api/session-api.ts'
import { useMessages } from '../../messages/messages.ts'
import { usePasskeyMessages } from '../../messages/passkeys.ts'
import { useSecondFactorMessages } from '../../messages/second-factor.ts'
import { Button } from '../../parts/button.tsx'
import { TextField } from '../../parts/fields.tsx'
import { Form, type FormState, useForm } from '../../parts/form.tsx'
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

interface StepFrameProps extends Pick<StepProps, 'onBack'> {
  readonly title: string
  readonly text: string
  readonly children: ReactNode
}

function StepFrame({ title, text, children, onBack }: StepFrameProps) {
  const { back } = useSecondFactorMessages().step
  return (
    <>
      <h1>{title}</h1>
      <p className={styles.text}>{text}</p>
      {children}
      <Button look="quiet" onPress={onBack}>
        {back}
      </Button>
    </>
  )
}

interface StepFormProps<T extends object> {
  readonly form: FormState<T>
  readonly label: string
  readonly submit: string
  readonly children?: ReactNode
}

function StepForm<T extends object>({ form, label, submit, children }: StepFormProps<T>) {
  const { notSignedIn } = useMessages().account
  return (
    <Form form={form} label={label} wrong={notSignedIn}>
      {children}
      <Button type="submit" look="strong" busy={form.busy}>
        {submit}
      </Button>
    </Form>
  )
}

function PasskeyStep({ onEntered, onBack, onOther }: StepProps) {
  const { title, text, submit, code } = usePasskeyMessages().step
  const tryLater = useTryLater()
  const explained = usePasskeyErrors()
  const form = useForm({}, async () => onEntered(await explained(passkeyApi.signInAfterPassword()).catch(tryLater)))
  return (
    <StepFrame title={title} text={text} onBack={onBack}>
      <StepForm form={form} label={title} submit={submit} />
      {onOther !== undefined && <Button onPress={onOther}>{code}</Button>}
    </StepFrame>
  )
}

/** Setting up a passkey where the company requires a second factor. */
function PasskeySetUpStep({ onEntered, onBack, onOther }: StepProps) {
  const messages = usePasskeyMessages()
  const tryLater = useTryLater()
  const explained = usePasskeyErrors()
  const [entered, setEntered] = useState<PasskeySetUp | null>(null)
  const form = useForm({ name: '' }, async ({ name }) =>
    setEntered(await explained(passkeyApi.setUp(name)).catch(tryLater)),
  )
  if (entered !== null) return <NewCodes {...entered} onEntered={onEntered} />
  const { title, text, app } = messages.setUp
  return (
    <StepFrame title={title} text={text} onBack={onBack}>
      <StepForm form={form} label={title} submit={messages.add}>
        <TextField {...form.field('name')} label={messages.name} hint={messages.nameHint} autoFocus required />
      </StepForm>
      {onOther !== undefined && <Button onPress={onOther}>{app}</Button>}
    </StepFrame>
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
  const tryLater = useTryLater()
  const form = useForm({ code: '' }, async ({ code }) =>
    onEntered((await sessionApi.signInWithCode(code).catch(tryLater)).session),
  )
  const { title, text, either, submit, lost, hint } = messages
  return (
    <StepFrame title={title} text={hasPasskeys ? either : text} onBack={onBack}>
      <StepForm form={form} label={title} submit={submit}>
        <CodeField {...form.field('code')} autoFocus />
      </StepForm>
      {hasPasskeys && onOther !== undefined && <Button onPress={onOther}>{passkeys.step.submit}</Button>}
      <p className={styles.small}>{hasPasskeys ? lost : hint}</p>
    </StepFrame>
  )
}

function SetUpStep({ onEntered, onBack, onOther }: StepProps) {
  const passkeys = usePasskeyMessages()
  const messages = useSecondFactorMessages().setUp
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
    <StepFrame title={messages.title} text={messages.required} onBack={onBack}>
      <QueryView query={setup}>
        {(secret) => (
          <StepForm form={form} label={messages.title} submit={messages.submit}>
            <FactorSecret setup={secret} />
            <CodeField {...form.field('code')} autoFocus />
          </StepForm>
        )}
      </QueryView>
      {onOther !== undefined && <Button onPress={onOther}>{passkeys.setUp.instead}</Button>}
    </StepFrame>
  )
}
