// Threats by mails: revealing hidden data (T-15), wrong recipients or additional headers (T-39), and mails about
// rejected writes (T-71).
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Resource } from '../../src/define/resource.ts'
import { resources } from '../../src/resources/all.ts'
import { callerFor, recordIn, suiteApiFixture, taskBody } from '../fixture/api-caller.ts'
import type { PersonName } from '../fixture/api-fixture.ts'
import { assertUnchanged } from '../fixture/dump.ts'
import { type MailFixture, mailFrom, publicUrl, startMailFixture } from '../fixture/mail-fixture.ts'
import { decodeHeader, type ReceivedMail } from '../fixture/mail-sink.ts'
import { Random } from '../fixture/random.ts'
import type { JsonObject } from '../fixture/request-parts.ts'

const rounds = 60
const names: readonly PersonName[] = ['administrator', 'manager', 'resource', 'executive', 'restricted', 'outsider']

/** The labelled lines of a mail. */
const rowsIn = ({ plain }: ReceivedMail): [string, string][] =>
  Array.from(plain.matchAll(/^ {2}([^:\n]+): (.*)$/gm), ([, label = '', value = '']) => [label, value])

const resourceNamed = (name: string): Resource => {
  const resource = resources.get(name)
  assert.ok(resource)
  return resource
}

