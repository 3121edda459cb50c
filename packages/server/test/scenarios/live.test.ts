// The stream of changes for open pages: which names it sends, to whom, and when it ends (T-133, T-134, T-135). The web
// application that uses it is in packages/web/test/browser/live.test.ts.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect as connectHttp2 } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { defaultLoadLimits } from '../../src/api/load-limits.ts'
import { createServer } from '../../src/api/server.ts'
import type { ServerOptions } from '../../src/api/server-options.ts'
import { allRoles, type Role } from '../../src/define/actor.ts'
import { ensureCertificate } from '../../src/io/certificate.ts'
import { resources } from '../../src/resources/all.ts'
import { callerFor, eachApiFixture, secondServer, taskBody } from '../fixture/api-caller.ts'
import { type PersonName, send, testOptions } from '../fixture/api-fixture.ts'
import { signInBrowser } from '../fixture/cookie-browser.ts'
import { LiveReader, liveHeaders, namesIn } from '../fixture/live-reader.ts'

const password = 'correct horse battery'
const hour = 3_600_000
const quick = { pollMs: 10, commentMs: 50, sessionMs: 20 }
const people = ['administrator', 'manager', 'resource', 'executive', 'restricted'] as const

const roleOf = (name: PersonName): Role =>
  allRoles.find((role) => role.toLowerCase() === name) ?? (name === 'restricted' ? 'Resource' : 'Manager')

