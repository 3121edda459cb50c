// The form of a person, new or existing: a member of the team or a person of a client, with or without a login. A
// new login begins with an invitation or a password; person-password.tsx changes it later.

import type { PersonNew, PersonRecord } from '@stint/sdk'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { groupOfRole } from '../../api/facts.ts'
import { inRoleSet, isClient, maxOf, roleOfGroup } from '../../api/permissions.ts'
import { useAll, useCreate, useUpdate } from '../../api/records.ts'
import { useSession } from '../../api/session.tsx'
import { useMessages } from '../../messages/messages.ts'
import { usePasswordLinkMessages } from '../../messages/password-links.ts'
import { usePeopleMessages } from '../../messages/people.ts'
import { ChoiceField, ComboBoxField } from '../../parts/choices.tsx'
import { CheckField, TextField } from '../../parts/fields.tsx'
import { type FormState, useForm, useOpenedRecord } from '../../parts/form.tsx'
import { FormFields, formValues, requestFields } from '../../parts/form-fields.tsx'
import type { LayoutValues } from '../../parts/layout.ts'
import { type ClientRecordFormProps, RecordDialog } from '../../parts/record-dialog.tsx'
import { RichText } from '../../parts/rich-text.tsx'
import { showError, showToast } from '../../parts/toast.tsx'
import { requireMinLength } from './password.ts'
import {
  PasswordWithSuggestion,
  SavedPassword,
  type SuggestedPassword,
  useSuggestedPassword,
} from './password-field.tsx'
import { fullName } from './people.ts'
import { personLayout } from './person-layout.ts'
import { createPersonLink, PersonLinkDialog, type ShownLink } from './person-link.tsx'

/** Besides the fields of the layout, the form asks about a login, an invitation instead of a password, and a mail. */
type Values = LayoutValues<typeof personLayout> & {
  readonly login: boolean
  readonly invite: boolean
  readonly notify: boolean
}

function initialValues(person: PersonRecord | null, clientid: number | undefined, notify: boolean): Values {
  if (person !== null) {
    return { ...formValues(personLayout, person), login: (person.username ?? '') !== '', invite: true, notify }
  }
  const isTeam = clientid === undefined
  const given = { clientid: clientid ?? null, groupid: isTeam ? null : groupOfRole.Executive, private: true }
  return { ...formValues(personLayout, null, given), login: isTeam, invite: true, notify }
}

function toPersonFields(values: Values): PersonNew {
  const { password: _password, ...fields } = requestFields<typeof personLayout, PersonNew>(personLayout, values)
  const login = values.login && !values.invite && values.password !== '' ? { password: values.password } : {}
  return {
    ...fields,
    ...login,
    email: fields.email || null,
    ...(values.login ? {} : { username: '', groupid: null }),
  }
}

export function PersonForm({ record: current, clientid, onCreated, onClose }: ClientRecordFormProps<PersonRecord>) {
  const person = useOpenedRecord(current)
  const messages = usePeopleMessages().people
  const parts = useMessages().parts
  const { mail, mailslinks } = useSession()
  const navigate = useNavigate()
  const create = useCreate('person')
  const update = useUpdate('person')
  const hadLogin = (person?.username ?? '') !== ''
  const suggestion = useSuggestedPassword()
  const [saved, setSaved] = useState<PersonRecord | null>(null)
  const [link, setLink] = useState<ShownLink | null>(null)
  const finish = async (record: PersonRecord): Promise<void> => {
    if (person === null && onCreated) onCreated(record)
    else if (person === null) await navigate({ to: '/people/$id', params: { id: String(record.id) } })
    onClose()
  }
  const form = useForm(initialValues(person, clientid, mail), async (values) => {
    const newLogin = values.login && !hadLogin
    const invite = newLogin && values.invite
    if (newLogin && !invite) requireMinLength(values.password, messages.tooShort)
    const fields = toPersonFields(values)
    const notify = newLogin && !invite && values.notify
    const record =
      person === null
        ? await create.mutateAsync({ fields, notify })
        : await update.mutateAsync({ id: person.id, fields, notify, ifMatch: person })
    showToast(person === null ? messages.made(fullName(record)) : parts.saved)
    const created = invite ? await createPersonLink(record.id, 'invite', mailslinks).catch(showError) : undefined
    if (created !== undefined) setLink(created)
    if (created !== undefined || (newLogin && !invite && values.password === suggestion.suggested)) setSaved(record)
    else await finish(record)
  })
  if (saved !== null && link !== null) return <PersonLinkDialog link={link} onClose={() => void finish(saved)} />
  if (saved !== null && suggestion.suggested !== null) {
    const leave = (): void => void finish(saved)
    return <SavedPassword name={fullName(saved)} password={suggestion.suggested} onClose={leave} />
  }
  return (
    <RecordDialog form={form} record={person} texts={[messages.add, messages.edit, messages.make]} onClose={onClose}>
      <Fields form={form} hadLogin={hadLogin} suggestion={suggestion} />
    </RecordDialog>
  )
}

