// Filters that are more than a comparison with one field: which projects a person can access, and numbers in a search.
// Filters on fields are tested for every resource in conformance/filters.test.ts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { slot, sql, updateRows } from '../../src/io/sql.ts'
import { assertRefusedWith, callerFor, eachApiFixture, ids, taskBody } from '../fixture/api-caller.ts'

const LARGE_NUMBER = 123456

eachApiFixture((fixture) => {
  test('personid finds the projects on whose team a person is, with their tasks, modules and work types', async () => {
    const { a } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const all = ids(await administrator.list('/project/?limit=0'))
    const ofManager = ids(await callerFor(fixture(), a.tokens.manager).list('/project/?limit=0'))
    assert.ok(ofManager.length > 0 && ofManager.length < all.length, 'the Manager is on some teams, not on all')
    const expected: [number, number[]][] = [
      [a.people.administrator, all],
      [a.people.manager, ofManager],
      [a.people.outsider, []],
    ]
    for (const [personid, projects] of expected) {
      assert.deepEqual(ids(await administrator.list(`/project/?personid=${personid}&limit=0`)), projects)
      for (const resource of ['task', 'projectmodule', 'projectworktype']) {
        const { rows } = await administrator.list(`/${resource}/?limit=0`)
        const accessible = rows.filter(({ projectid }) => projects.includes(Number(projectid)))
        const found = await administrator.list(`/${resource}/?personid=${personid}&limit=0`)
        assert.deepEqual(ids(found), ids(accessible), `${resource} of person ${personid}`)
      }
    }
  })

  test('spaces around the commas of a list of ids have no meaning, in filters and bodies of both formats', async () => {
    const { a } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const found = ids(await administrator.list('/task/?localid=1,2'))
    assert.equal(found.length, 2)
    for (const text of ['1,%202', '1, 2', '1+,+2', '%201,2%20', '1%20%20,%20%20%202']) {
      assert.deepEqual(ids(await administrator.list(`/task/?localid=${text.replaceAll(' ', '%20')}`)), found, text)
    }
    const xml = await administrator.send('GET', '/task/?localid=1,%202', undefined, { accept: 'application/xml' })
    assert.match(xml.text, /<listcount>2<\/listcount>/)
    const unassigned = ids(await administrator.list('/task/?assigneeid=-1&limit=0'))
    assert.deepEqual(ids(await administrator.list('/task/?assigneeid=999999,%20-1&limit=0')), unassigned)
    for (const text of ['%20', '%20%20', '%201', '1,%20', '%20,1', '1%202', '1,%092', '1,%C2%A02', ',']) {
      const reply = await administrator.send('GET', `/task/?localid=${text}`)
      assertRefusedWith(reply, 400, 18, 'localid', 'must be ids separated by commas')
    }
    const people = `${a.people.manager}, ${a.people.resource}`
    const { assigneeid } = await administrator.create('/task/', taskBody(a, { assigneeid: people }))
    assert.equal(assigneeid, people.replace(' ', ''))
  })

  test('a search finds a client by its number with leading zeros, and a number of six digits as it is', async () => {
    const { a, database } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const isClient = sql`id = ${slot('id')}`
    const large = updateRows('client', sql`localid = ${slot('localid')}`, isClient)
    const values = { localid: LARGE_NUMBER, id: a.clients.unseen }
    await database.write(a.accountid, (tx) => tx.run('client', large, values))
    const { rows } = await administrator.list('/client/?limit=0')
    for (const text of ['00001', '0001', '123456', '0123', '3456']) {
      const expected = rows.filter(({ localid }) => String(localid).includes(text))
      assert.equal(expected.length > 0, text !== '0123', `${text}: which clients have it`)
      assert.deepEqual(ids(await administrator.list(`/client/?search=${text}&limit=0`)), ids(expected), text)
    }
  })
})
