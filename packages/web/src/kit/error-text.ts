// Errors: one found before the server is asked, in the same shape as its own, so that forms show it at the same field;
// and the words for one where there is no form.
import { StintError } from '@stint/sdk'

export const fieldError = (field: string, sentence: string): StintError =>
  new StintError('invalid', sentence, { faults: [{ field, sentence }] })

/**
 * The server's words begin small, as they follow the name of a field where there is no form. What somebody typed stays
 * as it is.
 */
export const capitalized = (messages: string): string => messages.charAt(0).toUpperCase() + messages.slice(1)

/** No answer at all: what the client says of it is for programmers. */
export const isNetworkError = (error: unknown): boolean => error instanceof StintError && error.kind === 'network'

/** What went wrong, for where there are no fields: each thing on a line of its own, in the server's words. */
export function errorText(error: unknown): string {
  if (error instanceof StintError && error.faults.length > 0) {
    const lines = error.faults.map(({ field, sentence }) =>
      field === null || field === 'id' ? sentence : `${field}: ${sentence}`,
    )
    return [...new Set(lines)].map(capitalized).join('\n')
  }
  return error instanceof Error ? error.message : String(error)
}
