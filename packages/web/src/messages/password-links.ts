// Texts of the links with which people choose a password, in the current language.

import { en } from './en/password-links.ts'
import { messagesHook } from './language.ts'

export const usePasswordLinkMessages = messagesHook({ en })
