// Texts of saved reports, in the current language.

import { en } from './en/saved-reports.ts'
import { messagesHook } from './language.ts'

export const useSavedReportMessages = messagesHook({ en })
