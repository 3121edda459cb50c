// The values of the URL parameters of reports: the names of the reports and the groupings of the time report.

export const reportNames = [
  'time',
  'utilization',
  'unbilled',
  'receivables',
  'revenue',
  'margin',
  'statement',
  'budget',
  'retainer',
] as const
export type ReportTab = (typeof reportNames)[number]
export const groupings = ['person', 'project', 'client', 'worktype', 'module', 'day', 'week', 'month'] as const
export type Grouping = (typeof groupings)[number]
