// Texts of the report of utilization, in the current language.

import { en } from './en/utilization.ts'
import { messagesHook } from './language.ts'

export const useUtilizationMessages = messagesHook({ en })
