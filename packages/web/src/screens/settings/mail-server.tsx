// The mail server of the whole server: a form where Administrators may change it, and read-only where the environment
// sets it. The server decides which of both.

import { useMutation, useQuery } from '@tanstack/react-query'
import { mailSettingsQuery } from '../../api/mail-settings.ts'
import { sessionStateQuery } from '../../api/session.tsx'
import { type MailSettings, type MailSettingsFields, sessionApi } from '../../api/session-api.ts'
import { useSettingsMessages } from '../../messages/settings.ts'
import { Button } from '../../parts/button.tsx'
import { ChoiceField } from '../../parts/choices.tsx'
import { PasswordField, TextField } from '../../parts/fields.tsx'
import { FieldRow, Form, type FormState, useForm } from '../../parts/form.tsx'
import { showError, showToast } from '../../parts/toast.tsx'
import { noProof, ProofFields } from '../../records/people/proof-fields.tsx'
import { ServerSection, useRefetch } from './server-section.tsx'
import styles from './settings.module.css'

export function MailServer() {
  const messages = useSettingsMessages().mailServer
  const query = useQuery(mailSettingsQuery)
  return (
    <ServerSection title={messages.title} query={query} notHere={messages.byOperator}>
      {(mail) => <MailForm key={JSON.stringify(mail)} mail={mail} />}
    </ServerSection>
  )
}

const fieldsOf = (mail: MailSettings): MailSettingsFields => ({
  ...noProof,
  host: mail.host ?? '',
  port: String(mail.port ?? 587),
  security: mail.security ?? 'starttls',
  username: mail.username ?? '',
  password: '',
  sender: mail.sender ?? '',
  publicurl: mail.publicurl ?? (mail.editable ? `${location.origin}/` : ''),
})

/** The session says whether mails are sent, so it is loaded again. */
const useReload = () => useRefetch([mailSettingsQuery.queryKey, sessionStateQuery.queryKey])

function MailForm({ mail }: { readonly mail: MailSettings }) {
  const messages = useSettingsMessages().mailServer
  const reload = useReload()
  const finish = async (text: string): Promise<void> => {
    showToast(text)
    await reload()
  }
  const form = useForm(fieldsOf(mail), async (values) => {
    await sessionApi.saveMailSettings(values)
    await finish(messages.saved)
  })
  const remove = useMutation({
    mutationFn: sessionApi.removeMailSettings,
    onSuccess: () => finish(messages.removed),
    onError: showError,
  })
  return (
    <Form form={form} label={messages.title}>
      {!mail.editable && <p className={styles.muted}>{messages.fromEnvironment}</p>}
      <Fields form={form} mail={mail} />
      {mail.editable && (
        <div className={styles.buttons}>
          <Button type="submit" look="strong" busy={form.busy}>
            {messages.save}
          </Button>
          {mail.source === 'settings' && (
            <Button busy={remove.isPending} onPress={() => remove.mutate()}>
              {messages.remove}
            </Button>
          )}
        </div>
      )}
    </Form>
  )
}

interface FieldsProps {
  readonly form: FormState<MailSettingsFields>
  readonly mail: MailSettings
}

function Fields({ form, mail: { editable, haspassword, publicurlfixed } }: FieldsProps) {
  const messages = useSettingsMessages().mailServer
  const isReadOnly = !editable
  return (
    <>
      <FieldRow>
        <TextField {...form.field('host')} label={messages.host} isReadOnly={isReadOnly} required={editable} />
        <TextField
          {...form.field('port')}
          label={messages.port}
          inputMode="numeric"
          isReadOnly={isReadOnly}
          required={editable}
        />
      </FieldRow>
      <ChoiceField
        {...form.field('security')}
        onChange={(security) => form.set({ security: security ?? 'starttls' })}
        label={messages.security}
        isDisabled={isReadOnly}
        options={[
          { id: 'starttls', name: messages.securities.starttls },
          { id: 'tls', name: messages.securities.tls },
        ]}
      />
      <TextField
        {...form.field('username')}
        label={messages.username}
        hint={editable ? messages.usernameHint : undefined}
        autoComplete="off"
        isReadOnly={isReadOnly}
      />
      {editable && (
        <PasswordField
          {...form.field('password')}
          label={messages.password}
          hint={haspassword === true ? messages.passwordKept : undefined}
          autoComplete="off"
        />
      )}
      <TextField
        {...form.field('sender')}
        label={messages.sender}
        hint={editable ? messages.senderHint : undefined}
        isReadOnly={isReadOnly}
        required={editable}
      />
      <TextField
        {...form.field('publicurl')}
        label={messages.publicurl}
        hint={messages.publicurlHint}
        isReadOnly={isReadOnly || publicurlfixed === true}
      />
      {editable && (
        <ProofFields current={form.field('current')} code={form.field('code')} hint={messages.currentHint} />
      )}
    </>
  )
}
