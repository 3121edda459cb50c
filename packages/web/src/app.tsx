// The root component: shows the sign-in screen, the set-up screen, or the screens of a signed-in person. Each is loaded
// on demand.
import { lazy, Suspense, useState } from 'react'
import { I18nProvider } from 'react-aria-components'
import { locale } from './api/formats.ts'
import { loadLazily } from './api/lazy.ts'
import { SessionProvider, useSessionState } from './api/session.tsx'
import type { Session } from './api/session-api.ts'
import { LoadError } from './parts/page.tsx'

const SignedIn = lazy(async () => ({ default: (await loadLazily(() => import('./signed-in.tsx'))).SignedIn }))
const SignIn = lazy(async () => ({ default: (await loadLazily(() => import('./screens/account/sign-in.tsx'))).SignIn }))
const Welcome = lazy(async () => ({
  default: (await loadLazily(() => import('./screens/account/welcome.tsx'))).Welcome,
}))

const welcomePath = '/app/welcome'

export function App() {
  const visit = useSessionState()
  const [last, setLast] = useState<Session | null>(null)
  const session = visit.data?.session ?? null
  // Another person has signed in after the session ended: a reload removes all data of the previous person.
  if (session !== null && last !== null && session.personid !== last.personid) location.reload()
  if (session !== null && session !== last) setLast(session)
  if (visit.data === undefined) {
    return visit.isError ? <LoadError error={visit.error} onRetry={() => void visit.refetch()} /> : null
  }
  const shown = session ?? last
  const { demo = [], setup = false } = visit.data
  return (
    <I18nProvider locale={locale}>
      {shown !== null && (
        <div inert={session === null}>
          <SessionProvider session={shown}>
            <Suspense>
              <SignedIn />
            </Suspense>
          </SessionProvider>
        </div>
      )}
      {session === null && (
        <Suspense>
          {shown === null && location.pathname === welcomePath ? (
            <Welcome />
          ) : (
            <SignIn demo={demo} setup={setup} again={shown !== null} />
          )}
        </Suspense>
      )}
    </I18nProvider>
  )
}
