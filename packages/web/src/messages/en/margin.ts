// English texts of the report of margins.
import { plural } from './plural.ts'

export const en = {
  intro: 'Value of billable time less the cost of all time, at current cost rates.',
  groupings: { project: 'Project', client: 'Client', person: 'Person' },
  groupBy: 'Group by',
  noClient: 'No client',
  chart: 'Revenue and cost',
  hours: 'Hours',
  billable: 'Billable',
  revenue: 'Revenue',
  cost: 'Cost',
  margin: 'Margin',
  percent: 'Margin %',
  sum: 'Total',
  rest: (count: number) => plural(count, { one: '{n} other', other: '{n} others' }),
  unknown: 'Unknown',
  withoutCost: (hours: string) => `${hours} h without cost`,
  otherCurrency: 'Cost is in another currency',
  noCostRate: 'No cost rate',
  peopleWithout: (count: number) =>
    plural(count, { one: '{n} person has no cost rate.', other: '{n} people have no cost rate.' }),
  peopleWithoutText: 'Margins that include their time are unknown.',
  showPeople: 'Show by person',
  none: 'No time in this date range',
  noneText: 'Choose another date range or remove filters.',
} as const
