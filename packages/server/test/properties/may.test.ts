// The field `may` is correct: for every record of random accounts, every kind of caller and every operation and action,
// it equals what the server then allows. Each attempt runs on the real engine, in a transaction that is rolled back.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Actor, type Role, roleOfGroup } from '../../src/define/actor.ts'
import { ApiError } from '../../src/define/api-error.ts'
import type { Resource } from '../../src/define/resource.ts'
import { associatedDataFor } from '../../src/engine/encryption.ts'
import { Engine, type WriteOptions } from '../../src/engine/engine.ts'
import { recordOperations } from '../../src/engine/may.ts'
import type { RecordResult } from '../../src/engine/operation-result.ts'
import { type Database, nextId, type WriteTransaction } from '../../src/io/database.ts'
import { accountSlot, slot, sql, sqlName, statement, updateRows } from '../../src/io/sql.ts'
import { addDays, mondayOf } from '../../src/kit/calendar.ts'
import { resources } from '../../src/resources/all.ts'
import { mailSite } from '../fixture/mail-fixture.ts'
import { Random } from '../fixture/random.ts'
import { insertState } from './insert-state.ts'
import { checkProperty, eachPropertyDatabase } from './property-runs.ts'
import type { State } from './random-columns.ts'
import { type Role as Caller, drawState, rolePersonIds } from './random-state.ts'

const callers: readonly (readonly [Caller, Role, restricted: boolean])[] = [
  ['administrator', 'Administrator', false],
  ['manager', 'Manager', false],
  ['manager', 'Manager', true],
  ['resource', 'Resource', false],
  ['restricted', 'Resource', true],
  ['executive', 'Executive', false],
  ['executive', 'Executive', true],
]

/** A change that every record of the resource accepts from whoever may change it. */
const changes: Readonly<Record<string, readonly [field: string, value: string]>> = {
  client: ['name', 'Changed'],
  company: ['taxnumber', 'Changed'],
  document: ['title', 'Changed'],
  estimate: ['title', 'Changed'],
  estimateitem: ['description', 'Changed'],
  // Of a billed expense only a missing receipt can be added; a blank one changes nothing.
  expense: ['receipt', ''],
  expensecategory: ['name', 'Changed'],
  invoice: ['purchaseorder', 'Changed'],
  invoiceitem: ['description', 'Changed'],
  invoicenote: ['note', 'Changed'],
  invoiceterm: ['name', 'Changed'],
  me: ['timezone', 'Asia/Tokyo'],
  milestone: ['title', 'Changed'],
  milestonenote: ['note', 'Changed'],
  module: ['description', 'Changed'],
  payment: ['reference', 'Changed'],
  notification: ['read', 't'],
  paymenttype: ['name', 'Changed'],
  person: ['title', 'Changed'],
  personcontact: ['value', 'changed@example.com'],
  project: ['name', 'Changed'],
  projectlabel: ['name', 'Changed'],
  projectmodule: ['description', 'Changed'],
  projectnote: ['title', 'Changed'],
  projectrate: ['hourlyrate', '12.34'],
  projectworktype: ['hourlyrate', '12.34'],
  recurringinvoice: ['title', 'Changed'],
  recurringinvoiceitem: ['description', 'Changed'],
  request: ['title', 'Changed'],
  requestnote: ['note', 'Changed'],
  savedreport: ['title', 'Changed'],
  task: ['title', 'Changed'],
  taskitem: ['title', 'Changed'],
  tasklistfilter: ['title', 'Changed'],
  tasknote: ['note', 'Changed'],
  taskpriority: ['name', 'Changed'],
  taskstatus: ['name', 'Changed'],
  time: ['description', 'Changed'],
  timer: ['name', 'Changed'],
  webhook: ['description', 'Changed'],
  worktype: ['name', 'Changed'],
}

/** The bodies of the actions that need one. Priority 2 is between the frozen statuses of a random account. */
const actionBodies: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'invoice exclude': { timeid: '1' },
  'invoice include': { timeid: '1' },
  'invoice move': { timeid: '1', invoiceid: '1' },
  'invoice writedown': { timeid: '1' },
  'webhook replay': { since: '0' },
  'person permit': { cancomment: 't' },
  'taskstatus move': { priority: '2' },
  'invoice reminders': { remindersoff: 't' },
  'estimate mail': { to: 'office@example.com', subject: 'Estimate', text: 'Hello' },
  'invoice mail': { to: 'office@example.com', subject: 'Invoice', text: 'Hello' },
}

