// Compares every stored field of every record with the newest event that mentions it, for `stint doctor --deep`
// (docs/adr/0064-two-copies.md): a bit that changed on the disk is then found in either of the two. It reads off the
// event loop, in small batches, and does not know which of the two is right.

import { linkedIdsSql } from '../define/fields.ts'
import type { EventChange, Kind, StoredValue } from '../define/kinds.ts'
import type { Database, ReadTransaction } from '../io/database.ts'
import { isOneOf } from '../io/dialect.ts'
import { expandPrefix } from '../io/migrations.ts'
import { accountSlot, type Fragment, joinFragments, type Statement, slot, sql, sqlName, statement } from '../io/sql.ts'
import { epochOf, utcText } from '../kit/calendar.ts'
import type { TablePlan } from './event-plan.ts'
import { maxText } from './event-rows.ts'

const dayMs = 86_400_000
const recordsPerRead = 200
const eventsPerRead = 500
/** More of them add nothing, and the memory is limited. */
const mostProblems = 1000

interface AuditedField {
  readonly name: string
  readonly kind: Kind
  readonly column: Fragment
}

interface AuditedRecords {
  readonly resource: string
  readonly fields: readonly AuditedField[]
  readonly next: Statement
  readonly some: Statement
  readonly count: Statement
}

function auditedRecords(table: string, { resource, key, links, fields }: TablePlan): AuditedRecords | undefined {
  // An account is no row of an account, and the rows of a team have no id of their own.
  if (key.length > 1 || table === 'account') return undefined
  const audited = [...fields].flatMap(([column, { name, kind, secret }]): AuditedField[] => {
    if (secret) return []
    const link = links.find((one) => one.table === column)
    return [{ name, kind, column: link === undefined ? sqlName(`${table}.${column}`) : linkedIdsSql(link, table) }]
  })
  const [id, from] = [sqlName(`${table}.id`), sqlName(table)]
  const columns = joinFragments([id, ...audited.map(({ column }) => column)])
  const own = sql`${sqlName(`${table}.accountid`)} = ${accountSlot}`
  const after = sql`${own} and ${id} > ${slot('after')}`
  return {
    resource,
    fields: audited,
    next: statement(sql`select ${columns} from ${from} where ${after} order by ${id} limit ${sql.lit(recordsPerRead)}`),
    some: statement(sql`select ${columns} from ${from} where ${own} and ${isOneOf(id, 'ids')}`),
    count: statement(sql`select count(*) from ${from} where ${own}`),
  }
}

/** A migration that is more than an addition may have changed values, and no event says so. */
const lastMigration = statement(sql`select max(migration.applied) from migration
  where migration.name not like ${sql.lit(`${expandPrefix}%`)}`)
const newestBefore = statement(sql`select event.date from event
  where event.accountid = ${accountSlot} and event.date < ${slot('applied')} order by event.date desc limit 1`)
const lastIdBetween = statement(sql`select max(event.id) from event
  where event.accountid = ${accountSlot} and event.date >= ${slot('begin')} and event.date < ${slot('end')}`)

const eventsOfRecords = statement(sql`select event.recordid, event.id, event.fields, event.changes from event
  where event.accountid = ${accountSlot} and event.resource = ${slot('resource')} and ${isOneOf(sql`event.recordid`, 'ids')}
    and event.id > ${slot('since')}
    and (event.recordid > ${slot('record')} or (event.recordid = ${slot('record')} and event.id > ${slot('eventid')}))
  order by event.recordid, event.id limit ${sql.lit(eventsPerRead)}`)

/** The newest value of each field, and the event that has it. */
type Expected = Map<string, { readonly event: number; readonly change: EventChange }>

interface Difference {
  readonly record: number
  readonly text: string
}

async function expectedValues(
  tx: ReadTransaction,
  resource: string,
  ids: readonly number[],
  since: number,
  differences: Difference[],
): Promise<Map<number, Expected>> {
  const expected = new Map<number, Expected>(ids.map((id) => [id, new Map()]))
  for (let [record, event, more] = [0, 0, true]; more; ) {
    const from = record
    const open = ids.filter((id) => id >= from)
    const rows = await tx.all(eventsOfRecords, { resource, ids: open, since, record, eventid: event })
    for (const [recordid, id, names, text] of rows) {
      ;[record, event] = [Number(recordid), Number(id)]
      const changes = parseChanges(String(text), String(names))
      if (changes === null) differences.push({ record, text: `event ${event} of ${resource} ${record} cannot be read` })
      for (const change of changes ?? []) {
        // Of a secret field an event has only the name.
        if (change.was === undefined && change.now === undefined) expected.get(record)?.delete(change.field)
        else expected.get(record)?.set(change.field, { event, change })
      }
    }
    more = rows.length === eventsPerRead
  }
  return expected
}

