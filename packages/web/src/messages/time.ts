// Texts about time (timers, timesheet, approvals, home page), in the current language.

import { en } from './en/time.ts'
import { messagesHook } from './language.ts'

export const useTimeMessages = messagesHook({ en })
