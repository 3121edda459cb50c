// What one delivery sends: the event and its record as the owner of the webhook reads them now, so that a webhook never
// shows more than its owner could read in the API (T-129).
import { type Actor, roleOfGroup } from '../define/actor.ts'
import type { Resource } from '../define/resource.ts'
import { associatedDataFor } from '../engine/encryption.ts'
import type { RecordReader } from '../engine/read.ts'
import { recordSerializer } from '../engine/record-serializer.ts'
import type { Database, ReadTransaction } from '../io/database.ts'
import { accountSlot, slot, sql, statement } from '../io/sql.ts'
import { isEncrypted } from '../io/vault.ts'
import { dayInZone, utcText } from '../kit/calendar.ts'
import type { LeasedDelivery } from '../webhooks/deliveries.ts'

const maxBodyBytes = 64 * 1024

export interface WebhookMessage {
  readonly url: string
  /** The secrets that sign it. */
  readonly secrets: readonly string[]
  readonly id: string
  readonly body: string
}

/** Why there is nothing to send. */
export class NothingToSend extends Error {}
/** The webhook cannot work any more: its owner cannot log in. */
export class OwnerGone extends Error {}

const webhookAndOwner =
  statement(sql`select webhook.url, webhook.secret, webhook.oldsecret, webhook.oldsecrettill, person.id,
    person.active, person.username, person.groupid, person.restricttasks, person.clientid, account.timezone
  from webhook join person on person.accountid = webhook.accountid and person.id = webhook.personid
  join account on account.id = webhook.accountid
  where webhook.accountid = ${accountSlot} and webhook.id = ${slot('id')}`)

export class MessageWriter {
  readonly #database: Database
  readonly #reader: RecordReader
  readonly #resources: ReadonlyMap<string, Resource>

  constructor(database: Database, reader: RecordReader, resources: ReadonlyMap<string, Resource>) {
    this.#database = database
    this.#reader = reader
    this.#resources = resources
  }

  write(delivery: LeasedDelivery, now: number): Promise<WebhookMessage> {
    const { accountid, webhookid, eventid, id } = delivery
    return this.#database.read(accountid, async (tx) => {
      const row = await tx.first(webhookAndOwner, { id: webhookid })
      if (row === undefined) throw new NothingToSend('the webhook was deleted')
      const [url, secret, oldsecret, oldsecrettill, ...owner] = row
      const actor = ownerOf(accountid, owner, now)
      if (!actor.canLogIn) throw new OwnerGone('its owner cannot log in any more')
      const open = (field: string, text: unknown): string => this.#decrypt(accountid, webhookid, field, text)
      const old = typeof oldsecrettill === 'string' && oldsecrettill > actor.now ? [open('oldsecret', oldsecret)] : []
      return {
        url: String(url),
        secrets: [open('secret', secret), ...old],
        id: eventid === null ? `test_${accountid}_${id}` : `evt_${accountid}_${eventid}`,
        body: eventid === null ? testBody(actor.now, webhookid) : await this.#eventBody(tx, actor, eventid),
      }
    })
  }

  #decrypt(accountid: number, id: number, field: string, text: unknown): string {
    if (!isEncrypted(text)) throw new Error(`the ${field} of webhook ${id} is not encrypted`)
    return this.#database.vault.decrypt(text, associatedDataFor(accountid, this.#reader.resource('webhook'), field, id))
  }

  async #eventBody(tx: ReadTransaction, actor: Actor, eventid: number): Promise<string> {
    const event = await this.#readAs(tx, actor, 'event', eventid)
    if (event === null) throw new NothingToSend('the event is no longer kept, or its owner may not see it')
    const { id, date, resource, recordid, personid, channel, kind, changes } = JSON.parse(event)
    const head = { n: id, resource, id: recordid, personid, via: channel, changed: changes }
    const record = await this.#readAs(tx, actor, resource, Number(recordid))
    const bodyWith = (data: object): string =>
      JSON.stringify({ type: `${resource}.${kind}`, timestamp: isoTime(date), data })
    const body = bodyWith({ ...head, record: record === null ? null : JSON.parse(record) })
    return Buffer.byteLength(body) > maxBodyBytes ? bodyWith(head) : body
  }

  /** The record as the JSON of a response; null if the actor does not see it. */
  async #readAs(tx: ReadTransaction, actor: Actor, name: string, id: number): Promise<string | null> {
    const resource = this.#resources.get(name)
    const roles = resource?.access.read ?? resource?.access.list
    if (resource === undefined || roles?.includes(actor.role) !== true) return null
    const record = await this.#reader.find(tx, resource, actor, id)
    return record === undefined ? null : recordSerializer(record.fields, 'json')(record.row)
  }
}

const isoTime = (instant: string): string => `${instant.replace(' ', 'T')}Z`

const testBody = (now: string, webhookid: number): string =>
  JSON.stringify({ type: 'test', timestamp: isoTime(now), data: { webhookid: String(webhookid) } })

/** The owner as the reader of what is sent. */
function ownerOf(accountid: number, owner: readonly unknown[], now: number): Actor & { readonly canLogIn: boolean } {
  const [personid, active, username, groupid, restricted, clientid, timezone] = owner
  const role = roleOfGroup(Number(groupid))
  return {
    canLogIn: active === 't' && username !== '' && role !== undefined,
    accountid,
    personid: Number(personid),
    role: role ?? 'Executive',
    restricted: restricted === 't',
    clientid: clientid === null ? null : Number(clientid),
    timezone: String(timezone),
    today: dayInZone(now, String(timezone)),
    now: utcText(now),
    channel: 'schedule',
    requestid: null,
  }
}

/** The owner of a webhook, for the mail about it. */
export async function webhookOwner(tx: ReadTransaction, id: number, now: number): Promise<Actor | null> {
  const row = await tx.first(webhookAndOwner, { id })
  return row === undefined ? null : ownerOf(tx.accountid, row.slice(4), now)
}

/** The seconds that Retry-After asks for; null if it does not. */
export function retryAfterSeconds(header: string | null, now: number): number | null {
  if (header === null) return null
  if (/^\d{1,9}$/.test(header.trim())) return Number(header)
  const at = Date.parse(header)
  return Number.isNaN(at) ? null : Math.max(0, (at - now) / 1000)
}
