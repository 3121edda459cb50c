// One valid sample per resource: a body with every settable field, and for each field that may change later a body that
// changes it. Values have the form of responses, so that a test can compare what it sent with what it got. Only the
// samples and setups of the suite name resources and fields; everything else is derived from the definitions.

import type { AccountFixture, ApiFixture } from '../fixture/api-fixture.ts'
import { idsInTable } from '../fixture/dump.ts'
import type { JsonObject } from '../fixture/request-parts.ts'
import { companySample, documentSample } from './fixture-files.ts'
import { moneySamples } from './fixture-money.ts'
import { noteSamples } from './fixture-notes.ts'
import { type CreateRecord, personalSamples } from './fixture-personal.ts'
import { timeSamples } from './fixture-time.ts'

export interface Sample {
  readonly create: () => Promise<JsonObject>
  /** A body that changes the field, by field; some fields cannot be changed alone. */
  readonly changes: Readonly<Record<string, JsonObject>>
  /** The field that tests change if any field will do. */
  readonly changedField: string
  /** Fields that are needed on create besides the required ones. */
  readonly alsoRequired?: readonly string[]
  /** Values for a record in its simplest state, if the values of the sample have side effects. */
  readonly plainValues?: JsonObject
  /** Fields that a rule does not allow to be blank although the definition does. */
  readonly neverBlank?: readonly string[]
  /** Other fields that must be sent with a value of the field, by field. */
  readonly sentTogether?: Readonly<Record<string, JsonObject>>
  /** Fields that callers other than Administrators must send to be allowed to create the record. */
  readonly ownerFields?: (personid: number) => JsonObject
  /** True if only the owner may create a record, so that nobody can create one for another caller. */
  readonly onlyOwnerCreates?: true
  /** The query strings that together return the complete list, if the list without a query does not. */
  readonly completeQueries?: readonly string[]
  /** Settable fields that have another name in responses, or (null) are not returned. */
  readonly printedAs?: Readonly<Record<string, string | null>>
}

/** The sample of a resource that nobody writes and whose list requires a filter. */
const readOnlySample = (...completeQueries: readonly string[]): Sample => ({
  create: async () => ({}),
  changes: {},
  changedField: '',
  completeQueries,
})

const text = (id: number | undefined): string => String(id ?? 0)

export async function samplesOf(
  fixture: ApiFixture,
  labels: readonly number[],
): Promise<Readonly<Record<string, Sample>>> {
  const { a } = fixture
  let count = 0
  const fresh = (what: string): string => `${what} ${++count}`
  const make: CreateRecord = async (path, body) => String((await fixture.make(a.tokens.administrator, path, body)).id)
  return {
    ...lists(fresh),
    ...personalSamples(a, fresh, make),
    ...noteSamples(fixture, fresh, await idsInTable(fixture.database, 'request')),
    ...timeSamples(fixture, fresh),
    ...(await moneySamples(fixture, fresh)),
    document: documentSample(a, fresh, make),
    timesheethistory: readOnlySample(`timesheetid=${await idsInTable(fixture.database, 'timesheet')}`),
    recurringperiod: readOnlySample(''),
    documentversion: readOnlySample(`documentid=${await idsInTable(fixture.database, 'document')}`),
    company: companySample,
    client: client(fresh),
    person: person(a, fresh),
    me,
    notification: { ...readOnlySample(''), changes: { read: { read: 't' } }, changedField: 'read' },
    personcontact: personcontact(a, fresh),
    project: project(a, labels, fresh),
    projectmodule: projectmodule(a, fresh, make),
    projectworktype: projectworktype(a, fresh, make),
    projectrate: projectrate(fixture, fresh),
    milestone: milestone(a, fresh),
    task: task(a, fresh),
    request: request(a, fresh),
    expense: expense(a, fresh),
  }
}

