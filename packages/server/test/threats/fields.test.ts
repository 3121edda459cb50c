// Threats to fields (table B): a hidden field cannot be filtered, sorted, searched, counted, cached or guessed from
// labels, and nobody raises their own role by the form of a body.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextId } from '../../src/io/database.ts'
import { reports } from '../../src/reports/all.ts'
import { endpoints, resources } from '../../src/resources/all.ts'
import { assertRefusedWith, callerFor, ids, suiteApiFixture, taskBody } from '../fixture/api-caller.ts'
import type { AccountFixture, ApiFixture, PersonName } from '../fixture/api-fixture.ts'

/** Filters on hidden fields, written by hand and not taken from the definitions. */
const hiddenFilters: readonly (readonly [string, readonly PersonName[], readonly string[]])[] = [
  [
    'task',
    ['executive'],
    ['assigneeid', 'ownerid', 'followerid', 'hastaskrelation', 'assignedorownedby', 'includetimerid'],
  ],
  ['milestone', ['executive'], ['ownerid', 'hasmilestonerelation']],
  ['person', ['resource', 'restricted'], ['username', 'allprojects', 'restricttasks']],
]

const hiddenSorts: readonly (readonly [string, readonly PersonName[], readonly string[]])[] = [
  ['task', ['executive'], ['assigneeid', 'assignee', 'ownerid', 'owners']],
  ['milestone', ['executive'], ['owner']],
  ['client', ['resource', 'executive', 'restricted'], ['datecreated']],
]

const lists = (a: AccountFixture): string[] => [
  ...[...resources.keys()].map((name) => {
    if (name === 'contactdescriptor') return '/contactdescriptor/?contacttypeid=2&limit=0'
    return name === 'personcontact' ? `/personcontact/?personid=${a.people.manager}&limit=0` : `/${name}/?limit=0`
  }),
  ...[...endpoints.keys()].filter((name) => name !== 'quota').map((name) => `/${name}/?projectid=${a.projects.seen}`),
  ...[...reports.keys()].map((name) => `/${name}/`),
  ...Object.values(a.projects).flatMap((id) => [
    `/project/${id}/`,
    `/project/${id}/event/?limit=0`,
    `/projectteam/?projectid=${id}`,
    `/task/?projectid=${id}&limit=0`,
  ]),
  ...Object.values(a.tasks).map((id) => `/task/${id}/event/?limit=0`),
  ...Object.values(a.people).map((id) => `/person/${id}/event/?limit=0`),
  ...['search=secret&limit=0', 'search=a&limit=0'].flatMap((query) =>
    ['task', 'client', 'project', 'person', 'milestone'].map((name) => `/${name}/?${query}`),
  ),
]

/** Everything that a caller can read at these paths, in both formats, as bytes. */
async function crawl({ call }: ApiFixture, a: AccountFixture, token: string): Promise<Map<string, string>> {
  const responses = new Map<string, string>()
  for (const path of lists(a)) {
    for (const accept of ['application/json', 'application/xml']) {
      const reply = await call({ token, path, headers: { accept } })
      assert.ok(reply.status < 500, `${path} ${reply.text}`)
      responses.set(`${path} ${accept}`, reply.text)
    }
  }
  return responses
}

