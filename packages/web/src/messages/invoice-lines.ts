// Texts about what stands on the lines of an invoice, in the current language.

import { en } from './en/invoice-lines.ts'
import { messagesHook } from './language.ts'

export const useInvoiceLineMessages = messagesHook({ en })
