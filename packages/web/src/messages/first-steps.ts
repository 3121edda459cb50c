// Texts of the checklist of a new company, in the current language.

import { en } from './en/first-steps.ts'
import { messagesHook } from './language.ts'

export const useFirstStepsMessages = messagesHook({ en })
