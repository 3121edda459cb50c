// The deliveries of webhooks for senders: due ones of all accounts, each leased to one sender at a time, as mails are
// (mail/outbox.ts). Of each webhook one first attempt runs at a time, so that a receiver that works gets the events in
// their order. Retries do not wait for each other.
import { type Database, nextId, type Row, type WriteTransaction } from '../io/database.ts'
import { skipLocked } from '../io/dialect.ts'
import { accountSlot, slot, sql, statement } from '../io/sql.ts'
import { utcText } from '../kit/calendar.ts'

export const deliveryStatuses = ['waiting', 'sent', 'failed'] as const

export interface LeasedDelivery {
  readonly accountid: number
  readonly id: number
  readonly webhookid: number
  /** Null for a test. */
  readonly eventid: number | null
  readonly event: string
  /** The number of attempts, including this one. */
  readonly attempts: number
  readonly claim: string
}

export interface DeliveryLease {
  readonly now: string
  readonly till: string
  /** A unique name of the lease. */
  readonly claim: string
  readonly most: number
}

/** The first delivery of each webhook that was never tried, while none of its first attempts is running. */
const nextFirstAttempts = sql`select (select min(untried.id) from webhookdelivery untried
    where untried.accountid = webhookstate.accountid and untried.webhookid = webhookstate.id
      and untried.status = 'waiting' and untried.attempts = 0) as id
  from webhookstate where webhookstate.accountid = ${accountSlot} and not exists (select 1 from webhookdelivery sending
    where sending.accountid = webhookstate.accountid and sending.webhookid = webhookstate.id and sending.claim <> ''
      and sending.attempts = 1 and sending.heldtill > ${slot('now')})`

const lease = sql`update webhookdelivery set heldtill = ${slot('till')}, claim = ${slot('claim')}, attempts = attempts + 1,
    lastattempt = ${slot('now')}
  where accountid = ${accountSlot} and id in (select due.id from due)`

const leaseFirst = statement(sql`with next as materialized (${nextFirstAttempts}), due as materialized (
    select webhookdelivery.id from webhookdelivery where webhookdelivery.accountid = ${accountSlot}
      and webhookdelivery.status = 'waiting' and webhookdelivery.attempts = 0
      and webhookdelivery.id in (select next.id from next)
    order by webhookdelivery.id limit ${slot('most')}${skipLocked})
  ${lease}`)

const leaseRetries = statement(sql`with due as materialized (
    select webhookdelivery.id from webhookdelivery where webhookdelivery.accountid = ${accountSlot}
      and webhookdelivery.status = 'waiting' and webhookdelivery.attempts > 0 and webhookdelivery.heldtill <= ${slot('now')}
    order by webhookdelivery.heldtill, webhookdelivery.id limit ${slot('most')}${skipLocked})
  ${lease}`)

const leasedDeliveries = statement(sql`select webhookdelivery.accountid, webhookdelivery.id, webhookdelivery.webhookid,
    webhookdelivery.eventid, webhookdelivery.event, webhookdelivery.attempts, webhookdelivery.claim
  from webhookdelivery where webhookdelivery.accountid = ${accountSlot} and webhookdelivery.claim = ${slot('claim')}
  order by webhookdelivery.id`)

const accountsWithDue = statement(sql`select webhookdelivery.accountid from webhookdelivery
  where webhookdelivery.status = 'waiting' and (webhookdelivery.attempts = 0 or webhookdelivery.heldtill <= ${slot('now')})
  group by webhookdelivery.accountid order by min(webhookdelivery.heldtill), webhookdelivery.accountid`)

const deliveryOf = (row: Row): LeasedDelivery => ({
  accountid: Number(row[0]),
  id: Number(row[1]),
  webhookid: Number(row[2]),
  eventid: row[3] === null ? null : Number(row[3]),
  event: String(row[4]),
  attempts: Number(row[5]),
  claim: String(row[6]),
})

/**
 * Account 0 stands for no account: it is asked which accounts have due deliveries. Each account leases its own, because
 * accounts can be on different machines.
 */
export async function leaseDeliveries(
  database: Database,
  { now, till, claim, most }: DeliveryLease,
): Promise<LeasedDelivery[]> {
  const leased: LeasedDelivery[] = []
  for (const [accountid] of await database.read(0, (tx) => tx.all(accountsWithDue, { now }))) {
    const left = most - leased.length
    if (left === 0) break
    const own = await database.write(Number(accountid), async (tx) => {
      await tx.run('webhookdelivery', leaseFirst, { now, till, claim, most: left })
      const first = (await tx.all(leasedDeliveries, { claim })).length
      if (first < left) await tx.run('webhookdelivery', leaseRetries, { now, till, claim, most: left - first })
      return tx.all(leasedDeliveries, { claim })
    })
    leased.push(...own.map(deliveryOf))
  }
  return leased.sort((a, b) => a.id - b.id)
}

