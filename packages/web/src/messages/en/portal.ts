// English texts of the client portal.
import { plural } from './plural.ts'

export const en = {
  from: (company: string) => `Your work with ${company}: current projects, upcoming milestones and invoices.`,
  newRequest: 'New request',
  projects: 'Your projects',
  noProjects: 'No projects are shared with you yet.',
  openTasks: (count: number) => plural(count, { one: '{n} open task', other: '{n} open tasks' }),
  until: (day: string) => `ends ${day}`,
  due: 'Due',
  late: (days: number) => plural(days, { one: '{n} day late', other: '{n} days late' }),
  progress: (share: string) => `${share} done`,
  accepted: 'In progress',
  waiting: 'Open',
  invoices: { title: 'Unpaid invoices', none: 'Nothing to pay.', all: 'All invoices' },
  documents: { title: 'Recent documents', none: 'No documents are shared with you yet.', all: 'All documents' },
  milestones: { title: 'Upcoming milestones', none: 'No open milestones.' },
  requests: {
    title: 'Your requests',
    none: 'No open requests. Send a request when you need something.',
    all: 'All requests',
  },
}