class RolledBack extends Error {}

/** The same database, but every write is rolled back. */
const withoutWrites = (database: Database): Database => ({
  dialect: database.dialect,
  isDistributed: database.isDistributed,
  vault: database.vault,
  longReads: database.longReads,
  read: (accountid, work) => database.read(accountid, work),
  readOffloaded: (accountid, work) => database.readOffloaded(accountid, work),
  countRequest: (accountid, day) => database.countRequest(accountid, day),
  countPersonRequest: (personid, day) => database.countPersonRequest(personid, day),
  addRates: (minute, counts) => database.addRates(minute, counts),
  quotaUsage: (accountid, day) => database.quotaUsage(accountid, day),
  referencesTo: (table) => database.referencesTo(table),
  searchIndexColumns: (table) => database.searchIndexColumns(table),
  prepareAlone: (work) => database.prepareAlone(work),
  isReady: () => database.isReady(),
  close: () => database.close(),
  write: async (accountid, work) => {
    const results: Awaited<ReturnType<typeof work>>[] = []
    const attempt = database.write(accountid, async (tx) => {
      results.push(await work(tx))
      throw new RolledBack()
    })
    await attempt.catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error
    })
    return results[0] as Awaited<ReturnType<typeof work>>
  },
})

const silently: WriteOptions = {
  sideEffects: { leaveNote: false, notify: false },
  // Some actions need it.
  ifMatch: ['*'],
  idempotency: null,
}

const bodyOf =
  (fields: Readonly<Record<string, string>> = {}) =>
  () =>
    new Map(Object.entries(fields))

function attempt(engine: Engine, resource: Resource, operation: string, actor: Actor, id: number): Promise<unknown> {
  const { name } = resource
  if (operation === 'delete') return engine.remove(resource, actor, id, silently)
  if (operation === 'update')
    return engine.update(resource, actor, id, bodyOf(Object.fromEntries([changes[name] ?? ['', '']])), silently)
  return engine.runAction(resource, operation, actor, id, bodyOf(actionBodies[`${name} ${operation}`]), silently)
}

/** The errors about records that refer to the record, from the engine, a hook or the database. */
const holds = / cannot be deleted: .* still uses? it$|^id: this \w+ is used by \d+ |: other records still use it/

/** Whether an error is about a field of records that an action creates, or about a list that they need. */
const namesOtherRecords = (written: readonly string[], sentence: string): boolean => {
  const [word = ''] = sentence.split(':')
  return resources.has(word) || written.some((name) => resources.get(name)?.fields[word] !== undefined)
}

/**
 * Errors that do not depend on the caller and the record: referring records, time entries that an action names, and
 * fields of a record that it creates.
 */
function isAboutOtherThings(resource: Resource, operation: string, { status, verbose }: ApiError): boolean {
  if (status !== 400) return false
  if (operation === 'delete') return verbose.every((sentence) => holds.test(sentence))
  const action = resource.actions?.[operation]
  if (action?.fields?.timeid !== undefined && verbose.every((sentence) => /^(timeid|invoiceid): /.test(sentence)))
    return true
  if (action !== undefined && !('creates' in action) && action.alsoWrites !== undefined)
    return verbose.every((sentence) => holds.test(sentence) || namesOtherRecords(action.alsoWrites ?? [], sentence))
  if (action === undefined || !('creates' in action)) return false
  if (verbose.some((sentence) => sentence.includes('nothing to bill'))) return true
  const fields = resources.get(action.creates)?.fields ?? {}
  return verbose.every((sentence) => fields[sentence.split(':')[0] ?? '']?.settable === 'always')
}

/** The outcome of the attempt. `excused`: it was rejected for a reason that `may` does not cover. */
async function outcomeOf(
  engine: Engine,
  resource: Resource,
  operation: string,
  actor: Actor,
  id: number,
): Promise<{ readonly refused: boolean; readonly message: string; readonly excused: boolean }> {
  try {
    await attempt(engine, resource, operation, actor, id)
    return { refused: false, message: 'performed', excused: false }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const message = `${error.status} ${error.verbose.join('; ')}`
    return { refused: true, message, excused: isAboutOtherThings(resource, operation, error) }
  }
}

