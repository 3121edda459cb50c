// verifyWebhook accepts what the Standard Webhooks project publishes as its example and what its library signs, and
// rejects everything that was changed, is old or has another secret.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { signatureHeaders, webhookSecret } from '../../server/src/kit/webhook-signature.ts'
import { verifyWebhook, WebhookError } from '../src/index.ts'

const secret = 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const example = {
  'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  'webhook-timestamp': '1614265330',
  'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
}
const body = '{"test": 2432232314}'
const at = { now: 1_614_265_330_000 }

test('the published example is accepted, by the server too', async () => {
  assert.deepEqual(await verifyWebhook(`whsec_${secret}`, example, body, at), { test: 2432232314 })
  assert.deepEqual(await verifyWebhook(secret, new Headers(example), body, at), { test: 2432232314 })
  const message = { id: example['webhook-id'], timestamp: 1_614_265_330, body }
  assert.deepEqual(signatureHeaders([`whsec_${secret}`], message), example)
  assert.equal(new Webhook(secret).sign(message.id, new Date(at.now), body), example['webhook-signature'])
})

test('one of several signatures is enough', async () => {
  const other = webhookSecret(new Uint8Array(32).fill(7))
  const headers = signatureHeaders([other, secret], { id: 'evt_1_2', timestamp: 1_614_265_330, body })
  for (const known of [other, secret]) await verifyWebhook(known, headers, body, at)
})

test('changed, old, unsigned and wrongly signed messages are rejected', async () => {
  const wrong: readonly (readonly [string, Record<string, string>, string, number])[] = [
    [secret, example, `${body} `, at.now],
    [secret, { ...example, 'webhook-id': 'msg_other' }, body, at.now],
    [secret, { ...example, 'webhook-timestamp': '1614265331' }, body, at.now],
    [secret, { ...example, 'webhook-timestamp': 'now' }, body, at.now],
    [secret, example, body, at.now + 301_000],
    [secret, example, body, at.now - 301_000],
    [secret, { ...example, 'webhook-signature': '' }, body, at.now],
    [secret, { ...example, 'webhook-signature': example['webhook-signature'].replace('v1,', 'v1a,') }, body, at.now],
    [secret, { ...example, 'webhook-signature': 'v1,%%%' }, body, at.now],
    [secret, {}, body, at.now],
    ['AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', example, body, at.now],
  ]
  for (const [key, headers, text, now] of wrong)
    await assert.rejects(verifyWebhook(key, headers, text, { now }), WebhookError)
})
