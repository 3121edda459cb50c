// People: their login names, tokens and roles, the Administrator who must stay, and whose contact details are open to whom
// (decision 50, I-33).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tokenHash } from '../../src/kit/token.ts'
import { keepToken } from '../../src/resources/account.ts'
import type { AccountWorld, JsonObject, World } from '../world/world.ts'
import { eachWorld, type Hand, handOf, ids, mustRefuse, personBody, recordIn, secondServer } from './story.ts'

interface Login {
  readonly id: number
  readonly token: string
  readonly hand: Hand
}

/** A person with a token, ready to come in. */
async function newLogin(world: World, account: AccountWorld, name: string, groupid: number, more = {}): Promise<Login> {
  const boss = handOf(world, account.tokens.administrator)
  const id = Number((await boss.create('/person/', personBody(name, groupid, more))).id)
  const token = `${name.toLowerCase()}-token-${account.accountid}`
  const kept = { hash: tokenHash(token), name, now: '2026-05-14 10:00:00' }
  await keepToken(world.database, { accountid: account.accountid, personid: id }, kept)
  return { id, token, hand: handOf(world, token) }
}

eachWorld((world, _kind, place) => {
  test('a login name is unique in its account, in any case, and free in another account (T-17)', async () => {
    const { a, b } = world()
    const boss = handOf(world(), a.tokens.administrator)
    const first = await boss.create('/person/', personBody('Unique', 4))
    for (const username of ['unique', 'UNIQUE', 'uNiQuE']) {
      mustRefuse(await boss.try('POST', '/person/', personBody('Other', 4, { username })), 400, 18, 'username')
      mustRefuse(await boss.try('PUT', `/person/${a.people.resource}/`, { username }), 400, 18, 'username')
    }
    await boss.update(`/person/${first.id}/`, { username: 'Unique' })
    await handOf(world(), b.tokens.administrator).create('/person/', personBody('Unique', 4))
    await boss.create('/person/', { firstname: 'Nameless' })
    await boss.create('/person/', { firstname: 'Nameless too' })
  })

  test('two people who ask for one login name at once: one gets it, the other is told', async () => {
    const { a } = world()
    const boss = handOf(world(), a.tokens.administrator)
    const replies = await Promise.all(
      Array.from({ length: 16 }, (_, at) =>
        boss.try('POST', '/person/', personBody(`Race ${at}`, 4, { username: 'race', email: 'race@example.com' })),
      ),
    )
    assert.equal(replies.filter(({ status }) => status === 201).length, 1)
    for (const reply of replies.filter(({ status }) => status !== 201)) mustRefuse(reply, 400, 18, 'username')
  })

  test('a person who can log in needs a group and, when new, an address; a contact needs neither', async () => {
    const { a } = world()
    const boss = handOf(world(), a.tokens.administrator)
    mustRefuse(await boss.try('POST', '/person/', { firstname: 'Half', username: 'half' }), 400, 18, 'groupid', 'email')
    mustRefuse(await boss.try('PUT', `/person/${a.people.resource}/`, { groupid: '' }), 400, 18, 'groupid')
    const contact = await boss.create('/person/', { firstname: 'Only', clientid: a.clients.seen })
    assert.deepEqual([contact.username, contact.groupid, contact.email, contact.private], ['', null, null, 't'])
    const bad = { firstname: 'Bad', email: 'a b@example.com' }
    mustRefuse(await boss.try('POST', '/person/', bad), 400, 18, 'email')
  })

  test('T-06: a blank login name ends every token at once, and a new name does not bring them back', async () => {
    const { a } = world()
    const boss = handOf(world(), a.tokens.administrator)
    const { id, hand } = await newLogin(world(), a, 'Leaver', 4)
    await hand.list('/me/')
    await boss.update(`/person/${id}/`, { username: '' })
    mustRefuse(await hand.try('GET', '/me/'), 401, 9)
    await boss.update(`/person/${id}/`, { username: 'leaver' })
    mustRefuse(await hand.try('GET', '/me/'), 401, 9)
  })

  test('T-06: an inactive person is refused from the next request on, and comes back when active again', async () => {
    const { a } = world()
    const boss = handOf(world(), a.tokens.administrator)
    const { id, hand } = await newLogin(world(), a, 'Pauser', 4)
    await hand.list('/me/')
    await boss.update(`/person/${id}/`, { active: 'f' })
    mustRefuse(await hand.try('GET', '/me/'), 401, 8)
    mustRefuse(await hand.try('POST', '/personcontact/', { personid: id }), 401, 8)
    await boss.update(`/person/${id}/`, { active: 't' })
    await hand.list('/me/')
    await boss.remove(`/person/${id}/`)
    mustRefuse(await hand.try('GET', '/me/'), 401, 9)
  })

  test('T-06: a change of group, of team and of the restriction is obeyed by the next request', async () => {
    const { a, database } = world()
    const boss = handOf(world(), a.tokens.administrator)
    const { id, hand } = await newLogin(world(), a, 'Climber', 4)
    mustRefuse(await hand.try('POST', '/client/', { name: 'Mine', datecreated: '2026-01-01' }), 403, 10)
    mustRefuse(await hand.try('GET', `/project/${a.projects.seen}/`), 404, 14)
    await boss.create(`/projectteam/${a.projects.seen}/`, { personid: id })
    assert.ok(!('budget' in (await hand.read(`/project/${a.projects.seen}/`))), 'a Resource sees no budget')
    await boss.update(`/person/${id}/`, { groupid: 3 })
    assert.equal((await hand.read(`/project/${a.projects.seen}/`)).budget, '100')
    await boss.update(`/person/${id}/`, { groupid: 2 })
    await hand.create('/client/', { name: 'Mine', datecreated: '2026-01-01' })
    await boss.update(`/person/${id}/`, { groupid: 4 })
    mustRefuse(await hand.try('GET', '/module/'), 403, 10)
    assert.ok((await hand.list('/task/?limit=1')).count > 1)
    await database.write(a.accountid, (tx) => tx.update('person', id, { restricttasks: 't' }))
    assert.equal((await hand.list('/task/?limit=1')).count, 0)
    await boss.remove(`/projectteam/${a.projects.seen}/`, { personid: id })
    mustRefuse(await hand.try('GET', `/project/${a.projects.seen}/`), 404, 14)
  })

  test('I-33: the primary account holder is not demoted, deactivated, locked out or deleted', async () => {
    const { a } = world()
    const other = await newLogin(world(), a, 'Deputy', 2)
    const path = `/person/${a.people.administrator}/`
    const ways: readonly JsonObject[] = [{ groupid: 4 }, { groupid: '' }, { active: 'f' }, { username: '' }]
    for (const body of ways) {
      const [field = ''] = Object.keys(body)
      mustRefuse(await other.hand.try('PUT', path, body), 400, 18, field)
    }
    mustRefuse(await other.hand.try('DELETE', path), 400, 18, 'primary')
    mustRefuse(await other.hand.try('PUT', path, { primaryaccount: 'f' }), 400, 17, 'primaryaccount')
    assert.equal((await other.hand.read(path)).primaryaccount, 't')
  })

  test('I-33: the last active Administrator is not demoted, deactivated, locked out or deleted', async () => {
    const { b, database } = world()
    const boss = handOf(world(), b.tokens.administrator)
    const path = `/person/${b.people.administrator}/`
    await database.write(b.accountid, (tx) => tx.update('person', b.people.administrator, { primaryaccount: 'f' }))
    await boss.create('/person/', personBody('Asleep', 2, { active: 'f' }))
    const ways: readonly JsonObject[] = [{ groupid: 3 }, { active: 'f' }, { username: '' }]
    for (const body of ways) {
      mustRefuse(await boss.try('PUT', path, body), 400, 18, 'last active Administrator')
    }
    mustRefuse(await boss.try('DELETE', path), 400, 18, 'last active Administrator')
    await database.write(b.accountid, (tx) => tx.update('person', b.people.administrator, { primaryaccount: 't' }))
  })

  test('T-64: two Administrators who demote, lock out or delete each other at once never both succeed', async () => {
    const { b, database } = world()
    const { accountid, people } = b
    const twins = [await newLogin(world(), b, 'Castor', 2), await newLogin(world(), b, 'Pollux', 2)] as const
    const [castor] = twins
    const pollux = { ...twins[1], hand: handOf(await secondServer(world(), place()), twins[1].token) }
    await database.write(accountid, (tx) =>
      tx.update('person', people.administrator, { primaryaccount: 'f', groupid: 4 }),
    )
    const ways: readonly JsonObject[] = [{ groupid: 4 }, { active: 'f' }, { groupid: 3, active: 'f' }]
    for (let round = 0; round < 24; round++) {
      const body = ways[round % 3] ?? {}
      const replies = await Promise.all([
        castor.hand.try('PUT', `/person/${pollux.id}/`, body),
        pollux.hand.try('PUT', `/person/${castor.id}/`, body),
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
    const gone = await Promise.all([
      castor.hand.try('DELETE', `/person/${pollux.id}/`),
      pollux.hand.try('DELETE', `/person/${castor.id}/`),
    ])
    assert.equal(
      gone.filter(({ status }) => status === 200).length,
      1,
      `deleting each other: ${gone.map((r) => r.text)}`,
    )
    await database.write(accountid, (tx) =>
      tx.update('person', people.administrator, { primaryaccount: 't', groupid: 2 }),
    )
  })

  test('contact details of a private person are closed to Resources and Executives, except their own', async () => {
    const { a } = world()
    const boss = handOf(world(), a.tokens.administrator)
    const phone = { contacttypeid: 2, contactdescriptorid: 4, value: '+49 30 1' }
    const entry = await boss.create('/personcontact/', { personid: a.people.manager, ...phone })
    const path = `/personcontact/?personid=${a.people.manager}&limit=0`
    for (const hidden of ['t', 'f']) {
      const kept = await boss.update(`/person/${a.people.manager}/`, { private: hidden })
      for (const role of ['administrator', 'manager', 'resource', 'executive'] as const) {
        const hand = handOf(world(), a.tokens[role])
        const closed = hidden === 't' && (role === 'resource' || role === 'executive')
        const where = `${role}, private=${hidden}`
        assert.equal(ids(await hand.list(path)).includes(Number(entry.id)), !closed, `personcontact for ${where}`)
        assert.equal((await hand.try('GET', `/personcontact/${entry.id}/`)).status, closed ? 404 : 200, where)
        if (role === 'executive') continue
        assert.equal(
          (await hand.read(`/person/${a.people.manager}/`)).email,
          closed ? null : kept.email,
          `person.email for ${where}`,
        )
        for (const query of ['search=%2B49%2030%201', `email=${kept.email}`]) {
          const found = ids(await hand.list(`/person/?${query}&limit=0`)).includes(a.people.manager)
          assert.equal(found, !closed, `person?${query} for ${where}`)
        }
      }
    }
    await boss.update(`/person/${a.people.resource}/`, { private: 't' })
    const own = await handOf(world(), a.tokens.resource).list(`/personcontact/?personid=${a.people.resource}`)
    assert.equal(own.count, 1, 'one sees oneself')
  })

  test('everyone keeps their own contact entries; only Administrators write those of others', async () => {
    const { a } = world()
    const boss = handOf(world(), a.tokens.administrator)
    await boss.update(`/person/${a.people.manager}/`, { private: 'f' })
    const phone = { contacttypeid: 2, contactdescriptorid: 4, value: '030 2' }
    const theirs = await boss.create('/personcontact/', { personid: a.people.manager, ...phone })
    for (const role of ['resource', 'executive', 'restricted'] as const) {
      const hand = handOf(world(), a.tokens[role])
      const own = await hand.create('/personcontact/', { personid: a.people[role], ...phone })
      assert.deepEqual([own.contacttype, own.contactdescriptor], ['Phone', 'Work'], role)
      assert.equal((await hand.update(`/personcontact/${own.id}/`, { value: '030 3' })).value, '030 3', role)
      mustRefuse(await hand.try('POST', '/personcontact/', { personid: a.people.manager, ...phone }), 403, 10)
      mustRefuse(await hand.try('PUT', `/personcontact/${theirs.id}/`, { value: 'x' }), 403, 10)
      mustRefuse(await hand.try('PUT', `/personcontact/${own.id}/`, { personid: a.people.manager }), 403, 10)
      mustRefuse(await hand.try('PUT', `/personcontact/${theirs.id}/`, { personid: a.people[role] }), 403, 10)
      mustRefuse(await hand.try('DELETE', `/personcontact/${theirs.id}/`), 403, 10)
      await hand.remove(`/personcontact/${own.id}/`)
    }
    assert.equal((await boss.update(`/personcontact/${theirs.id}/`, { value: '030 4' })).value, '030 4')
    const wrong = { personid: a.people.manager, contacttypeid: 1, contactdescriptorid: 4, value: 'x' }
    mustRefuse(await boss.try('POST', '/personcontact/', wrong), 400, 18, 'contactdescriptorid', 'value')
    mustRefuse(await boss.try('GET', '/personcontact/'), 400, 18, 'personid')
  })

  test('the address of a person is their first e-mail entry, and writing one writes the other', async () => {
    const { a } = world()
    const boss = handOf(world(), a.tokens.administrator)
    const { id } = await boss.create('/person/', { firstname: 'Mail', email: 'one@example.com' })
    const mails = async () =>
      (await boss.list(`/personcontact/?personid=${id}&contacttypeid=1`)).rows.map(({ value }) => value)
    assert.deepEqual(await mails(), ['one@example.com'])
    await boss.update(`/person/${id}/`, { email: 'two@example.com' })
    assert.deepEqual(await mails(), ['two@example.com'])
    await boss.update(`/person/${id}/`, { email: '' })
    assert.deepEqual([await mails(), (await boss.read(`/person/${id}/`)).email], [[], null])
    await boss.create('/personcontact/', {
      personid: String(id),
      contacttypeid: 1,
      contactdescriptorid: 2,
      value: 'three@example.com',
    })
    assert.equal((await boss.read(`/person/${id}/`)).email, 'three@example.com')
  })

  test('an Administrator says who sees only their own tasks and who may comment, from the next request on', async () => {
    const { a, b } = world()
    const boss = handOf(world(), a.tokens.administrator)
    const { id, hand } = await newLogin(world(), a, 'Confined', 4)
    await boss.create(`/projectteam/${a.projects.seen}/`, { personid: id })
    const task = ids(await hand.list(`/task/?projectid=${a.projects.seen}`))[0]
    assert.ok(task !== undefined, 'a Resource sees the tasks of their project')
    const note = { taskid: task, note: 'Hello' }
    await hand.create('/tasknote/', note)

    const permit = async (said: JsonObject) => {
      const reply = await boss.try('POST', `/person/${id}/permit/`, said)
      assert.equal(reply.status, 202, reply.text)
      return recordIn(reply)
    }
    const permitted = await permit({ restricttasks: 't', cancomment: 'f' })
    assert.deepEqual([permitted.restricttasks, permitted.cancomment], ['t', 'f'])
    assert.deepEqual(ids(await hand.list(`/task/?projectid=${a.projects.seen}`)), [])
    assert.equal((await hand.list('/me/')).rows[0]?.restricttasks, 't')
    assert.ok(ids(await boss.list('/person/?restricttasks=t&limit=0')).includes(id))

    const again = await permit({ restricttasks: 'f' })
    assert.deepEqual([again.restricttasks, again.cancomment], ['f', 'f'], 'what is not sent stays')
    assert.ok(ids(await hand.list(`/task/?projectid=${a.projects.seen}`)).includes(task))
    mustRefuse(await hand.try('POST', '/tasknote/', note), 403, 10)
    await permit({ cancomment: '' })
    await hand.create('/tasknote/', note)

    mustRefuse(await boss.try('POST', `/person/${id}/permit/`, {}), 400, 18, 'restricttasks')
    mustRefuse(await boss.try('POST', `/person/${id}/permit/`), 400, 18, 'restricttasks')
    mustRefuse(await boss.try('POST', `/person/${id}/permit/`, { restricttasks: 'x' }), 400, 18, 'restricttasks')
    mustRefuse(await boss.try('POST', `/person/${id}/permit/`, { groupid: 2 }), 400, 17, 'groupid')
    mustRefuse(await boss.try('PUT', `/person/${id}/`, { restricttasks: 't' }), 400, 17, 'restricttasks')
    mustRefuse(await boss.try('POST', `/person/${b.people.resource}/permit/`, { restricttasks: 't' }), 404, 14)
    for (const role of ['manager', 'resource', 'executive'] as const) {
      const other = handOf(world(), a.tokens[role])
      mustRefuse(await other.try('POST', `/person/${id}/permit/`, { restricttasks: 't' }), 403, 10)
    }
  })
})
