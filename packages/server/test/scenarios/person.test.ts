// People: user names, tokens and roles, the Administrator who cannot be removed, and the visibility of contact details
// (decision 50, I-33).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { storeToken } from '../../src/accounts/create-account.ts'
import { tokenHash } from '../../src/kit/token.ts'
import {
  type ApiCaller,
  assertRefusedWith,
  callerFor,
  ids,
  personBody,
  recordIn,
  secondServer,
  suiteApiFixture,
} from '../fixture/api-caller.ts'
import type { AccountFixture, ApiFixture } from '../fixture/api-fixture.ts'
import type { JsonObject } from '../fixture/request-parts.ts'

interface TestLogin {
  readonly id: number
  readonly token: string
  readonly caller: ApiCaller
}

/** A person with a token. */
async function newLogin(
  fixture: ApiFixture,
  account: AccountFixture,
  name: string,
  groupid: number,
  more = {},
): Promise<TestLogin> {
  const administrator = callerFor(fixture, account.tokens.administrator)
  const id = Number((await administrator.create('/person/', personBody(name, groupid, more))).id)
  const token = `${name.toLowerCase()}-token-${account.accountid}`
  const stored = { hash: tokenHash(token), name, now: '2026-05-14 10:00:00' }
  await storeToken(fixture.database, { accountid: account.accountid, personid: id }, stored)
  return { id, token, caller: callerFor(fixture, token) }
}