suiteApiFixture((fixture) => {
  test('T-10: a filter on a hidden field is refused for that role, and works for the others', async () => {
    const { a } = fixture()
    const value = (filter: string) =>
      /^(allprojects|restricttasks)$/.test(filter) ? 't' : filter === 'username' ? 'a' : a.people.manager
    for (const [resource, roles, filters] of hiddenFilters) {
      for (const filter of filters) {
        const path = `/${resource}/?${filter}=${value(filter)}`
        for (const role of roles) {
          const reply = await callerFor(fixture(), a.tokens[role]).send('GET', path)
          assertRefusedWith(reply, 400, 17, `${filter}: your role cannot filter by this field`)
        }
        await callerFor(fixture(), a.tokens.manager).list(path)
      }
    }
  })

  test('T-11: a sort by a hidden field does not exist, and hidden changes never change a visible order', async () => {
    const { a } = fixture()
    for (const [resource, roles, names] of hiddenSorts) {
      for (const name of names) {
        for (const role of roles) {
          assertRefusedWith(
            await callerFor(fixture(), a.tokens[role]).send('GET', `/${resource}/?sortfield=${name}`),
            400,
            17,
            'sortfield',
          )
        }
        await callerFor(fixture(), a.tokens.manager).list(`/${resource}/?sortfield=${name}`)
      }
    }
    const executive = callerFor(fixture(), a.tokens.executive)
    const visible = Object.keys(resources.get('task')?.sorts ?? {}).filter(
      (name) => !hiddenSorts[0]?.[2].includes(name),
    )
    const orders = () =>
      Promise.all(visible.map(async (name) => ids(await executive.list(`/task/?sortfield=${name}&limit=0`))))
    const before = await orders()
    const people = [a.people.restricted, a.people.resource, a.people.manager]
    const administrator = callerFor(fixture(), a.tokens.administrator)
    for (const [at, id] of [a.tasks.own, a.tasks.other, a.tasks.closed].entries()) {
      const [ownerid = 0, assigneeid = 0] = [people[at], people[2 - at]]
      await administrator.update(`/task/${id}/`, { ownerid, assigneeid, followerid: ownerid })
    }
    assert.deepEqual(await orders(), before, visible.join())
  })

  test('T-12: search does not include fields that the caller may not see', async () => {
    const { a, database } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    await administrator.update(`/client/${a.clients.seen}/`, { description: 'canary-client' })
    await administrator.update(`/project/${a.projects.seen}/`, { description: 'canary-project' })
    await administrator.update(`/person/${a.people.manager}/`, { notes: 'canary-notes', username: 'canary-login' })
    const note = (text: string, open: string) =>
      database.write(a.accountid, (tx) =>
        tx.insert('milestonenote', {
          id: nextId,
          milestoneid: a.milestones.seen,
          authorid: a.people.manager,
          title: 't',
          date: '2026-05-01 00:00:00',
          datemodified: '2026-05-01 00:00:00',
          note: text,
          public: open,
        }),
      )
    await note('canary-closed', 'f')
    await note('canary-open', 't')
    for (const [resource, word, seers] of [
      ['client', 'canary-client', ['administrator', 'manager']],
      ['project', 'canary-project', ['administrator', 'manager']],
      ['person', 'canary-notes', ['administrator', 'manager']],
      ['person', 'canary-login', ['administrator', 'manager']],
      ['milestone', 'canary-closed', ['administrator', 'manager', 'resource', 'restricted']],
      ['milestone', 'canary-open', ['administrator', 'manager', 'resource', 'restricted', 'executive']],
    ] as const) {
      for (const role of ['administrator', 'manager', 'resource', 'restricted', 'executive'] as const) {
        if (resource === 'person' && role === 'executive') continue
        const matches = await callerFor(fixture(), a.tokens[role]).list(`/${resource}/?search=${word}`)
        const expected = (seers as readonly string[]).includes(role) ? 1 : 0
        assert.deepEqual(
          [matches.count, matches.rows.length],
          [expected, expected],
          `${role} searches ${resource} for ${word}`,
        )
      }
    }
  })

  test('T-13, T-16: hidden data changes no byte of a caller’s responses: no count, label, order or sum', async () => {
    const { a, b, database } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const callers = ['manager', 'resource', 'executive', 'restricted', 'outsider'] as const
    const guest = await administrator.create('/person/', { firstname: 'Guest', clientid: a.clients.unseen })
    await administrator.create(`/projectteam/${a.projects.seen}/`, { personid: String(guest.id) })
    const before = new Map<PersonName, Map<string, string>>()
    for (const role of callers) before.set(role, await crawl(fixture(), a, a.tokens[role]))
    await administrator.update(`/client/${a.clients.unseen}/`, { name: 'secret client', active: 'f' })
    await administrator.update(`/project/${a.projects.unseen}/`, {
      name: 'secret project',
      budget: 7,
      // Not the Manager among the callers, who would be on the team by this and see the project.
      managerid: a.people.administrator,
    })
    await administrator.update(`/task/${a.tasks.unseen}/`, {
      title: 'secret task',
      statusid: a.statuses.closed,
      assigneeid: a.people.resource,
    })
    await administrator.update(`/milestone/${a.milestones.unseen}/`, { title: 'secret goal', complete: 't' })
    await administrator.create(
      '/task/',
      taskBody(a, { projectid: a.projects.unseen, title: 'secret too', estimate: 50, ownerid: a.people.resource }),
    )
    await administrator.create('/client/', { name: 'secret other', datecreated: '2026-01-01' })
    await administrator
      .create('/person/', { firstname: 'secret', clientid: a.clients.seen, active: 'f' })
      .then((created) => administrator.remove(`/person/${created.id}/`))
    await database.write(a.accountid, (tx) => tx.update('person', a.people.administrator, { hourlyrate: 990_000 }))
    await callerFor(fixture(), b.tokens.administrator).update(`/task/${b.tasks.own}/`, { title: 'secret of b' })
    for (const role of callers) {
      const after = await crawl(fixture(), a, a.tokens[role])
      for (const [path, text] of before.get(role) ?? []) {
        const now = after.get(path) ?? ''
        if (now === text) continue
        let at = 0
        while (now[at] === text[at]) at++
        assert.fail(`${role}: ${path} was ${text.slice(at - 60, at + 60)} and is ${now.slice(at - 60, at + 60)}`)
      }
    }
  })

  test('T-18: responses are never stored, an ETag is valid for one caller, and no other condition shortens a response', async () => {
    const { a, call } = fixture()
    const ask = (role: 'administrator' | 'resource', path: string, headers: Record<string, string> = {}) =>
      call({ token: a.tokens[role], path, headers })
    const path = `/project/${a.projects.seen}/`
    const tags: string[] = []
    for (const role of ['administrator', 'resource'] as const) {
      const plain = await ask(role, path)
      assert.equal(plain.headers['cache-control'], 'no-store', role)
      assert.equal(plain.headers['last-modified'], undefined, role)
      assert.equal((await ask(role, '/project/')).headers.etag, undefined, role)
      const since = { 'if-modified-since': 'Fri, 01 Jan 2100 00:00:00 GMT' }
      const again = await ask(role, path, { ...since, 'if-none-match': tags.join(', ') || '"none"' })
      assert.deepEqual([again.status, again.text], [200, plain.text], role)
      tags.push(String(plain.headers.etag))
    }
    assert.equal(new Set(tags).size, 2)
  })

  test('T-20: no form of groupid in a body bypasses the rules, and JSON and XML give the same result', async () => {
    const { a } = fixture()
    const path = `/person/${a.people.resource}/`
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const xml = { 'content-type': 'application/xml' }
    const tricks: readonly (readonly [json: string, xml: string])[] = [
      ['{"groupid":4,"groupid":2}', '<person><groupid>4</groupid><groupid>2</groupid></person>'],
      ['{"group\\u0069d":2,"groupid":4}', '<person><groupid>2</groupid><groupid>4</groupid></person>'],
      ['{"groupid":" 2"}', '<person><groupid> 2</groupid></person>'],
      ['{"groupid":"2 "}', '<person><groupid>2 </groupid></person>'],
      ['{"groupid":"2\\n"}', '<person><groupid>2\n</groupid></person>'],
      ['{"groupid":2.0}', '<person><groupid>2.0</groupid></person>'],
      ['{"groupid":"2.0"}', '<person><groupid>2.0</groupid></person>'],
      ['{"groupid":2e0}', '<person><groupid>2e0</groupid></person>'],
      ['{"groupid":"2,4"}', '<person><groupid>2,4</groupid></person>'],
      ['{"groupid":"+2"}', '<person><groupid>+2</groupid></person>'],
      ['{"groupid":"0x2"}', '<person><groupid>0x2</groupid></person>'],
      ['{"groupid":"\u0662"}', '<person><groupid>\u0662</groupid></person>'],
      ['{"groupid":[2]}', '<person><groupid><item>2</item></groupid></person>'],
      ['{"groupid":{"id":2}}', '<person><groupid><id>2</id></groupid></person>'],
      ['{"groupid":1}', '<person><groupid>1</groupid></person>'],
      ['{"groupid":0}', '<person><groupid>0</groupid></person>'],
      ['[{"groupid":2}]', '<person><item><groupid>2</groupid></item></person>'],
      [
        '{"person":{"groupid":2},"groupid":4}',
        '<person><person><groupid>2</groupid></person><groupid>4</groupid></person>',
      ],
      ['{"GroupID":2}', '<person><GroupID>2</GroupID></person>'],
      ['{"group":"Administrator"}', '<person><group>Administrator</group></person>'],
    ]
    for (const [asJson, asXml] of tricks) {
      const replies = [
        await administrator.send('PUT', path, asJson, { 'content-type': 'application/json' }),
        await administrator.send('PUT', path, asXml, xml),
      ]
      const verdicts = replies.map(
        ({ status, json }) => `${status}/${(json.error as { code?: number } | undefined)?.code}`,
      )
      assert.equal(verdicts[0], verdicts[1], `${asJson} and ${asXml}`)
      assert.ok(verdicts[0] === '400/18' || verdicts[0] === '400/17', `${asJson}: ${replies[0]?.text}`)
      for (const role of ['manager', 'resource', 'executive'] as const) {
        const caller = callerFor(fixture(), a.tokens[role])
        assertRefusedWith(await caller.send('PUT', path, asJson, { 'content-type': 'application/json' }), 403, 10)
        assertRefusedWith(await caller.send('POST', path, asXml, xml), 403, 10)
      }
    }
    assert.equal((await administrator.read(path)).groupid, '4', 'person.groupid')
    for (const body of ['{"person":{"groupid":"4"}}', '<person><person><groupid>4</groupid></person></person>']) {
      const reply = await administrator.send(
        'PUT',
        path,
        body,
        body.startsWith('<') ? xml : { 'content-type': 'application/json' },
      )
      assert.equal(reply.status, 202, `${body}: ${reply.text}`)
    }
  })
})
