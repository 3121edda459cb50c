// The measured requests by name, and the check that both servers return the same bytes. Only checked requests are
// measured.
import assert from 'node:assert/strict'
import type { BenchRequest } from './load-generator.ts'
import { type LoadedDatabase, token } from './load-rows.ts'
import type { Load } from './measure.ts'
import { dayText, frequentWords, rareWords } from './rows.ts'

const get = (path: string): BenchRequest => ({ method: 'GET', path })
const times = <T>(count: number, create: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => create(at))

export const caseNames = [
  'by id',
  'list',
  'by status',
  'search few',
  'search many',
  'create',
  'week',
  // Before time entries are created: how many a server creates depends on its speed, and the two must return the same.
  'not approved',
  'create time',
  'invoices',
] as const
/**
 * Groups of cases. The slow reader reads tasks; a prefill and the lists after a write are timed separately. Options are
 * compared with our own server without them.
 */
export const caseGroups: Readonly<Record<string, readonly string[]>> = {
  tasks: ['by id', 'list', 'by status', 'search few', 'search many', 'create', 'slow reader'],
  time: ['week', 'create time', 'not approved', 'lists'],
  money: ['invoices', 'prefill'],
  options: ['options'],
}
export type CaseName = (typeof caseNames)[number]

/** Each of these reads many rows, so more connections would only wait for each other, and fewer answers warm it up. */
const readsMany = (name: CaseName): boolean => name.startsWith('search') || name === 'not approved'

export const loadOf = (name: CaseName, requests: readonly BenchRequest[], isQuick: boolean): Load => ({
  requests,
  connections: readsMany(name) ? 4 : 32,
  warmupAnswers: (isQuick ? 500 : 3000) / (readsMany(name) ? 50 : 1),
})

export const caseTitles: Readonly<Record<CaseName, string>> = {
  'by id': 'one task by id',
  list: 'ten tasks, default list',
  'by status': 'ten tasks of a status, sorted by due date',
  'search few': 'search, few hits',
  'search many': 'search, many hits',
  create: 'create a task',
  week: 'ten time entries of a person and week',
  'create time': 'create a time entry',
  'not approved': 'ten time entries of weeks that are not approved',
  invoices: 'ten invoices, sorted by balance',
}

export function casesFor({
  setup,
  tasks,
  projects,
  people,
}: LoadedDatabase): Record<CaseName, readonly BenchRequest[]> {
  return {
    'by id': tasks.map((id) => get(`/task/${id}/`)),
    // A person who reads page after page, up to a hundred pages.
    list: times(100, (at) => get(at === 0 ? '/task/' : `/task/?offset=${10 * at}`)),
    'by status': setup.statuses.flatMap((status) =>
      times(10, (at) => get(`/task/?statusid=${status}&sortfield=datedue&offset=${10 * at}`)),
    ),
    'search few': rareWords.map((word) => get(`/task/?search=${word}`)),
    'search many': frequentWords.map((word) => get(`/task/?search=${word}`)),
    create: times(200, (at) => ({
      method: 'POST',
      path: '/task/',
      body: JSON.stringify({
        title: `Call the client about offer ${at}`,
        summary: 'Ask whether the offer came and when they decide',
        projectid: String(projects[at % projects.length]),
        moduleid: String(setup.modules[at % setup.modules.length]),
        statusid: String(setup.statuses[at % 2]),
        priorityid: String(setup.priorities[at % setup.priorities.length]),
        ownerid: String(people[at % people.length]),
        assigneeid: String(people[(at + 3) % people.length]),
        dateopen: '2026-11-02',
        datedue: '2026-11-30',
      }),
    })),
    week: times(400, (at) => {
      const monday = 7 * (at % 120)
      const person = people[at % people.length]
      return get(`/time/?personid=${person}&datebegin=${dayText(monday)}&dateend=${dayText(monday + 6)}`)
    }),
    'create time': times(200, (at) => ({
      method: 'POST',
      path: '/time/',
      body: JSON.stringify({
        taskid: String(tasks[at % tasks.length]),
        worktypeid: String(setup.worktypes[at % setup.worktypes.length]),
        personid: String(people[at % people.length]),
        date: '2026-11-02',
        time: '0.25',
        description: 'Called the client about the offer',
        billable: 't',
      }),
    })),
    'not approved': times(20, (at) => get(`/time/?approved=f&offset=${10 * at}`)),
    invoices: times(100, (at) =>
      get(`/invoice/?sortfield=balance&sortdir=DESC${at === 0 ? '' : `&offset=${10 * at}`}`),
    ),
  }
}

export async function bodyOf(port: number, { method, path, body }: BenchRequest): Promise<string> {
  const reply = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: {
      accept: 'application/json',
      authorization: `Basic ${Buffer.from(`${token}:x`).toString('base64')}`,
      'content-type': 'application/json',
    },
    ...(body === undefined ? {} : { body }),
  })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${text}`)
  return text
}

/** Values that differ between two creations: numbers and times. */
const withoutVolatileFields = (text: string, method: string): string =>
  method === 'GET' ? text : text.replace(/"(id|localid|datemodified|datecreated)":"[^"]*"/g, '"$1":""')

export async function assertSameBodies(
  ours: number,
  baseline: number,
  requests: readonly BenchRequest[],
): Promise<void> {
  for (const request of requests.slice(0, 10)) {
    const [a, b] = [await bodyOf(ours, request), await bodyOf(baseline, request)]
    assert.equal(
      withoutVolatileFields(b, request.method),
      withoutVolatileFields(a, request.method),
      `${request.method} ${request.path}`,
    )
  }
}
