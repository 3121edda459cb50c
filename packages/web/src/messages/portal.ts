// The words of a client's portal, in the language that is shown.

import { en } from './en/portal.ts'
import { messagesHook } from './language.ts'

export const usePortalMessages = messagesHook({ en })
