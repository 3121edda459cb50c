// Texts of single sign-on, in the current language.

import { en } from './en/single-sign-on.ts'
import { messagesHook } from './language.ts'

export const useSignOnMessages = messagesHook({ en })
