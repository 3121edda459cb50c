// The fixture of the conformance suite: the API fixture with more records, so that every filter, sort and reference has
// different cases (blank and set, equal and different, upper and lower case, visible and invisible), and the callers.
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { after, before } from 'node:test'
import { isLong, isMutationTest } from '../../../../scripts/test-suites.ts'
import type { Viewer } from '../../src/define/actor.ts'
import type { Filter } from '../../src/define/filters.ts'
import type { Resource } from '../../src/define/resource.ts'
import { nextId } from '../../src/io/database.ts'
import type { OpenOptions } from '../../src/io/open-database.ts'
import { resources } from '../../src/resources/all.ts'
import {
  type AccountFixture,
  type ApiFixture,
  type FixtureData,
  filesFolder,
  type PersonName,
  type Reply,
  restoreApiFixture,
  startApiFixture,
} from '../fixture/api-fixture.ts'
import { allDatabases, type DatabaseKind, databasesOfSuite } from '../fixture/database-servers.ts'
import { eachDatabase, type Snapshot, type Source, snapshotOf, type TestDatabase } from '../fixture/databases.ts'
import { mailSite } from '../fixture/mail-fixture.ts'
import type { JsonObject, Request } from '../fixture/request-parts.ts'
import { addEstimates } from './fixture-estimates.ts'
import { addDocuments, addLogo } from './fixture-files.ts'
import { addInvoices } from './fixture-money.ts'
import { addChecklists, addNotes, addRequestNotes } from './fixture-notes.ts'
import { addSavedFilters, addTimers, addWebhooks } from './fixture-personal.ts'
import { addRecurring } from './fixture-recurring.ts'
import { addExpenses, addRequests, type CreateRecord } from './fixture-requests.ts'
import { addTimeRecords } from './fixture-time.ts'
import { type RecordTree, recordsIn } from './reply-tree.ts'
import { type Sample, samplesOf } from './samples.ts'

export type ViewerName = Exclude<PersonName, 'inactive' | 'outsider'>
export const viewers: readonly ViewerName[] = ['administrator', 'manager', 'resource', 'executive', 'restricted']
export const viewerOf: Readonly<Record<ViewerName, Viewer>> = {
  administrator: { role: 'Administrator', restricted: false },
  manager: { role: 'Manager', restricted: false },
  resource: { role: 'Resource', restricted: false },
  executive: { role: 'Executive', restricted: false },
  restricted: { role: 'Resource', restricted: true },
}

/** An id that no record has. */
export const missingId = 2147483647

export interface ConformanceFixture {
  readonly fixture: ApiFixture
  readonly samples: Readonly<Record<string, Sample>>
  /** Sends as a person of the first account. */
  sendAs(name: PersonName, request: Omit<Request, 'token'>): Promise<Reply>
  /** All records of a resource that a person gets in lists. */
  allRows(name: PersonName, resource: Resource, query?: string): Promise<RecordTree[]>
  /** A new record that the Administrator creates from the sample; for a resource with a single record, that record. */
  createSample(resource: Resource, more?: JsonObject): Promise<RecordTree>
}

export const sampleOf = (conformance: ConformanceFixture, resource: Resource): Sample => {
  const sample = conformance.samples[resource.name]
  if (sample === undefined) throw new Error(`samples.ts has no sample of ${resource.name}`)
  return sample
}

/** The query strings that together return the complete list: one, or one for each value of a required filter. */
export function completeListQueries(
  { fixture: { a, b }, samples }: ConformanceFixture,
  resource: Resource,
): readonly string[] {
  const { completeQueries } = samples[resource.name] ?? {}
  if (completeQueries !== undefined) return completeQueries
  const [required] = resource.requiredFilters ?? []
  if (required === undefined) return ['']
  const values =
    required === 'personid' ? [...Object.values(a.people), ...Object.values(b.people)] : [1, 2, 3, 4, 5, missingId]
  return values.map((value) => `${required}=${value}`)
}

/** A query string from its parts, without blank ones. */
export const queryOf = (...parts: string[]): string => {
  const present = parts.filter((part) => part !== '')
  return present.length === 0 ? '' : `?${present.join('&')}`
}

const hidden = (resource: Resource, name: ViewerName, field: string | undefined): boolean =>
  resource.fields[field ?? '']?.hideFrom.includes(viewerOf[name].role) ?? false

// The fields and filters of a role, computed from the definitions alone, not by the engine that is tested.

