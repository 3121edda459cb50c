// The first request: who is signed in. The first script sends it while the application is still being loaded, and
// session-api.ts takes its response. Later requests about the session are sent there.
import { appHeaders } from './app-headers.ts'
import { signInCompany } from './sign-on-address.ts'

export const sessionPath = (company: string | null): string =>
  company === null ? '/app/session' : `/app/session?company=${encodeURIComponent(company)}`

let first: Promise<Response> | null = null

export function requestFirstSession(): Promise<Response> {
  first = fetch(sessionPath(signInCompany()), { headers: appHeaders })
  return first
}

/** The response to the first request, once; null afterwards. */
export function takeFirstSession(): Promise<Response> | null {
  const taken = first
  first = null
  return taken
}
