// Passwords that an Administrator sets for others: a minimum length, and random suggestions.
import { StintError } from '@stint/sdk'

const minLength = 8
/** Without letters and digits that are easily confused. */
const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const suggestedLength = 16

export function suggestPassword(): string {
  // Larger bytes are skipped; with them the first letters would be more likely than others.
  const fair = Math.floor(256 / letters.length) * letters.length
  let password = ''
  while (password.length < suggestedLength) {
    for (const byte of crypto.getRandomValues(new Uint8Array(suggestedLength))) {
      if (byte < fair && password.length < suggestedLength) password += letters[byte % letters.length] ?? ''
    }
  }
  return password
}

/** The API refuses shorter passwords too; here the form says so before it is sent. */
export function requireMinLength(password: string, sentence: string): void {
  if ([...password].length >= minLength) return
  throw new StintError('invalid', sentence, { errors: [{ field: 'password', sentence }] })
}
