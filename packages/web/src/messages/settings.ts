// Texts of the settings and the profile, in the current language.

import { en } from './en/settings.ts'
import { messagesHook } from './language.ts'

export const useSettingsMessages = messagesHook({ en })
