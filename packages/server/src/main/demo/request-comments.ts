// The comments on requests of the demo company: an Executive and a Manager talk about open requests, and one comment is
// internal.
import { requestnote } from '../../resources/requestnote.ts'
import { type Company, getOrThrow } from './company.ts'
import type { DemoWriter } from './demo-writer.ts'
import type { CreatedRequest } from './requests.ts'

const openingHours = 'Opening hours on public holidays'
const splitBill = 'Splitting the bill at the table'

const demoComments = [
  {
    on: openingHours,
    by: 'francois',
    day: -5,
    note: '<p>Do all beer gardens have the same hours on these days?</p>',
    public: 't',
  },
  {
    on: openingHours,
    by: 'kathe',
    day: -4,
    note: '<p>No, the one at the lake opens two hours later.</p>',
    public: 't',
  },
  {
    on: openingHours,
    by: 'francois',
    day: -3,
    note: '<p>About half a day. It fits into the week after next.</p>',
    public: 'f',
  },
  {
    on: splitBill,
    by: 'kathe',
    day: -4,
    note: '<p>Up to six people at one table would be enough for a start.</p>',
    public: 't',
  },
] as const

export async function createRequestComments(
  writer: DemoWriter,
  { people }: Company,
  requests: readonly CreatedRequest[],
): Promise<void> {
  const ids = new Map(requests.map(({ plan, id }) => [plan.title, id]))
  await writer.createEntries(
    requestnote,
    demoComments.map(({ on, by, day, ...fields }) => ({
      by: getOrThrow(people, by),
      on: writer.workday(day),
      fields: { requestid: getOrThrow(ids, on), ...fields },
    })),
  )
}
