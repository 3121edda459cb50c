// The words of what narrows lists and reports,
// in the language that is shown.

import { en } from './en/filters.ts'
import { messagesHook } from './language.ts'

export const useFilterMessages = messagesHook({ en })