/** Null if the text is damaged. The names of the fields are stored twice. */
function parseChanges(text: string, names: string): readonly EventChange[] | null {
  try {
    const changes = JSON.parse(text) as readonly EventChange[]
    return changes.map(({ field }) => `<${field}>`).join('') === names ? changes : null
  } catch {
    return null
  }
}

const blankAsNull = (text: string | null): string | null => (text === '' ? null : text)

/** Of a longer text the event has the beginning. */
function isSameValue(kind: Kind, value: StoredValue, { now, cut }: EventChange): boolean {
  if (now === undefined) return false
  const stored = value === null ? null : blankAsNull(kind.serialize(value))
  const isBeginning = cut !== undefined && now?.length === maxText
  return (isBeginning ? (stored?.slice(0, maxText) ?? null) : stored) === blankAsNull(now)
}

/** The differences of the records of one read. */
function compareRecords(
  database: Database,
  accountid: number,
  { resource, fields, next, some }: AuditedRecords,
  since: number,
  which: { readonly after: number } | { readonly ids: readonly number[] },
): Promise<{ ids: readonly number[]; differences: readonly Difference[] }> {
  return database.readOffloaded(accountid, async (tx) => {
    const rows = await ('after' in which ? tx.all(next, which) : tx.all(some, which))
    const ids = rows.map(([id]) => Number(id))
    const differences: Difference[] = []
    const expected = await expectedValues(tx, resource, ids, since, differences)
    for (const [at, [, ...values]] of rows.entries()) {
      const record = ids[at] ?? 0
      for (const [place, { name, kind }] of fields.entries()) {
        const newest = expected.get(record)?.get(name)
        if (newest === undefined || isSameValue(kind, (values[place] ?? null) as StoredValue, newest.change)) continue
        const { event } = newest
        differences.push({ record, text: `${name} of ${resource} ${record} is not what event ${event} says` })
      }
    }
    return { ids, differences }
  })
}

export interface ValueAuditProgress {
  begin(what: string, total: number): void
  add(count: number): void
}

/**
 * The last event that may be older than the migration. A day is added, because clocks differ and are corrected; so the
 * ids are not in the order of the dates either.
 */
async function lastUnaudited(tx: ReadTransaction): Promise<number> {
  const applied = String((await tx.first(lastMigration))?.[0])
  const newest = await tx.first(newestBefore, { applied })
  if (newest === undefined) return 0
  const [begin, end] = [epochOf(String(newest[0])) - dayMs, epochOf(applied) + dayMs]
  return Number((await tx.first(lastIdBetween, { begin: utcText(begin), end: utcText(end) }))?.[0])
}

/** The number of records, and one sentence for each difference. */
export async function auditValues(
  database: Database,
  accountid: number,
  tables: ReadonlyMap<string, TablePlan>,
  progress: ValueAuditProgress,
): Promise<{ checked: number; problems: string[] }> {
  const audited = [...tables].flatMap(([table, plan]) => auditedRecords(table, plan) ?? [])
  const one = async (query: Statement): Promise<number> =>
    Number((await database.readOffloaded(accountid, (tx) => tx.first(query)))?.[0])
  let total = 0
  for (const { count } of audited) total += await one(count)
  progress.begin(`values of account ${accountid}`, total)
  const since = await database.readOffloaded(accountid, lastUnaudited)
  const problems: string[] = []
  let checked = 0
  for (const records of audited) {
    for (let after = 0, more = true; more; ) {
      const { ids, differences } = await compareRecords(database, accountid, records, since, { after })
      problems.push(...(await confirmed(database, accountid, records, since, differences)))
      checked += ids.length
      progress.add(ids.length)
      after = ids.at(-1) ?? 0
      more = ids.length === recordsPerRead && problems.length < mostProblems
    }
  }
  return { checked, problems: problems.slice(0, mostProblems) }
}

/** On PostgreSQL a server may write between the two statements. Such a difference is gone, or has another event. */
async function confirmed(
  database: Database,
  accountid: number,
  records: AuditedRecords,
  since: number,
  found: readonly Difference[],
): Promise<readonly string[]> {
  if (found.length === 0) return []
  const ids = [...new Set(found.map(({ record }) => record))]
  const { differences } = await compareRecords(database, accountid, records, since, { ids })
  const again = new Set(differences.map(({ text }) => text))
  return found.map(({ text }) => text).filter((text) => again.has(text))
}