const client = (fresh: (what: string) => string): Sample => ({
  create: async () => ({
    name: fresh('Client'),
    datecreated: '2026-03-01',
    description: '<p>A <b>good</b> one</p>',
    email: 'office@example.com',
    website: 'https://example.com',
    phone: '1',
    fax: '2',
    address: 'Street 1\nTown',
    invoiceto: 'bills@example.com, office@example.com',
    invoicecc: 'boss@example.com',
    estimateto: 'planning@example.com',
    estimatecc: 'office@example.com',
    remindersoff: 't',
    language: 'fr',
    currency: 'USD',
    active: 't',
  }),
  changes: {
    name: { name: 'Other client' },
    invoiceto: { invoiceto: 'other@example.com' },
    invoicecc: { invoicecc: 'chief@example.com' },
    estimateto: { estimateto: 'other@example.com' },
    estimatecc: { estimatecc: 'chief@example.com' },
    remindersoff: { remindersoff: 'f' },
    language: { language: 'es' },
    currency: { currency: 'CHF' },
    datecreated: { datecreated: '2026-03-02' },
    description: { description: '<p>Other</p>' },
    email: { email: 'other@example.com' },
    website: { website: 'https://other.example.com' },
    phone: { phone: '3' },
    fax: { fax: '4' },
    address: { address: 'Elsewhere' },
    active: { active: 'f' },
  },
  changedField: 'name',
})

const me: Sample = {
  create: async () => ({}),
  changes: {
    notificationsoff: { notificationsoff: 'taskchanged,milestone' },
    mailhourly: { mailhourly: 'taskcommented' },
    maildaily: { maildaily: 'taskassigned,duetomorrow' },
    inappoff: { inappoff: 'budgetalert' },
    timezone: { timezone: 'America/New_York' },
  },
  changedField: 'notificationsoff',
}

const personcontact = (a: AccountFixture, fresh: (what: string) => string): Sample => ({
  create: async () => ({
    personid: text(a.people.resource),
    contacttypeid: '2',
    contactdescriptorid: '4',
    value: fresh('+49'),
  }),
  changes: {
    personid: { personid: text(a.people.manager) },
    contacttypeid: { contacttypeid: '3', contactdescriptorid: '9' },
    contactdescriptorid: { contactdescriptorid: '5' },
    value: { value: '+1' },
  },
  changedField: 'value',
  ownerFields: (personid) => ({ personid: text(personid) }),
  printedAs: { contacttypeid: 'contact_type_id', contactdescriptorid: 'contact_descriptor_id' },
})

const projectmodule = (a: AccountFixture, fresh: (what: string) => string, make: CreateRecord): Sample => ({
  create: async () => {
    const module = fresh('Module')
    const moduleid = await make('/module/', { name: module, active: 't' })
    return { projectid: text(a.projects.seen), moduleid, module, description: 'Words', active: 't' }
  },
  changes: {
    module: { module: 'Another module' },
    description: { description: 'Other words' },
    active: { active: 'f' },
  },
  changedField: 'description',
  alsoRequired: ['moduleid'],
  neverBlank: ['module'],
})

const projectworktype = (a: AccountFixture, fresh: (what: string) => string, make: CreateRecord): Sample => ({
  create: async () => {
    const worktype = fresh('Work type')
    const worktypeid = await make('/worktype/', { name: worktype, defaulthourlyrate: 7, active: 't' })
    const projectid = text(a.projects.seen)
    const numbers = { hourlyrate: '12.5', esttime: '3.25', ratefrom: '2026-03-01' }
    return { projectid, worktypeid, worktype, ...numbers, active: 't' }
  },
  changes: {
    worktype: { worktype: 'Another work type' },
    hourlyrate: { hourlyrate: '13' },
    ratefrom: { ratefrom: '2026-04-01' },
    esttime: { esttime: '4' },
    active: { active: 'f' },
  },
  changedField: 'hourlyrate',
  alsoRequired: ['worktypeid'],
  neverBlank: ['worktype'],
  printedAs: { ratefrom: null },
})

const projectrate = (fixture: ApiFixture, fresh: (what: string) => string): Sample => ({
  create: async () => {
    const projectid = text(fixture.a.projects.seen)
    const worktype = fresh('Priced work')
    const part = { projectid, worktype, hourlyrate: 7, active: 't' }
    const worktypeid = String(
      (await fixture.make(fixture.a.tokens.administrator, '/projectworktype/', part)).worktypeid,
    )
    return {
      projectid,
      worktypeid,
      personid: text(fixture.a.people.resource),
      datebegin: '2026-03-01',
      hourlyrate: '12.5',
    }
  },
  changes: { datebegin: { datebegin: '2026-04-01' }, hourlyrate: { hourlyrate: '13' } },
  changedField: 'hourlyrate',
})

