// English texts of the client portal.
import { plural } from './plural.ts'

export const en = {
  hello: (name: string) => `Hello ${name}`,
  from: (company: string) => `${company} and you: what is being worked on, what comes next, what is to be paid.`,
  newRequest: 'New request',
  projects: 'Your projects',
  noProjects: 'No project is open for you to see at the moment.',
  openTasks: (count: number) => plural(count, { one: '{n} open task', other: '{n} open tasks' }),
  until: (day: string) => `until ${day}`,
  milestones: 'What comes next',
  noMilestones: 'No milestone is open.',
  due: 'Due',
  late: (days: number) => plural(days, { one: '{n} day late', other: '{n} days late' }),
  progress: (share: string) => `${share} done`,
  requests: 'Your requests',
  noRequests: 'Nothing waits. What would you like to have done?',
  accepted: 'In work',
  waiting: 'Waiting',
  allRequests: 'All requests',
  invoices: 'Invoices to be paid',
  noInvoices: 'Nothing is to be paid.',
  allInvoices: 'All invoices',
  documents: 'New documents',
  noDocuments: 'No document was shared with you yet.',
  allDocuments: 'All documents',
}