export const fieldsOf = (resource: Resource, name: ViewerName): string[] =>
  Object.keys(resource.fields).filter((field) => resource.fields[field]?.shown && !hidden(resource, name, field))

export const isFilterVisible = (resource: Resource, name: ViewerName, filter: Filter): boolean =>
  !filter.hideFrom.includes(viewerOf[name].role) && !hidden(resource, name, filter.field)

export const sortsOf = (resource: Resource, name: ViewerName): string[] =>
  Object.entries(resource.sorts ?? {}).flatMap(([sort, field]) => (hidden(resource, name, field) ? [] : [sort]))

export const writable = (): Resource[] => [...resources.values()].filter(({ access }) => access.create !== undefined)

/** Resources whose records are created with a file, which JSON and XML bodies cannot contain. */
export const takesFile = ({ fields }: Resource): boolean =>
  Object.values(fields).some(({ kind, required }) => kind.type === 'file' && required)

/** A body as JSON or XML can contain it. */
export const withoutFiles = ({ fields }: Resource, body: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(body).filter(([name]) => fields[name]?.kind.type !== 'file'))

export const listable = (name: ViewerName): Resource[] =>
  [...resources.values()].filter(({ access }) => access.list?.includes(viewerOf[name].role))

/** Selects the cells of a matrix to check. `start` shifts the selection, so that tests select different cells. */
export type Cells = <T>(all: Iterable<T>, start?: number) => T[]

/** At most forty rows of one table, evenly spread; all in the long suite. Every write leaves an event. */
export function someRows<T>(rows: readonly T[]): readonly T[] {
  const step = isLong ? 1 : Math.ceil(rows.length / 40)
  return step <= 1 ? rows : rows.filter((_, at) => at % step === 0)
}

/** Some of the values. `start` shifts them, so that the cells of a test together get all of them. */
export function someValues<T>(values: readonly T[], count: number, start: number): readonly T[] {
  if (values.length <= count) return values
  const from = (start * count) % values.length
  return [...values, ...values].slice(from, from + count)
}

/** The cells of one role, for what works in the same way for every role. */
export type RoleCells = <T>(who: ViewerName, all: Iterable<T>) => T[]

const everyCell: Cells = (all) => [...all]
/** Four of a short list: some roles may do little. */
const everyNthCell =
  (most: number): Cells =>
  (all, start = 0) => {
    const list = [...all]
    const step = Math.max(1, Math.min(most, Math.floor(list.length / 4)))
    return list.filter((_, at) => (at + start) % step === 0)
  }

/** A part of the cells, another one for each role, so that each resource is checked for some roles. */
const someOfRole =
  (cells: Cells): RoleCells =>
  (who, all) =>
    cells(all, viewers.indexOf(who))

const eighthWithoutAdministrator: RoleCells = (who, all) =>
  who === 'administrator' ? [...all] : someOfRole(everyNthCell(8))(who, all)

/**
 * Declares the tests once for each database. A loop over `cells` is complete on SQLite and covers a twelfth on
 * PostgreSQL; a loop over `cellsOf` is complete on SQLite as Administrator, and covers an eighth there as another role
 * and a twelfth on PostgreSQL. The long suite is complete on PostgreSQL. What depends on the database (order, search,
 * texts and dates in filters, streaming) is complete on both, for the Administrator if there is one test per role. The
 * mutation test runs everything hundreds of times and takes a quarter of the first loop and a twelfth of the second.
 */
export function eachConformanceFixture(
  tests: (conformance: () => ConformanceFixture, selection: { cells: Cells; cellsOf: RoleCells }) => void,
  kinds = isLong ? databasesOfSuite : allDatabases,
): void {
  eachDatabase((kind, _open, create) => {
    let conformance: ConformanceFixture | undefined
    before(async () => {
      conformance = await openConformance(kind, create)
    })
    after(() => conformance?.fixture.app.close())
    const builtFixture = (): ConformanceFixture => {
      if (conformance === undefined) throw new Error('the fixture is not built yet')
      return conformance
    }
    if (isLong) tests(builtFixture, { cells: everyCell, cellsOf: someOfRole(everyCell) })
    else if (isMutationTest) tests(builtFixture, { cells: everyNthCell(4), cellsOf: someOfRole(everyNthCell(12)) })
    else if (kind === 'sqlite') tests(builtFixture, { cells: everyCell, cellsOf: eighthWithoutAdministrator })
    else tests(builtFixture, { cells: everyNthCell(12), cellsOf: someOfRole(everyNthCell(12)) })
  }, kinds)
}

