// Checks a webhook that a Stint server has sent (Standard Webhooks 1.0.0): its signature and its age. It uses the
// platform's cryptography and works in Node, browsers and workers.

/** The body of a webhook. */
export interface WebhookEvent {
  /** Resource and kind, such as `task.created`; `test` for a test. */
  readonly type: string
  readonly timestamp: string
  readonly data: {
    /** The number of the event. */
    readonly n?: string
    readonly resource?: string
    /** The id of the record. */
    readonly id?: string
    readonly personid?: string | null
    readonly via?: string
    readonly changed?: readonly { readonly field: string; readonly was?: string | null; readonly now?: string | null }[]
    /** The record as the owner of the webhook reads it; null if it was deleted, absent if it is too large. */
    readonly record?: Readonly<Record<string, unknown>> | null
  }
}

interface WebhookOptions {
  /** The time in milliseconds since 1970; by default that of the machine. */
  readonly now?: number
}

type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

/** The webhook is not from the server that has the secret, was changed, or is too old. */
export class WebhookError extends Error {}

const toleranceSeconds = 5 * 60

function headerOf(headers: WebhookHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name]
  if (typeof value !== 'string' || value === '') throw new WebhookError(`The header ${name} is missing.`)
  return value
}

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> => {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    throw new WebhookError('The secret or the signature is not base64.')
  }
}

/**
 * Returns the event if the signature is right and the message is at most five minutes old, and throws a WebhookError
 * otherwise. The body must be the text exactly as it was received.
 */
export async function verifyWebhook(
  secret: string,
  headers: WebhookHeaders,
  body: string,
  { now = Date.now() }: WebhookOptions = {},
): Promise<WebhookEvent> {
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const signatures = headerOf(headers, 'webhook-signature').split(' ')
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now / 1000 - Number(timestamp)) > toleranceSeconds)
    throw new WebhookError('The time of the webhook is more than five minutes away.')
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', bytesOf(secret.replace(/^whsec_/, '')), algorithm, false, ['verify'])
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
  for (const signature of signatures) {
    if (!signature.startsWith('v1,')) continue
    if (await crypto.subtle.verify('HMAC', key, bytesOf(signature.slice(3)), signed))
      return JSON.parse(body) as WebhookEvent
  }
  throw new WebhookError('No signature of the webhook is that of the secret.')
}
