// The field for the password of another person, with a button that suggests one.
import { Sparkles } from 'lucide-react'
import { usePeopleMessages } from '../../messages/people.ts'
import { Button } from '../../parts/button.tsx'
import { PasswordField } from '../../parts/fields.tsx'
import styles from '../record.module.css'
import { suggestPassword } from './password.ts'

interface PasswordProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error: string | undefined
}

/** The Administrator tells the person the password: it is never mailed. */
export function PasswordWithSuggestion({ label, value, onChange, error }: PasswordProps) {
  const messages = usePeopleMessages().people
  return (
    <div className={styles.stack}>
      <PasswordField
        label={label}
        value={value}
        onChange={onChange}
        error={error}
        hint={messages.passwordHint}
        autoComplete="new-password"
        required
      />
      <div>
        <Button small icon={Sparkles} onPress={() => onChange(suggestPassword())}>
          {messages.suggest}
        </Button>
      </div>
    </div>
  )
}
