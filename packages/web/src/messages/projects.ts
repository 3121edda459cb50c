// Texts of projects, in the current language.

import { en } from './en/projects.ts'
import { messagesHook } from './language.ts'

export const useProjectMessages = messagesHook({ en })
