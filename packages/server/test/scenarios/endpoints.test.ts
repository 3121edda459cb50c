// The responses that are not lists of rows: the team of a project, the signed-in person, and the quota.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  assertRefusedWith,
  type Body,
  callerFor,
  type Fields,
  recordIn,
  rowsIn,
  suiteApiFixture,
} from '../fixture/api-caller.ts'

const peopleOf = (record: Fields): string[] => [...(record.personid as unknown as string[])].sort()

suiteApiFixture((fixture) => {
  test('a team accepts one object or a list, on the collection or the member path, and returns the team', async () => {
    const { a } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const projectid = a.projects.unseen
    const { manager: m, resource: r, executive: e } = a.people
    const path = `/projectteam/${projectid}/`
    const first = await administrator.create(path, { personid: m })
    assert.deepEqual([first.projectid, peopleOf(first)], [String(projectid), [String(m)]])
    assert.deepEqual(
      peopleOf(await administrator.create(path, [{ personid: r, securenotes: 't' }, { personid: m }])),
      [m, r].map(String).sort(),
    )
    assert.deepEqual(
      peopleOf(await administrator.update('/projectteam/', { projectid, personid: e })),
      [m, r, e].map(String).sort(),
    )
    const wrapped = { projectteam: { projectid, personid: r } }
    assert.equal(
      peopleOf(await administrator.create('/projectteam/', wrapped)).length,
      3,
      'adding twice changes nothing',
    )
    const list = await administrator.send('GET', `/projectteam/?projectid=${projectid}`)
    assert.deepEqual(recordIn(list), await administrator.read(path))
    assert.ok(!('listcount' in list.json), 'a single object has no listcount')
    await administrator.remove(path, { personid: m })
    await administrator.remove('/projectteam/', [
      { projectid, personid: r },
      { projectid, personid: e },
    ])
    assert.deepEqual(peopleOf(await administrator.read(path)), [])
    await administrator.remove(path, { personid: m })
  })

  test('a DELETE of a team without a body reads its query as the body', async () => {
    const { a } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const projectid = a.projects.unseen
    const { manager: m, resource: r, executive: e } = a.people
    const path = `/projectteam/${projectid}/`
    await administrator.create(
      path,
      [m, r, e].map((personid) => ({ personid })),
    )
    await administrator.remove(`/projectteam/?projectid=${projectid}&personid=${m}`)
    assert.deepEqual(peopleOf(await administrator.read(path)), [r, e].map(String).sort())
    const xml = { accept: 'application/xml', 'content-type': 'application/xml' }
    const member = await administrator.send('DELETE', `${path}?personid=${r}`, undefined, xml)
    assert.deepEqual([member.status, member.text], [200, ''])
    const withQuery = (query: string, body?: Body) => administrator.send('DELETE', `/projectteam/?${query}`, body)
    assertRefusedWith(await withQuery(`projectid=${projectid}`), 400, 18, 'personid: is required')
    assertRefusedWith(await withQuery(`projectid=999999&personid=${e}`), 400, 18, 'projectid')
    assertRefusedWith(await withQuery(`projectid=${projectid}&personid=x`), 400, 18, 'personid: "x"')
    assertRefusedWith(await withQuery(`projectid=${projectid}&personid=${e}&colour=1`), 400, 17, 'colour')
    const both = await withQuery(`projectid=${projectid}&personid=${e}`, { projectid, personid: e })
    assertRefusedWith(both, 400, 17, 'projectid', 'personid')
    const before = await administrator.send('POST', `${path}?personid=${m}`)
    assertRefusedWith(before, 400, 17, 'personid')
    assertRefusedWith(await administrator.send('POST', `${path}?colour=1`, { personid: m }), 400, 17, 'colour')
    assert.deepEqual(peopleOf(await administrator.read(path)), [String(e)], 'a rejected request changes nothing')
    const key = { 'idempotency-key': 'one-member' }
    const once = `/projectteam/?projectid=${projectid}&personid=${e}`
    assert.equal((await administrator.send('DELETE', once, undefined, key)).status, 200)
    assert.equal((await administrator.send('DELETE', once, undefined, key)).headers['idempotency-replayed'], 'true')
    const other = `/projectteam/?projectid=${projectid}&personid=${m}`
    assertRefusedWith(await administrator.send('DELETE', other, undefined, key), 400, 18, 'Idempotency-Key')
    assert.deepEqual(peopleOf(await administrator.read(path)), [])
  })

  test('a team works the same in XML as in JSON', async () => {
    const { a } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const headers = { 'content-type': 'application/xml', accept: 'application/xml' }
    const { manager: m, resource: r } = a.people
    const body = `<projectteam><item><personid>${m}</personid></item><item><personid>${r}</personid></item></projectteam>`
    const reply = await administrator.send('POST', `/projectteam/${a.projects.unseen}/`, body, headers)
    assert.equal(reply.status, 201, reply.text)
    const people = `<personid><item>${m}</item><item>${r}</item></personid>`
    assert.ok(
      reply.text.includes(`<projectteam><projectid>${a.projects.unseen}</projectid>${people}</projectteam>`),
      reply.text,
    )
    await administrator.remove(`/projectteam/${a.projects.unseen}/`, [{ personid: m }, { personid: r }])
  })

  test('adding an Administrator to a team has no effect; invalid members are rejected and change nothing', async () => {
    const { a, b } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const path = `/projectteam/${a.projects.unseen}/`
    assert.deepEqual(peopleOf(await administrator.create(path, { personid: a.people.administrator })), [])
    await administrator.remove(path, { personid: a.people.administrator })
    const r = a.people.resource
    assertRefusedWith(
      await administrator.send('POST', path, [{ personid: r }, { personid: b.people.resource }]),
      400,
      18,
      'personid',
    )
    assertRefusedWith(
      await administrator.send('POST', path, [{ personid: r }, { personid: r, colour: 1 }]),
      400,
      17,
      'colour',
    )
    assertRefusedWith(
      await administrator.send('POST', path, { personid: r, projectid: a.projects.seen }),
      400,
      18,
      'projectid',
    )
    assertRefusedWith(await administrator.send('POST', path, { personid: r, securenotes: 'x' }), 400, 18, 'securenotes')
    assertRefusedWith(await administrator.send('POST', path, []), 400, 18, 'body')
    assertRefusedWith(await administrator.send('POST', path), 400, 18, 'body')
    assertRefusedWith(await administrator.send('POST', '/projectteam/', { personid: r }), 400, 18, 'projectid')
    assertRefusedWith(await administrator.send('POST', `/projectteam/${b.projects.seen}/`, { personid: r }), 404, 14)
    const other = `projectteam ${b.projects.seen} does not exist`
    assertRefusedWith(await administrator.send('GET', `/projectteam/${b.projects.seen}/`), 404, 14, other)
    assertRefusedWith(await administrator.send('GET', '/projectteam/'), 400, 18, 'projectid')
    assertRefusedWith(await administrator.send('GET', `/projectteam/?projectid=${a.projects.seen}&x=1`), 400, 17, 'x')
    assert.deepEqual(peopleOf(await administrator.read(path)), [])
  })

  test('access to secure notes is shown to Administrators, and is kept until it is changed', async () => {
    const { a } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const { manager: m, resource: r } = a.people
    const path = `/projectteam/${a.projects.unseen}/`
    const trusted = async () =>
      peopleOf(recordIn(await administrator.send('GET', `/projectteam/?projectid=${a.projects.unseen}&securenotes=t`)))
    await administrator.create(path, [{ personid: m, securenotes: 't' }, { personid: r }])
    assert.deepEqual(await trusted(), [String(m)])
    await administrator.create(path, [{ personid: m }, { personid: r, securenotes: 't' }])
    assert.deepEqual(await trusted(), [m, r].map(String).sort(), 'adding a member again removes no right')
    await administrator.update(path, { personid: m, securenotes: 'f' })
    assert.deepEqual(await trusted(), [String(r)])
    const all = recordIn(await administrator.send('GET', `/projectteam/?projectid=${a.projects.unseen}&securenotes=f`))
    assert.equal(peopleOf(all).length, 2, 'f does not filter')
    assertRefusedWith(
      await administrator.send('GET', `/projectteam/?projectid=${a.projects.seen}&securenotes=x`),
      400,
      18,
      'securenotes',
    )
    for (const role of ['manager', 'resource', 'executive'] as const) {
      const reply = await callerFor(fixture(), a.tokens[role]).send(
        'GET',
        `/projectteam/?projectid=${a.projects.seen}&securenotes=t`,
      )
      assertRefusedWith(reply, 400, 17, 'securenotes')
    }
    await administrator.remove(path, [{ personid: m }, { personid: r }])
  })

  test('everyone reads the teams of their projects with the filter, an invisible project has none, only Administrators write', async () => {
    const { a } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const team = peopleOf(await administrator.read(`/projectteam/${a.projects.seen}/`))
    for (const role of ['manager', 'resource', 'executive', 'restricted', 'outsider'] as const) {
      const caller = callerFor(fixture(), a.tokens[role])
      const visibleTeam = recordIn(await caller.send('GET', `/projectteam/?projectid=${a.projects.seen}`))
      assert.deepEqual(peopleOf(visibleTeam), role === 'outsider' ? [] : team, role)
      for (const projectid of [a.projects.unseen, 999_999]) {
        const reply = recordIn(await caller.send('GET', `/projectteam/?projectid=${projectid}`))
        assert.deepEqual(reply, { projectid: String(projectid), personid: [] }, `${role} and project ${projectid}`)
      }
      for (const method of ['POST', 'PUT', 'DELETE'] as const) {
        const body = { projectid: a.projects.seen, personid: a.people[role] }
        assertRefusedWith(await caller.send(method, '/projectteam/', body), 403, 10)
        assertRefusedWith(await caller.send(method, `/projectteam/${a.projects.seen}/`, body), 403, 10)
      }
    }
  })

  test('me is a list of one: the signed-in person with their own fields, in every role', async () => {
    const { a } = fixture()
    for (const role of ['administrator', 'manager', 'resource', 'executive', 'restricted'] as const) {
      const caller = callerFor(fixture(), a.tokens[role])
      const reply = await caller.send('GET', '/me/')
      assert.equal(reply.json.listcount, 1, role)
      assert.equal(reply.json.personid, a.people[role], `personid of the envelope for ${role}`)
      const [me, ...others] = rowsIn(reply)
      assert.equal(others.length, 0)
      assert.equal(Number(me?.id), a.people[role], role)
      for (const field of ['username', 'notes', 'title', 'allprojects', 'private', 'timezone', 'group', 'numlogins']) {
        assert.ok(me !== undefined && field in me, `me.${field} for ${role}`)
      }
      const isResource = role === 'resource' || role === 'restricted'
      assert.equal('restricttasks' in (me ?? {}), isResource, `me.restricttasks for ${role}`)
      for (const field of ['email', 'active', 'hourlyrate', 'password']) {
        assert.ok(!(field in (me ?? {})), `me.${field} is not shown to ${role}`)
      }
      const single = await caller.send('GET', `/me/${a.people[role]}/`)
      assert.deepEqual([single.status, recordIn(single)], [200, me], `/me/ with the own id for ${role}`)
      const other = role === 'manager' ? a.people.administrator : a.people.manager
      assertRefusedWith(await caller.send('GET', `/me/${other}/`), 404, 14)
      assertRefusedWith(await caller.send('GET', '/me/999999/'), 404, 14)
      assertRefusedWith(await caller.send('GET', '/me/me/'), 400, 18, 'id')
      assertRefusedWith(await caller.send('DELETE', '/me/'), 400, 16)
      assertRefusedWith(await caller.send('PUT', '/me/', { title: 'x' }), 400, 17, 'title')
    }
  })

  test('the word me in place of the id of a person is the caller, with the permissions of the caller', async () => {
    const { a } = fixture()
    const headers = { accept: 'application/xml' }
    for (const role of ['administrator', 'manager', 'resource', 'executive', 'restricted'] as const) {
      const caller = callerFor(fixture(), a.tokens[role])
      const byId = await caller.send('GET', `/person/${a.people[role]}/`)
      const byWord = await caller.send('GET', '/person/me/')
      assert.equal(byWord.status, role === 'executive' ? 403 : 200, role)
      assert.equal(byWord.text, byId.text, role)
      const [xmlById, xmlByWord] = [
        await caller.send('GET', `/person/${a.people[role]}`, undefined, headers),
        await caller.send('GET', '/person/me', undefined, headers),
      ]
      assert.equal(xmlByWord.text, xmlById.text, `${role} in XML`)
      const change = await caller.send('PUT', '/person/me/', { title: 'Own title' })
      assert.equal(change.status, role === 'administrator' ? 202 : 403, role)
      assertRefusedWith(await caller.send('GET', '/task/me/'), 400, 18, 'id')
      assertRefusedWith(await caller.send('GET', '/person/constructor/'), 400, 18, 'id')
    }
  })

  test('repeated slashes in a path count as one', async () => {
    const { a } = fixture()
    const manager = callerFor(fixture(), a.tokens.manager)
    const { rows } = await manager.list('/person/?limit=0')
    const id = rows[0]?.id
    const plain = await manager.send('GET', `/person/${id}/`)
    for (const path of [`//person//${id}//`, `/person///${id}`, `///person/${id}/`]) {
      const reply = await manager.send('GET', path)
      assert.deepEqual([reply.status, reply.text], [200, plain.text], path)
    }
    assert.deepEqual((await manager.list('//person//?limit=0')).rows, rows)
    const xml = await manager.send('GET', `//person//${id}/`, undefined, { accept: 'application/xml' })
    assert.match(xml.text, new RegExp(`<person><id>${id}</id>`))
    const note = await manager.send('GET', '//person/?search=a//b')
    assert.equal(note.status, 200, 'slashes in the query are kept')
    assertRefusedWith(await manager.send('GET', '//'), 400, 13)
    assertRefusedWith(await manager.send('GET', '//nothing//'), 400, 13, '/nothing/')
  })

  test('quota is one object with text values', async () => {
    const { a } = fixture()
    const reply = await callerFor(fixture(), a.tokens.executive).send('GET', '/quota/')
    assert.equal(reply.status, 200)
    assert.deepEqual(Object.keys(reply.json).sort(), ['code', 'personid', 'quota', 'status'])
    const quota = recordIn(reply)
    assert.deepEqual(Object.keys(quota), ['quota', 'used', 'next_reset', 'exceeded'])
    assert.deepEqual([quota.quota, quota.next_reset, quota.exceeded], ['10000000', '2026-05-15 00:00:00', 'f'])
    assert.match(String(quota.used), /^\d+$/)
    assertRefusedWith(await callerFor(fixture(), a.tokens.executive).send('GET', '/quota/?x=1'), 400, 17, 'x')
  })
})
