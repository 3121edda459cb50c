// Texts of the history of records and of the audit log, in the current language.

import { en } from './en/history.ts'
import { messagesHook } from './language.ts'

export const useHistoryMessages = messagesHook({ en })
