// The calendar address of a person: what is in it for each role, its format, read here by a small independent parser,
// and how it is created, replaced and revoked. That its secret stays secret is tested here too.
import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { before, test } from 'node:test'
import { pino } from 'pino'
import { createServer } from '../../src/api/server.ts'
import { sql } from '../../src/io/sql.ts'
import { foldLine } from '../../src/kit/icalendar.ts'
import { tokenHash } from '../../src/kit/token.ts'
import { assertRefusedWith, callerFor, selectRows, suiteApiFixture, taskBody } from '../fixture/api-caller.ts'
import { type PersonName, type Reply, send, testOptions } from '../fixture/api-fixture.ts'
import { type CookieBrowser, signInBrowser } from '../fixture/cookie-browser.ts'
import type { JsonObject } from '../fixture/request-parts.ts'

const password = 'a long pass phrase'

interface Component {
  readonly name: string
  readonly properties: Readonly<Record<string, string>>
  readonly parts: readonly Component[]
}

const unescaped = (text: string): string =>
  text.replace(/\\(.)/g, (_, one: string) => (one === 'n' || one === 'N' ? '\n' : one))

/** Reads a calendar as RFC 5545 describes it, and fails for what the format does not allow. */
function parseCalendar(text: string): Component {
  assert.ok(text.endsWith('\r\n'), 'the last line is ended')
  assert.equal(text.replace(/\r\n/g, '').search(/[\r\n]/), -1, 'every line ends with CR LF')
  const physical = text.slice(0, -2).split('\r\n')
  for (const line of physical) assert.ok(Buffer.byteLength(line) <= 75, `longer than 75 bytes: ${line}`)
  const lines = text.slice(0, -2).replaceAll('\r\n ', '').split('\r\n')
  const read = (): Component => {
    const [, name = ''] = /^BEGIN:([A-Z]+)$/.exec(lines.shift() ?? '') ?? assert.fail('a component begins')
    const properties: Record<string, string> = {}
    const parts: Component[] = []
    for (;;) {
      const line = lines[0] ?? assert.fail(`${name} is not ended`)
      if (line === `END:${name}`) break
      if (line.startsWith('BEGIN:')) {
        parts.push(read())
        continue
      }
      const [, key = '', value = ''] = /^([A-Z-]+(?:;[A-Z-]+=[^:;]+)*):(.*)$/.exec(line) ?? assert.fail(`bad: ${line}`)
      assert.ok(!(key in properties), `${key} is there twice`)
      properties[key] = /^(URL|UID|DT|PROD|METHOD|VERSION|REFRESH|X-PUB)/.test(key) ? value : unescaped(value)
      lines.shift()
    }
    lines.shift()
    return { name, properties, parts }
  }
  const calendar = read()
  assert.deepEqual(lines, [], 'nothing follows the calendar')
  return calendar
}

const titlesIn = (reply: Reply): string[] =>
  parseCalendar(reply.text).parts.map(({ properties }) => properties.SUMMARY ?? '')

test('a folded line has at most 75 bytes, divides no character and gives the line again', () => {
  for (const character of ['a', 'ü', '字', '👩']) {
    const line = `SUMMARY:${character.repeat(100)}`
    const folded = foldLine(line)
    for (const part of folded.slice(0, -2).split('\r\n')) {
      assert.ok(Buffer.byteLength(part) <= 75)
      assert.equal(part.isWellFormed(), true)
    }
    assert.equal(folded.slice(0, -2).replaceAll('\r\n ', ''), line)
  }
})

