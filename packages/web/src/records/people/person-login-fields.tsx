// The part of a person's form about signing in: whether they may, as what, and with which user name and first password.
import { Sparkles } from 'lucide-react'
import { maxOf } from '../../api/permissions.ts'
import { useAll } from '../../api/records.ts'
import { useSession } from '../../api/session.tsx'
import { usePeopleMessages } from '../../messages/people.ts'
import { Button } from '../../parts/button.tsx'
import { ChoiceField } from '../../parts/choices.tsx'
import { CheckField, PasswordField, TextField } from '../../parts/fields.tsx'
import type { FormState } from '../../parts/form.tsx'
import styles from '../record.module.css'
import { suggestPassword } from './password.ts'

export interface LoginValues {
  readonly login: boolean
  readonly username: string
  readonly password: string
  readonly groupid: number | null
  readonly notify: boolean
}

interface LoginFieldsProps<V extends LoginValues> {
  readonly form: FormState<V>
  readonly hadLogin: boolean
}

export function LoginFields<V extends LoginValues>({ form: given, hadLogin }: LoginFieldsProps<V>) {
  // Only these fields of the form are touched here.
  const form = given as unknown as FormState<LoginValues>
  const messages = usePeopleMessages().people
  const { mail } = useSession()
  const roles = useAll('group').data ?? []
  return (
    <>
      <CheckField {...form.field('login')} label={messages.login} hint={messages.loginText} />
      {form.values.login && (
        <>
          <ChoiceField
            {...form.field('groupid')}
            label={messages.fields.role}
            required
            options={roles.map(({ id, name }) => ({ id, name, more: messages.roleHints[name] }))}
          />
          <TextField
            {...form.field('username')}
            label={messages.fields.username}
            required
            autoComplete="off"
            maxLength={maxOf('person', 'username')}
          />
          {!hadLogin && (
            <>
              <PasswordWithSuggestion {...form.field('password')} label={messages.fields.password} />
              <CheckField
                {...form.field('notify')}
                label={messages.notify}
                hint={mail ? messages.notifyHint : messages.noMail}
                isDisabled={!mail}
              />
            </>
          )}
        </>
      )}
    </>
  )
}

interface PasswordProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error: string | undefined
}

/** For somebody else: it can be made up, and is told by another way. */
export function PasswordWithSuggestion(props: PasswordProps) {
  const messages = usePeopleMessages().people
  return (
    <div className={styles.stack}>
      <PasswordField {...props} hint={messages.passwordHint} autoComplete="new-password" required />
      <div>
        <Button small icon={Sparkles} onPress={() => props.onChange(suggestPassword())}>
          {messages.suggest}
        </Button>
      </div>
    </div>
  )
}
