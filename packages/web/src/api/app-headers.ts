// The headers of every request of the application, apart from the client so that the first script can use them without
// loading it.

/** A page of another origin cannot send this header without a CORS preflight. It protects against CSRF. */
export const appHeaders = { 'x-stint-app': '1' } as const
