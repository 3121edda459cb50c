// Values that the server gives to a browser to get them back later: encrypted, so that the browser can neither read nor
// change them, and any process can open them. Written with letters that cookies and headers may contain.
import { DecryptionError, type Vault } from '../../io/vault.ts'

export const seal = (vault: Vault, value: unknown, place: string): string =>
  Buffer.from(vault.encrypt(JSON.stringify(value), place)).toString('base64url')

/** Null if this server has not sealed the text for this place. */
export function openSealed(vault: Vault, text: string, place: string): unknown {
  try {
    return JSON.parse(vault.decrypt(Buffer.from(text, 'base64url').toString(), place))
  } catch (error) {
    if (error instanceof DecryptionError || error instanceof SyntaxError) return null
    throw error
  }
}
