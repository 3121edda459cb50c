// Notes of the conformance fixture: on tasks, milestones, requests and projects, written and automatic, public and
// internal, secure and not, by everyone who may write them, so that each filter, sort and visibility rule has different
// cases; and the samples.
import type { AccountFixture, ApiFixture, PersonName } from '../fixture/api-fixture.ts'
import type { JsonObject } from '../fixture/request-parts.ts'
import type { Sample } from './samples.ts'

const texts = ['<p>Élan</p>', '<p>élan</p>', '100% sure', 'snake_case', '<p>𝒳 marks</p>', 'Zebra']

export async function addNotes(fixture: ApiFixture, own: AccountFixture): Promise<void> {
  const { tokens, tasks, milestones, projects, people } = own
  const make = (name: PersonName, path: string, body: JsonObject) => fixture.make(tokens[name], path, body)
  const writers = ['administrator', 'manager', 'resource', 'executive', 'restricted'] as const
  for (const [at, note] of texts.entries()) {
    fixture.clock.moveBy(at % 2 === 0 ? 0 : 5 * 3_600_000)
    const name = writers[at % writers.length] ?? 'manager'
    const rest = { note, public: at % 3 === 0 ? 't' : 'f' }
    await make(name, '/tasknote/', { taskid: tasks.own, ...rest })
    await make('administrator', '/tasknote/', { taskid: [tasks.unseen, tasks.other][at % 2] ?? 0, ...rest })
    await make(name, '/milestonenote/', { milestoneid: milestones.seen, ...rest })
    await make('administrator', '/milestonenote/', { milestoneid: milestones.unseen, ...rest })
  }
  await fixture.make(tokens.administrator, `/projectteam/${projects.seen}/`, {
    personid: people.manager,
    securenotes: 't',
  })
  for (const [at, note] of texts.entries()) {
    const name = (['manager', 'resource', 'administrator'] as const)[at % 3] ?? 'manager'
    const secure = name !== 'resource' && at % 2 === 0 ? 't' : 'f'
    await make(name, '/projectnote/', {
      projectid: projects.seen,
      title: `Title ${note.replace(/<.*?>/g, '')}`,
      note,
      secure,
    })
  }
  const rest = { title: 'Elsewhere', note: '<p>Elsewhere</p>' }
  await make('administrator', '/projectnote/', { projectid: projects.unseen, ...rest })
  await make('restricted', '/projectnote/', { projectid: projects.clientless, ...rest })
}

/** Comments on every request that their author sees; the first request has comments of everyone. */
export async function addRequestNotes(
  fixture: ApiFixture,
  { tokens }: AccountFixture,
  [first = 0, ...others]: readonly number[],
): Promise<void> {
  const writers = ['administrator', 'manager', 'resource', 'executive', 'restricted'] as const
  for (const [at, note] of texts.entries()) {
    const rest = { note, public: at % 2 === 0 ? 't' : 'f' }
    const name = writers[at % writers.length] ?? 'manager'
    await fixture.make(tokens[name], '/requestnote/', { requestid: first, ...rest })
    await fixture.make(tokens.administrator, '/requestnote/', { requestid: others[at] ?? first, ...rest })
  }
}

/** Checklists, of which the first has enough items to move one. */
export async function addChecklists(fixture: ApiFixture, { tokens, tasks, people }: AccountFixture): Promise<void> {
  for (const [at, text] of texts.entries()) {
    const title = text.replace(/<.*?>/g, '')
    const personid = [people.resource, people.manager, ''][at % 3] ?? ''
    const rest = { title, done: at % 2 === 0 ? 't' : 'f' }
    await fixture.make(tokens.administrator, '/taskitem/', { taskid: tasks.own, ...rest, personid })
    if (at < 3) await fixture.make(tokens.administrator, '/taskitem/', { taskid: tasks.unseen, ...rest })
    else await fixture.make(tokens.administrator, '/taskitem/', { taskid: tasks.other, ...rest })
  }
}

const onRecord = (key: string, [first, second]: readonly [number, number]): Sample => ({
  create: async () => ({ [key]: String(first), note: '<p>Well <b>done</b></p>', public: 't' }),
  changes: {
    [key]: { [key]: String(second) },
    note: { note: '<p>Other</p>' },
    public: { public: 'f' },
  },
  changedField: 'note',
})

/** `requests` are the ids of all requests; the first is in a project that everyone sees. */
export const noteSamples = (
  { a, b }: ApiFixture,
  fresh: (what: string) => string,
  requests: readonly number[],
): Record<string, Sample> => ({
  requestnote: {
    create: async () => ({ requestid: String(requests[0]), note: '<p>Well <b>asked</b></p>', public: 't' }),
    changes: { note: { note: '<p>Other</p>' }, public: { public: 'f' } },
    changedField: 'note',
    // People cannot change the comments of others.
    onlyOwnerCreates: true,
    completeQueries: requests.map((id) => `requestid=${id}`),
  },
  tasknote: {
    ...onRecord('taskid', [a.tasks.own, a.tasks.other]),
    // Without a task the list has only the notes of a few days.
    completeQueries: [`taskid=${[...Object.values(a.tasks), ...Object.values(b.tasks)]}`],
  },
  milestonenote: {
    ...onRecord('milestoneid', [a.milestones.seen, a.milestones.unseen]),
    completeQueries: [...Object.values(a.milestones), ...Object.values(b.milestones)].map((id) => `milestoneid=${id}`),
  },
  taskitem: {
    create: async () => ({
      taskid: String(a.tasks.own),
      position: '1',
      title: fresh('Step'),
      done: 't',
      personid: String(a.people.resource),
    }),
    changes: {
      position: { position: '2' },
      title: { title: 'Other step' },
      done: { done: 'f' },
      personid: { personid: String(a.people.manager) },
    },
    changedField: 'title',
  },
  projectnote: {
    create: async () => ({
      projectid: String(a.projects.seen),
      title: fresh('Project note'),
      note: '<p>To <b>know</b></p>',
      secure: 'f',
    }),
    changes: {
      projectid: { projectid: String(a.projects.clientless) },
      title: { title: 'Other note' },
      note: { note: '<p>Other</p>' },
      secure: { secure: 't' },
    },
    changedField: 'title',
    // People cannot change the notes of others.
    onlyOwnerCreates: true,
  },
})
