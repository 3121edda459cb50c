// Who is signed in, for every screen. It is fetched when the application opens, and again when a response says that
// the session has ended. Components inside SessionProvider always have a signed-in person.
import { StintError } from '@stint/sdk'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, use } from 'react'
import { reportNoResponse } from './connection.ts'
import { keepSession, keptSession, removeKeptFiles } from './kept-session.ts'
import { type FieldOf, isClient, may, maySee, maySet, type ResourceName, type VerbOf } from './permissions.ts'
import { type Session, type SessionState, sessionApi } from './session-api.ts'
import { signInCompany } from './sign-on-address.ts'

/** Without the server, the session of this tab is used; when the server responds again, it is asked again. */
async function readState(): Promise<SessionState> {
  try {
    const state = await sessionApi.readState(signInCompany())
    keepSession(state.session)
    return state
  } catch (error) {
    const session = error instanceof StintError && error.kind === 'network' ? keptSession() : null
    if (session === null) throw error
    // After this query has ended, which counts as a response.
    setTimeout(reportNoResponse)
    return { session }
  }
}

export const sessionStateQuery = queryOptions<SessionState, StintError>({
  queryKey: ['session'],
  queryFn: readState,
  staleTime: Number.POSITIVE_INFINITY,
})

export const useSessionState = () => useQuery(sessionStateQuery)

const SessionContext = createContext<Session | null>(null)

export function SessionProvider({ session, children }: { readonly session: Session; readonly children: ReactNode }) {
  return <SessionContext value={session}>{children}</SessionContext>
}

export function useSession(): Session {
  const session = use(SessionContext)
  if (session === null) throw new Error('a screen was shown to nobody')
  return session
}

/** Whether the signed-in person may do something, according to the generated facts. */
export function useMay(): <Name extends ResourceName>(resource: Name, verb: VerbOf<Name>) => boolean {
  const { role } = useSession()
  return (resource, verb) => may(role, resource, verb)
}

export function useMaySee(): <Name extends ResourceName>(resource: Name, field: FieldOf<Name>) => boolean {
  const { role } = useSession()
  return (resource, field) => maySee(role, resource, field)
}

/** Whether the signed-in person chooses the value of the field in a new record or a change. */
export function useMaySet(): <Name extends ResourceName>(
  resource: Name,
  field: FieldOf<Name>,
  verb: 'create' | 'update',
) => boolean {
  const { role } = useSession()
  return (resource, field, verb) => maySet(role, resource, field, verb)
}

/**
 * Whether the application is the portal of a client. It says the same in other words, and leaves out what is the same
 * in all records of one client and what concerns only the team. It decides about words, layout and defaults; what a
 * person may see and do is decided by the server, and asked with the functions above.
 */
export const usePortal = (): boolean => isClient(useSession().role)

/** Signs out and removes all data of the person from memory. */
export function useSignOut(): (everywhere?: boolean) => Promise<void> {
  const queries = useQueryClient()
  return async (everywhere = false) => {
    await (everywhere ? sessionApi.signOutEverywhere() : sessionApi.signOut()).catch((error: unknown) => {
      if (!(error instanceof StintError) || error.kind !== 'notSignedIn') throw error
    })
    queries.clear()
    await removeKeptFiles().catch(() => undefined)
    location.assign('/app/')
  }
}
