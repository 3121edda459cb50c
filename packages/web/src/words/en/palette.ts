// The words of the command palette.
export const en = {
  title: 'Search and commands',
  placeholder: 'Find a task, project, client, person or invoice, or type what to do…',
  places: 'Go to',
  actions: 'Do',
  tasks: 'Tasks',
  projects: 'Projects',
  clients: 'Clients',
  people: 'People',
  invoices: 'Invoices',
  nothing: 'Nothing found.',
  searching: 'Searching…',
  number: (localid: number) => `#${localid}`,
}
