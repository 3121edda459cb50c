// Texts of the task page and of milestones, in the current language.

import { en } from './en/task.ts'
import { messagesHook } from './language.ts'

export const useTaskMessages = messagesHook({ en })
