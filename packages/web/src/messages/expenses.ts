// Texts about receipts and billing of expenses, in the current language.

import { en } from './en/expenses.ts'
import { messagesHook } from './language.ts'

export const useExpenseMessages = messagesHook({ en })
