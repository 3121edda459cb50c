// The message and the code of a value that was thrown. It need not be an Error, because JavaScript can throw anything.
// How an error becomes a response is in api/error-mapping.ts.

export const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The code of an error of Node, such as ENOENT; empty when it has none. */
export const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''
