// The parts of two-factor sign-in that both the sign-in page and the profile show: the secret for the authenticator
// app, the field for a code, and the recovery codes, which are shown once.
import { useState } from 'react'
import { saveBlob } from '../../api/downloads.ts'
import type { FactorSetUp } from '../../api/session-api.ts'
import { useSecondFactorMessages } from '../../messages/second-factor.ts'
import { Button } from '../../parts/button.tsx'
import { DialogActions } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/fields.tsx'
import { showError } from '../../parts/toast.tsx'
import styles from './factor-setup.module.css'

type CodeFieldProps = Omit<Parameters<typeof TextField>[0], 'label' | 'autoComplete'>

export function CodeField(props: CodeFieldProps) {
  return <TextField {...props} label={useSecondFactorMessages().code} autoComplete="one-time-code" required />
}

interface CopyButtonProps {
  readonly text: string
  readonly name: string
  /** Its name afterwards: the sign-in page has no toasts. */
  readonly done: string
  readonly small?: boolean
}

function CopyButton({ text, name, done, small = false }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false)
  const copy = (): void => void navigator.clipboard.writeText(text).then(() => setCopied(true), showError)
  return (
    <Button small={small} onPress={copy}>
      <span aria-live="polite">{isCopied ? done : name}</span>
    </Button>
  )
}

/** What to enter in the app. */
export function FactorSecret({ setup: { secret, qr, address } }: { readonly setup: FactorSetUp }) {
  const messages = useSecondFactorMessages().setUp
  return (
    <>
      <p>{messages.scan}</p>
      <img className={styles.qr} src={`data:image/svg+xml,${encodeURIComponent(qr)}`} alt={messages.qr} />
      <a className={styles.open} href={address}>
        {messages.open}
      </a>
      <p>{messages.type}</p>
      <code className={styles.secret}>{secret}</code>
      <div>
        <CopyButton small text={secret.replaceAll(' ', '')} name={messages.copy} done={messages.copied} />
      </div>
      <p>{messages.confirm}</p>
    </>
  )
}

interface RecoveryCodesProps {
  readonly codes: readonly string[]
  readonly onDone: () => void
}

export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const messages = useSecondFactorMessages().codes
  const text = codes.join('\n')
  return (
    <>
      <p role="status">{messages.text}</p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <DialogActions>
        <CopyButton text={text} name={messages.copy} done={messages.copied} />
        <Button onPress={() => saveBlob(new Blob([`${text}\n`], { type: 'text/plain' }), messages.file)}>
          {messages.download}
        </Button>
        <Button look="strong" onPress={onDone}>
          {messages.done}
        </Button>
      </DialogActions>
    </>
  )
}
