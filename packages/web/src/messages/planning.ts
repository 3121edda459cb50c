// Texts of the calendar of tasks and of the timeline of a project, in the current language.

import { en } from './en/planning.ts'
import { messagesHook } from './language.ts'

export const usePlanningMessages = messagesHook({ en })
