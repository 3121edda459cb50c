// The words about money: invoices,
// payments, expenses, what is owed.

import { en } from './en/money.ts'
import { messagesHook } from './language.ts'

export const useMoneyMessages = messagesHook({ en })
