// The words about money: invoices,
// payments, expenses, what is owed.
import { choose } from './choose.ts'
import { en } from './en/money.ts'

export const useMoneyWords = choose({ en })