const milestone = (a: AccountFixture, fresh: (what: string) => string): Sample => ({
  create: async () => ({
    projectid: text(a.projects.seen),
    ownerid: `${a.people.manager},${a.people.resource}`,
    title: fresh('Milestone'),
    datedue: '2026-08-01',
    description: '<p>A <i>goal</i></p>',
    complete: 'f',
  }),
  changes: {
    projectid: { projectid: text(a.projects.clientless) },
    ownerid: { ownerid: text(a.people.manager) },
    title: { title: 'Other milestone' },
    datedue: { datedue: '2026-08-02' },
    description: { description: '<p>Other</p>' },
    complete: { complete: 't' },
  },
  changedField: 'title',
})

const expense = (a: AccountFixture, fresh: (what: string) => string): Sample => ({
  create: async () => ({
    projectid: text(a.projects.seen),
    personid: text(a.people.resource),
    date: '2026-05-02',
    expense: '12.5',
    fee: '15',
    note: fresh('Note'),
    categoryid: '1',
    paidby: 'person',
    markup: '20',
    billable: 't',
    receipt: 'Words',
  }),
  changes: {
    projectid: { projectid: text(a.projects.clientless) },
    personid: { personid: text(a.people.manager) },
    date: { date: '2026-05-03' },
    categoryid: { categoryid: '2' },
    paidby: { paidby: 'company' },
    markup: { markup: '10.5' },
    receipt: { receipt: 'Other words' },
    billable: { billable: 'f' },
    expense: { expense: '-0.25' },
    fee: { fee: '-1.5001' },
    note: { note: 'Other' },
  },
  changedField: 'note',
  alsoRequired: ['fee'],
  neverBlank: ['personid'],
  printedAs: { receipt: null },
})

const request = (a: AccountFixture, fresh: (what: string) => string): Sample => ({
  create: async () => ({
    personid: text(a.people.manager),
    projectid: text(a.projects.seen),
    priorityid: text(a.priorities[1]),
    title: fresh('Request'),
    datedue: '2026-06-01',
    description: '<p>Please <b>do</b></p>',
  }),
  changes: {
    personid: { personid: text(a.people.resource) },
    projectid: { projectid: text(a.projects.clientless) },
    priorityid: { priorityid: text(a.priorities[4]) },
    title: { title: 'Other request' },
    datedue: { datedue: '2026-06-02' },
    description: { description: '<p>Other</p>' },
  },
  changedField: 'title',
  ownerFields: (personid) => ({ personid: text(personid) }),
})

const lists = (fresh: (what: string) => string): Record<string, Sample> => ({
  module: {
    create: async () => ({ name: fresh('Module'), description: 'Words', active: 't' }),
    changes: { name: { name: 'Other' }, description: { description: 'More words' }, active: { active: 'f' } },
    changedField: 'name',
  },
  worktype: {
    create: async () => ({ name: fresh('Work type'), defaulthourlyrate: '99.95', active: 't' }),
    changes: {
      name: { name: 'Other' },
      defaulthourlyrate: { defaulthourlyrate: '0.5' },
      active: { active: 'f' },
    },
    changedField: 'name',
  },
  projectlabel: {
    create: async () => ({ name: fresh('Label'), color: 'A0B1C2', priority: '7', active: 't' }),
    changes: {
      name: { name: 'Other' },
      color: { color: '000000' },
      priority: { priority: '8' },
      active: { active: 'f' },
    },
    changedField: 'name',
  },
  taskpriority: {
    create: async () => ({ name: fresh('P'), color: 'A0B1C2', priority: '7', isdefault: 'f', active: 't' }),
    changes: {
      name: { name: 'Other' },
      color: { color: '000000' },
      priority: { priority: '8' },
      isdefault: { isdefault: 't' },
      active: { active: 'f' },
    },
    changedField: 'name',
  },
  taskstatus: {
    create: async () => ({ name: fresh('Status'), active: 't' }),
    changes: { name: { name: 'Other' }, active: { active: 'f' } },
    changedField: 'name',
  },
})

