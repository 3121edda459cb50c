// The field for the password of another person, with a button that suggests one. A suggested password is readable and
// can be copied; after it is saved, it is shown once more.
import { Copy, Sparkles } from 'lucide-react'
import { useState } from 'react'
import { usePeopleMessages } from '../../messages/people.ts'
import { Button } from '../../parts/button.tsx'
import { copyText } from '../../parts/copy-text.ts'
import { type Closable, Dialog, DialogActions } from '../../parts/dialog.tsx'
import { PasswordField } from '../../parts/fields.tsx'
import styles from '../record.module.css'
import { suggestPassword } from './password.ts'

/** The password that was suggested last; null if none was. */
export interface SuggestedPassword {
  readonly suggested: string | null
  readonly suggest: () => string
}

export function useSuggestedPassword(): SuggestedPassword {
  const [suggested, setSuggested] = useState<string | null>(null)
  const suggest = (): string => {
    const password = suggestPassword()
    setSuggested(password)
    return password
  }
  return { suggested, suggest }
}

interface PasswordProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error: string | undefined
  readonly suggestion: SuggestedPassword
}

/** The Administrator tells the person the password: it is never mailed. */
export function PasswordWithSuggestion({ label, value, onChange, error, suggestion }: PasswordProps) {
  const messages = usePeopleMessages().people
  const { suggested, suggest } = suggestion
  return (
    <div className={styles.stack}>
      <PasswordField
        // A suggestion replaces the field, so that it is readable.
        key={suggested ?? 'typed'}
        readable={suggested !== null}
        label={label}
        value={value}
        onChange={onChange}
        error={error}
        hint={messages.passwordHint}
        autoComplete="new-password"
        required
      />
      <div className={styles.buttons}>
        <Button small icon={Sparkles} onPress={() => onChange(suggest())}>
          {messages.suggest}
        </Button>
        {suggested !== null && value === suggested && <CopyPassword password={suggested} small />}
      </div>
    </div>
  )
}

function CopyPassword({ password, small = false }: { readonly password: string; readonly small?: boolean }) {
  const messages = usePeopleMessages().people
  return (
    <Button small={small} icon={Copy} onPress={() => copyText(password, messages.passwordCopied)}>
      {messages.copyPassword}
    </Button>
  )
}

interface SavedPasswordProps extends Closable {
  readonly name: string
  readonly password: string
}

/** Shows a suggested password after it is saved: nobody can read it afterwards. */
export function SavedPassword({ name, password, onClose }: SavedPasswordProps) {
  const messages = usePeopleMessages().people
  return (
    <Dialog title={messages.passwordOf(name)} open onClose={onClose} persistent>
      <p role="status">{messages.passwordOnce}</p>
      <code className={styles.code}>{password}</code>
      <DialogActions>
        <CopyPassword password={password} />
        <Button look="strong" onPress={onClose}>
          {messages.done}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
