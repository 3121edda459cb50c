// Errors: creates an error that is found before a request, in the same form as an error of the server, so that forms
// show it at its field; and turns errors into text where there is no form.
import { StintError } from '@stint/sdk'

export const fieldError = (field: string, sentence: string): StintError =>
  new StintError('invalid', sentence, { errors: [{ field, sentence }] })

/**
 * With a capital letter and a full stop. Messages of the server begin with a small letter, because without a form they
 * follow the name of a field.
 */
export const asSentence = (message: string): string =>
  message.charAt(0).toUpperCase() + message.slice(1) + (/[.!?]$/.test(message) ? '' : '.')

/** Names in messages of the server that are no fields of a form. */
const unnamed: readonly (string | null)[] = [null, 'id', 'mail']

/** True if there was no response. The message of such an error is meant for programmers. */
export const isNetworkError = (error: unknown): boolean => error instanceof StintError && error.kind === 'network'

/** The message of an error where there are no fields: one line per validation error, in the server's words. */
export function errorText(error: unknown): string {
  if (error instanceof StintError && error.errors.length > 0) {
    const lines = error.errors.map(({ field, sentence }) =>
      unnamed.includes(field) ? sentence : `${field}: ${sentence}`,
    )
    return [...new Set(lines)].map(asSentence).join('\n')
  }
  return error instanceof Error ? error.message : String(error)
}
