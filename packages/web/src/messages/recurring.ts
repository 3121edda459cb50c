// Texts about recurring invoices, in the current language.

import { en } from './en/recurring.ts'
import { messagesHook } from './language.ts'

export const useRecurringMessages = messagesHook({ en })
