// Texts of two-factor sign-in, in the current language.

import { en } from './en/second-factor.ts'
import { messagesHook } from './language.ts'

export const useSecondFactorMessages = messagesHook({ en })