type FoundRecord = Pick<RecordResult, 'fields' | 'row'>

const mayOf = ({ fields, row }: FoundRecord): string[] => {
  const at = fields.findIndex(({ name }) => name === 'may')
  const text = fields[at]?.field.kind.serialize(row[at] as string) ?? ''
  return text === '' ? [] : text.split(',')
}

/** The record with its field `may`, or undefined if the caller does not see it. */
async function readWithMay(
  engine: Engine,
  resource: Resource,
  actor: Actor,
  id: number,
): Promise<FoundRecord | undefined> {
  try {
    if (resource.access.read !== undefined) return await engine.read(resource, actor, id, true)
    const { fields, rows } = await engine.list(resource, actor, new Map([['may', 't']]))
    const row = rows.find(([found]) => found === id)
    return row === undefined ? undefined : { fields, row }
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 403)) return undefined
    throw error
  }
}

/** The field `may` of the records in the list, by id. */
async function listMay(engine: Engine, resource: Resource, actor: Actor): Promise<ReadonlyMap<number, string>> {
  const lists = resource.access.list?.includes(actor.role) ?? false
  if (!lists || resource.requiredFilters !== undefined || resource.defaultFilters !== undefined) return new Map()
  const query = new Map([
    ['may', 't'],
    ['limit', '0'],
  ])
  const { fields, rows } = await engine.list(resource, actor, query)
  return new Map(rows.map((row) => [Number(row[0]), mayOf({ fields, row }).join()]))
}

const idStatements = new Map(
  [...resources.values()].map(({ table }) => [
    table,
    statement(sql`select id from ${sqlName(table)} where accountid = ${accountSlot} order by id`),
  ]),
)

async function idsOf(database: Database, accountid: number, { table }: Resource): Promise<number[]> {
  const select = idStatements.get(table)
  if (select === undefined) throw new Error(`no statement for ${table}`)
  return (await database.read(accountid, (tx) => tx.all(select))).map(([id]) => Number(id))
}

const releasePayments = updateRows('payment', sql`invoiceid = null`, sql`invoiceid = ${slot('id')}`)

/**
 * Adds what random states lack: weeks in every status, a default priority, paused timers, an issued invoice without
 * payments, notifications, webhooks and their deliveries.
 */
async function completeState(database: Database, accountid: number, random: Random, state: State): Promise<void> {
  const weeks = new Map<string, readonly [personid: number, monday: string]>()
  for (const { personid, date } of state.time ?? []) {
    const monday = mondayOf(String(date))
    weeks.set(`${personid} ${monday}`, [Number(personid), monday])
  }
  const datemodified = '2026-05-01 08:00:00'
  await database.write(accountid, async (tx) => {
    for (const [personid, weekstart] of weeks.values()) {
      const status = random.pick(['open', 'submitted', 'approved', 'rejected'])
      const week = { weekstart, weekend: addDays(weekstart, 6) }
      await tx.insert('timesheet', { id: nextId, personid, ...week, status, datemodified })
    }
    const [priority] = state.taskpriority ?? []
    await tx.update('taskpriority', Number(priority?.id), { isdefault: 't' })
    for (const { id } of (state.timer ?? []).filter((_timer, index) => index % 2 === 0))
      await tx.update('timer', Number(id), { starttime: null })
    const issued = Number(state.invoice?.find(({ datevoided }) => datevoided === null)?.id)
    await tx.update('invoice', issued, { dateissued: datemodified })
    await tx.run('payment', releasePayments, { id: issued })
    for (const { projectid, personid } of state.projectteam ?? []) {
      const about = { kind: 'budgetalert', resource: 'project', recordid: Number(projectid) }
      await tx.insert('notification', { id: nextId, personid: Number(personid), ...about, date: datemodified })
    }
    await addWebhooks(database, tx, datemodified)
  })
}

