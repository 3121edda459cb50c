// English texts of the client portal.
import { plural } from './plural.ts'

export const en = {
  from: (company: string) => `Your work with ${company}: current projects, upcoming milestones and invoices.`,
  newRequest: 'New request',
  projects: 'Your projects',
  noProjects: 'No projects are shared with you yet.',
  openTasks: (count: number) => plural(count, { one: '{n} open task', other: '{n} open tasks' }),
  until: (day: string) => `ends ${day}`,
  milestones: 'Upcoming milestones',
  noMilestones: 'No open milestones.',
  due: 'Due',
  late: (days: number) => plural(days, { one: '{n} day late', other: '{n} days late' }),
  progress: (share: string) => `${share} done`,
  requests: 'Your requests',
  noRequests: 'No open requests. Send a request when you need something.',
  accepted: 'In progress',
  waiting: 'Open',
  allRequests: 'All requests',
  invoices: 'Unpaid invoices',
  noInvoices: 'Nothing to pay.',
  allInvoices: 'All invoices',
  documents: 'Recent documents',
  noDocuments: 'No documents are shared with you yet.',
  allDocuments: 'All documents',
}
