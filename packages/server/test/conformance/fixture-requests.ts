// Requests and expenses of the conformance fixture: with and without a project, by everyone, so that each filter, sort
// and visibility rule has different cases.
import type { AccountFixture, ApiFixture } from '../fixture/api-fixture.ts'
import type { JsonObject } from '../fixture/request-parts.ts'

export type CreateRecord = (path: string, body: JsonObject) => Promise<number>

const requestTitles = ['Élan', 'élan', '100% sure', '100 sure', 'snake_case', 'Zebra', '𝒳 marks', 'apple']

/** Returns the ids of the requests; the first belongs to the visible project. */
export async function addRequests(fixture: ApiFixture, own: AccountFixture, make: CreateRecord): Promise<number[]> {
  const { people, projects, priorities } = own
  const askers = [people.manager, people.resource, people.executive, people.restricted, people.administrator]
  const places = [projects.seen, '', projects.unseen, projects.clientless]
  const requestIds: number[] = []
  for (const [at, title] of requestTitles.entries()) {
    fixture.clock.moveBy(at % 2 === 0 ? 61_000 : 0)
    const body = {
      title,
      personid: askers[at % askers.length] ?? 0,
      projectid: places[at % places.length] ?? '',
      priorityid: priorities[at % 3] ?? 0,
      description: at % 2 === 0 ? `<p>${title}</p>` : '',
      ...(at % 3 === 0 ? {} : { datedue: at % 3 === 1 ? '' : '2026-06-30' }),
    }
    requestIds.push(await make('/request/', body))
  }
  for (const person of [people.executive, people.restricted]) {
    requestIds.push(await make('/request/', { title: 'Own', personid: person, priorityid: priorities[4] ?? 0 }))
  }
  return requestIds
}

export async function addExpenses(own: AccountFixture, make: CreateRecord): Promise<void> {
  const { people, projects } = own
  const spenders = [people.manager, people.resource, people.administrator]
  const places = [projects.seen, projects.clientless, projects.unseen]
  for (const [at, note] of ['Train', '', 'train', 'Élan', 'Hotel', ''].entries()) {
    await make('/expense/', {
      projectid: places[at % places.length] ?? 0,
      personid: spenders[(at + (at >> 1)) % spenders.length] ?? 0,
      date: `2026-05-0${1 + (at % 4)}`,
      expense: ['9.5', '10', '-3.0001', '10', '0', '1234567.8901'][at] ?? '0',
      fee: ['12', '9', '-3.5', '12', '100', '1500000'][at] ?? '0',
      note,
      categoryid: at % 2 === 0 ? 1 + (at % 3) : null,
      paidby: at % 3 === 0 ? 'person' : 'company',
      billable: at % 4 === 3 ? 'f' : 't',
      receipt: `Receipt ${at}`,
    })
  }
}
