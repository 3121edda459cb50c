// The words of the settings and the profile, in the language that is shown.

import { en } from './en/settings.ts'
import { messagesHook } from './language.ts'

export const useSettingsMessages = messagesHook({ en })
