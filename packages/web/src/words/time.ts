// The words about time: timers, the timesheet, approvals and the start page.
import { choose } from './choose.ts'
import { en } from './en/time.ts'

export const useTimeWords = choose({ en })
