// Texts of the API tokens, in the current language.

import { en } from './en/tokens.ts'
import { messagesHook } from './language.ts'

export const useTokenMessages = messagesHook({ en })
