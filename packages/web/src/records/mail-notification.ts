// Whether changes send notification mails. The choice is stored in this browser. Without a mail server there is no
// choice.
import { usePortal, useSession } from '../api/session.tsx'
import { createStore } from '../frame/store.ts'

const storageKey = 'stint-notify'

const enabledStore = createStore(localStorage.getItem(storageKey) === 't')

export interface MailNotification {
  /** False if the server has no mail server; then the choice is not shown. */
  readonly possible: boolean
  readonly on: boolean
  set(on: boolean): void
}

export function useMailNotification(): MailNotification {
  const { mail } = useSession()
  const on = enabledStore.use()
  return {
    possible: mail,
    on: mail && on,
    set: (next) => {
      localStorage.setItem(storageKey, next ? 't' : 'f')
      enabledStore.set(next)
    },
  }
}

/** Whether what is written in requests is mailed: from the portal always, because the people who do the work answer. */
export function useRequestNotification(): boolean {
  const { on } = useMailNotification()
  return usePortal() || on
}
