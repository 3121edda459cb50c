// Webhooks: the events of the account, sent to a URL, signed as Standard Webhooks 1.0.0 describes. The secret is
// returned once, by the write that makes it. Events become deliveries in webhooks/dispatch.ts; sending is in
// main/webhook-sender.ts.
import { randomBytes } from 'node:crypto'
import { administratorOnly } from '../define/actor.ts'
import { badRequest } from '../define/api-error.ts'
import { computedText, fullName, stored } from '../define/fields.ts'
import { isFlag } from '../define/filters.ts'
import { datetime, flag, idOrZero, plainText, recordId } from '../define/kinds.ts'
import {
  type Change,
  changesField,
  defineResource,
  type RecordRule,
  type Resource,
  type UpdateAction,
} from '../define/resource.ts'
import { sql } from '../io/sql.ts'
import { epochOf, utcText } from '../kit/calendar.ts'
import { webhookSecret } from '../kit/webhook-signature.ts'
import { insertDelivery, stopDeliveries } from '../webhooks/deliveries.ts'
import { newestEvent } from '../webhooks/dispatch.ts'
import { auditedTables } from './audited-tables.ts'
import { serverKinds, signInKinds } from './event.ts'
import { eventPatterns, webhookUrl } from './webhook-kinds.ts'

const newSecret = (): string => webhookSecret(randomBytes(32))

/** The time for which the secret before a rotation still signs. */
const oldSecretMs = 24 * 3_600_000

export const testEvent = 'test'

const isActive: RecordRule = {
  where: () => sql`webhook.active = 't'`,
  error: ({ id }) => badRequest(`active: webhook ${id} is turned off; turn it on first`),
}

const test: UpdateAction = {
  doc: 'Sends an event of the type `test`, to try whether the receiver works.',
  roles: administratorOnly,
  run: async ({ tx, actor, id }) => {
    await insertDelivery(tx, { webhookid: id, eventid: null, event: testEvent, now: actor.now })
  },
}

const rotate: UpdateAction = {
  doc: 'Creates a new secret and returns it. For 24 hours deliveries are signed with both secrets.',
  roles: administratorOnly,
  run: ({ tx, actor, id, previous, encrypt }) =>
    tx.update('webhook', id, {
      secret: encrypt('secret', newSecret()),
      oldsecret: encrypt('oldsecret', String(previous.secret)),
      oldsecrettill: utcText(epochOf(actor.now) + oldSecretMs),
    }),
}

const replay: UpdateAction = {
  doc: 'Sends earlier events again, with the same ids, as far as they are still kept.',
  roles: administratorOnly,
  fields: {
    since: stored(idOrZero, { required: true, doc: 'Events after the one with this id; 0 for all' }),
    until: stored(recordId, { doc: 'Events up to this id; all if it is not sent' }),
  },
  run: async ({ tx, id, values }) => {
    const newest = await newestEvent(tx)
    const until = Math.min(Number(values.until ?? newest), newest)
    const since = Number(values.since)
    if (since >= until) throw badRequest(`since: there are no events after ${since} up to ${until}`)
    await tx.update('webhookstate', id, { replayedto: since, replayuntil: until })
  },
}

/** A webhook begins with the events after it was turned on; what happened before can be replayed. */
async function followActive(change: Change, id: number): Promise<void> {
  const { tx, previous, values } = change
  if (previous === null) {
    await tx.insert('webhookstate', { id, lastevent: await newestEvent(tx) })
    return
  }
  if (!changesField(change, 'active')) return
  if (values.active === 't')
    await tx.update('webhookstate', id, { lastevent: await newestEvent(tx), failingsince: null, failures: 0 })
  else {
    await stopDeliveries(tx, id)
    await tx.update('webhookstate', id, { replayedto: null, replayuntil: null })
  }
}

/** The kinds of events by resource. */
function kindsByResource(resources: readonly Resource[]): ReadonlyMap<string, readonly string[]> {
  const common = ['created', 'updated', 'deleted']
  return new Map<string, readonly string[]>([
    ...resources.map(
      ({ name, actions }) =>
        [name, [...common, ...Object.keys(actions ?? {}), ...serverKinds, ...signInKinds]] as const,
    ),
    ...auditedTables.map(({ resource }) => [resource, common] as const),
    ['webhook', [...common, 'test', 'rotate', 'replay']],
  ])
}

export const webhookResource = (resources: readonly Resource[]): Resource =>
  defineResource('webhook', {
    doc: 'A URL to which events of the account are sent, signed with a secret. For Administrators only.',
    access: {
      list: administratorOnly,
      read: administratorOnly,
      create: administratorOnly,
      update: administratorOnly,
      delete: administratorOnly,
    },
    extensionOperations: ['list', 'read', 'create', 'update', 'delete'],
    joins: { person: 'webhook.personid' },
    visible: () => null,
    allowed: { test: [isActive], replay: [isActive] },
    actions: { test, rotate, replay },
    fields: {
      personid: stored(recordId, {
        readOnly: true,
        required: true,
        target: 'person',
        default: ({ personid }) => personid,
        doc: 'Who created it: records are sent as this person reads them',
      }),
      person: computedText(fullName('person'), { nullable: false }),
      url: stored(webhookUrl, { required: true, doc: 'Where events are sent: https, and a public address' }),
      events: stored(eventPatterns(kindsByResource(resources)), {
        required: true,
        doc: 'The wanted events, separated by commas: task.created, invoice.issue, task.* or *',
      }),
      description: stored(plainText(255)),
      active: stored(flag, { default: 't', doc: 'Whether events are sent' }),
      datecreated: stored(datetime, { readOnly: true, required: true, default: ({ now }) => now }),
      offreason: stored(plainText(), { readOnly: true, default: '', doc: 'Why the server turned it off' }),
      sealed: stored(flag, { readOnly: true, default: 't', shown: false }),
      secret: stored(plainText(), {
        readOnly: true,
        nullable: true,
        encryptedIf: 'sealed',
        shownOnce: true,
        doc: 'What deliveries are signed with. Only the responses to creating and rotating have it; otherwise null',
      }),
      oldsecret: stored(plainText(), { readOnly: true, nullable: true, encryptedIf: 'sealed', shown: false }),
      oldsecrettill: stored(datetime, {
        readOnly: true,
        doc: 'Until when deliveries are also signed with the secret before the last rotation',
      }),
    },
    filters: { active: isFlag('active', 'Turned on or off') },
    subLists: {
      webhookdelivery: {
        doc: 'The deliveries of the webhook',
        target: 'webhookdelivery',
        filter: 'webhookid',
      },
    },
    before: (change) => {
      if (change.previous === null) change.values.secret = newSecret()
      if (change.values.active === 't') change.values.offreason = ''
    },
    after: followActive,
  })
