// Menu entries that create a link with which a person chooses a password: an invitation until the first sign-in, a
// reset link afterwards. It is mailed, or shown to be copied.
import type { PersonRecord } from '@stint/sdk'
import { useMutation } from '@tanstack/react-query'
import { Link, Mail } from 'lucide-react'
import { useState } from 'react'
import { useSession } from '../../api/session.tsx'
import { usePasswordLinkMessages } from '../../messages/password-links.ts'
import type { MenuEntry } from '../../parts/menu.tsx'
import { showError, showToast } from '../../parts/toast.tsx'
import { createPersonLink, type ShownLink } from '../../records/people/person-link.tsx'

interface PersonLinks {
  readonly entries: readonly MenuEntry[]
  /** The link to show; null if there is none. */
  readonly link: ShownLink | null
  readonly close: () => void
}

export function usePersonLinks({ id, username = '', active, lastlogin }: PersonRecord): PersonLinks {
  const messages = usePasswordLinkMessages().create
  const { personid, mailslinks } = useSession()
  const [link, setLink] = useState<ShownLink | null>(null)
  const kind = lastlogin == null ? 'invite' : 'reset'
  const create = useMutation({
    mutationFn: (send: boolean) => createPersonLink(id, kind, send),
    onSuccess: (created) => (created.sentto === null ? setLink(created) : showToast(messages.sent(created.sentto))),
    onError: showError,
  })
  const close = () => setLink(null)
  if (id === personid || username === '' || !active) return { entries: [], link: null, close }
  const isInvitation = kind === 'invite'
  const send: MenuEntry = {
    id: 'sendlink',
    name: isInvitation ? messages.sendInvitation : messages.sendReset,
    icon: Mail,
    onPress: () => create.mutate(true),
  }
  const copy: MenuEntry = {
    id: 'copylink',
    name: isInvitation ? messages.copyInvitation : messages.copyReset,
    icon: Link,
    onPress: () => create.mutate(false),
  }
  return { entries: mailslinks ? [send, copy] : [copy], link, close }
}