eachApiFixture((fixture, _kind, testDatabase) => {
  const administrator = () => callerFor(fixture(), fixture().a.tokens.administrator)
  const servers: FastifyInstance[] = []
  const listening = async (more: Partial<ServerOptions> = {}): Promise<FastifyInstance> => {
    const { database, clock } = fixture()
    const app = createServer({ ...testOptions(database, clock), liveIntervals: quick, ...more })
    servers.push(app)
    await app.listen({ host: '127.0.0.1', port: 0 })
    return app
  }
  const cookieOf = async (name: PersonName): Promise<string> => {
    const { username } = await administrator().read(`/person/${fixture().a.people[name]}/`)
    const { cookie } = await signInBrowser(fixture().app, String(username), password)
    assert.ok(cookie !== undefined)
    return cookie
  }
  const positionOf = async (cookie: string | undefined): Promise<string> => {
    const { json } = await send(fixture().app, { path: '/app/session', headers: liveHeaders(cookie) })
    return (json as unknown as { session: { position: string } }).session.position
  }
  before(async () => {
    for (const name of people) await administrator().update(`/person/${fixture().a.people[name]}/`, { password })
  })
  after(() => Promise.all(servers.map((app) => app.close())))

  test('a stream names the lists that another process changed, in small messages, and comments when nothing changes', async () => {
    const { a } = fixture()
    const app = await listening()
    const stream = await LiveReader.open(app, await cookieOf('resource'))
    const { 'content-type': type, 'cache-control': cache, 'x-accel-buffering': buffering } = stream.headers
    assert.deepEqual([stream.status, type, cache, buffering], [200, 'text/event-stream', 'no-store', 'no'])
    await stream.until(() => stream.text.includes('\n\n:\n\n'))
    const other = await secondServer(fixture(), testDatabase())
    await callerFor(other, a.tokens.administrator).create('/task/', taskBody(a, { title: 'Not in the stream' }))
    await stream.untilNamed('task')
    assert.ok(stream.text.startsWith('retry: 3000\n\n'))
    assert.ok(!stream.text.includes('Not in the stream'))
    assert.ok(!stream.names.has('invoice'), 'the task changes no list of invoices')
    stream.close()
    await other.database.close()
  })

  test('a stream that begins at a position names at once what has changed since, and nothing else', async () => {
    const { a } = fixture()
    const app = await listening()
    const cookie = await cookieOf('manager')
    const position = await positionOf(cookie)
    const unchanged = await LiveReader.open(app, cookie, position)
    await unchanged.until(() => unchanged.text.endsWith(':\n\n'))
    assert.deepEqual([...unchanged.names], [])
    unchanged.close()
    await administrator().create('/task/', taskBody(a))
    const stream = await LiveReader.open(app, cookie, position)
    await stream.untilNamed('task')
    assert.ok(!stream.names.has('invoice'), 'no invoice has changed')
    const next = await LiveReader.open(app, cookie, stream.position)
    await next.until(() => next.text.endsWith(':\n\n'))
    assert.deepEqual([...next.names], [], 'the position of a message includes its changes')
    for (const one of [stream, next]) one.close()
  })

  test('T-133: a position cannot be read, and one of another account or a changed one names all lists', async () => {
    const { b } = fixture()
    const app = await listening()
    const cookie = await cookieOf('executive')
    const own = await LiveReader.open(app, cookie, '')
    await own.untilNamed('task')
    const all = own.names
    assert.ok(!all.has('projectnote'), 'a list that the role may not list is never named')
    const { position = '' } = own
    assert.ok(!Buffer.from(position, 'base64url').toString().includes('task'))
    const ofB = callerFor(fixture(), b.tokens.administrator)
    const { username } = await ofB.read(`/person/${b.people.manager}/`)
    await ofB.update(`/person/${b.people.manager}/`, { password: `${password} of B` })
    const other = await signInBrowser(fixture().app, String(username), `${password} of B`)
    for (const foreign of [
      await positionOf(other.cookie),
      `${position.slice(0, -20)}${position.slice(20)}`,
      'x',
      '%00',
    ]) {
      const stream = await LiveReader.open(app, cookie, foreign)
      await stream.untilNamed('task')
      assert.deepEqual(stream.names, all, foreign)
      stream.close()
    }
    own.close()
  })

  test('T-133: a stream has only lists that the role may list, of its own account', async () => {
    const { a, b } = fixture()
    const app = await listening()
    // Signing in changes the list of people, so all sign in before the streams begin.
    const cookies = await Promise.all(people.map(async (name) => [name, await cookieOf(name)] as const))
    const streams = await Promise.all(
      cookies.map(async ([name, cookie]) => [name, await LiveReader.open(app, cookie)] as const),
    )
    const ofB = callerFor(fixture(), b.tokens.administrator)
    await ofB.create('/task/', taskBody(b))
    await ofB.create('/client/', { name: 'Of the other account', datecreated: '2026-05-01' })
    await administrator().create('/paymenttype/', { name: 'Barter', priority: 9 })
    await administrator().create('/client/', { name: 'A client', datecreated: '2026-05-01' })
    // The marker: whatever came before it has been sent when it arrives.
    for (const [, stream] of streams) assert.ok(!stream.names.has('task'), 'a task of another account is not reported')
    await administrator().create('/task/', taskBody(a))
    for (const [name, stream] of streams) {
      await stream.untilNamed('task')
      for (const listed of stream.names) {
        const { list } = resources.get(listed)?.access ?? {}
        assert.ok(list?.includes(roleOf(name)), `${name} was told about ${listed}`)
      }
    }
    const named = new Map(streams.map(([name, stream]) => [name, stream.names]))
    assert.ok(named.get('administrator')?.has('paymenttype'))
    assert.ok(!named.get('resource')?.has('paymenttype'))
    for (const [, stream] of streams) stream.close()
  })

  test('T-133: a change that no list of a role depends on sends that role nothing', async () => {
    const { a } = fixture()
    const app = await listening()
    const cookies = { executive: await cookieOf('executive'), administrator: await cookieOf('administrator') }
    const executive = await LiveReader.open(app, cookies.executive)
    const seesAll = await LiveReader.open(app, cookies.administrator)
    await administrator().create('/projectnote/', { projectid: a.projects.seen, note: 'Only for us', title: 'A note' })
    await seesAll.untilNamed('projectnote')
    const before = namesIn(executive.text).length
    await administrator().create('/task/', taskBody(a))
    await executive.untilNamed('task')
    assert.equal(before, 0, 'the Executive was told about an internal note')
    assert.ok(!executive.names.has('projectnote'))
    for (const stream of [executive, seesAll]) stream.close()
  })

  test('T-134: a session has ten streams, and they end with the session, which they do not prolong', async () => {
    const { clock } = fixture()
    const app = await listening()
    const cookie = await cookieOf('manager')
    const streams = await Promise.all(Array.from({ length: 10 }, () => LiveReader.open(app, cookie)))
    assert.deepEqual(new Set(streams.map(({ status }) => status)), new Set([200]))
    const refused = await LiveReader.open(app, cookie)
    assert.deepEqual([refused.status, refused.headers['retry-after']], [503, '1'])
    const [first] = streams
    first?.close()
    for (;;) {
      const again = await LiveReader.open(app, cookie)
      again.close()
      if (again.status === 200) break
    }
    for (let step = 0; step < 3; step++) clock.moveBy(5 * hour)
    for (const stream of streams) await stream.untilEnded()
    assert.equal((await LiveReader.open(app, cookie)).status, 401)
    assert.equal((await LiveReader.open(app, undefined)).status, 401)
    clock.moveBy(-15 * hour)
  })

  test('T-134: a stream needs the header of our own page and accepts no token', async () => {
    const { a } = fixture()
    const app = await listening()
    const cookie = await cookieOf('manager')
    const { 'x-stint-app': _, ...foreign } = liveHeaders(cookie)
    assert.equal((await send(app, { path: '/app/live', headers: foreign })).status, 403)
    const reply = await send(app, { path: '/app/live', token: a.tokens.manager, headers: liveHeaders(undefined) })
    assert.equal(reply.status, 401)
  })

  test('T-135: open streams take no slots, and a server that stops ends them', async () => {
    const { a } = fixture()
    const app = await listening({
      loadLimits: { ...defaultLoadLimits, running: 1, openPerPerson: 1, openPerAccount: 1 },
    })
    const cookie = await cookieOf('manager')
    const streams = await Promise.all(Array.from({ length: 3 }, () => LiveReader.open(app, cookie)))
    const mine = await send(app, { path: '/app/api/me/', headers: liveHeaders(cookie) })
    assert.equal(mine.status, 200, mine.text)
    assert.equal((await send(app, { path: '/task/', token: a.tokens.manager })).status, 200)
    await app.close()
    for (const stream of streams) await stream.untilEnded()
  })

  test('T-135: the same over HTTP/2', async () => {
    const { a } = fixture()
    const folder = await mkdtemp(join(tmpdir(), 'stint-live-'))
    const app = await listening({ tls: await ensureCertificate(folder) })
    const { port } = app.server.address() as AddressInfo
    const session = connectHttp2(`https://127.0.0.1:${port}`, { rejectUnauthorized: false })
    const stream = session.request({ ':path': '/app/live', ...liveHeaders(await cookieOf('administrator')) })
    let text = ''
    stream.setEncoding('utf8')
    const told = new Promise<void>((resolve) =>
      stream.on('data', (piece: string) => {
        text += piece
        if (text.includes('"task"')) resolve()
      }),
    )
    const ended = new Promise((resolve) => stream.once('end', resolve))
    await new Promise((resolve) => stream.once('response', resolve))
    await administrator().create('/task/', taskBody(a))
    await told
    await app.close()
    await ended
    session.close()
    await rm(folder, { recursive: true, force: true })
  })
})
