// The words of clients and people, in the language that is shown.

import { en } from './en/people.ts'
import { messagesHook } from './language.ts'

export const usePeopleMessages = messagesHook({ en })
