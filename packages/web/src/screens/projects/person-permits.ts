// What an Administrator allows or forbids somebody beyond their role, as entries of a menu: to see all tasks of their projects, and
// to comment. Neither means anything for Administrators, or for people without a login.
import type { PersonRecord } from '@stint/sdk'
import { Eye, EyeOff, MessageSquare, MessageSquareOff } from 'lucide-react'
import { stint } from '../../api/client.ts'
import { useWrite } from '../../api/records.ts'
import type { MenuEntry } from '../../parts/menu.tsx'
import { say, sayBad } from '../../parts/toast.tsx'
import { usePeopleWords } from '../../words/people.ts'
import { groups, nameOf } from './names.ts'

interface Permits {
  readonly restricttasks?: boolean
  readonly cancomment?: boolean
}

export function usePermits(person: PersonRecord): readonly MenuEntry[] {
  const words = usePeopleWords().people.permits
  const permit = useWrite('person', (said: Permits) => stint.person.permit(person.id, said))
  const { username = '', groupid, restricttasks, cancomment } = person
  if (username === '' || groupid === null || groupid === groups.administrator) return []
  const name = nameOf(person)
  const to = (said: Permits, told: (name: string) => string) => () =>
    permit.mutate(said, { onSuccess: () => say(told(name)), onError: sayBad })
  return [
    restricttasks === true
      ? { id: 'tasks', name: words.all, icon: Eye, onPress: to({ restricttasks: false }, words.seesAll) }
      : { id: 'tasks', name: words.own, icon: EyeOff, onPress: to({ restricttasks: true }, words.seesOwn) },
    cancomment === false
      ? { id: 'notes', name: words.speak, icon: MessageSquare, onPress: to({ cancomment: true }, words.speaks) }
      : { id: 'notes', name: words.hush, icon: MessageSquareOff, onPress: to({ cancomment: false }, words.hushed) },
  ]
}
