// Texts of the task lists, in the current language.

import { en } from './en/tasks.ts'
import { messagesHook } from './language.ts'

export const useTasksMessages = messagesHook({ en })