suiteApiFixture((fixture) => {
  const administrator = () => callerFor(fixture(), fixture().a.tokens.administrator)
  const usernames = ['ada', 'manager', 'resource', 'restricted', 'executive'] as const

  before(async () => {
    const { people } = fixture().a
    for (const name of ['administrator', 'manager', 'resource', 'restricted', 'executive'] as const)
      await administrator().update(`/person/${people[name]}/`, { password })
  })

  const browsers = new Map<string, Promise<CookieBrowser>>()
  const browserOf = (username: (typeof usernames)[number]): Promise<CookieBrowser> => {
    const browser = browsers.get(username) ?? signInBrowser(fixture().app, username, password)
    browsers.set(username, browser)
    return browser
  }

  async function createCalendar(username: (typeof usernames)[number]): Promise<string> {
    const reply = await (await browserOf(username)).post('/app/calendar', { current: password })
    assert.equal(reply.status, 201, reply.text)
    return String((reply.json.calendar as JsonObject).path)
  }

  const get = (path: string, headers: Record<string, string> = {}) =>
    fixture().call({ path, headers: { accept: 'text/calendar', ...headers } })

  const newTask = (title: string, name: PersonName, more: JsonObject = {}) => {
    const { a } = fixture()
    return administrator().create(
      '/task/',
      taskBody(a, { title, assigneeid: a.people[name], datedue: '2026-06-30', ...more }),
    )
  }

  test('the calendar has the open tasks of the person with a due date, and the open milestones', async () => {
    const { a } = fixture()
    const odd = 'Büro, Küche; Flur \\ Tür: ein sehr langer Titel, der gefaltet werden muss, mit 字 und 👩'
    const { id } = await newTask(odd, 'resource')
    await newTask('Closed', 'resource', { statusid: a.statuses.closed })
    await newTask('Without a day', 'resource', { datedue: '' })
    await newTask('Of somebody else', 'manager')
    const path = await createCalendar('resource')
    const reply = await get(path)
    assert.equal(reply.status, 200, reply.text)
    assert.match(String(reply.headers['content-type']), /^text\/calendar; charset=utf-8$/)
    const { name, properties, parts } = parseCalendar(reply.text)
    assert.deepEqual(
      [name, properties.VERSION, properties.METHOD, properties.NAME, properties['REFRESH-INTERVAL;VALUE=DURATION']],
      ['VCALENDAR', '2.0', 'PUBLISH', 'Account a', 'PT1H'],
    )
    assert.deepEqual(titlesIn(reply).sort(), [odd, 'Other task a', `Milestone of ${a.projects.seen}`].sort())
    const task = parts.find((part) => part.properties.SUMMARY === odd)?.properties ?? {}
    assert.equal(task['DTSTART;VALUE=DATE'], '20260630')
    assert.equal(task.DTSTAMP, '20260514T100000Z')
    assert.equal(task.UID, `task-${id}-${a.accountid}@stint`)
    assert.equal(task.CATEGORIES, 'Task')
    assert.match(task.DESCRIPTION ?? '', /^Task \d+\nSeen project a$/)
    assert.ok(task.URL?.endsWith(`/app/tasks/${id}`), task.URL)
    assert.equal(new Set(parts.map((part) => part.properties.UID)).size, parts.length)
  })

  test('each role gets what it sees: an Administrator the own projects, an Executive milestones only', async () => {
    const { a } = fixture()
    assert.deepEqual(titlesIn(await get(await createCalendar('ada'))), [])
    const { id } = await administrator().create('/milestone/', {
      projectid: a.projects.unseen,
      ownerid: a.people.administrator,
      title: 'Owned',
      datedue: '2026-06-02',
      complete: 'f',
    })
    assert.deepEqual(titlesIn(await get(await createCalendar('ada'))), ['Owned'])
    await administrator().update(`/milestone/${id}/`, { complete: 't' })
    assert.deepEqual(titlesIn(await get(await createCalendar('ada'))), [])
    assert.deepEqual(titlesIn(await get(await createCalendar('executive'))), [`Milestone of ${a.projects.seen}`])
    assert.deepEqual(titlesIn(await get(await createCalendar('restricted'))).sort(), [
      `Milestone of ${a.projects.seen}`,
      'Own task a',
    ])
  })

  test('T-155: the calendar follows what the person sees now', async () => {
    const { a } = fixture()
    const path = await createCalendar('manager')
    const titles = async () => titlesIn(await get(path))
    const { id } = await newTask('Leaves', 'manager')
    assert.ok((await titles()).includes('Leaves'))
    await administrator().update(`/task/${id}/`, { assigneeid: a.people.resource })
    assert.ok(!(await titles()).includes('Leaves'))
    const own = await callerFor(fixture(), a.tokens.resource)
    const resource = await createCalendar('resource')
    assert.ok(titlesIn(await get(resource)).includes('Leaves'))
    await administrator().remove(`/projectteam/${a.projects.seen}/`, [{ personid: a.people.resource }] as never)
    assertRefusedWith(await own.send('GET', `/task/${id}/`), 404, 14)
    assert.deepEqual(titlesIn(await get(resource)), [])
    await administrator().create(`/projectteam/${a.projects.seen}/`, [{ personid: a.people.resource }] as never)
  })

  test('T-155: a person who is inactive or has no login has no calendar', async () => {
    const { a } = fixture()
    const path = await createCalendar('restricted')
    await administrator().update(`/person/${a.people.restricted}/`, { active: 'f' })
    assertRefusedWith(await get(path), 404, 14)
    await administrator().update(`/person/${a.people.restricted}/`, { active: 't' })
    assert.equal((await get(path)).status, 200)
    await administrator().update(`/person/${a.people.restricted}/`, { username: '' })
    assertRefusedWith(await get(path), 404, 14)
    await administrator().update(`/person/${a.people.restricted}/`, { username: 'restricted', password })
    assertRefusedWith(await get(path), 404, 14)
  })

  test('an unchanged calendar is 304 with its ETag, also later; HEAD has no body', async () => {
    const { clock } = fixture()
    const path = await createCalendar('manager')
    const first = await get(path)
    const etag = String(first.headers.etag)
    assert.match(etag, /^W\/"/)
    assert.equal(first.headers['cache-control'], 'private, no-cache')
    assert.equal(first.headers['x-robots-tag'], 'noindex')
    const before = clock.now()
    clock.moveTo(before + 3_600_000)
    const second = await get(path, { 'if-none-match': etag })
    assert.deepEqual([second.status, second.text], [304, ''])
    const head = await fixture().call({ path, method: 'HEAD' })
    assert.deepEqual([head.status, head.text, head.headers.etag], [200, '', etag])
    await newTask('New', 'manager')
    assert.equal((await get(path, { 'if-none-match': etag })).status, 200)
    clock.moveTo(before)
  })

  test('T-155: only GET and HEAD; a wrong secret is not found, and too many are refused', async () => {
    const { clock } = fixture()
    const path = await createCalendar('manager')
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const)
      assertRefusedWith(await fixture().call({ path, method }), 400, 16, 'GET, HEAD')
    for (const wrong of [
      path.replace('.ics', ''),
      path.toUpperCase(),
      `/calendar/${'x'.repeat(43)}.ics`,
      '/calendar/.ics',
    ])
      assert.ok([401, 404].includes((await get(wrong)).status), wrong)
    const before = clock.now()
    clock.moveTo(before + 60_000)
    for (let count = 0; count < 60; count++) assert.equal((await get(path)).status, 200)
    assertRefusedWith(await get(path), 400, 12, 'at most 60 requests a minute of one calendar address')
    clock.moveTo(before)
  })

  test('it is created with the password, replaced by a new one, revoked, and all of it is in the event log', async () => {
    const { a } = fixture()
    const browser = await browserOf('executive')
    const state = async () => (await browser.request('/app/calendar')).json.calendar
    await browser.remove('/app/calendar')
    assert.equal(await state(), null)
    assertRefusedWith(await browser.post('/app/calendar', {}), 400, 18, 'current: is required')
    assertRefusedWith(await browser.post('/app/calendar', { current: 'x' }), 400, 18, 'is not your current password')
    const first = await createCalendar('executive')
    assert.deepEqual(await state(), { datecreated: '2026-05-14 10:00:00' })
    const second = await createCalendar('executive')
    assertRefusedWith(await get(first), 404, 14)
    assert.equal((await get(second)).status, 200)
    assert.equal((await browser.remove('/app/calendar')).status, 204)
    assertRefusedWith(await get(second), 404, 14)
    assertRefusedWith(await browser.remove('/app/calendar'), 404, 14)
    const { rows } = await administrator().list(
      `/event/?resource=calendarfeed&personid=${a.people.executive}&limit=100`,
    )
    assert.deepEqual(
      rows.slice(-4).map(({ kind }) => kind),
      ['created', 'deleted', 'created', 'deleted'],
    )
    assert.equal(JSON.stringify(rows).includes('hash'), false)
  })

  test('a password change that revokes tokens revokes the calendar too, and another one does not', async () => {
    const path = await createCalendar('manager')
    const browser = await browserOf('manager')
    const other = 'another pass phrase'
    assert.equal((await browser.post('/app/password', { current: password, password: other })).status, 204)
    assert.equal((await get(path)).status, 200)
    const change = { current: other, password, revoketokens: 't' }
    assert.equal((await browser.post('/app/password', change)).status, 204)
    assertRefusedWith(await get(path), 404, 14)
  })

  test('T-156: the secret is neither in the database nor in the log', async () => {
    const { a, database, clock } = fixture()
    const path = await createCalendar('manager')
    const secret = path.slice('/calendar/'.length, -'.ics'.length)
    const rows = await selectRows(
      fixture(),
      a.accountid,
      sql`select hash from calendarfeed where personid = ${sql.lit(a.people.manager)}`,
    )
    assert.deepEqual(rows, [[tokenHash(secret)]])
    let logged = ''
    const stream = new Writable({
      write(chunk, _encoding, done) {
        logged += String(chunk)
        done()
      },
    })
    const app = createServer({ ...testOptions(database, clock), log: pino({ level: 'trace' }, stream) })
    assert.equal((await send(app, { path })).status, 200)
    assert.equal((await send(app, { path: path.replace('.ics', '.txt') })).status, 404)
    assert.equal((await send(app, { path, method: 'POST' })).status, 400)
    await app.close()
    assert.match(logged, new RegExp(`"person":${a.people.manager},"resource":"calendar","method":"GET","status":200`))
    assert.equal(logged.includes(secret), false)
  })
})
