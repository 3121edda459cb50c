// The deliveries of webhooks, to see what was sent and what the receiver answered. Only the action `again` changes one.
// The body of a response is never stored: it could be the page of an internal server.
import { administratorOnly } from '../define/actor.ts'
import { badRequest } from '../define/api-error.ts'
import { computed, computedText, stored } from '../define/fields.ts'
import { anyOf, isChoice } from '../define/filters.ts'
import { datetime, integer, plainText, recordId } from '../define/kinds.ts'
import { defineResource, type RecordRule } from '../define/resource.ts'
import { sql } from '../io/sql.ts'
import { deliveryStatuses } from '../webhooks/deliveries.ts'

const canBeSent: readonly RecordRule[] = [
  {
    where: () => sql`webhookdelivery.claim = ''`,
    error: ({ id }) => badRequest(`status: webhookdelivery ${id} is being sent`),
  },
  {
    where: () => sql`webhook.active = 't'`,
    error: () => badRequest('webhookid: the webhook is turned off; turn it on first'),
  },
]

export const webhookdelivery = defineResource('webhookdelivery', {
  doc: 'One event that was or will be sent to a webhook. Kept for 30 days.',
  access: { list: administratorOnly, read: administratorOnly },
  extensionOperations: ['list', 'read'],
  recorded: false,
  joins: { webhook: 'webhookdelivery.webhookid' },
  visible: () => null,
  allowed: { again: canBeSent },
  actions: {
    again: {
      doc: 'Sends it again, at once.',
      roles: administratorOnly,
      // At least one attempt: it does not wait for deliveries that were never tried.
      run: ({ tx, actor, id, previous }) =>
        tx.update('webhookdelivery', id, {
          status: 'waiting',
          heldtill: actor.now,
          attempts: Math.max(1, Number(previous.attempts)),
        }),
    },
  },
  fields: {
    webhookid: stored(recordId, { readOnly: true, required: true, target: 'webhook' }),
    eventid: stored(recordId, { readOnly: true, target: 'event', doc: 'The id of the event; null for a test' }),
    event: stored(plainText(), { readOnly: true, doc: 'The type of the event, such as task.created' }),
    date: stored(datetime, { readOnly: true, required: true, doc: 'When it was put into the queue' }),
    status: stored(plainText(), { readOnly: true, doc: deliveryStatuses.join(', ') }),
    attempts: stored(integer, { readOnly: true, required: true, doc: 'The number of attempts so far' }),
    nextattempt: computed(
      datetime,
      sql`case when webhookdelivery.status = 'waiting' then webhookdelivery.heldtill end`,
      { doc: 'When it is tried next' },
    ),
    lastattempt: stored(datetime, { readOnly: true, doc: 'When it was tried last' }),
    statuscode: stored(integer, { readOnly: true, doc: 'The HTTP status of the last response' }),
    ms: stored(integer, { readOnly: true, doc: 'The duration of the last attempt in milliseconds' }),
    error: stored(plainText(), { readOnly: true, doc: 'Why the last attempt failed' }),
    url: computedText(sql`webhook.url`, { nullable: false }),
  },
  filters: {
    webhookid: anyOf('webhookid', 'Of the webhooks'),
    status: isChoice('status', deliveryStatuses, 'With this status'),
  },
  sorts: { id: 'id' },
  defaultSort: { field: 'id', descending: true },
})
