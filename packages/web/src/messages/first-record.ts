// Texts of choices that have nothing to choose, in the current language.

import { en } from './en/first-record.ts'
import { messagesHook } from './language.ts'

export const useFirstRecordMessages = messagesHook({ en })
