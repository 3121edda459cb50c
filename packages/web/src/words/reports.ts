// The words of reports of time and money, in
// the language that is shown.
import { choose } from './choose.ts'
import { en } from './en/reports.ts'

export const useReportWords = choose({ en })
