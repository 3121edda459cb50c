// The words of the settings and the profile, in the language that is shown.
import { choose } from './choose.ts'
import { en } from './en/settings.ts'

export const useSettingsWords = choose({ en })
