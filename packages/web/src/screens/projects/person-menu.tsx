// What an Administrator does to a whole person: change them, set a password, take the login away, let them rest, delete them.
import type { PersonRecord } from '@stint/sdk'
import { Archive, ArchiveRestore, KeyRound, LogOut, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useUpdate } from '../../api/records.ts'
import { useSession } from '../../api/session.tsx'
import { useKeys } from '../../frame/shortcuts.ts'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/dialog.tsx'
import { Menu, type MenuEntry } from '../../parts/menu.tsx'
import { say, sayBad } from '../../parts/toast.tsx'
import { usePeopleWords } from '../../words/people.ts'
import { useWords } from '../../words/words.ts'
import { DeleteRecord } from './delete-record.tsx'
import { nameOf } from './names.ts'
import { PersonForm } from './person-form.tsx'
import { PersonPassword } from './person-password.tsx'
import { usePermits } from './person-permits.ts'

type Opened = 'edit' | 'password' | 'login' | 'delete'

export function PersonMenu({ person }: { readonly person: PersonRecord }) {
  const words = usePeopleWords().people
  const parts = useWords().parts
  const { personid } = useSession()
  const update = useUpdate('person')
  const [opened, setOpened] = useState<Opened | null>(null)
  const { id, active, username = '' } = person
  const name = nameOf(person)
  const close = () => setOpened(null)
  const open = (which: Opened) => () => setOpened(which)
  useKeys([{ keys: 'e', name: words.edit, run: open('edit') }])
  const turn = (to: boolean): void =>
    update.mutate(
      { id, fields: { active: to } },
      {
        onSuccess: () =>
          say((to ? words.activated : words.deactivated)(name), { name: parts.undo, onPress: () => turn(!to) }),
        onError: sayBad,
      },
    )
  const oneself = id === personid
  const permits = usePermits(person)
  const entries: (MenuEntry | null | false)[] = [
    username !== '' &&
      !oneself && { id: 'password', name: words.resetPassword, icon: KeyRound, onPress: open('password') },
    username !== '' && !oneself && { id: 'login', name: words.removeLogin, icon: LogOut, onPress: open('login') },
    ...permits,
    active
      ? !oneself && { id: 'off', name: words.deactivate, icon: Archive, onPress: () => turn(false) }
      : { id: 'on', name: words.activate, icon: ArchiveRestore, onPress: () => turn(true) },
    !oneself && null,
    !oneself && { id: 'delete', name: words.delete, icon: Trash2, danger: true, onPress: open('delete') },
  ]
  const shown = entries.filter((entry) => entry !== false)
  return (
    <>
      <Button icon={Pencil} onPress={open('edit')}>
        {parts.edit}
      </Button>
      {shown.length > 0 && <Menu label={parts.actions} entries={shown} />}
      {opened === 'edit' && <PersonForm person={person} onClose={close} />}
      {opened === 'password' && <PersonPassword person={person} onClose={close} />}
      {opened === 'login' && <RemoveLogin person={person} onClose={close} />}
      {opened === 'delete' && (
        <DeleteRecord
          resource="person"
          id={person.id}
          name={nameOf(person)}
          to="/people"
          words={words}
          onClose={close}
        />
      )}
    </>
  )
}

interface AskProps {
  readonly person: PersonRecord
  readonly onClose: () => void
}

function RemoveLogin({ person, onClose }: AskProps) {
  const words = usePeopleWords().people
  const update = useUpdate('person')
  const name = nameOf(person)
  const done = (): void => {
    say(words.loginRemoved(name))
    onClose()
  }
  return (
    <Confirm
      open
      title={words.removeLogin}
      action={words.removeLogin}
      onClose={onClose}
      busy={update.isPending}
      error={update.error}
      onConfirm={() => update.mutate({ id: person.id, fields: { username: '' } }, { onSuccess: done })}
    >
      {words.removeLoginText}
    </Confirm>
  )
}