interface FieldsProps {
  readonly form: FormState<Values>
  readonly hadLogin: boolean
  readonly suggestion: SuggestedPassword
}

/** The fields that mean nothing for the chosen role, or without a login. */
function hiddenFields(
  { login, invite, groupid }: Values,
  hadLogin: boolean,
): (keyof LayoutValues<typeof personLayout>)[] {
  if (!login) return ['groupid', 'username', 'password', 'allprojects', 'mailqueue']
  const role = roleOfGroup(groupid)
  return [
    ...(hadLogin || invite ? (['password'] as const) : []),
    ...(isClient(role) || inRoleSet('seesAll', role) ? (['allprojects'] as const) : []),
    ...(isClient(role) ? (['mailqueue', 'weeklyhours', 'costrate'] as const) : []),
  ]
}

function Fields({ form, hadLogin, suggestion }: FieldsProps) {
  const messages = usePeopleMessages().people
  const clients = useAll('client', { sortfield: 'name' })
  const roles = useAll('group').data ?? []
  const { clientid, login, invite } = form.values
  const offered = clients.data?.filter(({ id, active }) => active || id === clientid)
  return (
    <FormFields
      layout={personLayout}
      form={form}
      hidden={hiddenFields(form.values, hadLogin)}
      after={{
        clientid: <CheckField {...form.field('login')} label={messages.login} hint={messages.loginText} />,
        username: login && !hadLogin && <InviteField form={form} />,
        password: login && !hadLogin && !invite && <NotifyField form={form} />,
      }}
      own={{
        email: (control) => (
          <TextField {...control} type="email" required={login} maxLength={maxOf('person', 'email')} />
        ),
        clientid: (control) => (
          <ComboBoxField
            key={clients.isSuccess ? 'there' : 'coming'}
            {...control}
            none={messages.teamMember}
            options={offered?.map(({ id, name }) => ({ id, name }))}
            create={{ target: 'client' }}
          />
        ),
        groupid: (control) => (
          <ChoiceField
            {...control}
            required
            options={roles.map(({ id, name }) => ({ id, name, more: messages.roleHints[name] }))}
          />
        ),
        username: (control) => (
          <TextField {...control} required autoComplete="off" maxLength={maxOf('person', 'username')} />
        ),
        password: (control) => <PasswordWithSuggestion {...control} suggestion={suggestion} />,
        notes: (control) => <RichText {...control} low />,
      }}
    />
  )
}

/** The person chooses the password by a link; without it the Administrator types one. */
function InviteField({ form }: { readonly form: FormState<Values> }) {
  const messages = usePasswordLinkMessages().create
  const { mailslinks } = useSession()
  return <CheckField {...form.field('invite')} {...(mailslinks ? messages.inviteByMail : messages.inviteByLink)} />
}

function NotifyField({ form }: { readonly form: FormState<Values> }) {
  const messages = usePeopleMessages().people
  const { mail } = useSession()
  return (
    <CheckField
      {...form.field('notify')}
      label={messages.notify}
      hint={mail ? messages.notifyHint : messages.noMail}
      isDisabled={!mail}
    />
  )
}
