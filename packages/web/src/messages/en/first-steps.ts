// The texts of the checklist of a new company, on the home page of Administrators.

export const en = {
  title: 'Get started',
  done: (done: number, all: number) => `${done} of ${all} done`,
  hide: 'Hide checklist',
  workAlone: 'I work alone',
  isDone: 'Done',
  isOpen: 'To do',
  steps: {
    company: ['Enter your company details', 'Your address and tax number are printed on invoices.'],
    client: ['Add your first client', 'Projects, invoices and the client portal belong to a client.'],
    project: ['Create your first project', 'It has a team, a budget and hourly rates.'],
    person: ['Invite your team', 'Each person gets an email or a link to choose a password.'],
    time: ['Log your first hours', 'In the timesheet, or with the timer at the top.'],
    mail: ['Set up email to send invoices', 'Without it you download each PDF and send it yourself.'],
    invoice: ['Create your first invoice', 'Its lines come from billable hours.'],
  } satisfies Record<string, readonly [title: string, text: string]>,
  loadSampleText: 'Want to look around first?',
  loadSample: 'Load sample data',
  sampleLoaded: 'Sample data loaded',
  sample: 'Sample data',
  sampleText:
    'Clients and projects with “(sample)” in their name let you try things out. Remove them when you start with your own.',
  removeSample: 'Remove sample data',
  removeSampleTitle: 'Remove sample data?',
  removeSampleText: 'This deletes the sample clients, projects, tasks and hours. Records that you added stay.',
  sampleRemoved: 'Sample data removed',
}
