// The provider of single sign-on of the company: a form for Administrators, and read-only where the environment sets
// it. The server decides which of both.

import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type OidcSettings, type OidcSettingsFields, sessionApi } from '../../api/session-api.ts'
import { useSignOnMessages } from '../../messages/single-sign-on.ts'
import { Button } from '../../parts/button.tsx'
import { ChoiceField } from '../../parts/choices.tsx'
import { type Closable, Dialog } from '../../parts/dialog.tsx'
import { CheckField, PasswordField, TextField } from '../../parts/fields.tsx'
import { FieldRow, Form, type FormState, useForm } from '../../parts/form.tsx'
import { showError, showToast } from '../../parts/toast.tsx'
import { noProof, ProofFields } from '../../records/people/proof-fields.tsx'
import { ProofForm } from '../../records/people/proof-form.tsx'
import { ServerSection, useRefetch } from './server-section.tsx'
import styles from './settings.module.css'

const oidcQuery = { queryKey: ['oidcsettings'], queryFn: sessionApi.oidcSettings }

export function SignOnSettings() {
  const messages = useSignOnMessages().settings
  const query = useQuery(oidcQuery)
  return (
    <ServerSection title={messages.title} about={messages.about} query={query} notHere={messages.notHere}>
      {(oidc) => <ProviderForm key={JSON.stringify(oidc)} oidc={oidc} />}
    </ServerSection>
  )
}

const fieldsOf = (oidc: OidcSettings): OidcSettingsFields => ({
  ...noProof,
  name: oidc.name ?? '',
  issuer: oidc.issuer ?? '',
  clientid: oidc.clientid ?? '',
  secret: '',
  createrole: oidc.createrole ?? '',
  trustemail: oidc.trustemail ?? 'f',
  passwords: oidc.passwords ?? 't',
})

const useReload = () => useRefetch([oidcQuery.queryKey, ['session', 'identities']])

function ProviderForm({ oidc }: { readonly oidc: OidcSettings }) {
  const messages = useSignOnMessages().settings
  const reload = useReload()
  const [isRemoving, setRemoving] = useState(false)
  const form = useForm(fieldsOf(oidc), async (values) => {
    await sessionApi.saveOidcSettings(values)
    showToast(messages.saved)
    await reload()
  })
  const test = useMutation({
    mutationFn: sessionApi.testOidcSettings,
    onSuccess: () => showToast(messages.tested),
    onError: showError,
  })
  const { editable, source, redirect } = oidc
  return (
    <>
      <Form form={form} label={messages.title}>
        {!editable && <p className={styles.muted}>{messages.fromEnvironment}</p>}
        {redirect === null && <p>{messages.noAddress}</p>}
        <ProviderFields form={form} oidc={oidc} />
        <PeopleFields form={form} isReadOnly={!editable} />
        {editable && <ProofFields current={form.field('current')} code={form.field('code')} />}
        <div className={styles.buttons}>
          {editable && (
            <Button type="submit" look="strong" busy={form.busy}>
              {messages.save}
            </Button>
          )}
          {source !== 'none' && (
            <Button busy={test.isPending} isDisabled={form.changed} onPress={() => test.mutate()}>
              {messages.test}
            </Button>
          )}
          {source === 'settings' && editable && <Button onPress={() => setRemoving(true)}>{messages.remove}</Button>}
        </div>
      </Form>
      {/* Not inside the form, which would be sent with the dialog. */}
      {isRemoving && <RemoveProvider onClose={() => setRemoving(false)} />}
    </>
  )
}

interface ProviderFieldsProps {
  readonly form: FormState<OidcSettingsFields>
  readonly oidc: OidcSettings
}

function ProviderFields({ form, oidc: { editable, hassecret, redirect, signinpath } }: ProviderFieldsProps) {
  const messages = useSignOnMessages().settings
  const isReadOnly = !editable
  const same = { isReadOnly, required: editable }
  const none = (): void => undefined
  return (
    <>
      <TextField {...form.field('name')} {...same} label={messages.name} hint={messages.nameHint} />
      <TextField {...form.field('issuer')} {...same} label={messages.issuer} hint={messages.issuerHint} />
      <FieldRow>
        <TextField {...form.field('clientid')} {...same} label={messages.clientid} autoComplete="off" />
        {editable && (
          <PasswordField
            {...form.field('secret')}
            label={messages.secret}
            hint={hassecret === true ? messages.secretKept : messages.secretHint}
            autoComplete="off"
          />
        )}
      </FieldRow>
      {redirect !== null && (
        <>
          <TextField
            value={redirect}
            onChange={none}
            label={messages.redirect}
            hint={messages.redirectHint}
            isReadOnly
          />
          <TextField
            value={redirect.replace(/app\/oidc\/$/, signinpath)}
            onChange={none}
            label={messages.signIn}
            hint={messages.signInHint}
            isReadOnly
          />
        </>
      )}
    </>
  )
}

interface PeopleFieldsProps {
  readonly form: FormState<OidcSettingsFields>
  readonly isReadOnly: boolean
}

function PeopleFields({ form, isReadOnly }: PeopleFieldsProps) {
  const messages = useSignOnMessages().settings
  const { createrole, trustemail, passwords } = form.values
  const flag = (field: 'trustemail' | 'passwords') => (isOn: boolean) => form.set({ [field]: isOn ? 't' : 'f' })
  return (
    <>
      <ChoiceField
        label={messages.createrole}
        value={createrole === '' ? 'off' : createrole}
        error={form.field('createrole').error}
        onChange={(chosen) => form.set({ createrole: chosen === null || chosen === 'off' ? '' : chosen })}
        isDisabled={isReadOnly}
        options={[
          { id: 'off', name: messages.createroles.off },
          { id: 'Resource', name: messages.createroles.Resource },
          { id: 'Manager', name: messages.createroles.Manager },
        ]}
      />
      <CheckField
        label={messages.trustemail}
        hint={messages.trustemailHint}
        value={trustemail === 't'}
        onChange={flag('trustemail')}
        isDisabled={isReadOnly}
      />
      <CheckField
        label={messages.passwords}
        value={passwords === 't'}
        error={form.field('passwords').error}
        onChange={flag('passwords')}
        isDisabled={isReadOnly}
      />
    </>
  )
}

function RemoveProvider({ onClose }: Closable) {
  const messages = useSignOnMessages().settings
  const reload = useReload()
  const form = useForm(noProof, async (proof) => {
    await sessionApi.removeOidcSettings(proof)
    showToast(messages.removed)
    onClose()
    await reload()
  })
  return (
    <Dialog title={messages.removeTitle} open onClose={onClose} persistent>
      <ProofForm form={form} text={messages.removeText} submit={messages.remove} onCancel={onClose} />
    </Dialog>
  )
}
