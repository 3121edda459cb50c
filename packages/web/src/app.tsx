// The root component: shows the sign-in screen, the set-up screen, or the screens of a signed-in person. Each is loaded
// on demand.
import { Suspense, useEffect, useState } from 'react'
import { I18nProvider } from 'react-aria-components'
import { locale } from './api/formats.ts'
import { lazyPart, loadLazily } from './api/lazy.ts'
import { SessionProvider, useSessionState } from './api/session.tsx'
import type { Session } from './api/session-api.ts'
import { takeOutcome } from './api/sign-on-address.ts'
import { BootFrame } from './frame/boot-frame.tsx'
import { LoadError } from './parts/page.tsx'

const signedIn = () => import('./signed-in.tsx')
const SignedIn = lazyPart(signedIn, 'SignedIn')
const SignIn = lazyPart(() => import('./screens/account/sign-in.tsx'), 'SignIn')
const Welcome = lazyPart(() => import('./screens/account/welcome.tsx'), 'Welcome')

const ChoosePassword = lazyPart(() => import('./screens/account/choose-password.tsx'), 'ChoosePassword')

const PublicPage = lazyPart(() => import('./screens/public/public-page.tsx'), 'PublicPage')

const welcomePath = '/app/welcome'
/** The page of a link to choose a password, also for a browser in which somebody is signed in. */
const passwordPath = '/app/password'
/** The public pages of invoices and estimates, for clients without a login. */
const publicPath = /^\/app\/(invoice|estimate)$/
const publicResource = publicPath.exec(location.pathname)?.[1]

const signedOutKey = 'stint-signed-out'

/** Before the server has answered, the frame is shown, except where the sign-in screen was shown last. */
const expectsSignedIn = (): boolean =>
  localStorage.getItem(signedOutKey) === null &&
  publicResource === undefined &&
  ![welcomePath, passwordPath].includes(location.pathname)

function rememberSignedOut(isSignedOut: boolean): void {
  if (isSignedOut) localStorage.setItem(signedOutKey, '1')
  else localStorage.removeItem(signedOutKey)
}

// The screens are evaluated while the session is on its way. If that fails, they are loaded again when they are needed.
if (expectsSignedIn()) void signedIn().catch(() => undefined)

export function App() {
  const visit = useSessionState()
  const [last, setLast] = useState<Session | null>(null)
  const session = visit.data?.session ?? null
  useEffect(() => {
    if (visit.data !== undefined) rememberSignedOut(visit.data.session === null)
  }, [visit.data])
  useEffect(() => {
    const outcome = session === null ? null : takeOutcome()
    if (outcome !== null)
      void loadLazily(() => import('./screens/account/sign-on-outcome.ts')).then(({ showOutcome }) =>
        showOutcome(outcome),
      )
  }, [session])
  // Another person has signed in after the session ended: a reload removes all data of the previous person.
  if (session !== null && last !== null && session.personid !== last.personid) location.reload()
  if (session !== null && session !== last) setLast(session)
  if (visit.data === undefined) {
    if (visit.isError) return <LoadError error={visit.error} onRetry={() => void visit.refetch()} />
    return expectsSignedIn() ? <BootFrame /> : null
  }
  const shown = session ?? last
  const { setup = false } = visit.data
  if (location.pathname === passwordPath || publicResource !== undefined) {
    return (
      <I18nProvider locale={locale}>
        <Suspense>
          {publicResource === undefined ? (
            <ChoosePassword />
          ) : (
            <PublicPage resource={publicResource} isOwn={session !== null} />
          )}
        </Suspense>
      </I18nProvider>
    )
  }
  return (
    <I18nProvider locale={locale}>
      {shown !== null && (
        <div inert={session === null}>
          <SessionProvider session={shown}>
            <Suspense fallback={<BootFrame />}>
              <SignedIn />
            </Suspense>
          </SessionProvider>
        </div>
      )}
      {session === null && (
        <Suspense>
          {shown === null && location.pathname === welcomePath ? (
            <Welcome waits={setup} />
          ) : (
            <SignIn offer={visit.data} again={shown !== null} />
          )}
        </Suspense>
      )}
    </I18nProvider>
  )
}
