// Texts about budgets per month, quarter or year, in the current language.

import { en } from './en/retainers.ts'
import { messagesHook } from './language.ts'

export const useRetainerMessages = messagesHook({ en })