/** The fixture on a database of its own. */
export async function openConformance(
  kind: DatabaseKind,
  create: (source: Source) => Promise<TestDatabase>,
  more: Partial<OpenOptions> = {},
): Promise<ConformanceFixture> {
  const snapshot = await conformanceSnapshot(kind)
  cpSync(join(snapshot.dataFolder, 'files'), filesFolder, { recursive: true })
  const database = await (await create(snapshot)).open(more)
  return conformanceFixtureOn(restoreApiFixture(database, snapshot.data, mailSite), snapshot.data.labels)
}

/** Creates the records once per run, with the files of their documents. */
const conformanceSnapshot = (kind: DatabaseKind): Promise<Snapshot<FixtureData & { readonly labels: number[] }>> =>
  snapshotOf(kind, 'conformance', async (database, dataFolder) => {
    const fixture = await startApiFixture(database)
    const labels = await addRecords(fixture, fixture.a)
    await addRecords(fixture, fixture.b)
    await fixture.app.close()
    cpSync(filesFolder, join(dataFolder, 'files'), { recursive: true })
    return { a: fixture.a, b: fixture.b, now: fixture.clock.now(), labels }
  })

async function conformanceFixtureOn(fixture: ApiFixture, labels: number[]): Promise<ConformanceFixture> {
  const samples = await samplesOf(fixture, labels)
  const sendAs = (name: PersonName, request: Omit<Request, 'token'>) =>
    fixture.call({ token: fixture.a.tokens[name], ...request })
  const conformance: ConformanceFixture = {
    fixture,
    samples,
    sendAs,
    allRows: async (name, resource, query = '') => {
      const records: RecordTree[] = []
      for (const whole of completeListQueries(conformance, resource)) {
        const path = `/${resource.name}/${queryOf('limit=0', whole, query)}`
        const reply = await sendAs(name, { path })
        if (reply.status !== 200) throw new Error(`${name} GET ${path}: ${reply.text}`)
        records.push(...recordsIn(reply, resource.name))
      }
      return records
    },
    createSample: async (resource, more = {}) => {
      const [itself] = resource.singletonId === undefined ? [] : await conformance.allRows('administrator', resource)
      if (itself !== undefined) return itself
      const body = { ...(await sampleOf(conformance, resource).create()), ...more }
      return (await fixture.make(fixture.a.tokens.administrator, `/${resource.name}/`, body)) as RecordTree
    },
  }
  return conformance
}

const titles = [
  'Élan',
  'élan',
  'apple',
  'Apple',
  '100% sure',
  '100 sure',
  'snake_case',
  'snakeXcase',
  '𝒳 marks',
  'Zebra',
]

/** Rates from a day on: of everyone and of people, in projects that each role sees or not. */
async function addRates({ projects, people, worktypes }: AccountFixture, make: CreateRecord): Promise<void> {
  for (const [at, projectid] of [projects.seen, projects.unseen, projects.clientless].entries()) {
    for (const [nth, personid] of ['', people.resource, people.manager, people.restricted].entries()) {
      const rate = { datebegin: `2027-0${1 + nth}-0${1 + at}`, hourlyrate: 10 * at + nth }
      await make('/projectrate/', { projectid, worktypeid: worktypes[nth % 2] ?? 0, personid, ...rate })
    }
  }
}

