// Texts of the client portal, in the current language.

import { en } from './en/portal.ts'
import { messagesHook } from './language.ts'

export const usePortalMessages = messagesHook({ en })
