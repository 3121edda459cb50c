// Texts of clients and people, in the current language.

import { en } from './en/people.ts'
import { messagesHook } from './language.ts'

export const usePeopleMessages = messagesHook({ en })
