// What people read when a mail server does not take a mail, with real servers that refuse, break off or stay silent.
import assert from 'node:assert/strict'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { after, test } from 'node:test'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { mailErrorText } from '../../src/io/mail-errors.ts'
import { MailRejected, type OutgoingMail, openMailTransport } from '../../src/io/mail-transport.ts'

const from = { name: 'Stint', address: 'stint@server.example.com' }
const mail: OutgoingMail = {
  to: [{ name: 'Ada', address: 'ada@example.com' }],
  subject: 'Hello',
  plain: 'Hello\n',
  html: '<p>Hello</p>\n',
  messageId: '<one@server.example.com>',
  writtenAt: Date.UTC(2026, 4, 14, 10),
}

const running: { close(done: () => void): unknown }[] = []
after(() => {
  for (const server of running) server.close(() => undefined)
})

const portOf = async (server: Server): Promise<number> => {
  if (!server.listening) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

/** A mail server that begins with plain text and offers neither STARTTLS nor a login, unless told otherwise. */
const smtp = (options: SMTPServerOptions = {}): Promise<number> => {
  const server = new SMTPServer({ disabledCommands: ['AUTH', 'STARTTLS'], logger: false, closeTimeout: 50, ...options })
  server.on('error', () => undefined)
  running.push(server)
  return portOf(server.server)
}

/** Any other program, which says this to everybody. */
const program = (greeting: string | null): Promise<number> => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    if (greeting === null) socket.end()
    else socket.write(greeting)
  })
  running.push({ close: (done) => server.close(done).unref() })
  return portOf(server)
}

const refusedWith = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode })

/** The greeting is awaited for a third of it. A slow machine may need as long before the first step begins. */
const attemptMs = 8000

const reasonFor = async (url: string): Promise<string> => {
  const error = await openMailTransport(url, from, attemptMs)
    .send(mail)
    .then(() => null)
    .catch((thrown: unknown) => thrown)
  assert.ok(error instanceof MailRejected, `${url} took the mail`)
  return error.message
}

test('a server that is not there, or is another program, is named with its port', async () => {
  assert.match(await reasonFor('smtp://127.0.0.1:1'), /^connection refused by 127\.0\.0\.1:1;/)
  const [closing, silent] = [await program(null), await program('')]
  assert.equal(await reasonFor(`smtp://127.0.0.1:${closing}`), `127.0.0.1:${closing} closed the connection`)
  assert.match(await reasonFor(`smtp://127.0.0.1:${silent}`), /said nothing; .* choose TLS$/)
  assert.match(await reasonFor(`smtps://127.0.0.1:${silent}`), /did not answer in time|took too long/)
  const busy = await program('554 no service here\r\n')
  assert.equal(
    await reasonFor(`smtp://127.0.0.1:${busy}`),
    `127.0.0.1:${busy} refused the connection: 554 no service here`,
  )
})

test('T-147: what a program says that is no mail server is in no message', async () => {
  const port = await program('SSH-2.0-canary\r\n')
  assert.equal(
    await reasonFor(`smtp://127.0.0.1:${port}`),
    `127.0.0.1:${port} does not answer like a mail server; check the port`,
  )
})

test('a name that does not exist is named', () => {
  const server = { host: 'mail.example.com', port: 25, secure: false, sender: from.address, secrets: [] }
  const unknown = Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'EDNS', originalCode: 'ENOTFOUND' })
  assert.equal(mailErrorText(unknown, server), 'no server with the name mail.example.com was found')
  assert.equal(mailErrorText('odd', { ...server, host: '::1' }), '[::1]:25: odd')
})

test('the wrong encryption is explained', async () => {
  const plain = await smtp()
  assert.equal(
    await reasonFor(`smtps://127.0.0.1:${plain}`),
    `the server does not offer TLS at 127.0.0.1:${plain}; choose STARTTLS, or another port`,
  )
  assert.match(
    await reasonFor(`smtp://user:secret@[::ffff:127.0.0.1]:${plain}`),
    /^the server does not offer STARTTLS at .* choose TLS, or another port/,
  )
  const [starting, encrypted] = [await smtp({ disabledCommands: [] }), await smtp({ secure: true })]
  for (const url of [`smtp://127.0.0.1:${starting}`, `smtps://127.0.0.1:${encrypted}`])
    assert.match(await reasonFor(url), /^the certificate of 127\.0\.0\.1:\d+ is not trusted: /)
  assert.match(await reasonFor(`smtp://127.0.0.1:${encrypted}`), /choose TLS$/)
})

test('T-280: a refused login is explained with the reply, without the password that the server repeats', async () => {
  const password = 'canary password'
  const encoded = Buffer.from(`\0user\0${password}`).toString('base64')
  const port = await smtp({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ password: sent }, _session, respond) => respond(refusedWith(535, `no: ${sent} ${encoded}`)),
  })
  const login = encodeURIComponent(password)
  assert.equal(
    await reasonFor(`smtp://user:${login}@127.0.0.1:${port}`),
    'the mail server refused the username or the password: 535 no: *** ***',
  )
  assert.match(await reasonFor(`smtp://127.0.0.1:${port}`), /asks for a username and a password: 530 /)
})

test('a refused sender, recipient or message is named with the reply', async () => {
  const onMailFrom = await smtp({ onMailFrom: (_address, _session, respond) => respond(refusedWith(553, 'not you')) })
  assert.equal(
    await reasonFor(`smtp://127.0.0.1:${onMailFrom}`),
    'the mail server refused the sender stint@server.example.com: 553 not you',
  )
  const onRcptTo = await smtp({ onRcptTo: (_address, _session, respond) => respond(refusedWith(550, 'unknown')) })
  assert.equal(await reasonFor(`smtp://127.0.0.1:${onRcptTo}`), 'the mail server refused ada@example.com: 550 unknown')
  const onData = await smtp({
    onData: (stream, _session, respond) => {
      stream.on('data', () => undefined).on('end', () => respond(refusedWith(554, 'spam')))
    },
  })
  assert.equal(await reasonFor(`smtp://127.0.0.1:${onData}`), 'the mail server refused the message: 554 spam')
})
