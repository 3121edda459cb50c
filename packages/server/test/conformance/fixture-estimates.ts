// Estimates of the conformance fixture: visible and invisible ones in every state, so that each filter, sort and
// visibility rule has different cases; and the samples.
import type { AccountFixture, ApiFixture } from '../fixture/api-fixture.ts'
import { idsInTable } from '../fixture/dump.ts'
import type { JsonObject } from '../fixture/request-parts.ts'
import { lineSample } from './fixture-lines.ts'
import type { Sample } from './samples.ts'

/** The actions of each estimate, in order. */
const steps: readonly (readonly string[])[] = [
  ['send', 'accept'],
  [],
  ['send'],
  ['send', 'decline'],
  ['send'],
  ['send', 'accept', 'convert'],
]

export async function addEstimates(fixture: ApiFixture, own: AccountFixture): Promise<void> {
  const { tokens, projects } = own
  const { clock, call } = fixture
  const make = async (path: string, body: JsonObject) =>
    Number((await fixture.make(tokens.administrator, path, body)).id)
  const places = [projects.seen, projects.seen, projects.unseen, projects.clientless, projects.seen, projects.seen]
  const dayIn = (days: number): string => new Date(clock.now() + days * 86_400_000).toISOString().slice(0, 10)
  for (const [at, projectid] of places.entries()) {
    const estimateid = await make('/estimate/', {
      projectid,
      title: ['Zebra', 'Élan', 'Unseen', 'apple', 'Expired', 'Work'][at] ?? '',
      date: `2026-04-0${6 - at}`,
      validuntil: ['', dayIn(30), dayIn(20), '', dayIn(0), dayIn(10)][at] ?? '',
      tax: at === 0 ? '19' : '',
    })
    for (const [nth, name] of ['Design', 'Texts', 'Élan'].entries()) {
      const line: JsonObject = nth === 0 ? { quantity: 1 + at, rate: 2 + at } : {}
      const amount = nth === 0 ? (1 + at) * (2 + at) : `${nth}.5`
      await make('/estimateitem/', { estimateid, name, ...line, amount })
    }
    for (const action of steps[at] ?? []) {
      const path = `/estimate/${estimateid}/${action}/`
      const reply = await call({ token: tokens.administrator, method: 'POST', path })
      if (reply.status >= 300) throw new Error(`${path}: ${reply.text}`)
    }
  }
  clock.moveBy(2 * 86_400_000)
}

export async function estimateSamples(
  fixture: ApiFixture,
  projects: readonly string[],
  fresh: (what: string) => string,
): Promise<Record<string, Sample>> {
  const { a, database, make } = fixture
  const boss = a.tokens.administrator
  const body = { projectid: projects[0] ?? '', title: 'With lines', date: '2026-05-01' }
  const owner = await make(boss, '/estimate/', body)
  const all = await idsInTable(database, 'estimate')
  return {
    estimate: {
      create: async () => ({
        projectid: projects[0] ?? '',
        title: fresh('Website'),
        date: '2026-05-01',
        validuntil: '2026-05-31',
        description: 'What we agreed on',
        addressfrom: 'Here 1\nTown',
        addressto: 'There 2\nTown',
        purchaseorder: 'PO-1',
        disclaimer: 'Prices without travel',
        tax: '19',
        secondtax: '7.5',
        secondtaxcompound: 't',
        currency: 'USD',
      }),
      changes: {
        projectid: { projectid: projects[1] ?? '' },
        title: { title: 'Other' },
        date: { date: '2026-05-02' },
        validuntil: { validuntil: '2026-06-30' },
        description: { description: 'Other' },
        addressfrom: { addressfrom: 'Elsewhere' },
        addressto: { addressto: 'Elsewhere' },
        purchaseorder: { purchaseorder: 'PO-2' },
        disclaimer: { disclaimer: 'Other' },
        tax: { tax: '-0.5' },
        secondtax: { secondtax: '-1.25' },
        secondtaxcompound: { secondtaxcompound: 'f' },
        currency: { currency: 'CHF' },
      },
      changedField: 'title',
      // The last day is not before the date.
      sentTogether: { date: { validuntil: '' }, validuntil: { date: '0001-01-01' } },
    },
    estimateitem: lineSample(
      { estimateid: String(owner.id) },
      all.map((id) => `estimateid=${id}`),
      fresh,
    ),
  }
}
