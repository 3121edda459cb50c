// What went wrong in the browser with a passkey, as a sentence for the form.
import { PasskeyExists, PasskeyNotUsed } from '../../api/passkeys.ts'
import { usePasskeyMessages } from '../../messages/passkeys.ts'

/** Runs a use of a passkey; its errors are then those of the form. */
export function usePasskeyErrors(): <T>(work: Promise<T>) => Promise<T> {
  const messages = usePasskeyMessages()
  return (work) =>
    work.catch((error: unknown) => {
      if (error instanceof PasskeyNotUsed) throw new Error(messages.notUsed)
      if (error instanceof PasskeyExists) throw new Error(messages.exists)
      throw error
    })
}
