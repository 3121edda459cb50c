// The words of tasks, loaded with the screens that show them.

import { en } from './en/tasks.ts'
import { messagesHook } from './language.ts'

export const useTasksMessages = messagesHook({ en })
