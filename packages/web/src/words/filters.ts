// The words of what narrows lists and reports,
// in the language that is shown.
import { choose } from './choose.ts'
import { en } from './en/filters.ts'

export const useFilterWords = choose({ en })
