// Texts about what became of the email with an invoice or estimate, in the current language.

import { en } from './en/mail-delivery.ts'
import { messagesHook } from './language.ts'

export const useMailDeliveryMessages = messagesHook({ en })
