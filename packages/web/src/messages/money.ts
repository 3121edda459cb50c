// Texts about money (invoices, payments, expenses, receivables), in the current language.

import { en } from './en/money.ts'
import { messagesHook } from './language.ts'

export const useMoneyMessages = messagesHook({ en })
