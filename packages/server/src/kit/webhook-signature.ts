// The signature of a webhook (Standard Webhooks 1.0.0): a secret of 32 random bytes, written as `whsec_` and base64,
// and an HMAC-SHA256 over id, time and body, exactly as they are sent.
import { createHmac } from 'node:crypto'

const prefix = 'whsec_'
const secretBytes = 32

export function webhookSecret(random32: Uint8Array): string {
  if (random32.length !== secretBytes) throw new RangeError(`a secret is made from ${secretBytes} random bytes`)
  return prefix + Buffer.from(random32).toString('base64')
}

export interface SignedMessage {
  readonly id: string
  /** Seconds since 1970. */
  readonly timestamp: number
  readonly body: string
}

const signature = (secret: string, { id, timestamp, body }: SignedMessage): string => {
  const key = Buffer.from(secret.startsWith(prefix) ? secret.slice(prefix.length) : secret, 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
}

/** The headers of one attempt. With several secrets there is a signature for each, separated by a blank. */
export const signatureHeaders = (secrets: readonly string[], message: SignedMessage): Record<string, string> => ({
  'webhook-id': message.id,
  'webhook-timestamp': String(message.timestamp),
  'webhook-signature': secrets.map((secret) => signature(secret, message)).join(' '),
})
