// Files of the conformance fixture: a logo, and documents of projects, tasks, milestones and requests, visible and
// invisible, by several people; and the samples of both. The member `file` of a document is the content of a file
// (api-fixture.ts).

import type { AccountFixture, ApiFixture } from '../fixture/api-fixture.ts'
import { dotPng } from '../fixture/images.ts'
import { type JsonObject, multipartBody, multipartBoundary, multipartPart } from '../fixture/request-parts.ts'
import type { Sample } from './samples.ts'

const titles = ['Élan', 'élan', '100% sure', '100 sure', 'snake_case', 'snakeXcase', '𝒳 marks', 'Zebra', 'apple']

export async function addDocuments(
  fixture: ApiFixture,
  { tokens, people, projects, tasks, milestones }: AccountFixture,
  requests: readonly number[],
): Promise<void> {
  const uploaders = [people.manager, people.resource, people.restricted, people.administrator]
  const places: JsonObject[] = [
    { projectid: projects.seen },
    { taskid: tasks.own },
    { milestoneid: milestones.seen },
    { taskid: tasks.other },
    { projectid: projects.clientless },
    { taskid: tasks.unseen },
    { milestoneid: milestones.unseen },
    { projectid: projects.unseen },
    ...requests.map((queueid) => ({ queueid })),
  ]
  for (const [at, place] of places.entries()) {
    fixture.clock.moveBy(at % 2 === 0 ? 5 * 3_600_000 : 0)
    const { id } = await fixture.make(tokens.administrator, '/document/', {
      file: `Content ${at}`,
      title: titles[at % titles.length] ?? '',
      personid: uploaders[at % uploaders.length] ?? 0,
      notes: at % 2 === 0 ? `About ${titles[(at + 3) % titles.length]}` : '',
      tags: ['', 'Draft,Élan', 'plan'][at % 3] ?? '',
      public: at % 3 === 1 ? 'f' : 't',
      active: at % 4 === 3 ? 'f' : 't',
      ...place,
    })
    if (at % 3 > 0) continue
    const token = at === 0 ? tokens.manager : tokens.administrator
    const reply = await fixture.call({ token, method: 'PUT', path: `/document/${id}/`, body: { file: `Later ${at}` } })
    if (reply.status !== 202) throw new Error(`PUT /document/${id}/: ${reply.text}`)
  }
}

export async function addLogo(fixture: ApiFixture, { tokens }: AccountFixture): Promise<void> {
  const reply = await fixture.call({
    token: tokens.administrator,
    method: 'PUT',
    path: '/company/',
    body: multipartBody([multipartPart('name="logo"; filename="logo.png"', dotPng)]),
    headers: { 'content-type': `multipart/form-data; boundary=${multipartBoundary}` },
  })
  if (reply.status !== 202) throw new Error(`PUT /company/: ${reply.text}`)
}

/** There is exactly one company, so none is created. */
export const companySample: Sample = {
  create: async () => ({}),
  changes: {
    name: { name: 'Other name' },
    timezone: { timezone: 'Pacific/Auckland' },
    budgetsin: { budgetsin: 'money' },
    quotashare: { quotashare: '50' },
    currency: { currency: 'JPY' },
    language: { language: 'de' },
    managersapprove: { managersapprove: 't' },
    managersseecost: { managersseecost: 't' },
    timerrounding: { timerrounding: '15' },
    timerroundingmode: { timerroundingmode: 'up' },
    address: { address: 'Elsewhere 2\nTown' },
    taxnumber: { taxnumber: 'DE 999' },
    reminders: { reminders: '3,10' },
    numbering: { numbering: 'yearly' },
    numberprefix: { numberprefix: 'RE-' },
    numberdigits: { numberdigits: '5' },
    numberstart: { numberstart: '118' },
    remindersubject: { remindersubject: 'Again {number}' },
    remindertext: { remindertext: 'Dear {client}' },
    paymentinfo: { paymentinfo: 'IBAN DE00' },
    paylink: { paylink: 'https://pay.example.com/{number}' },
    iban: { iban: 'DE02120300000000202051' },
    bic: { bic: 'BYLADEM1001' },
    accountholder: { accountholder: 'Our bank account' },
    invoicesubject: { invoicesubject: 'Bill {number}' },
    invoicetext: { invoicetext: 'Dear {client}\nBill {number}' },
  },
  changedField: 'address',
}

export function documentSample(
  a: AccountFixture,
  fresh: (what: string) => string,
  make: (path: string, body: JsonObject) => Promise<string>,
): Sample {
  let request = ''
  return {
    create: async () => {
      const fields = { personid: a.people.manager, projectid: a.projects.seen, priorityid: a.priorities[0] ?? 0 }
      request ||= await make('/request/', { title: 'With a file', ...fields })
      return {
        file: fresh('Words'),
        personid: String(a.people.administrator),
        title: fresh('Document'),
        notes: 'Read me',
        public: 'f',
        active: 't',
        projectid: String(a.projects.seen),
        taskid: '',
        milestoneid: '',
        queueid: '',
        tags: 'plan,Draft',
      }
    },
    changes: {
      file: { file: 'Other words' },
      personid: { personid: String(a.people.manager) },
      title: { title: 'Other document' },
      notes: { notes: 'Read me too' },
      public: { public: 't' },
      active: { active: 'f' },
      projectid: { projectid: String(a.projects.clientless) },
      taskid: { taskid: String(a.tasks.own) },
      milestoneid: { milestoneid: String(a.milestones.seen) },
      get queueid() {
        return { queueid: request }
      },
      tags: { tags: 'final' },
    },
    changedField: 'title',
    alsoRequired: ['projectid'],
    neverBlank: ['projectid', 'public'],
    // Executives attach public documents to requests.
    ownerFields: (personid) => ({
      personid: String(personid),
      ...(personid === a.people.executive ? { public: 't', projectid: '', queueid: request } : {}),
    }),
    printedAs: { file: null },
  }
}