const anyDue = statement(sql`select 1 where exists (select 1 from webhookdelivery first
    where first.status = 'waiting' and first.attempts = 0)
  or exists (select 1 from webhookdelivery again
    where again.status = 'waiting' and again.attempts > 0 and again.heldtill <= ${slot('now')})`)

export const hasDueDelivery = async (database: Database, now: string): Promise<boolean> =>
  (await database.read(0, (tx) => tx.first(anyDue, { now }))) !== undefined

/** What one attempt came to. */
export interface AttemptResult {
  readonly status: (typeof deliveryStatuses)[number]
  /** When it is tried again, or the time of the attempt. */
  readonly at: string
  readonly statuscode: number | null
  readonly ms: number
  readonly error: string
}

const storeAttempt =
  statement(sql`update webhookdelivery set status = ${slot('status')}, heldtill = ${slot('at')}, claim = '',
    statuscode = ${slot('statuscode')}, ms = ${slot('ms')}, error = ${slot('error')}
  where accountid = ${accountSlot} and id = ${slot('id')} and claim = ${slot('claim')}`)
const noteSuccess = statement(sql`update webhookstate set failingsince = null, failures = 0
  where accountid = ${accountSlot} and id = ${slot('webhookid')} and failures > 0`)
const noteFailure = statement(sql`update webhookstate set failures = failures + 1,
    failingsince = coalesce(failingsince, ${slot('now')})
  where accountid = ${accountSlot} and id = ${slot('webhookid')}`)
const failuresOf = statement(sql`select webhookstate.failures, webhookstate.failingsince from webhookstate
  where webhookstate.accountid = ${accountSlot} and webhookstate.id = ${slot('webhookid')}`)

/** Stores a result and returns the failures of the webhook since its last success. */
export async function storeResult(
  tx: WriteTransaction,
  { id, webhookid, claim }: LeasedDelivery,
  result: AttemptResult,
  now: string,
): Promise<{ failures: number; since: string }> {
  await tx.run('webhookdelivery', storeAttempt, { id, claim, ...result })
  await tx.run('webhookstate', result.status === 'sent' ? noteSuccess : noteFailure, { webhookid, now })
  const [failures, since] = (await tx.first(failuresOf, { webhookid })) ?? []
  return { failures: Number(failures ?? 0), since: String(since ?? now) }
}

const failWaiting =
  statement(sql`update webhookdelivery set status = 'failed', claim = '', error = 'the webhook was turned off'
  where accountid = ${accountSlot} and webhookid = ${slot('webhookid')} and status = 'waiting'`)

/** A webhook that is turned off sends nothing more, also not what waits already. */
export const stopDeliveries = (tx: WriteTransaction, webhookid: number): Promise<void> =>
  tx.run('webhookdelivery', failWaiting, { webhookid })

export interface NewDelivery {
  readonly webhookid: number
  readonly eventid: number | null
  readonly event: string
  readonly now: string
}

export const insertDelivery = (
  tx: WriteTransaction,
  { webhookid, eventid, event, now }: NewDelivery,
): Promise<number> =>
  tx.insert('webhookdelivery', { id: nextId, webhookid, eventid, event, date: now, status: 'waiting', heldtill: now })

const dayMs = 86_400_000
/** Longer than any pause between two attempts. */
const maxHeldMs = 2 * dayMs
const keptMs = 30 * dayMs

const shortenHeld = statement(sql`update webhookdelivery set heldtill = ${slot('till')}
  where status = 'waiting' and heldtill > ${slot('latest')}`)
const deleteOld = statement(sql`delete from webhookdelivery where status <> 'waiting' and date < ${slot('before')}`)

/** Deletes old deliveries, and shortens pauses that were computed under a clock that was ahead (T-80). */
export const tidyDeliveries = (database: Database, { earliest, latest }: { earliest: number; latest: number }) =>
  database.write(0, async (tx) => {
    await tx.run('webhookdelivery', shortenHeld, { till: utcText(latest), latest: utcText(latest + maxHeldMs) })
    await tx.run('webhookdelivery', deleteOld, { before: utcText(earliest - keptMs) })
  })

const activeWebhook = statement(sql`select 1 from webhook where webhook.accountid = ${accountSlot}
  and webhook.id = ${slot('id')} and webhook.active = 't'`)

/** Turns a webhook off that does not work any more; false if it was off already. */
export async function turnOffWebhook(tx: WriteTransaction, id: number, reason: string): Promise<boolean> {
  await tx.lock('webhook', id)
  if ((await tx.first(activeWebhook, { id })) === undefined) return false
  await tx.update('webhook', id, { active: 'f', offreason: reason })
  await tx.update('webhookstate', id, { replayedto: null, replayuntil: null })
  await stopDeliveries(tx, id)
  return true
}
