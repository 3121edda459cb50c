// The words of requests and documents, loaded with the screens that show them.

import { en } from './en/requests.ts'
import { messagesHook } from './language.ts'

export const useRequestsMessages = messagesHook({ en })