const person = (a: AccountFixture, fresh: (what: string) => string): Sample => ({
  create: async () => {
    const username = fresh('login')
    return {
      clientid: text(a.clients.seen),
      title: 'Dr',
      firstname: 'Grace',
      lastname: 'Hopper',
      allprojects: 'f',
      notes: '<p>Short</p>',
      private: 'f',
      active: 't',
      username,
      password: 'correct horse',
      email: `${username.replace(' ', '-')}@example.com`,
      groupid: '5',
      mailqueue: 'f',
      weeklyhours: '38.5',
      costrate: '61.25',
      notificationsoff: 'newlogin',
      mailhourly: 'taskcommented',
      maildaily: 'mentioned',
      inappoff: 'budgetalert',
    }
  },
  changes: {
    clientid: { clientid: text(a.clients.unseen) },
    title: { title: 'Prof' },
    firstname: { firstname: 'Other' },
    lastname: { lastname: 'Name' },
    allprojects: { allprojects: 't' },
    notes: { notes: '<p>Other</p>' },
    private: { private: 't' },
    active: { active: 'f' },
    get username() {
      return { username: fresh('other login') }
    },
    password: { password: 'battery staple' },
    email: { email: 'other@example.com' },
    groupid: { groupid: '4' },
    mailqueue: { mailqueue: 't' },
    weeklyhours: { weeklyhours: '20' },
    costrate: { costrate: '48.5' },
    notificationsoff: { notificationsoff: 'taskchanged,budgetalert' },
    mailhourly: { mailhourly: 'milestone' },
    maildaily: { maildaily: 'projectnote' },
    inappoff: { inappoff: 'duetomorrow' },
  },
  changedField: 'title',
  plainValues: { username: '' },
  printedAs: { password: null },
})

const project = (a: AccountFixture, labels: readonly number[], fresh: (what: string) => string): Sample => ({
  create: async () => ({
    clientid: text(a.clients.seen),
    managerid: `${a.people.manager},${a.people.administrator}`,
    labelid: text(labels[0]),
    name: fresh('Project'),
    description: '<p>All of it</p>',
    datestart: '2026-03-01',
    dateend: '2026-12-31',
    budget: '1234.5',
    budgetperiod: 'quarter',
    carryover: 't',
    billable: 't',
    active: 't',
    alert_percent: '80',
  }),
  changes: {
    clientid: { clientid: text(a.clients.unseen) },
    managerid: { managerid: `${a.people.administrator},${a.people.manager}` },
    labelid: { labelid: text(labels[1]) },
    name: { name: 'Other project' },
    description: { description: '<p>Other</p>' },
    datestart: { datestart: '2026-03-02' },
    dateend: { dateend: '2027-01-31' },
    budget: { budget: '0.1' },
    budgetperiod: { budgetperiod: 'month' },
    carryover: { carryover: 'f' },
    billable: { billable: 'f' },
    active: { active: 'f' },
    alert_percent: { alert_percent: '90.5' },
  },
  changedField: 'name',
  neverBlank: ['budget', 'budgetperiod'],
  sentTogether: {
    budget: { budgetperiod: '', carryover: 'f' },
    budgetperiod: { budget: '1' },
    carryover: { budget: '1', budgetperiod: 'month' },
  },
})

const task = (a: AccountFixture, fresh: (what: string) => string): Sample => ({
  create: async () => ({
    assigneeid: `${a.people.resource},${a.people.restricted}`,
    followerid: text(a.people.restricted),
    milestoneid: text(a.milestones.seen),
    statusid: text(a.statuses.closed),
    projectid: text(a.projects.seen),
    moduleid: text(a.modules[0]),
    title: fresh('Task'),
    summary: '<p>To <b>do</b></p>',
    dateopen: '2026-05-01',
    datedue: '2026-05-20',
    dateclosed: '2026-05-10',
    estimate: '1.5',
    ownerid: `${a.people.manager},${a.people.administrator}`,
    priorityid: text(a.priorities[1]),
  }),
  changes: {
    assigneeid: { assigneeid: text(a.people.manager) },
    followerid: { followerid: `${a.people.manager},${a.people.resource}` },
    milestoneid: { milestoneid: '' },
    statusid: { statusid: text(a.statuses.progress) },
    projectid: { projectid: text(a.projects.clientless), milestoneid: '' },
    moduleid: { moduleid: text(a.modules[1]) },
    title: { title: 'Other task' },
    summary: { summary: '<p>Other</p>' },
    dateopen: { dateopen: '2026-05-02' },
    datedue: { datedue: '2026-05-21' },
    dateclosed: { dateclosed: '2026-05-11' },
    estimate: { estimate: '0.25' },
    ownerid: { ownerid: text(a.people.resource) },
    priorityid: { priorityid: text(a.priorities[4]) },
  },
  changedField: 'title',
  plainValues: { statusid: text(a.statuses.open) },
  ownerFields: (personid) => ({ ownerid: text(personid) }),
})
