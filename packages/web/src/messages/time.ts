// The words about time: timers, the timesheet, approvals and the start page.

import { en } from './en/time.ts'
import { messagesHook } from './language.ts'

export const useTimeMessages = messagesHook({ en })
