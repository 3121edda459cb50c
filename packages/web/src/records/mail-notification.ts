// Whether what one changes is mailed to those whom it concerns: a wish of the person at this browser, kept until it
// is changed, and no wish at all where no mail server is set.
import { useSession } from '../api/session.tsx'
import { createStore } from '../frame/store.ts'

const storageKey = 'stint-notify'

const enabledStore = createStore(localStorage.getItem(storageKey) === 't')

export interface MailNotification {
  /** False where there is no mail server: then nothing is asked. */
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
