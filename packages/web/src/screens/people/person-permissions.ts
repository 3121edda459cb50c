// Menu entries that change the permissions of a person: whether they see all tasks of their projects, and whether they
// may comment. Who sees everything, and people without a login, have no such permissions.
import type { PersonRecord } from '@stint/sdk'
import { Eye, EyeOff, MessageSquare, MessageSquareOff } from 'lucide-react'
import { stint } from '../../api/client.ts'
import { inRoleSet } from '../../api/permissions.ts'
import { useWrite } from '../../api/records.ts'
import { usePeopleMessages } from '../../messages/people.ts'
import type { MenuEntry } from '../../parts/menu.tsx'
import { showError, showToast } from '../../parts/toast.tsx'
import { fullName } from '../../records/people/people.ts'

interface PersonPermissions {
  readonly restricttasks?: boolean
  readonly cancomment?: boolean
}

export function usePermissionEntries(person: PersonRecord): readonly MenuEntry[] {
  const messages = usePeopleMessages().people.permissions
  const permit = useWrite('person', (said: PersonPermissions) => stint.person.permit(person.id, said))
  const { username = '', group, restricttasks, cancomment } = person
  if (username === '' || group === null || inRoleSet('seesAll', group)) return []
  const name = fullName(person)
  const to = (said: PersonPermissions, told: (name: string) => string) => () =>
    permit.mutate(said, { onSuccess: () => showToast(told(name)), onError: showError })
  return [
    restricttasks === true
      ? { id: 'tasks', name: messages.all, icon: Eye, onPress: to({ restricttasks: false }, messages.seesAll) }
      : { id: 'tasks', name: messages.own, icon: EyeOff, onPress: to({ restricttasks: true }, messages.seesOwn) },
    cancomment === false
      ? {
          id: 'notes',
          name: messages.allowComments,
          icon: MessageSquare,
          onPress: to({ cancomment: true }, messages.commentsAllowed),
        }
      : {
          id: 'notes',
          name: messages.forbidComments,
          icon: MessageSquareOff,
          onPress: to({ cancomment: false }, messages.commentsForbidden),
        },
  ]
}
