// The words of projects, in the language that is shown.

import { en } from './en/projects.ts'
import { messagesHook } from './language.ts'

export const useProjectMessages = messagesHook({ en })