suiteApiFixture((fixture, _kind, testDatabase) => {
  test('a user name is unique in its account, in any case, and free in another account (T-17)', async () => {
    const { a, b } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const first = await administrator.create('/person/', personBody('Unique', 4))
    for (const username of ['unique', 'UNIQUE', 'uNiQuE']) {
      assertRefusedWith(
        await administrator.send('POST', '/person/', personBody('Other', 4, { username })),
        400,
        18,
        'username',
      )
      assertRefusedWith(
        await administrator.send('PUT', `/person/${a.people.resource}/`, { username }),
        400,
        18,
        'username',
      )
    }
    await administrator.update(`/person/${first.id}/`, { username: 'Unique' })
    await callerFor(fixture(), b.tokens.administrator).create('/person/', personBody('Unique', 4))
    await administrator.create('/person/', { firstname: 'Nameless' })
    await administrator.create('/person/', { firstname: 'Nameless too' })
  })

  test('of two concurrent requests for one user name one succeeds and the other gets an error', async () => {
    const { a } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const replies = await Promise.all(
      Array.from({ length: 16 }, (_, at) =>
        administrator.send(
          'POST',
          '/person/',
          personBody(`Race ${at}`, 4, { username: 'race', email: 'race@example.com' }),
        ),
      ),
    )
    assert.equal(replies.filter(({ status }) => status === 201).length, 1)
    for (const reply of replies.filter(({ status }) => status !== 201)) assertRefusedWith(reply, 400, 18, 'username')
  })

  test('a person who can log in needs a group and, if new, an address; a contact needs neither', async () => {
    const { a } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    assertRefusedWith(
      await administrator.send('POST', '/person/', { firstname: 'Half', username: 'half' }),
      400,
      18,
      'groupid',
      'email',
    )
    assertRefusedWith(
      await administrator.send('PUT', `/person/${a.people.resource}/`, { groupid: '' }),
      400,
      18,
      'groupid',
    )
    const contact = await administrator.create('/person/', { firstname: 'Only', clientid: a.clients.seen })
    assert.deepEqual([contact.username, contact.groupid, contact.email, contact.private], ['', null, null, 't'])
    const bad = { firstname: 'Bad', email: 'a b@example.com' }
    assertRefusedWith(await administrator.send('POST', '/person/', bad), 400, 18, 'email')
  })

  test('T-06: a blank user name deletes every token, and a new name does not restore them', async () => {
    const { a } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const { id, caller } = await newLogin(fixture(), a, 'Leaver', 4)
    await caller.list('/me/')
    await administrator.update(`/person/${id}/`, { username: '' })
    assertRefusedWith(await caller.send('GET', '/me/'), 401, 9)
    await administrator.update(`/person/${id}/`, { username: 'leaver' })
    assertRefusedWith(await caller.send('GET', '/me/'), 401, 9)
  })

  test('T-06: an inactive person is rejected from the next request on, and accepted when active again', async () => {
    const { a } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const { id, caller } = await newLogin(fixture(), a, 'Pauser', 4)
    await caller.list('/me/')
    await administrator.update(`/person/${id}/`, { active: 'f' })
    assertRefusedWith(await caller.send('GET', '/me/'), 401, 8)
    assertRefusedWith(await caller.send('POST', '/personcontact/', { personid: id }), 401, 8)
    await administrator.update(`/person/${id}/`, { active: 't' })
    await caller.list('/me/')
    await administrator.remove(`/person/${id}/`)
    assertRefusedWith(await caller.send('GET', '/me/'), 401, 9)
  })

  test('T-06: a change of group, team or restriction takes effect with the next request', async () => {
    const { a, database } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const { id, caller } = await newLogin(fixture(), a, 'Climber', 4)
    assertRefusedWith(await caller.send('POST', '/client/', { name: 'Mine', datecreated: '2026-01-01' }), 403, 10)
    assertRefusedWith(await caller.send('GET', `/project/${a.projects.seen}/`), 404, 14)
    await administrator.create(`/projectteam/${a.projects.seen}/`, { personid: id })
    assert.ok(!('budget' in (await caller.read(`/project/${a.projects.seen}/`))), 'a Resource sees no budget')
    await administrator.update(`/person/${id}/`, { groupid: 3 })
    assert.equal((await caller.read(`/project/${a.projects.seen}/`)).budget, '100')
    await administrator.update(`/person/${id}/`, { groupid: 2 })
    await caller.create('/client/', { name: 'Mine', datecreated: '2026-01-01' })
    await administrator.update(`/person/${id}/`, { groupid: 4 })
    assertRefusedWith(await caller.send('GET', '/module/'), 403, 10)
    assert.ok((await caller.list('/task/?limit=1')).count > 1)
    await database.write(a.accountid, (tx) => tx.update('person', id, { restricttasks: 't' }))
    assert.equal((await caller.list('/task/?limit=1')).count, 0)
    await administrator.remove(`/projectteam/${a.projects.seen}/`, { personid: id })
    assertRefusedWith(await caller.send('GET', `/project/${a.projects.seen}/`), 404, 14)
  })

  test('I-33: the primary account holder cannot be demoted, deactivated, left without login or deleted', async () => {
    const { a } = fixture()
    const other = await newLogin(fixture(), a, 'Deputy', 2)
    const path = `/person/${a.people.administrator}/`
    const ways: readonly JsonObject[] = [{ groupid: 4 }, { groupid: '' }, { active: 'f' }, { username: '' }]
    for (const body of ways) {
      const [field = ''] = Object.keys(body)
      assertRefusedWith(await other.caller.send('PUT', path, body), 400, 18, field)
    }
    assertRefusedWith(await other.caller.send('DELETE', path), 400, 18, 'account holder')
    assertRefusedWith(await other.caller.send('PUT', path, { primaryaccount: 'f' }), 400, 17, 'primaryaccount')
    assert.equal((await other.caller.read(path)).primaryaccount, 't')
  })

  test('I-33: the last active Administrator cannot be demoted, deactivated, left without login or deleted', async () => {
    const { b, database } = fixture()
    const administrator = callerFor(fixture(), b.tokens.administrator)
    const path = `/person/${b.people.administrator}/`
    await database.write(b.accountid, (tx) => tx.update('person', b.people.administrator, { primaryaccount: 'f' }))
    await administrator.create('/person/', personBody('Asleep', 2, { active: 'f' }))
    const ways: readonly JsonObject[] = [{ groupid: 3 }, { active: 'f' }, { username: '' }]
    for (const body of ways) {
      assertRefusedWith(await administrator.send('PUT', path, body), 400, 18, 'last active Administrator')
    }
    assertRefusedWith(await administrator.send('DELETE', path), 400, 18, 'last active Administrator')
    await database.write(b.accountid, (tx) => tx.update('person', b.people.administrator, { primaryaccount: 't' }))
  })

  test('T-64: two Administrators who demote or delete each other concurrently never both succeed', async () => {
    const { b, database } = fixture()
    const { accountid, people } = b
    const twins = [await newLogin(fixture(), b, 'Castor', 2), await newLogin(fixture(), b, 'Pollux', 2)] as const
    const [castor] = twins
    const pollux = { ...twins[1], caller: callerFor(await secondServer(fixture(), testDatabase()), twins[1].token) }
    await database.write(accountid, (tx) =>
      tx.update('person', people.administrator, { primaryaccount: 'f', groupid: 4 }),
    )
    const ways: readonly JsonObject[] = [{ groupid: 4 }, { active: 'f' }, { groupid: 3, active: 'f' }]
    for (let round = 0; round < 24; round++) {
      const body = ways[round % 3] ?? {}
      const replies = await Promise.all([
        castor.caller.send('PUT', `/person/${pollux.id}/`, body),
        pollux.caller.send('PUT', `/person/${castor.id}/`, body),
      ])
      assert.equal(
        replies.filter(({ status }) => status === 202).length,
        1,
        `round ${round}: ${replies.map((r) => r.text)}`,
      )
      await database.write(accountid, async (tx) => {
        for (const { id } of twins) await tx.update('person', id, { groupid: 2, active: 't' })
      })
    }
    const deletions = await Promise.all([
      castor.caller.send('DELETE', `/person/${pollux.id}/`),
      pollux.caller.send('DELETE', `/person/${castor.id}/`),
    ])
    assert.equal(
      deletions.filter(({ status }) => status === 200).length,
      1,
      `deleting each other: ${deletions.map((r) => r.text)}`,
    )
    await database.write(accountid, (tx) =>
      tx.update('person', people.administrator, { primaryaccount: 't', groupid: 2 }),
    )
  })

  test('contact details of a private person are hidden from Resources and Executives, except their own', async () => {
    const { a } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const phone = { contacttypeid: 2, contactdescriptorid: 4, value: '+49 30 1' }
    const entry = await administrator.create('/personcontact/', { personid: a.people.manager, ...phone })
    const path = `/personcontact/?personid=${a.people.manager}&limit=0`
    for (const hidden of ['t', 'f']) {
      const updated = await administrator.update(`/person/${a.people.manager}/`, { private: hidden })
      for (const role of ['administrator', 'manager', 'resource', 'executive'] as const) {
        const caller = callerFor(fixture(), a.tokens[role])
        const closed = hidden === 't' && (role === 'resource' || role === 'executive')
        const where = `${role}, private=${hidden}`
        assert.equal(ids(await caller.list(path)).includes(Number(entry.id)), !closed, `personcontact for ${where}`)
        assert.equal((await caller.send('GET', `/personcontact/${entry.id}/`)).status, closed ? 404 : 200, where)
        if (role === 'executive') continue
        assert.equal(
          (await caller.read(`/person/${a.people.manager}/`)).email,
          closed ? null : updated.email,
          `person.email for ${where}`,
        )
        for (const query of ['search=%2B49%2030%201', `email=${updated.email}`]) {
          const isFound = ids(await caller.list(`/person/?${query}&limit=0`)).includes(a.people.manager)
          assert.equal(isFound, !closed, `person?${query} for ${where}`)
        }
      }
    }
    await administrator.update(`/person/${a.people.resource}/`, { private: 't' })
    const own = await callerFor(fixture(), a.tokens.resource).list(`/personcontact/?personid=${a.people.resource}`)
    assert.equal(own.count, 1, 'a person sees their own contacts')
  })

  test('everyone writes their own contact entries; only Administrators write those of others', async () => {
    const { a } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    await administrator.update(`/person/${a.people.manager}/`, { private: 'f' })
    const phone = { contacttypeid: 2, contactdescriptorid: 4, value: '030 2' }
    const theirs = await administrator.create('/personcontact/', { personid: a.people.manager, ...phone })
    for (const role of ['resource', 'executive', 'restricted'] as const) {
      const caller = callerFor(fixture(), a.tokens[role])
      const own = await caller.create('/personcontact/', { personid: a.people[role], ...phone })
      assert.deepEqual([own.contacttype, own.contactdescriptor], ['Phone', 'Work'], role)
      assert.equal((await caller.update(`/personcontact/${own.id}/`, { value: '030 3' })).value, '030 3', role)
      assertRefusedWith(await caller.send('POST', '/personcontact/', { personid: a.people.manager, ...phone }), 403, 10)
      assertRefusedWith(await caller.send('PUT', `/personcontact/${theirs.id}/`, { value: 'x' }), 403, 10)
      assertRefusedWith(await caller.send('PUT', `/personcontact/${own.id}/`, { personid: a.people.manager }), 403, 10)
      assertRefusedWith(await caller.send('PUT', `/personcontact/${theirs.id}/`, { personid: a.people[role] }), 403, 10)
      assertRefusedWith(await caller.send('DELETE', `/personcontact/${theirs.id}/`), 403, 10)
      await caller.remove(`/personcontact/${own.id}/`)
    }
    assert.equal((await administrator.update(`/personcontact/${theirs.id}/`, { value: '030 4' })).value, '030 4')
    const wrong = { personid: a.people.manager, contacttypeid: 1, contactdescriptorid: 4, value: 'x' }
    assertRefusedWith(
      await administrator.send('POST', '/personcontact/', wrong),
      400,
      18,
      'contactdescriptorid',
      'value',
    )
    assertRefusedWith(await administrator.send('GET', '/personcontact/'), 400, 18, 'personid')
  })

  test('the address of a person is their first e-mail entry, and writing one changes the other', async () => {
    const { a } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const { id } = await administrator.create('/person/', { firstname: 'Mail', email: 'one@example.com' })
    const mails = async () =>
      (await administrator.list(`/personcontact/?personid=${id}&contacttypeid=1`)).rows.map(({ value }) => value)
    assert.deepEqual(await mails(), ['one@example.com'])
    await administrator.update(`/person/${id}/`, { email: 'two@example.com' })
    assert.deepEqual(await mails(), ['two@example.com'])
    await administrator.update(`/person/${id}/`, { email: '' })
    assert.deepEqual([await mails(), (await administrator.read(`/person/${id}/`)).email], [[], null])
    await administrator.create('/personcontact/', {
      personid: String(id),
      contacttypeid: 1,
      contactdescriptorid: 2,
      value: 'three@example.com',
    })
    assert.equal((await administrator.read(`/person/${id}/`)).email, 'three@example.com')
  })

  test('an Administrator sets who sees only their own tasks and who may comment, effective with the next request', async () => {
    const { a, b } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const { id, caller } = await newLogin(fixture(), a, 'Confined', 4)
    await administrator.create(`/projectteam/${a.projects.seen}/`, { personid: id })
    const task = ids(await caller.list(`/task/?projectid=${a.projects.seen}`))[0]
    assert.ok(task !== undefined, 'a Resource sees the tasks of their project')
    const note = { taskid: task, note: 'Hello' }
    await caller.create('/tasknote/', note)

    const permit = async (said: JsonObject) => {
      const reply = await administrator.send('POST', `/person/${id}/permit/`, said)
      assert.equal(reply.status, 202, reply.text)
      return recordIn(reply)
    }
    const permitted = await permit({ restricttasks: 't', cancomment: 'f' })
    assert.deepEqual([permitted.restricttasks, permitted.cancomment], ['t', 'f'])
    assert.deepEqual(ids(await caller.list(`/task/?projectid=${a.projects.seen}`)), [])
    assert.equal((await caller.list('/me/')).rows[0]?.restricttasks, 't')
    assert.ok(ids(await administrator.list('/person/?restricttasks=t&limit=0')).includes(id))

    const again = await permit({ restricttasks: 'f' })
    assert.deepEqual(
      [again.restricttasks, again.cancomment],
      ['f', 'f'],
      'a permission that is not sent does not change',
    )
    assert.ok(ids(await caller.list(`/task/?projectid=${a.projects.seen}`)).includes(task))
    assertRefusedWith(await caller.send('POST', '/tasknote/', note), 403, 10)
    await permit({ cancomment: '' })
    await caller.create('/tasknote/', note)

    assertRefusedWith(await administrator.send('POST', `/person/${id}/permit/`, {}), 400, 18, 'restricttasks')
    assertRefusedWith(await administrator.send('POST', `/person/${id}/permit/`), 400, 18, 'restricttasks')
    assertRefusedWith(
      await administrator.send('POST', `/person/${id}/permit/`, { restricttasks: 'x' }),
      400,
      18,
      'restricttasks',
    )
    assertRefusedWith(await administrator.send('POST', `/person/${id}/permit/`, { groupid: 2 }), 400, 17, 'groupid')
    assertRefusedWith(
      await administrator.send('PUT', `/person/${id}/`, { restricttasks: 't' }),
      400,
      17,
      'restricttasks',
    )
    assertRefusedWith(
      await administrator.send('POST', `/person/${b.people.resource}/permit/`, { restricttasks: 't' }),
      404,
      14,
    )
    for (const role of ['manager', 'resource', 'executive'] as const) {
      const other = callerFor(fixture(), a.tokens[role])
      assertRefusedWith(await other.send('POST', `/person/${id}/permit/`, { restricttasks: 't' }), 403, 10)
    }
  })
})
