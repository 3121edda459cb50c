// Webhooks: the secret, what is sent and how it is signed, the order, retries, replays, and when a webhook is turned
// off. The signature is checked by the library of the Standard Webhooks project. Which addresses may be reached is
// tested in threats/webhook.test.ts.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mock, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { ensureCertificate } from '../../src/io/certificate.ts'
import { sql, statement } from '../../src/io/sql.ts'
import type { WebhookSender } from '../../src/main/webhook-sender.ts'
import { type ApiCaller, assertRefusedWith, callerFor, suiteApiFixture, taskBody } from '../fixture/api-caller.ts'
import { startMailFixture } from '../fixture/mail-fixture.ts'
import type { JsonObject } from '../fixture/request-parts.ts'
import {
  newWebhookSender,
  type ReceivedWebhook,
  type SenderParts,
  until,
  WebhookReceiver,
} from '../fixture/webhook-receiver.ts'

const deliveryInFlight = statement(sql`select 1 from webhookdelivery where claim <> ''`)

const minute = 60_000
const hour = 60 * minute

suiteApiFixture((fixture) => {
  const administrator = (): ApiCaller => callerFor(fixture(), fixture().a.tokens.administrator)

  /** A receiver, a webhook to it and a sender, for one test. */
  async function withWebhook(
    body: JsonObject,
    work: (parts: { receiver: WebhookReceiver; sender: WebhookSender; webhook: JsonObject }) => Promise<void>,
    parts: SenderParts = {},
  ): Promise<void> {
    const receiver = new WebhookReceiver()
    const port = await receiver.listen()
    const webhook = await administrator().create('/webhook/', { url: `http://127.0.0.1:${port}/in`, ...body })
    const sender = newWebhookSender(fixture(), parts)
    sender.start()
    try {
      await work({ receiver, sender, webhook })
    } finally {
      await administrator().send('DELETE', `/webhook/${webhook.id}/`)
      await sender.stop(1000)
      await receiver.close()
    }
  }

  /** Throws if the signature is wrong. The library compares the time with the clock of the machine. */
  function verified(secret: unknown, { body, headers }: ReceivedWebhook): unknown {
    const clock = mock.method(Date, 'now', () => fixture().clock.now())
    try {
      return new Webhook(String(secret)).verify(body, headers)
    } finally {
      clock.mock.restore()
    }
  }

  const newTask = (title: string): Promise<JsonObject> =>
    administrator().create('/task/', taskBody(fixture().a, { title }))

  const deliveries = async (webhook: JsonObject): Promise<JsonObject[]> => [
    ...(await administrator().list(`/webhook/${webhook.id}/webhookdelivery/`)).rows,
  ]

  test('the secret is returned when it is made, and never again', async () => {
    const { call, a } = fixture()
    const token = a.tokens.administrator
    const body = { url: 'https://receiver.example.com/in', events: 'task.*, invoice.issue' }
    const created = await call({ token, method: 'POST', path: '/webhook/', body })
    const { id, secret, events, personid } = created.json.webhook as JsonObject
    assert.match(String(secret), /^whsec_[A-Za-z0-9+/]{43}=$/)
    assert.deepEqual([events, personid], ['task.*,invoice.issue', String(a.people.administrator)])
    const path = `/webhook/${id}/`
    const read = await call({ token, path })
    assert.equal((read.json.webhook as JsonObject).secret, null)
    assert.equal(read.headers.etag, created.headers.etag)
    const changed = await call({ token, method: 'PUT', path, body: { description: 'Chat' } })
    assert.equal((changed.json.webhook as JsonObject).secret, null)
    const listed = await call({ token, path: '/webhook/', headers: { accept: 'application/xml' } })
    const events2 = await call({ token, path: `${path}event/` })
    for (const { text } of [read, changed, listed, events2]) assert.ok(!text.includes(String(secret)))
    const rotated = await call({ token, method: 'POST', path: `${path}rotate/` })
    const { secret: next, oldsecrettill } = rotated.json.webhook as JsonObject
    assert.notEqual(next, secret)
    assert.match(String(next), /^whsec_/)
    assert.equal(oldsecrettill, '2026-05-15 10:00:00')
    assertRefusedWith(await callerFor(fixture(), a.tokens.manager).send('GET', path), 403, 10, 'Manager')
    await call({ token, method: 'DELETE', path })
  })

  test('unknown events and URLs that cannot be sent to are rejected', async () => {
    for (const [field, value, message] of [
      ['events', 'task.*,tusk.created', 'tusk.created'],
      ['events', 'task.exploded', 'task.exploded'],
      ['events', 'task', '"task"'],
      ['url', 'ftp://host/', 'https://host/path'],
      ['url', 'receiver.example.com', 'https://host/path'],
      ['url', 'https://user:pass@host/', 'username'],
      ['url', 'https://host/#part', '#'],
    ] as const) {
      const body = { url: 'https://receiver.example.com/', events: '*', [field]: value }
      assertRefusedWith(await administrator().send('POST', '/webhook/', body), 400, 18, message)
    }
  })

  test('an event is sent with its record, signed, and the delivery is listed', async () => {
    await withWebhook({ events: 'task.*' }, async ({ receiver, sender, webhook }) => {
      const task = await newTask('Announce')
      await administrator().create('/client/', { name: 'Not wanted', datecreated: '2026-05-01' })
      await administrator().update(`/task/${task.id}/`, { title: 'Announced' })
      await until(sender, () => receiver.received.length === 2)
      const [created, updated] = receiver.received as [ReceivedWebhook, ReceivedWebhook]
      for (const one of receiver.received) verified(webhook.secret, one)
      assert.throws(() => verified(webhook.secret, { ...created, body: `${created.body} ` }))
      assert.deepEqual([created.json.type, updated.json.type], ['task.created', 'task.updated'])
      const { n, id, resource, via, personid, changed, record } = updated.json.data as JsonObject
      assert.deepEqual(
        [id, resource, via, personid],
        [task.id, 'task', 'token', String(fixture().a.people.administrator)],
      )
      assert.ok(
        (changed as JsonObject[]).some(
          ({ field, was, now }) => field === 'title' && was === 'Announce' && now === 'Announced',
        ),
      )
      const read = await administrator().read(`/task/${task.id}/`)
      assert.deepEqual(record, read)
      assert.equal(updated.id, `evt_${fixture().a.accountid}_${n}`)
      await until(sender, async () => (await deliveries(webhook)).every(({ status }) => status === 'sent'))
      const rows = await deliveries(webhook)
      assert.deepEqual(
        rows.map(({ event, attempts, statuscode, error }) => [event, attempts, statuscode, error]),
        [
          ['task.updated', '1', '204', ''],
          ['task.created', '1', '204', ''],
        ],
      )
    })
  })

  test('first attempts arrive in the order of the events, one at a time, also with two senders', async () => {
    await withWebhook({ events: 'task.created' }, async ({ receiver, sender }) => {
      let open = 0
      let most = 0
      receiver.respond = (_one, count) => (response) => {
        most = Math.max(most, ++open)
        setTimeout(() => {
          open--
          response.writeHead(count % 3 === 0 ? 500 : 200).end()
        }, count % 4)
      }
      const other = newWebhookSender(fixture())
      other.start()
      for (let at = 0; at < 12; at++) await newTask(`Task ${at}`)
      await until(sender, () => {
        other.wake()
        return receiver.received.length >= 12
      })
      await other.stop(1000)
      const numbers = receiver.received.map(({ json }) => Number(json.data.n))
      assert.deepEqual(
        numbers,
        [...new Set(numbers)].sort((one, two) => one - two),
      )
      assert.equal(most, 1)
    })
  })

  test('a failed delivery is tried 10 times with growing pauses, and Retry-After is honoured up to an hour', async () => {
    await withWebhook({ events: 'task.created' }, async ({ receiver, sender, webhook }) => {
      const { clock } = fixture()
      receiver.respond = (_one, count) =>
        count === 1
          ? (response) => response.writeHead(503, { 'retry-after': '1200' }).end()
          : count === 2
            ? (response) => response.destroy()
            : count === 3
              ? (response) => response.writeHead(302, { location: '/elsewhere' }).end()
              : 500
      await newTask('Retried')
      const waits: number[] = []
      for (let count = 1; count <= 10; count++) {
        const isNoted = async (): Promise<boolean> =>
          receiver.received.length === count &&
          (await fixture().database.read(0, (tx) => tx.first(deliveryInFlight))) === undefined
        await until(sender, isNoted)
        const [delivery] = await deliveries(webhook)
        if (delivery?.status === 'failed') break
        const next = Date.parse(`${String(delivery?.nextattempt).replace(' ', 'T')}Z`)
        waits.push(next - clock.now())
        clock.moveTo(next)
      }
      assert.equal(receiver.received.length, 10)
      assert.equal(new Set(receiver.received.map(({ id }) => id)).size, 1)
      const expected = [
        20 * minute,
        5 * minute,
        30 * minute,
        2 * hour,
        5 * hour,
        10 * hour,
        14 * hour,
        20 * hour,
        24 * hour,
      ]
      assert.equal(waits.length, expected.length)
      for (const [at, wait] of waits.entries()) {
        const middle = expected[at] ?? 0
        assert.ok(wait >= middle * 0.89 && wait <= middle * 1.11, `pause ${at + 1} is ${wait}`)
      }
      for (const one of receiver.received.slice(-1)) verified(webhook.secret, one)
    })
  })

  test('after a rotation both secrets sign for 24 hours', async () => {
    await withWebhook({ events: 'task.created' }, async ({ receiver, sender, webhook }) => {
      const rotated = await administrator().send('POST', `/webhook/${webhook.id}/rotate/`)
      const next = (rotated.json.webhook as JsonObject).secret
      await newTask('Both')
      await until(sender, () => receiver.received.length === 1)
      const [both] = receiver.received as [ReceivedWebhook]
      verified(webhook.secret, both)
      verified(next, both)
      fixture().clock.moveBy(24 * hour)
      await newTask('New only')
      await until(sender, () => receiver.received.length === 2)
      const [, newOnly] = receiver.received as [ReceivedWebhook, ReceivedWebhook]
      verified(next, newOnly)
      assert.throws(() => verified(webhook.secret, newOnly))
    })
  })

  test('a replay sends earlier events again with their ids, and `again` one delivery; a test is sent too', async () => {
    await withWebhook({ events: 'task.created' }, async ({ receiver, sender, webhook }) => {
      for (const title of ['One', 'Two', 'Three']) await newTask(title)
      await until(sender, () => receiver.received.length === 3)
      const [one, two, three] = receiver.received.map(({ id }) => id)
      const numbers = receiver.received.map(({ json }) => Number(json.data.n))
      const path = `/webhook/${webhook.id}/replay/`
      await administrator().send('POST', path, { since: numbers[0] ?? 0, until: numbers[1] ?? 0 })
      await until(sender, () => receiver.received.length === 4)
      await administrator().send('POST', path, { since: numbers[1] ?? 0 })
      await until(sender, () => receiver.received.length === 5)
      const [first] = (await deliveries(webhook)).reverse()
      await until(sender, async () => (await deliveries(webhook)).every(({ status }) => status === 'sent'))
      await administrator().send('POST', `/webhookdelivery/${first?.id}/again/`)
      await until(sender, () => receiver.received.length === 6)
      assert.deepEqual(
        receiver.received.map(({ id }) => id),
        [one, two, three, two, three, one],
      )
      assertRefusedWith(await administrator().send('POST', path, { since: 999_999 }), 400, 18, 'no events')
      await administrator().send('POST', `/webhook/${webhook.id}/test/`)
      await until(sender, () => receiver.received.length === 7)
      assert.equal(receiver.received[6]?.json.type, 'test')
      verified(webhook.secret, receiver.received[6] as ReceivedWebhook)
    })
  })

  test('410 turns a webhook off with a mail to Administrators; turned on again it begins with new events', async () => {
    const mails = await startMailFixture(fixture())
    const site = {
      publicUrl: 'https://stint.example.com/',
      domain: 'server.example.com',
      wakeSender: () => mails.sender.wake(),
    }
    const work = withWebhook(
      { events: 'task.created' },
      async ({ receiver, sender, webhook }) => {
        receiver.respond = () => 410
        const isOff = async (): Promise<boolean> =>
          (await administrator().read(`/webhook/${webhook.id}/`)).active === 'f'
        const sent = await mails.mailsSentBy(async () => {
          await newTask('Gone')
          await until(sender, isOff)
        })
        assert.match(sent.mailTo('ada').plain, /turned off the webhook .*410/s)
        assert.match(String((await administrator().read(`/webhook/${webhook.id}/`)).offreason), /410/)
        await newTask('Missed')
        assertRefusedWith(await administrator().send('POST', `/webhook/${webhook.id}/test/`), 400, 18, 'turned off')
        receiver.respond = () => 200
        const on = await administrator().update(`/webhook/${webhook.id}/`, { active: 't' })
        assert.equal(on.offreason, '')
        await newTask('Seen')
        await until(sender, () => receiver.received.length === 2)
        assert.match(receiver.received[1]?.body ?? '', /"title":"Seen"/)
      },
      { site },
    )
    await work.finally(() => mails.close())
  })

  test('a webhook without a success for five days and 50 attempts is turned off', async () => {
    await withWebhook({ events: 'task.created' }, async ({ receiver, sender, webhook }) => {
      const { clock } = fixture()
      receiver.respond = () => 500
      for (let at = 0; at < 49; at++) await administrator().send('POST', `/webhook/${webhook.id}/test/`)
      await until(sender, () => receiver.received.length >= 49)
      clock.moveBy(5 * 24 * hour + 1000)
      const isOff = async (): Promise<boolean> => (await administrator().read(`/webhook/${webhook.id}/`)).active === 'f'
      await until(sender, isOff)
      assert.match(
        String((await administrator().read(`/webhook/${webhook.id}/`)).offreason),
        /no event could be delivered/,
      )
      assert.ok((await deliveries(webhook)).every(({ status }) => status === 'failed'))
    })
  })

  test('records are sent as the owner reads them; an owner who cannot log in turns the webhook off', async () => {
    const { a, call } = fixture()
    const second = await administrator().create('/person/', {
      firstname: 'Bo',
      lastname: 'Two',
      username: 'bo',
      email: 'bo@a.example.com',
      groupid: 2,
    })
    await withWebhook({ events: '*' }, async ({ receiver, sender, webhook }) => {
      await fixture().database.write(a.accountid, (tx) =>
        tx.update('webhook', Number(webhook.id), { personid: Number(second.id) }),
      )
      await administrator().update(`/person/${second.id}/`, { groupid: 3 })
      await call({
        token: a.tokens.administrator,
        method: 'PUT',
        path: `/task/${a.tasks.unseen}/`,
        body: { title: 'Secret' },
      })
      await newTask('Also unseen')
      await until(
        sender,
        async () =>
          (await deliveries(webhook)).length > 0 &&
          (await deliveries(webhook)).every(({ status }) => status !== 'waiting'),
      )
      assert.ok(!receiver.received.some(({ body }) => body.includes('Secret')))
      await administrator().update(`/person/${second.id}/`, { active: 'f' })
      await until(sender, async () => (await administrator().read(`/webhook/${webhook.id}/`)).active === 'f')
      assert.match(String((await administrator().read(`/webhook/${webhook.id}/`)).offreason), /cannot log in/)
    })
  })

  test('a receiver with TLS gets it if its certificate is trusted, and not otherwise', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'stint-webhook-'))
    const { cert, key } = await ensureCertificate(folder)
    const receiver = new WebhookReceiver({ cert, key })
    const url = `https://localhost:${await receiver.listen()}/`
    const webhook = await administrator().create('/webhook/', { url, events: 'task.created' })
    const attempt = async (parts: SenderParts): Promise<JsonObject | undefined> => {
      const sender = newWebhookSender(fixture(), { allow: ['localhost'], ...parts })
      sender.start()
      await administrator().send('POST', `/webhook/${webhook.id}/test/`)
      await until(
        sender,
        async () => (await deliveries(webhook))[0]?.attempts === '1' && (await deliveries(webhook))[0]?.ms !== null,
      )
      await sender.stop(1000)
      return (await deliveries(webhook))[0]
    }
    assert.match(String((await attempt({}))?.error), /certificate/)
    assert.equal((await attempt({ ca: cert }))?.status, 'sent')
    await administrator().send('DELETE', `/webhook/${webhook.id}/`)
    await receiver.close()
    rmSync(folder, { recursive: true })
  })
})
