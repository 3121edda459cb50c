// The mail server in the settings of the web application: who may change it, what is stored, when it is used, and what
// nobody gets to see (T-146, T-147).
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { createServer } from '../../src/api/server.ts'
import { sql, statement } from '../../src/io/sql.ts'
import { readMailSetting } from '../../src/mail/mail-setting.ts'
import { countMails } from '../../src/mail/outbox.ts'
import { readSettings } from '../../src/main/config.ts'
import { MailConnection } from '../../src/main/mail-connection.ts'
import { assertRefusedWith, callerFor, suiteApiFixture } from '../fixture/api-caller.ts'
import { testFiles, testOptions } from '../fixture/api-fixture.ts'
import { CookieBrowser, signInBrowser } from '../fixture/cookie-browser.ts'
import { MailSink } from '../fixture/mail-sink.ts'
import type { JsonObject } from '../fixture/request-parts.ts'

const password = 'correct horse battery'
const storedRow = statement(sql`select mailsetting.host, mailsetting.password from mailsetting`)

suiteApiFixture((fixture) => {
  const sink = new MailSink()
  const opened: { service: MailConnection; app: FastifyInstance }[] = []
  let valid: JsonObject
  before(async () => {
    const { hostname, port } = new URL(await sink.listen())
    valid = {
      current: password,
      host: hostname,
      port,
      security: 'starttls',
      sender: 'Stint <stint@server.example.com>',
    }
    for (const name of ['administrator', 'manager'] as const) {
      const path = `/person/${fixture().a.people[name]}/`
      await callerFor(fixture(), fixture().a.tokens.administrator).update(path, { password })
    }
  })
  after(async () => {
    for (const { service, app } of opened) {
      await service.stop(1000)
      await app.close()
    }
    await sink.close()
  })

  /** A process with these variables of the environment. */
  const startServer = async (env: Record<string, string>) => {
    const { database, clock } = fixture()
    const service = new MailConnection(readSettings({}, env), database, pino({ level: 'silent' }), testFiles)
    const app = createServer({ ...testOptions(database, clock), mail: service.site, mailControl: service })
    opened.push({ service, app })
    await service.start()
    return { service, app, boss: await signInBrowser(app, 'ada', password) }
  }
  const settingsOf = async (browser: CookieBrowser) =>
    (await browser.request('/app/mailsettings')).json.mail as JsonObject

  test('an Administrator enters a mail server, which is used at once, by other processes soon, and until it is removed', async () => {
    const { app, boss } = await startServer({ STINT_MAIL_SETTINGS: 'on' })
    const other = await startServer({ STINT_MAIL_SETTINGS: 'on' })
    assert.deepEqual(await settingsOf(boss), { source: 'none', editable: true, publicurlfixed: false })
    const session = async () => (await boss.request('/app/session')).json.session as JsonObject
    assert.deepEqual([(await session()).mail, (await session()).mailslinks], [false, false])
    assertRefusedWith(await boss.post('/app/mailtest'), 400, 18, 'enter a mail server in the settings')
    const saved = await boss.post('/app/mailsettings', { ...valid, publicurl: 'https://stint.example.com/x' })
    assert.equal(saved.status, 204, saved.text)
    assert.deepEqual([(await session()).mail, (await session()).mailslinks], [true, true])
    const shown = { host: valid.host, port: Number(valid.port), security: 'starttls', username: '', haspassword: false }
    assert.deepEqual(await settingsOf(boss), {
      source: 'settings',
      editable: true,
      publicurlfixed: false,
      ...shown,
      sender: 'Stint <stint@server.example.com>',
      publicurl: 'https://stint.example.com/x/',
    })
    await other.service.refresh()
    const tested = await other.boss.post('/app/mailtest')
    assert.deepEqual([tested.status, tested.json], [200, { mailtest: { sentto: 'ada@a.example.com' } }], tested.text)
    assert.match(sink.mails[0]?.plain ?? '', /https:\/\/stint\.example\.com\/x\/app\//)
    assert.equal(sink.mails[0]?.from, 'stint@server.example.com')
    assert.equal((await boss.remove('/app/mailsettings')).status, 204)
    assert.equal((await session()).mail, false)
    assert.equal((await new CookieBrowser(app).request('/app/session')).json.resetbymail, false)
    const events = await callerFor(fixture(), fixture().a.tokens.administrator).send('GET', '/event/?kind=mailsetting')
    assert.equal((events.json.event as JsonObject[]).length, 2)
  })

  test('T-146: the password of the mail server is encrypted, never returned, and not sent to another server', async () => {
    const { database } = fixture()
    const { boss } = await startServer({ STINT_MAIL_SETTINGS: 'on' })
    const secret = 'canary of the mail server'
    const login = { ...valid, username: 'stint', password: secret }
    assertRefusedWith(await boss.post('/app/mailsettings', { ...login, current: 'wrong' }), 400, 18, 'current: ')
    assertRefusedWith(
      await boss.post('/app/mailsettings', { ...login, password: '' }),
      400,
      18,
      'password: is required',
    )
    assert.equal((await boss.post('/app/mailsettings', login)).status, 204)
    const reply = await boss.request('/app/mailsettings')
    assert.equal((reply.json.mail as JsonObject).haspassword, true)
    assert.ok(!reply.text.includes('canary'))
    const rows = JSON.stringify(await database.read(0, (tx) => tx.all(storedRow)))
    assert.ok(!rows.includes('canary'))
    const kept: JsonObject = { ...valid, username: 'stint', sender: 'other@server.example.com' }
    assert.equal((await boss.post('/app/mailsettings', kept)).status, 204)
    assert.equal((await readMailSetting(database))?.password, secret)
    for (const change of [
      { host: 'evil.example.com' },
      { port: '2525' },
      { security: 'tls' },
      { username: 'other' },
    ] as JsonObject[])
      assertRefusedWith(await boss.post('/app/mailsettings', { ...kept, ...change }), 400, 18, 'password: is required')
    assert.equal((await readMailSetting(database))?.host, valid.host)
    await boss.remove('/app/mailsettings')
  })

  test('T-280: a test mail is sent at once, and fails with the reason if the mail server does not take it', async () => {
    const { database } = fixture()
    const { boss } = await startServer({ STINT_MAIL_SETTINGS: 'on' })
    const secret = 'canary of the mail server'
    const test = async (change: JsonObject) => {
      assert.equal((await boss.post('/app/mailsettings', { ...valid, ...change })).status, 204)
      sink.mails = []
      return boss.post('/app/mailtest')
    }
    const toNobody = await test({ port: '1', username: 'stint', password: secret })
    assertRefusedWith(toNobody, 400, 18, 'mail: the test email was not sent: connection refused by 127.0.0.1:1')
    assertRefusedWith(await test({ security: 'tls' }), 400, 18, 'does not offer TLS', 'choose STARTTLS')
    sink.onRecipient = () => 550
    const refused = await test({})
    assertRefusedWith(refused, 400, 18, 'the mail server refused ada@a.example.com: 550 not today')
    assert.ok(![toNobody, refused].some(({ text }) => text.includes('canary')))
    sink.onRecipient = () => 'take'
    const arriving = Promise.withResolvers<void>()
    const taken = Promise.withResolvers<'take'>()
    sink.onMessage = () => {
      arriving.resolve()
      return taken.promise
    }
    const running = test({})
    await arriving.promise
    assertRefusedWith(await boss.post('/app/mailtest'), 503, 20, 'another test email is being sent')
    taken.resolve('take')
    assert.equal((await running).status, 200)
    assert.equal(sink.mails.length, 1)
    sink.onMessage = () => 'take'
    const { waiting, givenup } = await countMails(database)
    assert.deepEqual([waiting, givenup], [0, 0], 'a test mail is not in the outbox')
    await boss.remove('/app/mailsettings')
  })

  test('all errors of the fields are reported together', async () => {
    const { boss } = await startServer({ STINT_MAIL_SETTINGS: 'on' })
    const wrong = {
      current: password,
      host: 'a b',
      port: '0',
      security: 'none',
      sender: 'nobody',
      publicurl: 'ftp://x',
    }
    const reply = await boss.post('/app/mailsettings', wrong)
    assertRefusedWith(reply, 400, 18, 'host: ', 'port: ', 'security: ', 'sender: ', 'publicurl: ')
  })

  test('T-147: Administrators of a server with several accounts, of one that forbids it, and others cannot change it', async () => {
    const body = { ...valid }
    for (const env of [{}, { STINT_MAIL_SETTINGS: 'off' }] as Record<string, string>[]) {
      const { boss } = await startServer(env)
      assert.equal((await settingsOf(boss)).editable, false)
      assertRefusedWith(await boss.post('/app/mailsettings', body), 400, 18, 'set by its operator')
      assertRefusedWith(await boss.remove('/app/mailsettings'), 400, 18, 'set by its operator')
    }
    const { app } = await startServer({ STINT_MAIL_SETTINGS: 'on' })
    const manager = await signInBrowser(app, 'manager', password)
    for (const reply of [
      await manager.request('/app/mailsettings'),
      await manager.post('/app/mailsettings', body),
      await manager.remove('/app/mailsettings'),
    ])
      assertRefusedWith(reply, 403, 10)
    assert.equal(await readMailSetting(fixture().database), null)
  })

  test('the environment takes precedence and is shown without its password', async () => {
    const { boss } = await startServer({
      STINT_SMTP_URL: 'smtps://user%40x:canary@mail.example.com',
      STINT_MAIL_FROM: 'Stint <stint@example.com>',
      STINT_PUBLIC_URL: 'https://stint.example.com',
      STINT_MAIL_SETTINGS: 'on',
    })
    const reply = await boss.request('/app/mailsettings')
    assert.ok(!reply.text.includes('canary'))
    assert.deepEqual(reply.json.mail, {
      source: 'environment',
      editable: false,
      host: 'mail.example.com',
      port: 465,
      security: 'tls',
      username: 'user@x',
      haspassword: true,
      sender: 'Stint <stint@example.com>',
      publicurl: 'https://stint.example.com/',
      publicurlfixed: true,
    })
    assertRefusedWith(await boss.post('/app/mailsettings', valid), 400, 18, 'set by its operator')
  })
})
