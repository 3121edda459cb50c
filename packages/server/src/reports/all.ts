// Every report of the API, by name. This is the only list of them: code that serves or describes reports gets it as an
// argument and names none of them.
import type { Report } from '../define/report.ts'
import { budgetReport } from './budget-report.ts'
import { marginReport } from './margin-report.ts'
import { receivablesReport } from './receivables-report.ts'
import { retainerReport } from './retainer-report.ts'
import { revenueReport } from './revenue-report.ts'
import { searchReport } from './search-report.ts'
import { statementReport } from './statement-report.ts'
import { timeReport } from './time-report.ts'
import { unbilledReport } from './unbilled-report.ts'
import { utilizationReport } from './utilization-report.ts'

export const reports: ReadonlyMap<string, Report> = new Map(
  [
    budgetReport,
    marginReport,
    receivablesReport,
    retainerReport,
    revenueReport,
    searchReport,
    statementReport,
    timeReport,
    unbilledReport,
    utilizationReport,
  ].map((report) => [report.name, report]),
)