suiteApiFixture((fixture) => {
  let mails: MailFixture
  before(async () => {
    mails = await startMailFixture(fixture())
  })
  after(() => mails.close())

  const readerOf = ({ to }: ReceivedMail): PersonName => {
    const [address = ''] = to
    const name = address.startsWith('ada@') ? 'administrator' : address.split('@')[0]
    const person = names.find((each) => each === name)
    assert.ok(person && address.endsWith('a.example.com'), `a mail went to ${address}`)
    return person
  }

  /** Reads the record of a mail as its recipient, and compares every labelled line with a visible field. */
  const checkMail = async (mail: ReceivedMail): Promise<void> => {
    const { a } = fixture()
    const reader = readerOf(mail)
    const [, name = '', id = ''] = new RegExp(`^${publicUrl}(\\w+)/(\\d+)/$`, 'm').exec(mail.plain) ?? []
    const reply = await fixture().call({ token: a.tokens[reader], path: `/${name}/${id}/` })
    assert.equal(reply.status, 200, `${reader} got a mail about ${name} ${id} and gets: ${reply.text}\n${mail.plain}`)
    const record = recordIn(reply)
    const { fields } = resourceNamed(name)
    for (const [label, value] of rowsIn(mail)) {
      const noted = Object.entries(fields).filter(([, { note }]) => note?.label === label)
      const notedFields = noted.map(([field, { note }]) => [field, note?.show ?? field] as const)
      const [now] = value.split(' (was ')
      const plain = now === 'none' ? '' : now
      const isVisible = notedFields.some(
        ([field, show]) => Object.hasOwn(record, field) && (record[show] ?? '') === plain,
      )
      const anywhere = Object.values(record).some((each) => each === plain)
      assert.ok(
        isVisible || anywhere,
        `${reader} reads ${label}: ${value}, and the record says ${JSON.stringify(record)}`,
      )
    }
  }

  test('T-15: every mail contains only data that its recipient can read in the record', async () => {
    const { a } = fixture()
    const random = new Random(20_260_514)
    const oneOf = <T>(items: readonly T[]): T => items[random.below(items.length)] as T
    const people = (): string => names.flatMap((name) => (random.below(3) === 0 ? [a.people[name]] : [])).join(',')
    const taskFields = (): JsonObject => ({
      title: `Round ${random.below(1000)}`,
      projectid: oneOf([a.projects.seen, a.projects.unseen, a.projects.clientless]),
      assigneeid: people(),
      followerid: people(),
      ownerid: people() || String(a.people.manager),
      statusid: oneOf([a.statuses.open, a.statuses.progress, a.statuses.closed]),
      datedue: `2026-06-${10 + random.below(20)}`,
    })
    const tasks: (string | null | undefined)[] = []
    let judged = 0
    for (let round = 0; round < rounds; round++) {
      const actor = mails.caller(oneOf(['administrator', 'administrator', 'manager', 'resource']))
      const taskid = tasks[random.below(tasks.length + 2)]
      const arrived = await mails.mailsSentBy(async () => {
        const reply =
          taskid === undefined
            ? await actor.send('POST', '/task/', taskBody(a, taskFields()))
            : random.below(4) === 0
              ? await actor.send('POST', '/tasknote/', {
                  taskid: Number(taskid),
                  note: 'A word',
                  public: oneOf(['t', 'f']),
                })
              : await actor.send('PUT', `/task/${taskid}/`, taskFields())
        if (reply.status === 201 && taskid === undefined) tasks.push(recordIn(reply).id)
      })
      for (const mail of arrived.all) await checkMail(mail)
      judged += arrived.all.length
    }
    assert.ok(judged > 50, `only ${judged} mails were checked`)
  })

  test('T-15: fields that are hidden from a role are in no mail to that role', async () => {
    const { a } = fixture()
    const canary = 'Quetzal'
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const { id } = await administrator.create('/person/', {
      firstname: canary,
      username: 'canary',
      email: 'canary@a.example.com',
      groupid: 4,
    })
    const team = [{ personid: Number(id) }]
    const project = await administrator.create('/project/', { name: 'Canaries', datestart: '2026-02-01' })
    const members = [...team, { personid: a.people.executive }]
    assert.equal((await administrator.send('POST', `/projectteam/${project.id}/`, members)).status, 201)
    const task = {
      projectid: Number(project.id),
      ownerid: Number(id),
      assigneeid: Number(id),
      followerid: a.people.executive,
    }
    let taskid: string | null | undefined
    const created = await mails.mailsSentBy(async () => {
      taskid = (await mails.caller('administrator').create('/task/', taskBody(a, task))).id
    })
    const changed = await mails.mailsSentBy(() =>
      mails.caller('administrator').update(`/task/${taskid}/`, { assigneeid: '', title: 'Without' }),
    )
    for (const arrived of [created, changed]) {
      const { raw, plain, html, subject } = arrived.mailTo('executive')
      for (const text of [raw, plain, html, subject]) assert.doesNotMatch(text, new RegExp(`${canary}|Boss`))
    }
  })

  /** Texts with known attacks on mails, each in many forms. */
  const hostile = (): string[] => {
    const bad = [
      '\r\nBcc: evil@example.net',
      '\nTo: evil@example.net',
      '\r\n\r\n<h1>evil</h1>',
      '\u2028Bcc: evil@example.net',
    ]
    const turned = ['\u202egnp.exe', '\u2066evil\u2069', '\u200bevil', '\ufeffevil']
    const headers = [
      '=?utf-8?q?=0D=0ABcc:_evil@example.net?=',
      '=?utf-8?b?DQpCY2M6IGV2aWw=?=',
      '.\n',
      '\n.\nQUIT',
      '\tevil',
    ]
    const html = [
      '<script>evil()</script>',
      '"><img src=x onerror=evil()>',
      '<a href="javascript:evil()">x</a>',
      '&lt;b&gt;',
      "' onmouseover='evil()",
    ]
    const addresses = [
      '<evil@example.net>',
      'evil@example.net, x',
      '"evil" <evil@example.net>',
      'x:evil@example.net;',
      '(evil@example.net)',
    ]
    const all = [...bad, ...turned, ...headers, ...html, ...addresses]
    return all.flatMap((text) => [text, `Title ${text}`, `${text} title`, `a${text}b${text}c`]).slice(0, 100)
  }

  const ourHeaders = new Set([
    ...['from', 'to', 'subject', 'message-id', 'date', 'mime-version', 'content-type'],
    ...['auto-submitted', 'x-auto-response-suppress'],
  ])

  test('T-39: for every title and name, a mail has one recipient, only our headers and escaped text', async () => {
    const { a } = fixture()
    const administrator = mails.caller('administrator')
    const arrived = await mails.mailsSentBy(async () => {
      for (const text of hostile()) {
        const named = await administrator.send('PUT', `/person/${a.people.resource}/`, { firstname: text.slice(0, 65) })
        assert.ok([202, 400].includes(named.status), named.text)
        const lists = { assigneeid: a.people.resource, ownerid: a.people.administrator }
        await administrator.create('/task/', taskBody(a, { title: text, summary: text, ...lists }))
      }
    })
    await administrator.update(`/person/${a.people.resource}/`, { firstname: 'resource' })
    assert.equal(arrived.all.length, hostile().length)
    for (const mail of arrived.all) {
      assert.deepEqual([mail.from, mail.to], [mailFrom.address, ['resource@a.example.com']], mail.raw)
      assert.deepEqual(new Set(mail.headers.keys()), ourHeaders, mail.raw)
      for (const [header, values] of mail.headers) assert.equal(values.length, 1, `two of ${header} in ${mail.raw}`)
      assert.doesNotMatch(mail.subject, /[\p{Cc}\p{Cf}\u2028\u2029]/u)
      assert.doesNotMatch(decodeHeader(mail.headers.get('to')?.[0] ?? ''), /[\p{Cc}\p{Cf}\u2028\u2029]/u)
      assert.doesNotMatch(mail.html, /<(script|img|h1)|href="(?!https:\/\/stint)/i)
    }
  })

  test('T-99: a mail has the text of a note but no picture of it, so that it tells nobody who opened it', async () => {
    const { a } = fixture()
    const picture = '<img src="https://tracker.example/pixel.gif" alt="pixel">'
    const note = `<p>Before${picture}after</p><ul><li>${picture}last</li></ul>`
    const body = { taskid: String(a.tasks.own), note, public: 't' }
    const arrived = await mails.mailsSentBy(async () => {
      const created = await mails.caller('administrator').create('/tasknote/', body)
      assert.ok(String(created.note).includes('tracker.example'), 'the note itself keeps the picture')
    })
    assert.ok(arrived.all.length > 0)
    for (const { html, plain } of arrived.all) {
      for (const text of [html, plain]) {
        assert.match(text, /Beforeafter/)
        assert.match(text, /last/)
        assert.doesNotMatch(text, /<img|tracker\.example|pixel/i)
      }
    }
  })

  test('T-39: an invalid address is rejected by the API, and never used even if it is in the database', async () => {
    const { a, database } = fixture()
    const administrator = mails.caller('administrator')
    const locals = [
      'a b',
      '"a"',
      'a(b)',
      'a,b@c.com',
      'a;b',
      'a:b',
      '<a',
      'a>',
      '\r\nx',
      'a\n',
      'a\\',
      'a%b.com',
      'x!y',
      '@',
      'a@b',
      '.a',
      'a.',
      'a..b',
      'a\u200b',
      '\u202ea',
      "a'b",
      'a`b',
      'a|b',
    ]
    const domains = [
      'b',
      '[127.0.0.1]',
      '127.0.0.1',
      '-b.com',
      'b-.com',
      'b..com',
      '.com',
      'b.com.',
      'b_c.com',
      'bé.com',
      'b.com\r\nRCPT TO:<evil@example.net>',
      'b.com, evil@example.net',
      'b.com>',
      'b.c',
      'b .com',
    ]
    const bad = [
      ...locals.flatMap((local) =>
        ['b.com', 'example.net', 'sub.example.org', 'x.y'].map((domain) => `${local}@${domain}`),
      ),
      ...domains.map((domain) => `a@${domain}`),
    ]
    assert.ok(bad.length > 100)
    const [contact] = (await administrator.list(`/personcontact/?personid=${a.people.restricted}`)).rows
    const before = await administrator.read(`/personcontact/${contact?.id}/`)
    const arrived = await mails.mailsSentBy(async () => {
      for (const address of bad) {
        const reply = await administrator.send('PUT', `/person/${a.people.restricted}/`, { email: address })
        assert.equal(reply.status, 400, JSON.stringify(address))
        await database.write(a.accountid, (tx) => tx.update('personcontact', Number(contact?.id), { value: address }))
        await administrator.create(
          '/task/',
          taskBody(a, { assigneeid: a.people.restricted, ownerid: a.people.administrator }),
        )
      }
    })
    assert.deepEqual(arrived.all, [])
    await administrator.update(`/personcontact/${contact?.id}/`, { value: before.value ?? '' })
  })

  test('T-71, T-23: a rejected write sends no mail and leaves nothing in the outbox', async () => {
    const { a, database } = fixture()
    const rejectedWrites: readonly [PersonName, 'POST' | 'PUT' | 'DELETE', string, JsonObject][] = [
      ['administrator', 'POST', '/task/', taskBody(a, { assigneeid: a.people.resource, title: '' })],
      [
        'administrator',
        'POST',
        '/task/',
        taskBody(a, { assigneeid: a.people.resource, milestoneid: a.milestones.unseen }),
      ],
      ['administrator', 'POST', '/task/', taskBody(a, { assigneeid: a.people.resource, nonsense: 1 })],
      ['resource', 'PUT', `/task/${a.tasks.other}/`, { ownerid: a.people.resource, title: 'Mine' }],
      ['restricted', 'PUT', `/task/${a.tasks.other}/`, { title: 'Unseen' }],
      ['executive', 'PUT', `/task/${a.tasks.own}/`, { title: 'Not mine' }],
      [
        'manager',
        'POST',
        '/milestone/',
        { title: 'No owner', projectid: a.projects.seen, datedue: '2026-06-01', complete: 'f' },
      ],
      ['outsider', 'POST', '/tasknote/', { taskid: a.tasks.own, note: 'Let me in', public: 'f' }],
      [
        'administrator',
        'POST',
        '/person/',
        { firstname: 'Twin', username: 'manager', email: 'twin@a.example.com', groupid: 4 },
      ],
      ['administrator', 'PUT', `/person/${a.people.resource}/`, { username: 'manager' }],
      ['resource', 'POST', '/timesheet/', { personid: a.people.manager, weekstart: '2026-05-04' }],
    ]
    const arrived = await mails.mailsSentBy(() =>
      assertUnchanged(database, 'a refused write', async () => {
        for (const [who, method, path, body] of rejectedWrites) {
          const reply = await mails.caller(who).send(method, path, body)
          assert.ok(reply.status >= 400 && reply.status < 500, `${method} ${path}: ${reply.text}`)
        }
      }),
    )
    assert.deepEqual(arrived.all, [])
  })

  test('only the person and Administrators set which mails the person wants', async () => {
    const { a } = fixture()
    for (const bad of ['taskchanged,nothing', 'all', 'Taskchanged', 'taskchanged;newlogin', ',']) {
      const reply = await mails.caller('resource').send('PUT', '/me/', { notificationsoff: bad })
      assert.equal(reply.status, 400, bad)
    }
    for (const field of ['username', 'groupid', 'firstname', 'mailqueue', 'password', 'allprojects']) {
      const reply = await mails.caller('resource').send('PUT', '/me/', { [field]: '2' })
      assert.equal(reply.status, 400, field)
      assert.match(reply.text, new RegExp(`${field}: is not a settable field`))
    }
    assert.equal(
      (await mails.caller('resource').send('PUT', `/me/${a.people.manager}/`, { notificationsoff: '' })).status,
      404,
    )
    for (const name of ['manager', 'resource', 'executive'] as const) {
      const reply = await mails.caller(name).send('PUT', `/person/${a.people[name]}/`, { notificationsoff: 'newlogin' })
      assert.equal(reply.status, 403, name)
    }
  })
})
