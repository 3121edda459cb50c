// The one client of the application: the SDK behind the session's door. Nothing else in the application talks to the
// server, but for the calls about the session itself in session-api.ts.
import { Stint } from '@stint/sdk'

/** No other page can send it without being asked first, so a request that has it is ours. */
export const appHeaders = { 'x-stint-app': '1' } as const

// Queries are tried again by their cache, which knows whether somebody still looks.
export const stint = new Stint({ url: `${location.origin}/app/api`, headers: appHeaders, retries: 1 })
