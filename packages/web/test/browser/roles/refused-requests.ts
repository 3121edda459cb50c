// Requests that the server refuses a role with 403 because no screen offers them to it.
// What a role may do on a single record is tested by the role tests and by the tests of the server.
import type { DemoLogin } from '../test-app.ts'

interface RefusedRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly body?: Readonly<Record<string, string | number>>
}

const create = (resource: string, body: RefusedRequest['body'] = {}): RefusedRequest => ({
  method: 'POST',
  path: `/${resource}/`,
  body,
})
const list = (resource: string): RefusedRequest => ({ method: 'GET', path: `/${resource}/` })

/** Only administrators change the settings of the account, projects and clients. */
const administration: readonly RefusedRequest[] = [
  list('worktype'),
  create('worktype', { name: 'Mine', defaulthourlyrate: 1, active: 't' }),
  create('client', { name: 'Mine', datecreated: '2026-01-02', active: 't' }),
  create('project', { name: 'Mine', datestart: '2026-01-02' }),
  { method: 'PUT', path: '/company/1/', body: { name: 'Mine' } },
]

/** Only leads and clients see money; clients do not write it. */
const writtenMoney: readonly RefusedRequest[] = [
  create('expense'),
  create('invoice'),
  create('payment'),
  create('recurringinvoice'),
  list('recurringinvoice'),
  list('budget'),
]
const money: readonly RefusedRequest[] = [...writtenMoney, list('expense'), list('invoice'), list('payment')]

/** Clients have no time, no timers and no team. */
const team: readonly RefusedRequest[] = [
  list('timesheet'),
  create('timesheet'),
  create('time', { time: '1' }),
  list('timer'),
  create('timer'),
  list('person'),
  create('task', { title: 'Mine' }),
]

export const refusedRequests: Readonly<Record<Exclude<DemoLogin, 'demo-administrator'>, readonly RefusedRequest[]>> = {
  'demo-manager': administration,
  'demo-resource': [...administration, ...money],
  'demo-restricted': [...administration, ...money],
  'demo-executive': [...administration, ...writtenMoney, ...team],
}
