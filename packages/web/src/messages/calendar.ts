// Texts of the calendar link, in the current language.

import { en } from './en/calendar.ts'
import { messagesHook } from './language.ts'

export const useCalendarMessages = messagesHook({ en })
