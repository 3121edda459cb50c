// The words of one task and of milestones, loaded with the screens that show them.

import { en } from './en/task.ts'
import { messagesHook } from './language.ts'

export const useTaskMessages = messagesHook({ en })
