// The words of reports of time and money, in
// the language that is shown.

import { en } from './en/reports.ts'
import { messagesHook } from './language.ts'

export const useReportMessages = messagesHook({ en })
