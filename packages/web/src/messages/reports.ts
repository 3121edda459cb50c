// Texts of the reports, in the current language.

import { en } from './en/reports.ts'
import { messagesHook } from './language.ts'

export const useReportMessages = messagesHook({ en })
