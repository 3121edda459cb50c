// Texts of notifications, in the current language.

import { en } from './en/notifications.ts'
import { messagesHook } from './language.ts'

export const useNotificationMessages = messagesHook({ en })
