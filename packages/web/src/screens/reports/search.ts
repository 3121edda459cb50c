// What the address of reports may say in words: which
// one, and what time is added up by.

export const reportNames = ['time', 'unbilled', 'receivables', 'revenue', 'budget'] as const
export const groupings = ['person', 'project', 'client', 'worktype', 'module', 'day', 'week', 'month'] as const
export type Grouping = (typeof groupings)[number]
