// The form of a person, new or existing: a member of the team or a person of a client, with or without a login. A
// password is only set together with a new login; person-password.tsx changes it later.
import type { PersonNew, PersonRecord } from '@stint/sdk'
import { useNavigate } from '@tanstack/react-router'
import { maxOf } from '../../api/permissions.ts'
import { useAll, useCreate, useUpdate } from '../../api/records.ts'
import { useSession } from '../../api/session.tsx'
import { useMessages } from '../../messages/messages.ts'
import { usePeopleMessages } from '../../messages/people.ts'
import { ChoiceField, ComboBoxField } from '../../parts/choices.tsx'
import { CheckField, TextField } from '../../parts/fields.tsx'
import { type FormState, useForm } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { FormFields, formValues, requestFields } from '../../parts/form-fields.tsx'
import type { LayoutValues } from '../../parts/layout.ts'
import { RichText } from '../../parts/rich-text.tsx'
import { showToast } from '../../parts/toast.tsx'
import { requireMinLength } from './password.ts'
import { PasswordWithSuggestion } from './password-field.tsx'
import { fullName, groupIds } from './people.ts'
import { personLayout } from './person-layout.ts'

/** Besides the fields of the layout, the form asks whether the person has a login, and whether to send a mail. */
type Values = LayoutValues<typeof personLayout> & { readonly login: boolean; readonly notify: boolean }

function initialValues(person: PersonRecord | null, clientid: number | undefined, notify: boolean): Values {
  if (person !== null) {
    return { ...formValues(personLayout, person), login: (person.username ?? '') !== '', notify }
  }
  const isTeam = clientid === undefined
  const given = { clientid: clientid ?? null, groupid: isTeam ? null : groupIds.executive, private: true }
  return { ...formValues(personLayout, null, given), login: isTeam, notify }
}

function toPersonFields(values: Values): PersonNew {
  const { password: _password, ...fields } = requestFields<typeof personLayout, PersonNew>(personLayout, values)
  const login = values.login && values.password !== '' ? { password: values.password } : {}
  return {
    ...fields,
    ...login,
    email: fields.email || null,
    ...(values.login ? {} : { username: '', groupid: null }),
  }
}

interface PersonFormProps {
  readonly person: PersonRecord | null
  /** The client of a new person. */
  readonly clientid?: number | undefined
  readonly onClose: () => void
}

export function PersonForm({ person, clientid, onClose }: PersonFormProps) {
  const messages = usePeopleMessages().people
  const parts = useMessages().parts
  const { mail } = useSession()
  const navigate = useNavigate()
  const create = useCreate('person')
  const update = useUpdate('person')
  const hadLogin = (person?.username ?? '') !== ''
  const form = useForm(initialValues(person, clientid, mail), async (values) => {
    const newLogin = values.login && !hadLogin
    if (newLogin) requireMinLength(values.password, messages.tooShort)
    const fields = toPersonFields(values)
    const notify = newLogin && values.notify
    if (person !== null) {
      await update.mutateAsync({ id: person.id, fields, notify, ifMatch: person })
      showToast(parts.saved)
    } else {
      const created = await create.mutateAsync({ fields, notify })
      showToast(messages.made(fullName(created)))
      await navigate({ to: '/people/$id', params: { id: String(created.id) } })
    }
    onClose()
  })
  return (
    <FormDialog
      form={form}
      aside
      title={person === null ? messages.add : messages.edit}
      onClose={onClose}
      submit={person === null ? messages.make : parts.save}
    >
      <Fields form={form} hadLogin={hadLogin} />
    </FormDialog>
  )
}

interface FieldsProps {
  readonly form: FormState<Values>
  readonly hadLogin: boolean
}

/** The fields that mean nothing for the chosen role, or without a login. */
function hiddenFields({ login, groupid }: Values, hadLogin: boolean): (keyof LayoutValues<typeof personLayout>)[] {
  if (!login) return ['groupid', 'username', 'password', 'allprojects', 'mailqueue']
  const isClient = groupid === groupIds.executive
  return [
    ...(hadLogin ? (['password'] as const) : []),
    ...(isClient || groupid === groupIds.administrator ? (['allprojects'] as const) : []),
    ...(isClient ? (['mailqueue'] as const) : []),
  ]
}

function Fields({ form, hadLogin }: FieldsProps) {
  const messages = usePeopleMessages().people
  const clients = useAll('client', { sortfield: 'name' })
  const roles = useAll('group').data ?? []
  const { clientid, login } = form.values
  const offered = (clients.data ?? []).filter(({ id, active }) => active || id === clientid)
  return (
    <FormFields
      layout={personLayout}
      form={form}
      hidden={hiddenFields(form.values, hadLogin)}
      after={{
        clientid: <CheckField {...form.field('login')} label={messages.login} hint={messages.loginText} />,
        password: login && !hadLogin && <NotifyField form={form} />,
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
            options={offered.map(({ id, name }) => ({ id, name }))}
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
        password: (control) => <PasswordWithSuggestion {...control} />,
        notes: (control) => <RichText {...control} low />,
      }}
    />
  )
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
