// Texts about estimates, in the current language.

import { en } from './en/estimates.ts'
import { messagesHook } from './language.ts'

export const useEstimateMessages = messagesHook({ en })
