// The mail transport, with a real SMTP server that accepts, rejects and drops mails.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { MailRejected, type MailTransport, type OutgoingMail, openMailTransport } from '../../src/io/mail-transport.ts'
import { MailSink } from '../fixture/mail-sink.ts'

const from = { name: 'Stint & Söhne', address: 'stint@server.example.com' }

const mail: OutgoingMail = {
  to: [{ name: 'Ada Böss', address: 'ada@example.com' }],
  subject: 'Über alles: "x" <y@z>',
  plain: 'Héllo\n.\nFrom here\n',
  html: '<p>Héllo</p>\n',
  messageId: '<one@server.example.com>',
  writtenAt: Date.UTC(2026, 4, 14, 10),
}

const sink = new MailSink()
let mailer: MailTransport
let url: string

before(async () => {
  url = await sink.listen()
  mailer = openMailTransport(url, from)
})

beforeEach(() => {
  sink.mails = []
  sink.onRecipient = () => 'take'
  sink.onMessage = () => 'take'
})

after(async () => {
  mailer.close()
  await sink.close()
})

const isMailRefusal = (forGood: boolean) => (error: unknown) =>
  error instanceof MailRejected && error.permanent === forGood

test('a mail arrives unchanged as plain text and as HTML, with the sender and one recipient', async () => {
  await mailer.send(mail)
  const [arrived] = sink.mails
  assert.deepEqual([arrived?.from, arrived?.to], ['stint@server.example.com', ['ada@example.com']])
  assert.deepEqual([arrived?.subject, arrived?.plain, arrived?.html], [mail.subject, mail.plain, mail.html])
  assert.equal(arrived?.messageId, mail.messageId)
  assert.deepEqual(arrived?.headers.get('date'), ['Thu, 14 May 2026 10:00:00 +0000'])
  assert.deepEqual(arrived?.headers.get('auto-submitted'), ['auto-generated'])
})

test('T-71: a retry has the same Message-ID', async () => {
  sink.onMessage = () => 'keep and drop'
  await assert.rejects(mailer.send(mail), isMailRefusal(false))
  sink.onMessage = () => 'take'
  await mailer.send(mail)
  assert.deepEqual(
    sink.mails.map(({ messageId }) => messageId),
    [mail.messageId, mail.messageId],
  )
})

test('a temporary rejection allows a retry, a permanent one does not', async () => {
  for (const [code, forGood] of [
    [421, false],
    [450, false],
    [452, false],
    [503, false],
    [550, true],
    [554, true],
  ] as const) {
    sink.onRecipient = () => code
    sink.onMessage = () => 'take'
    await assert.rejects(mailer.send(mail), isMailRefusal(forGood), `${code} at the address`)
    sink.onRecipient = () => 'take'
    sink.onMessage = () => code
    await assert.rejects(mailer.send(mail), isMailRefusal(forGood), `${code} at the end`)
  }
  assert.deepEqual(sink.mails, [])
})

test('a dropped connection, or no connection, is not a permanent failure', async () => {
  sink.onRecipient = () => 'drop'
  await assert.rejects(mailer.send(mail), isMailRefusal(false))
  const nowhere = openMailTransport('smtp://127.0.0.1:1', from)
  await assert.rejects(nowhere.send(mail), isMailRefusal(false))
})

test('a password is not sent to a server without encryption', async () => {
  const { port } = new URL(url)
  // A name of this machine that is not on the list of trusted loopback names.
  const careful = openMailTransport(`smtp://user:secret@[::ffff:127.0.0.1]:${port}`, from)
  await assert.rejects(careful.send(mail), isMailRefusal(false))
  assert.deepEqual(sink.mails, [])
})

test('T-39: an invalid address is not passed to the server', async () => {
  for (const address of [
    'a@b.com,c@d.com',
    'x <a@b.com>',
    '"a"@b.com',
    'a@b.com\r\nRCPT TO:<c@d.com>',
    'a b@c.com',
    'a@[127.0.0.1]',
    'a%b.com@c.com',
    'group: a@b.com;',
  ]) {
    await assert.rejects(mailer.send({ ...mail, to: [{ name: '', address }] }), isMailRefusal(true), address)
  }
  assert.deepEqual(sink.mails, [])
})

test('T-39: a subject or a name cannot add headers or recipients', async () => {
  for (const bad of [
    'x\r\nBcc: evil@example.com',
    'x\nTo: evil@example.com',
    '<evil@example.com>',
    'evil@example.com, x',
    'a\u0000b',
    '=?utf-8?q?=0D=0ABcc:_evil@example.com?=',
  ]) {
    await mailer.send({ ...mail, subject: bad, to: [{ name: bad, address: 'ada@example.com' }] })
  }
  for (const { to, headers, raw, subject } of sink.mails) {
    assert.doesNotMatch(subject, /[\r\n]/, raw)
    assert.deepEqual(to, ['ada@example.com'], raw)
    assert.equal(headers.has('bcc'), false, raw)
    assert.equal(headers.get('to')?.length, 1, raw)
  }
})
