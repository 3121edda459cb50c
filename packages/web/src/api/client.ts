// The API client of the application: the SDK, which sends its requests with the session cookie to /app/api. Only
// session-api.ts sends other requests, for the session itself.
import { Stint } from '@stint/sdk'
import { appHeaders } from './app-headers.ts'

// The query cache retries queries, because it knows whether a component still needs them.
export const stint = new Stint({ url: `${location.origin}/app/api`, headers: appHeaders, retries: 1 })