async function addRecords(fixture: ApiFixture, own: AccountFixture): Promise<number[]> {
  const boss = own.tokens.administrator
  const make = async (path: string, body: JsonObject) => Number((await fixture.make(boss, path, body)).id)
  const label = (name: string, priority: number, active = 't') =>
    make('/projectlabel/', { name, color: 'AABBCC', priority, active })
  const labels = [await label('Zeta', 1), await label('Alpha', 2)]
  await label('Gone', 3, 'f')
  const { people, projects } = own
  const labelled: number[] = []
  for (const [at, labelid] of labels.entries()) {
    const extra = {
      labelid,
      dateend: `2026-1${at}-01`,
      budget: at,
      managerid: `${people.administrator},${people.manager}`,
    }
    const id = await make('/project/', {
      name: `Élégant ${at}`,
      datestart: `2026-02-0${2 - at}`,
      billable: at === 0 ? 't' : 'f',
      clientid: own.clients.seen,
      ...extra,
    })
    labelled.push(id)
    await fixture.make(boss, `/projectteam/${id}/`, { personid: people.manager })
    await make('/milestone/', {
      projectid: id,
      ownerid: people.administrator,
      title: titles[at] ?? '',
      datedue: `2026-06-0${1 + at}`,
      description: at === 0 ? '' : '<p>Later</p>',
      complete: at === 0 ? 't' : 'f',
    })
  }
  await fixture.call({
    token: boss,
    method: 'PUT',
    path: `/project/${projects.seen}/`,
    body: { labelid: labels[1] ?? 0 },
  })
  await make('/client/', { name: 'Çedille', datecreated: '2026-01-05', active: 'f' })
  await make('/module/', { name: 'Resting module', active: 'f' })
  await make('/worktype/', { name: 'Resting work', defaulthourlyrate: 1, active: 'f' })
  await make('/taskstatus/', { name: 'Resting status', active: 'f' })
  await make('/taskpriority/', { name: 'P9', color: '123456', priority: 9, active: 'f' })
  await make('/projectmodule/', { projectid: projects.seen, module: 'Own module', active: 'f', description: 'hidden' })
  await make('/projectworktype/', {
    projectid: projects.seen,
    worktype: 'Own work',
    hourlyrate: 5,
    esttime: 2,
    active: 'f',
  })
  for (const [at, personid] of [people.manager, people.resource, people.outsider].entries()) {
    const contact = { personid, contacttypeid: 2, contactdescriptorid: 4 + at, value: `+${at}` }
    await make('/personcontact/', contact)
  }
  await addRates(own, make)
  await addTasks(fixture, own, make)
  await addTimers(fixture, own)
  await addSavedFilters(fixture, own)
  await addWebhooks(fixture, own)
  await addTimeRecords(fixture, own)
  await addNotes(fixture, own)
  await addChecklists(fixture, own)
  await addLogo(fixture, own)
  await addInvoices(fixture, own, labelled)
  await addRecurring(fixture, own)
  await addEstimates(fixture, own)
  await fixture.database.write(own.accountid, async (tx) => {
    const about = { kind: 'budgetalert', resource: 'project', recordid: projects.seen, date: '2026-05-01 08:00:00' }
    for (const name of viewers)
      for (const read of ['t', 'f'])
        await tx.insert('notification', { id: nextId, personid: people[name], read, ...about })
  })
  return labels
}

async function addTasks(
  fixture: ApiFixture,
  own: AccountFixture,
  make: (path: string, body: JsonObject) => Promise<number>,
): Promise<void> {
  const { people, projects, statuses, tasks } = own
  for (const [at, title] of titles.entries()) {
    fixture.clock.moveBy(7 * 3_600_000)
    await make('/task/', {
      title,
      projectid: at % 3 === 0 ? projects.clientless : projects.seen,
      moduleid: own.modules[at % 2] ?? 0,
      statusid: at % 4 === 0 ? statuses.closed : statuses.progress,
      priorityid: own.priorities[at % 5] ?? 0,
      ownerid: at % 2 === 0 ? people.resource : `${people.manager},${people.restricted}`,
      assigneeid: ['', people.resource, `${people.restricted},${people.manager}`][at % 3] ?? '',
      followerid: at % 5 === 0 ? people.manager : '',
      dateopen: `2026-04-0${1 + (at % 3)}`,
      datedue: at % 2 === 0 ? `2026-05-${13 + (at % 3)}` : '',
      estimate: [10, 9, 0.5][at % 3] ?? 0,
      summary: at % 2 === 0 ? `<p>${title}</p>` : '',
    })
  }
  const requests = await addRequests(fixture, own, make)
  const [queueid = 0, noProject = 0] = requests
  await addDocuments(fixture, own, requests)
  await addRequestNotes(fixture, own, requests)
  await addExpenses(own, make)
  await fixture.database.write(own.accountid, async (tx) => {
    const [moduleid = 0] = own.modules
    const [worktypeid = 0] = own.worktypes
    const rest = { moduleid, worktypeid, projectid: projects.seen, datemodified: '2026-05-01 08:00:00' }
    for (const [at, taskid] of [tasks.own, tasks.other, tasks.own].entries()) {
      const entry = { date: '2026-05-01', time: (at + 1) * 1_250_000, billable: at === 2 ? 'f' : 't' }
      await tx.insert('time', { id: nextId, taskid, personid: people.resource, ...entry, ...rest })
    }
    await tx.update('task', tasks.other, { queueid })
    await tx.update('task', tasks.unseen, { queueid: noProject })
  })
}
