// The words of one task and of milestones, loaded with the screens that show them.
import { choose } from './choose.ts'
import { en } from './en/task.ts'

export const useTaskWords = choose({ en })