async function addWebhooks({ vault }: Database, tx: WriteTransaction, datecreated: string): Promise<void> {
  const personid = rolePersonIds.administrator
  const webhook = resources.get('webhook')
  assert.ok(webhook !== undefined)
  for (const [id, active] of [
    [1, 't'],
    [2, 'f'],
  ] as const) {
    const secret = vault.encrypt('whsec_secret', associatedDataFor(tx.accountid, webhook, 'secret', id))
    const stored = { id, personid, url: 'https://example.com/', events: '*', active, datecreated, secret }
    await tx.insert('webhook', stored)
    await tx.insert('webhookstate', { id, lastevent: 0 })
    const delivery = { webhookid: id, event: 'test', date: datecreated, heldtill: datecreated, status: 'waiting' }
    for (const claim of ['', 'sending']) await tx.insert('webhookdelivery', { id: nextId, ...delivery, claim })
  }
}

const actorFor = (state: State, accountid: number, [caller, role, restricted]: (typeof callers)[number]): Actor => {
  const person = state.person?.find(({ id }) => id === rolePersonIds[caller])
  assert.equal(roleOfGroup(Number(person?.groupid)), role)
  return {
    role,
    restricted,
    accountid,
    personid: rolePersonIds[caller],
    clientid: person?.clientid === null ? null : Number(person?.clientid),
    timezone: 'Europe/Berlin',
    today: '2026-05-14',
    now: '2026-05-14 10:00:00',
    channel: 'token',
    requestid: null,
  }
}

interface Tally {
  readonly differences: string[]
  readonly allowed: Set<string>
  readonly refused: Set<string>
}

/** Compares `may` of one record with the engine, for all operations and actions. */
async function compareRecord(
  engine: Engine,
  resource: Resource,
  actor: Actor,
  id: number,
  listed: ReadonlyMap<number, string>,
  tally: Tally,
): Promise<void> {
  const record = await readWithMay(engine, resource, actor, id)
  if (record === undefined) return
  const may = mayOf(record)
  assert.equal(listed.get(id) ?? may.join(), may.join(), `${resource.name} ${id} in the list and by itself`)
  for (const operation of recordOperations(resource)) {
    const { refused, message, excused } = await outcomeOf(engine, resource, operation, actor, id)
    const says = may.includes(operation)
    const isSame = says ? !refused || excused : refused
    const who = `${actor.role}${actor.restricted ? ' (restricted)' : ''}`
    if (!isSame)
      tally.differences.push(`${who} ${operation} ${resource.name} ${id}: may says ${says}, it was ${message}`)
    if (says) tally.allowed.add(`${resource.name} ${operation}`)
    else if (resource.allowed?.[operation] !== undefined) tally.refused.add(`${resource.name} ${operation}`)
  }
}

/** Every operation with a rule must have been both allowed and rejected, otherwise the comparison proves little. */
function assertCovered({ allowed, refused }: Tally): void {
  for (const resource of resources.values()) {
    const all = recordOperations(resource).map((operation) => `${resource.name} ${operation}`)
    assert.deepEqual(
      all.filter((operation) => !allowed.has(operation)),
      [],
      `${resource.name}: never allowed`,
    )
    const withRules = all.filter((operation) => resource.allowed?.[operation.split(' ')[1] ?? ''] !== undefined)
    assert.deepEqual(
      withRules.filter((operation) => !refused.has(operation)),
      [],
      `${resource.name}: never refused`,
    )
  }
}

async function compareState(database: Database, accountid: number, random: Random, tally: Tally): Promise<void> {
  const engine = new Engine(withoutWrites(database), resources, mailSite)
  const state = drawState(random)
  await insertState(database, accountid, state)
  await completeState(database, accountid, random, state)
  for (const caller of callers) {
    const actor = actorFor(state, accountid, caller)
    for (const resource of resources.values()) {
      if (recordOperations(resource).length === 0) continue
      const listed = await listMay(engine, resource, actor)
      for (const id of await idsOf(database, accountid, resource))
        await compareRecord(engine, resource, actor, id, listed, tally)
    }
  }
  assert.deepEqual(tally.differences, [])
}

/** A seed whose state satisfies and violates every rule. */
const coveringNumber = 2

eachPropertyDatabase((kind, open) => {
  test(`may equals what the server then allows, for all records, callers and operations (${kind})`, async () => {
    const database = await open()
    const tally: Tally = { differences: [], allowed: new Set(), refused: new Set() }
    await compareState(database, 1, new Random(coveringNumber), tally)
    assertCovered(tally)
    await checkProperty(1, (random, run) => compareState(database, run + 2, random, tally))
  })
})
