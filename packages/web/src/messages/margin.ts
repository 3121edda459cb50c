// Texts of the report of margins, in the current language.

import { en } from './en/margin.ts'
import { messagesHook } from './language.ts'

export const useMarginMessages = messagesHook({ en })
