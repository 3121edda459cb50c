// The texts of budgets per month, quarter or year in English.

const lengths: Readonly<Record<string, string>> = {
  '': 'Whole project',
  month: 'Each month',
  quarter: 'Each quarter',
  year: 'Each year',
}

export const en = {
  lengths,
  title: 'Retainer',
  intro:
    'Budgets per month, quarter or year, and what was used of them. The present budget applies to all periods; all logged time counts.',
  none: 'No retainers in this date range',
  noneText: 'Choose “Each month” as the budget period of a project to see its periods here.',
  chart: 'Used of the current period, in percent',
  period: 'Period',
  project: 'Project',
  budget: 'Budget',
  carriedOver: 'Carried over',
  available: 'Available',
  used: 'Used',
  usedIn: (period: string) => `Used in ${period}`,
  usedOf: (project: string, period: string) => `Used by ${project}, ${period}`,
  share: '% used',
  remaining: 'Remaining',
  over: 'Over budget',
  nothingAvailable: 'Nothing available',
  usedOfAvailable: (used: string, available: string) => `${used} of ${available}`,
  withCarriedOver: (budget: string, carried: string) => `${budget} and ${carried} carried over`,
  lessOverrun: (budget: string, overrun: string) => `${budget} less ${overrun} overrun`,
  until: (day: string) => `until ${day}`,
  noPeriods: 'No periods yet.',
  allPeriods: 'All periods',
} as const
