// Texts of requests and documents, in the current language.

import { en } from './en/requests.ts'
import { messagesHook } from './language.ts'

export const useRequestsMessages = messagesHook({ en })
