// Texts of the command palette, in the current language.

import { en } from './en/palette.ts'
import { messagesHook } from './language.ts'

export const usePaletteMessages = messagesHook({ en })
