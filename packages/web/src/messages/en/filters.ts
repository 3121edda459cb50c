// The words of what narrows lists and reports:
// clients, projects, people and days.
export const en = {
  client: 'Client',
  allClients: 'All clients',
  project: 'Project',
  allProjects: 'All projects',
  person: 'Person',
  everyone: 'Everyone',
  span: 'Time span',
  ownSpan: 'Other days…',
  from: 'From',
  until: 'Until',
  endsBefore: 'Is before the first day.',
  spans: {
    thisWeek: 'This week',
    lastWeek: 'Last week',
    thisMonth: 'This month',
    lastMonth: 'Last month',
    thisQuarter: 'This quarter',
    thisYear: 'This year',
    lastYear: 'Last year',
    twelveMonths: 'Last 12 months',
    allTime: 'All time',
  },
}
