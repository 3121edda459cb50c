// The words of the command palette, in the language that is shown.
import { choose } from './choose.ts'
import { en } from './en/palette.ts'

export const usePaletteWords = choose({ en })
