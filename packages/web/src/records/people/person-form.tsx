// A person, new or to be changed: one of the team or of a client, with a login or without. A password is set when a
// login is made; later it has a form of its own.
import type { PersonNew, PersonRecord } from '@stint/sdk'
import { useNavigate } from '@tanstack/react-router'
import { maxOf } from '../../api/permissions.ts'
import { useAll, useCreate, useUpdate } from '../../api/records.ts'
import { useSession } from '../../api/session.tsx'
import { useMessages } from '../../messages/messages.ts'
import { usePeopleMessages } from '../../messages/people.ts'
import { ComboBoxField } from '../../parts/choices.tsx'
import { CheckField, TextField } from '../../parts/fields.tsx'
import { FieldRow, type FormState, useForm } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { RichText } from '../../parts/rich-text.tsx'
import { showToast } from '../../parts/toast.tsx'
import { requireMinLength } from './password.ts'
import { fullName, groupIds } from './people.ts'
import { LoginFields, type LoginValues } from './person-login-fields.tsx'

interface Values extends LoginValues {
  readonly firstname: string
  readonly lastname: string
  readonly title: string
  readonly email: string
  readonly clientid: number | null
  readonly notes: string
  readonly private: boolean
  readonly allprojects: boolean
  readonly mailqueue: boolean
}

const valuesOf = (person: PersonRecord | null, clientid: number | undefined, mail: boolean): Values => ({
  firstname: person?.firstname ?? '',
  lastname: person?.lastname ?? '',
  title: person?.title ?? '',
  email: person?.email ?? '',
  clientid: person?.clientid ?? clientid ?? null,
  notes: person?.notes ?? '',
  private: person?.private ?? true,
  allprojects: person?.allprojects ?? false,
  mailqueue: person?.mailqueue ?? false,
  login: person === null ? clientid === undefined : (person.username ?? '') !== '',
  username: person?.username ?? '',
  password: '',
  groupid: person?.groupid ?? (clientid === undefined ? null : groupIds.executive),
  notify: mail,
})

function toPersonFields({ login, notify: _notify, password, ...values }: Values): PersonNew {
  const way = login ? { username: values.username.trim(), ...(password === '' ? {} : { password }) } : { username: '' }
  const email = values.email.trim() === '' ? null : values.email.trim()
  return { ...values, ...way, email, groupid: login ? values.groupid : null }
}

interface PersonFormProps {
  readonly person: PersonRecord | null
  /** Whose a new one is to be. */
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
  const form = useForm(valuesOf(person, clientid, mail), async (values) => {
    const newLogin = values.login && !hadLogin
    if (newLogin) requireMinLength(values.password, messages.tooShort)
    const fields = toPersonFields(values)
    const notify = newLogin && values.notify
    if (person !== null) {
      await update.mutateAsync({ id: person.id, fields, notify, ifMatch: person })
      showToast(parts.saved)
    } else {
      const made = await create.mutateAsync({ fields, notify })
      showToast(messages.made(fullName(made)))
      await navigate({ to: '/people/$id', params: { id: String(made.id) } })
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
      <Fields form={form} />
      <LoginFields form={form} hadLogin={hadLogin} />
      <CheckField {...form.field('private')} label={messages.fields.private} />
      {form.values.login && form.values.groupid !== groupIds.executive && (
        <>
          {form.values.groupid !== groupIds.administrator && (
            <CheckField {...form.field('allprojects')} label={messages.fields.allprojects} />
          )}
          <CheckField {...form.field('mailqueue')} label={messages.fields.mailqueue} />
        </>
      )}
      <RichText {...form.field('notes')} label={messages.fields.notes} low />
    </FormDialog>
  )
}

function Fields({ form }: { readonly form: FormState<Values> }) {
  const messages = usePeopleMessages().people
  const clients = useAll('client', { sortfield: 'name' })
  const { clientid, login } = form.values
  return (
    <>
      <FieldRow>
        <TextField
          {...form.field('firstname')}
          label={messages.fields.firstname}
          required
          autoFocus
          maxLength={maxOf('person', 'firstname')}
        />
        <TextField
          {...form.field('lastname')}
          label={messages.fields.lastname}
          maxLength={maxOf('person', 'lastname')}
        />
      </FieldRow>
      <FieldRow>
        <TextField {...form.field('title')} label={messages.fields.title} maxLength={maxOf('person', 'title')} />
        <TextField
          {...form.field('email')}
          label={messages.fields.email}
          type="email"
          required={login}
          maxLength={maxOf('person', 'email')}
        />
      </FieldRow>
      <ComboBoxField
        key={clients.isSuccess ? 'there' : 'coming'}
        {...form.field('clientid')}
        label={messages.fields.client}
        none={messages.teamMember}
        options={(clients.data ?? [])
          .filter(({ id, active }) => active || id === clientid)
          .map(({ id, name }) => ({ id, name }))}
      />
    </>
  )
}
