// Passwords that an Administrator sets for others: as long as the sign-in wants them, or made up here.
import { StintError } from '@stint/sdk'

const minLength = 8
/** Without letters and digits that are taken for each other when they are read out. */
const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const suggestedLength = 16

export function suggestPassword(): string {
  // Numbers that would favour the first letters are drawn again.
  const fair = Math.floor(256 / letters.length) * letters.length
  let made = ''
  while (made.length < suggestedLength) {
    for (const byte of crypto.getRandomValues(new Uint8Array(suggestedLength))) {
      if (byte < fair && made.length < suggestedLength) made += letters[byte % letters.length] ?? ''
    }
  }
  return made
}

/** The API takes shorter ones; whoever has one could not choose it themselves. */
export function requireMinLength(password: string, sentence: string): void {
  if ([...password].length >= minLength) return
  throw new StintError('invalid', sentence, { faults: [{ field: 'password', sentence }] })
}
