// Texts of the filters of lists and reports, in the current language.

import { en } from './en/filters.ts'
import { messagesHook } from './language.ts'

export const useFilterMessages = messagesHook({ en })
