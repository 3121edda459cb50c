// The words of clients and people, in the language that is shown.
import { choose } from './choose.ts'
import { en } from './en/people.ts'

export const usePeopleWords = choose({ en })
