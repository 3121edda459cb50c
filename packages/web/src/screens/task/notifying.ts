// Whether what one changes is mailed to those whom it concerns: a wish of the person at this browser, kept until it is changed, and
// no wish at all where no mail server is set.
import { useSession } from '../../api/session.tsx'
import { storeOf } from '../../frame/store.ts'

const place = 'stint-notify'

const wish = storeOf(localStorage.getItem(place) === 't')

export interface Notifying {
  /** False where there is no mail server: then nothing is asked. */
  readonly possible: boolean
  readonly on: boolean
  set(on: boolean): void
}

export function useNotifying(): Notifying {
  const { mail } = useSession()
  const on = wish.use()
  return {
    possible: mail,
    on: mail && on,
    set: (next) => {
      localStorage.setItem(place, next ? 't' : 'f')
      wish.set(next)
    },
  }
}
