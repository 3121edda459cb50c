// The words of projects, in the language that is shown.
import { choose } from './choose.ts'
import { en } from './en/projects.ts'

export const useProjectWords = choose({ en })
