// Turns events into deliveries. Each webhook remembers the last event that it has seen; that number and the deliveries
// are written in one transaction under a lock, so every event becomes exactly one delivery, whichever process does it.
import type { Database, WriteTransaction } from '../io/database.ts'
import { accountSlot, type Fragment, slot, sql, statement } from '../io/sql.ts'
import { insertDelivery } from './deliveries.ts'

const batchSize = 200

/** The number of the last event of an account. */
const lastEventOf = (accountid: Fragment): Fragment =>
  sql`coalesce((select counter.n from counter where counter.accountid = ${accountid} and counter.name = 'event'), 0)`

const webhooksBehind = statement(sql`select webhook.accountid, webhook.id from webhook
  join webhookstate on webhookstate.accountid = webhook.accountid and webhookstate.id = webhook.id
  where webhook.active = 't' and (webhookstate.replayedto is not null
    or webhookstate.lastevent < ${lastEventOf(sql`webhook.accountid`)})
  order by webhook.accountid, webhook.id`)

const progress = statement(sql`select webhookstate.lastevent, webhookstate.replayedto, webhookstate.replayuntil,
    ${lastEventOf(accountSlot)}, webhook.events
  from webhookstate join webhook on webhook.accountid = webhookstate.accountid and webhook.id = webhookstate.id
  where webhookstate.accountid = ${accountSlot} and webhookstate.id = ${slot('id')} and webhook.active = 't'`)

const nextEvents = statement(sql`select event.id, event.resource, event.kind from event
  where event.accountid = ${accountSlot} and event.id > ${slot('after')} and event.id <= ${slot('until')}
  order by event.id limit ${sql.lit(batchSize)}`)

/** True if the list of a webhook, such as `task.*,invoice.issue`, has the event. */
export const wantsEvent = (events: string, resource: string, kind: string): boolean =>
  events.split(',').some((one) => one === '*' || one === `${resource}.*` || one === `${resource}.${kind}`)

/** Makes the deliveries of all new events; returns true if there may be more. */
export async function dispatchEvents(database: Database, now: string): Promise<boolean> {
  const behind = await database.read(0, (tx) => tx.all(webhooksBehind))
  let more = false
  for (const [accountid, id] of behind) {
    const isBehind = await database.write(Number(accountid), (tx) => dispatchTo(tx, Number(id), now))
    more ||= isBehind
  }
  return more
}

async function dispatchTo(tx: WriteTransaction, id: number, now: string): Promise<boolean> {
  await tx.lock('webhookstate', id)
  const row = await tx.first(progress, { id })
  if (row === undefined) return false
  const [lastevent, replayedto, replayuntil, last, events] = row
  const target = { id, events: String(events), now }
  const reached = await deliverRange(tx, target, Number(lastevent), Number(last))
  const values: Record<string, number | null> = { lastevent: reached }
  if (replayedto !== null) {
    const until = Number(replayuntil)
    const to = await deliverRange(tx, target, Number(replayedto), until)
    Object.assign(values, to >= until ? { replayedto: null, replayuntil: null } : { replayedto: to })
  }
  await tx.update('webhookstate', id, values)
  return reached < Number(last) || (values.replayedto ?? null) !== null
}

interface Target {
  readonly id: number
  readonly events: string
  readonly now: string
}

/** Makes the deliveries of one batch of events and returns the last event that was considered. */
async function deliverRange(tx: WriteTransaction, target: Target, after: number, until: number): Promise<number> {
  if (after >= until) return after
  const rows = await tx.all(nextEvents, { after, until })
  for (const [eventid, resource, kind] of rows) {
    if (!wantsEvent(target.events, String(resource), String(kind))) continue
    const event = `${resource}.${kind}`
    await insertDelivery(tx, { webhookid: target.id, eventid: Number(eventid), event, now: target.now })
  }
  return rows.length < batchSize ? until : Number(rows.at(-1)?.[0])
}

const lastEvent = statement(sql`select ${lastEventOf(accountSlot)}`)

/** The number of the newest event: a webhook that is turned on begins after it. */
export const newestEvent = async (tx: WriteTransaction): Promise<number> => Number((await tx.first(lastEvent))?.[0])
