// Personal records of the conformance fixture: timers and saved filters of the task list, own and shared, so that each
// filter, sort and visibility rule has different cases; and the samples of both.
import type { AccountFixture, ApiFixture, PersonName } from '../fixture/api-fixture.ts'
import type { JsonObject } from '../fixture/request-parts.ts'
import type { Sample } from './samples.ts'

/** Only timers of tasks, because general timers have their own list. */
export async function addTimers(fixture: ApiFixture, own: AccountFixture): Promise<void> {
  const { people, tasks, tokens } = own
  const timers: readonly (readonly [PersonName, JsonObject])[] = [
    ['restricted', { taskid: tasks.own, starttime: '2026-05-14 09:00:00', lastupdate: '2026-05-14 09:00:00' }],
    ['resource', { taskid: tasks.own, starttime: '', time: '90.5', name: 'Élan' }],
    ['resource', { taskid: tasks.clientless, time: 7200 }],
    ['manager', { taskid: tasks.other, starttime: '2026-05-13T20:00:00', lastupdate: '2026-05-01' }],
    ['administrator', { taskid: tasks.own, starttime: '2099-01-01 00:00:00' }],
    ['administrator', { taskid: tasks.unseen, starttime: '', time: 1 }],
  ]
  for (const [person, body] of timers) {
    fixture.clock.moveBy(1000)
    await fixture.make(tokens[person], '/timer/', { personid: people[person], ...body })
  }
}

export async function addSavedFilters(fixture: ApiFixture, own: AccountFixture): Promise<void> {
  const { people, tokens, statuses } = own
  for (const [person, shared] of [
    ['administrator', 't'],
    ['manager', 'f'],
    ['manager', 't'],
    ['resource', 'f'],
    ['restricted', 'f'],
    ['executive', 'f'],
  ] as const) {
    await fixture.make(tokens[person], '/tasklistfilter/', {
      personid: people[person],
      title: `${person}'s`,
      params: `statusid=${statuses.open}&sortfield=title`,
      date: '2026-05-01',
      shared,
    })
    await fixture.make(tokens[person], '/savedreport/', {
      personid: people[person],
      title: `Report of ${person}`,
      report: person === 'executive' ? 'revenue' : 'timereport',
      params: `projectid=${own.projects.seen}`,
      span: 'lastMonth',
      shared,
    })
  }
}

/** Two webhooks, on and off, and deliveries of the first that were not sent yet. */
export async function addWebhooks(fixture: ApiFixture, own: AccountFixture): Promise<void> {
  const token = own.tokens.administrator
  const url = 'https://receiver.example.com/stint'
  const { id } = await fixture.make(token, '/webhook/', { url, events: 'task.*,invoice.issue', description: 'Chat' })
  await fixture.make(token, '/webhook/', { url, events: '*', active: 'f' })
  for (let count = 0; count < 6; count++) await fixture.call({ token, method: 'POST', path: `/webhook/${id}/test/` })
}

const webhook: Sample = {
  create: async () => ({
    url: 'https://receiver.example.com/hooks?team=7',
    events: 'task.created,project.*',
    description: 'To the chat',
    active: 't',
  }),
  changes: {
    url: { url: 'https://other.example.com/' },
    events: { events: '*' },
    description: { description: 'Other' },
    active: { active: 'f' },
  },
  changedField: 'description',
}

/** Creates a record as Administrator and returns its id. */
export type CreateRecord = (path: string, body: JsonObject) => Promise<string>

const timer = (a: AccountFixture, fresh: (what: string) => string, make: CreateRecord): Sample => ({
  create: async () => ({
    // A person has one timer per task, so each sample has a new task.
    taskid: await make('/task/', {
      title: fresh('Timed'),
      projectid: a.projects.seen,
      moduleid: a.modules[0] ?? 0,
      statusid: a.statuses.open,
      priorityid: a.priorities[0] ?? 0,
      ownerid: `${a.people.administrator},${a.people.restricted}`,
      dateopen: '2026-05-01',
    }),
    personid: String(a.people.administrator),
    starttime: '2026-05-14 08:00:00',
    time: '61.125',
    name: fresh('Timer'),
    lastupdate: '2026-05-14 08:00:01',
  }),
  changes: {
    taskid: { taskid: '' },
    personid: { personid: String(a.people.manager) },
    starttime: { starttime: '' },
    time: { time: '0.5' },
    name: { name: 'Other timer' },
    lastupdate: { lastupdate: '2026-05-02 00:00:00' },
  },
  changedField: 'name',
  neverBlank: ['lastupdate'],
  ownerFields: (personid) => ({ personid: String(personid) }),
})

const savedreport = (a: AccountFixture, fresh: (what: string) => string): Sample => ({
  create: async () => ({
    personid: String(a.people.administrator),
    title: fresh('Report'),
    // Every role has this one.
    report: 'search',
    params: 'q=50%25',
    span: 'lastMonth',
    compare: 't',
    shared: 't',
  }),
  changes: {
    title: { title: 'Other report' },
    report: { report: 'unbilled', params: '' },
    params: { params: 'q=r%C3%A9sum%C3%A9' },
    span: { span: 'thisYear' },
    compare: { compare: 'f' },
    shared: { shared: 'f' },
  },
  changedField: 'title',
  ownerFields: (personid) => ({ personid: String(personid) }),
  onlyOwnerCreates: true,
})

const tasklistfilter = (a: AccountFixture, fresh: (what: string) => string): Sample => ({
  create: async () => ({
    personid: String(a.people.administrator),
    title: fresh('Filter'),
    params: `statusid=${a.statuses.open},${a.statuses.progress}&sortfield=datedue&sortdir=DESC`,
    date: '2026-05-01',
    shared: 't',
  }),
  changes: {
    title: { title: 'Other filter' },
    params: { params: 'excludeclosed=t&title=50%25+more' },
    date: { date: '2026-05-02' },
    shared: { shared: 'f' },
  },
  changedField: 'title',
  ownerFields: (personid) => ({ personid: String(personid) }),
  onlyOwnerCreates: true,
})

export const personalSamples = (
  a: AccountFixture,
  fresh: (what: string) => string,
  make: CreateRecord,
): Record<string, Sample> => ({
  timer: timer(a, fresh, make),
  savedreport: savedreport(a, fresh),
  tasklistfilter: tasklistfilter(a, fresh),
  webhook,
})
