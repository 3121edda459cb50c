// Texts of passkeys, in the current language.

import { en } from './en/passkeys.ts'
import { messagesHook } from './language.ts'

export const usePasskeyMessages = messagesHook({ en })
