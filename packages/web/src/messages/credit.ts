// Texts about credit notes, in the current language.

import { en } from './en/credit.ts'
import { messagesHook } from './language.ts'

export const useCreditMessages = messagesHook({ en })
