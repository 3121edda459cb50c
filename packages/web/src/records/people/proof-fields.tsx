// The fields with which a person proves again who they are: the password, and a code if they have two-factor sign-in,
// or a passkey. People without a password confirm it with single sign-on.
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { canUsePasskeys, passkeyApi } from '../../api/passkeys.ts'
import { useSession } from '../../api/session.tsx'
import { sessionApi } from '../../api/session-api.ts'
import { usePasskeyMessages } from '../../messages/passkeys.ts'
import { useSecondFactorMessages } from '../../messages/second-factor.ts'
import { useSignOnMessages } from '../../messages/single-sign-on.ts'
import { useTokenMessages } from '../../messages/tokens.ts'
import { Button } from '../../parts/button.tsx'
import { PasswordField } from '../../parts/fields.tsx'
import { showError } from '../../parts/toast.tsx'
import { CodeField } from './factor-setup.tsx'
import { usePasskeyErrors } from './passkey-errors.ts'

/** The values that every form with these fields has. */
export const noProof = { current: '', code: '' }

interface ProofField {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error: string | undefined
}

interface ProofFieldsProps {
  readonly current: ProofField
  readonly code: ProofField
  readonly label?: string
  readonly hint?: string
  readonly autoFocus?: boolean
}

export function ProofFields(props: ProofFieldsProps) {
  const messages = usePasskeyMessages()
  const { haspassword, haspasskeys, passkeyorigin } = useSession()
  const [isConfirmed, setConfirmed] = useState(false)
  const { error } = props.current
  // After ten minutes the server asks again.
  if (isConfirmed && error === undefined) return <p role="status">{messages.confirmed}</p>
  const hasPasskey = haspasskeys && canUsePasskeys(passkeyorigin)
  return (
    <>
      {hasPasskey && <ConfirmWithPasskey onConfirmed={() => setConfirmed(true)} />}
      {hasPasskey && haspassword && <p>{messages.or}</p>}
      {haspassword ? <PasswordAndCode {...props} /> : <ConfirmWithSignOn error={error} />}
    </>
  )
}

function ConfirmWithPasskey({ onConfirmed }: { readonly onConfirmed: () => void }) {
  const messages = usePasskeyMessages()
  const explained = usePasskeyErrors()
  const confirm = useMutation({
    mutationFn: () => explained(passkeyApi.confirm()),
    onSuccess: onConfirmed,
    onError: showError,
  })
  return (
    <div>
      <Button busy={confirm.isPending} onPress={() => confirm.mutate()}>
        {messages.confirm}
      </Button>
    </div>
  )
}

function PasswordAndCode({ current, code, label, hint, autoFocus = false }: ProofFieldsProps) {
  const tokens = useTokenMessages()
  const messages = useSecondFactorMessages()
  const { factor } = useSession()
  return (
    <>
      <PasswordField
        {...current}
        label={label ?? tokens.password}
        hint={hint}
        autoComplete="current-password"
        autoFocus={autoFocus}
        required
      />
      {factor && <CodeField {...code} hint={messages.codeAgainHint} />}
    </>
  )
}

function ConfirmWithSignOn({ error }: { readonly error: string | undefined }) {
  const messages = useSignOnMessages().confirm
  const leave = useMutation({
    mutationFn: sessionApi.confirmIdentity,
    onSuccess: (url) => location.assign(url),
    onError: showError,
  })
  return (
    <>
      <p role={error === undefined ? undefined : 'alert'}>{messages.text}</p>
      <div>
        <Button busy={leave.isPending} onPress={() => leave.mutate()}>
          {messages.button}
        </Button>
      </div>
    </>
  )
}
