// Texts about the time entries of a draft and the order of its lines, in the current language.

import { en } from './en/draft-time.ts'
import { messagesHook } from './language.ts'

export const useDraftTimeMessages = messagesHook({ en })
