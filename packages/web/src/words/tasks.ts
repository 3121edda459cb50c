// The words of tasks, loaded with the screens that show them.
import { choose } from './choose.ts'
import { en } from './en/tasks.ts'

export const useTasksWords = choose({ en })
