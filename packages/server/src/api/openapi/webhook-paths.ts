// The `webhooks` section of the contract: the request that the server sends to a receiver, and the answers it expects.
// What one sends to the server to manage webhooks is in the paths of the resource.
import type { JsonObject } from './value-schemas.ts'

const header = (name: string, description: string): JsonObject => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
})

const nullableText = { type: ['string', 'null'] }

const eventSchema: JsonObject = {
  type: 'object',
  required: ['type', 'timestamp', 'data'],
  properties: {
    type: { type: 'string', description: 'Resource and kind, such as task.created; `test` for a test' },
    timestamp: { type: 'string', format: 'date-time' },
    data: {
      type: 'object',
      properties: {
        n: { type: 'string', description: 'The id of the event' },
        resource: { type: 'string' },
        id: { type: 'string', description: 'The id of the record' },
        personid: nullableText,
        via: { type: 'string', description: 'How the change was made: token, session, command or schedule' },
        changed: {
          type: 'array',
          items: {
            type: 'object',
            required: ['field'],
            properties: { field: { type: 'string' }, was: nullableText, now: nullableText, cut: { type: 'boolean' } },
          },
        },
        record: {
          type: ['object', 'null'],
          description:
            'The record as the owner of the webhook reads it now; null if it was deleted, absent if it is larger than 64 KB',
        },
        webhookid: { type: 'string', description: 'Of a test only: the id of the webhook' },
      },
    },
  },
}

export const webhookSection: JsonObject = {
  event: {
    post: {
      operationId: 'receiveEvent',
      tags: ['webhook'],
      summary: 'An event, sent to the URL of a webhook and signed as Standard Webhooks 1.0.0 describes',
      'x-ours': true,
      security: [],
      parameters: [
        header('webhook-id', 'The same for each attempt and replay of an event: a receiver ignores ids that it knows'),
        header('webhook-timestamp', 'The time of the attempt, in seconds since 1970'),
        header('webhook-signature', 'One or two signatures (v1,base64), separated by a blank'),
      ],
      requestBody: { required: true, content: { 'application/json': { schema: eventSchema } } },
      responses: {
        '2XX': { description: 'The event was received. This response must come within 15 seconds' },
        '410': { description: 'The receiver no longer exists: the webhook is turned off' },
        default: { description: 'The event is sent again later; redirects are not followed' },
      },
    },
  },
}
