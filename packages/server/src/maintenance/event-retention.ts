// Keeps the event log: removes events that are older than the operator wants, and checks for `stint doctor` that the
// rest has no gaps.
import type { Database } from '../io/database.ts'
import { accountSlot, slot, sql, statement } from '../io/sql.ts'
import type { AuditResult } from './invoice-audit.ts'

const batchSize = 5000

/**
 * The first event that is kept. All before it are removed, so that the rest has no gaps even if a clock was wrong. The
 * expression keeps the databases from using the index by date: in the order of ids only the old events are read.
 */
const firstKept = statement(sql`select kept.id from event kept where kept.accountid = ${accountSlot}
  and coalesce(kept.date, '') >= ${slot('since')} order by kept.id limit 1`)
const lastEvent = statement(sql`select max(event.id) from event where event.accountid = ${accountSlot}`)
const oldestEvent = statement(sql`select min(event.id) from event where event.accountid = ${accountSlot}`)
const removeUntil = statement(sql`delete from event where accountid = ${accountSlot} and id <= ${slot('last')}`)

/** In batches, because one transaction over many events would hold up other writes. */
export async function removeOldEvents(database: Database, accountid: number, since: string): Promise<void> {
  const [oldest, last] = await database.readOffloaded(accountid, async (tx) => {
    const first = await tx.first(firstKept, { since })
    const end = first === undefined ? (await tx.first(lastEvent))?.[0] : Number(first[0]) - 1
    return [Number((await tx.first(oldestEvent))?.[0]), Number(end)]
  })
  if (oldest === undefined || last === undefined) return
  for (let from = oldest; from <= last; from += batchSize) {
    const until = Math.min(from + batchSize - 1, last)
    await database.write(accountid, (tx) => tx.run('event', removeUntil, { last: until }))
  }
}

const eventNumbers = statement(sql`select count(*), coalesce(min(event.id), 0), coalesce(max(event.id), 0),
    coalesce((select counter.n from counter where counter.accountid = ${accountSlot} and counter.name = 'event'), 0)
  from event where event.accountid = ${accountSlot}`)

/** The numbers have no gaps above the oldest event, and the last one is that of the counter. */
export async function auditEvents(database: Database, accountid: number): Promise<AuditResult> {
  const row = await database.readOffloaded(accountid, (tx) => tx.first(eventNumbers))
  const [count = 0, first = 0, last = 0, counter = 0] = (row ?? []).map(Number)
  const problems: string[] = []
  if (count > 0 && last - first + 1 !== count)
    problems.push(
      `the event log has ${count} events between ${first} and ${last}: ${last - first + 1 - count} are missing`,
    )
  if (count > 0 && last !== counter) problems.push(`the last event is ${last}, and ${counter} were counted`)
  return { checked: count, problems }
}
