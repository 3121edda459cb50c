// Time of the conformance fixture: entries of everyone, with and without a task, visible and invisible, and weeks in
// every state with their history, so that each filter, sort and visibility rule has different cases; and the samples.
import { addDays } from '../../src/kit/calendar.ts'
import type { AccountFixture, ApiFixture, PersonName } from '../fixture/api-fixture.ts'
import type { JsonObject } from '../fixture/request-parts.ts'
import type { Sample } from './samples.ts'

/** A new week for every timesheet, because a person has one per week. */
let weekCount = 0
const freshWeek = (): string => addDays('2010-01-04', 7 * ++weekCount)

async function addTimeEntries(fixture: ApiFixture, own: AccountFixture): Promise<void> {
  const { people, tasks, projects, modules, worktypes, tokens } = own
  const places: readonly JsonObject[] = [
    { taskid: tasks.own },
    { taskid: tasks.other },
    { taskid: tasks.clientless },
    { projectid: projects.seen, moduleid: modules[1] ?? 0 },
    { projectid: projects.clientless, moduleid: modules[0] ?? 0 },
    { taskid: tasks.unseen },
  ]
  const whose = [people.resource, people.manager, people.restricted, people.administrator]
  for (const [at, place] of [...places, ...places].entries()) {
    fixture.clock.moveBy(1000)
    await fixture.make(tokens.administrator, '/time/', {
      ...place,
      worktypeid: worktypes[at % 2] ?? 0,
      // People see their own time also in projects that they do not see; the scenarios test that.
      personid: place.taskid === tasks.unseen ? people.outsider : (whose[at % whose.length] ?? 0),
      date: `2026-03-0${1 + (at % 5)}`,
      time: [1.5, 0.1, 24][at % 3] ?? 1,
      description: at % 2 ? 'Élan' : '',
      billable: at % 3 ? 't' : 'f',
    })
  }
}

async function addTimesheets(fixture: ApiFixture, own: AccountFixture): Promise<void> {
  const { people, tokens } = own
  const lives: readonly (readonly [PersonName, string, readonly string[]])[] = [
    ['resource', '2026-03-02', ['submit', 'reject', 'submit', 'approve']],
    ['resource', '2026-02-23', ['submit', 'approve']],
    ['resource', '2026-03-09', []],
    ['manager', '2026-03-02', ['submit']],
    ['restricted', '2026-03-02', ['submit', 'reject']],
    ['administrator', '2026-03-02', ['submit', 'reopen']],
    ['outsider', '2026-03-02', ['submit', 'approve']],
  ]
  for (const [name, weekstart, steps] of lives) {
    const { id } = await fixture.make(tokens[name], '/timesheet/', { personid: people[name], weekstart })
    for (const [at, step] of steps.entries()) {
      fixture.clock.moveBy(1000)
      const path = `/timesheet/${id}/${step}/`
      const body = { note: `Élan ${at}` }
      const headers = { 'if-match': '*' }
      const reply = await fixture.call({ token: tokens.administrator, method: 'POST', path, body, headers })
      if (reply.status !== 202) throw new Error(`${path}: ${reply.text}`)
    }
  }
}

export async function addTimeRecords(fixture: ApiFixture, own: AccountFixture): Promise<void> {
  await addTimeEntries(fixture, own)
  await addTimesheets(fixture, own)
}

const time = (a: AccountFixture, fresh: (what: string) => string): Sample => {
  const general = { taskid: '' }
  return {
    create: async () => ({
      projectid: String(a.projects.seen),
      moduleid: String(a.modules[0]),
      taskid: String(a.tasks.own),
      worktypeid: String(a.worktypes[0]),
      personid: String(a.people.resource),
      date: '2026-05-05',
      time: '1.5',
      description: fresh('Work'),
      billable: 't',
      datemodified: '2026-05-05 12:00:00',
    }),
    changes: {
      projectid: { ...general, projectid: String(a.projects.clientless) },
      moduleid: { ...general, moduleid: String(a.modules[1]) },
      taskid: { taskid: String(a.tasks.other) },
      worktypeid: { worktypeid: String(a.worktypes[1]) },
      personid: { personid: String(a.people.manager) },
      date: { date: '2026-05-06' },
      time: { time: '0.000001' },
      description: { description: 'Other' },
      billable: { billable: 'f' },
      datemodified: { datemodified: '2026-05-06 00:00:00' },
    },
    changedField: 'description',
    alsoRequired: ['projectid', 'moduleid', 'taskid'],
    neverBlank: ['projectid', 'moduleid', 'datemodified'],
    // For time on a task, the submitted project and module are ignored.
    sentTogether: { projectid: general, moduleid: general },
    ownerFields: (personid) => ({ personid: String(personid) }),
  }
}

const timesheet = (a: AccountFixture): Sample => ({
  create: async () => ({ personid: String(a.people.resource), weekstart: freshWeek() }),
  changes: {},
  changedField: '',
  ownerFields: (personid) => ({ personid: String(personid) }),
})

export const timeSamples = (fixture: ApiFixture, fresh: (what: string) => string): Record<string, Sample> => ({
  time: time(fixture.a, fresh),
  timesheet: timesheet(fixture.a),
})
