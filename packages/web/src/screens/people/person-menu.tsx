// The menu of a person, for Administrators: edit, invite, set a password, remove the login, change permissions,
// deactivate or delete the person.
import type { PersonRecord } from '@stint/sdk'
import { Archive, ArchiveRestore, KeyRound, LogOut, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useUpdate } from '../../api/records.ts'
import { useSession } from '../../api/session.tsx'
import { useShortcutKeys } from '../../frame/shortcuts.ts'
import { useMessages } from '../../messages/messages.ts'
import { usePeopleMessages } from '../../messages/people.ts'
import { type Closable, ConfirmWrite } from '../../parts/dialog.tsx'
import { EditButton } from '../../parts/edit-button.tsx'
import { Menu, type MenuEntry } from '../../parts/menu.tsx'
import { showError, showToast } from '../../parts/toast.tsx'
import { DeleteRecordDialog } from '../../records/delete-record.tsx'
import { fullName } from '../../records/people/people.ts'
import { PersonForm } from '../../records/people/person-form.tsx'
import { PersonLinkDialog } from '../../records/people/person-link.tsx'
import { PersonFactor, useFactorEntries } from './person-factor.tsx'
import { usePersonLinks } from './person-links.ts'
import { PersonPassword } from './person-password.tsx'
import { usePermissionEntries } from './person-permissions.ts'

type OpenDialog = 'edit' | 'password' | 'factor' | 'login' | 'delete'

export function PersonMenu({ person }: { readonly person: PersonRecord }) {
  const messages = usePeopleMessages().people
  const parts = useMessages().parts
  const { personid } = useSession()
  const update = useUpdate('person')
  const [opened, setOpened] = useState<OpenDialog | null>(null)
  const { id, active, username = '' } = person
  const name = fullName(person)
  const close = () => setOpened(null)
  const open = (which: OpenDialog) => () => setOpened(which)
  useShortcutKeys([{ keys: 'e', name: messages.edit, run: open('edit') }])
  const turn = (to: boolean): void =>
    update.mutate(
      { id, fields: { active: to } },
      {
        onSuccess: () =>
          showToast((to ? messages.activated : messages.deactivated)(name), {
            name: parts.undo,
            onPress: () => turn(!to),
          }),
        onError: showError,
      },
    )
  const oneself = id === personid
  const permits = usePermissionEntries(person)
  const links = usePersonLinks(person)
  const factor = useFactorEntries(id, username !== '' && !oneself, open('factor'))
  const entries: (MenuEntry | null | false)[] = [
    ...links.entries,
    username !== '' &&
      !oneself && { id: 'password', name: messages.resetPassword, icon: KeyRound, onPress: open('password') },
    ...factor,
    username !== '' && !oneself && { id: 'login', name: messages.removeLogin, icon: LogOut, onPress: open('login') },
    ...permits,
    active
      ? !oneself && { id: 'off', name: messages.deactivate, icon: Archive, onPress: () => turn(false) }
      : { id: 'on', name: messages.activate, icon: ArchiveRestore, onPress: () => turn(true) },
    !oneself && null,
    !oneself && { id: 'delete', name: messages.delete, icon: Trash2, danger: true, onPress: open('delete') },
  ]
  const shown = entries.filter((entry) => entry !== false)
  return (
    <>
      <EditButton onPress={open('edit')} />
      {shown.length > 0 && <Menu label={parts.actions} entries={shown} />}
      {links.link !== null && <PersonLinkDialog link={links.link} onClose={links.close} />}
      {opened === 'edit' && <PersonForm record={person} onClose={close} />}
      {opened === 'password' && <PersonPassword person={person} onClose={close} />}
      {opened === 'factor' && <PersonFactor person={person} onClose={close} />}
      {opened === 'login' && <RemoveLogin person={person} onClose={close} />}
      {opened === 'delete' && (
        <DeleteRecordDialog
          resource="person"
          id={person.id}
          name={fullName(person)}
          to="/people"
          messages={messages}
          onClose={close}
        />
      )}
    </>
  )
}

function RemoveLogin({ person, onClose }: Closable & { readonly person: PersonRecord }) {
  const messages = usePeopleMessages().people
  const update = useUpdate('person')
  const name = fullName(person)
  const done = (): void => {
    showToast(messages.loginRemoved(name))
    onClose()
  }
  const question = { title: messages.removeLogin, action: messages.removeLogin, text: messages.removeLoginText }
  const remove = (): void => update.mutate({ id: person.id, fields: { username: '' } }, { onSuccess: done })
  return <ConfirmWrite question={question} write={update} onConfirm={remove} onClose={onClose} />
}
