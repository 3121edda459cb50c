// The words of the command palette, in the language that is shown.

import { en } from './en/palette.ts'
import { messagesHook } from './language.ts'

export const usePaletteMessages = messagesHook({ en })
