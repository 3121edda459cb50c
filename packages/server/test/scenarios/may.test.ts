// The parameter `may=t` of lists and records, over HTTP: its form in JSON and XML, who gets which value, and that
// nothing else of the response changes. That the value is right for every record is properties/may.test.ts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefusedWith, callerFor, recordIn, suiteApiFixture } from '../fixture/api-caller.ts'
import type { PersonName } from '../fixture/api-fixture.ts'
import type { JsonObject } from '../fixture/request-parts.ts'

suiteApiFixture((fixture) => {
  const caller = (name: PersonName) => callerFor(fixture(), fixture().a.tokens[name])

  const requestOf = async (name: PersonName): Promise<string> => {
    const { a } = fixture()
    const body = {
      title: 'Wanted',
      personid: a.people[name],
      projectid: a.projects.seen,
      priorityid: a.priorities[0] ?? 0,
    }
    return `/request/${(await caller(name).create('/request/', body)).id}/`
  }

  test('the field may lists what the caller may do to a record, by role, ownership and state', async () => {
    const path = await requestOf('resource')
    const mayOf = async (name: PersonName) => recordIn(await caller(name).send('GET', `${path}?may=t`)).may
    assert.deepEqual(await mayOf('administrator'), ['update', 'delete', 'accept'])
    assert.deepEqual(await mayOf('resource'), ['update', 'delete', 'accept'])
    assert.deepEqual(await mayOf('restricted'), ['accept'])
    assert.deepEqual(await mayOf('executive'), [])
    const { a } = fixture()
    const accepted = await caller('manager').send('POST', `${path}accept/`, { moduleid: a.modules[0] ?? 0 })
    assert.equal(accepted.status, 201, accepted.text)
    assert.deepEqual(await mayOf('manager'), ['update', 'delete'])
  })

  test('lists have the field too, in JSON and XML, and without the parameter nothing changes', async () => {
    const path = await requestOf('executive')
    const plain = await caller('executive').send('GET', path)
    assert.equal('may' in recordIn(plain), false)
    assert.equal((await caller('executive').send('GET', `${path}?may=f`)).text, plain.text)
    const list = await caller('executive').send('GET', '/request/?may=t&limit=1&sortfield=id&sortdir=DESC')
    assert.deepEqual((list.json.request as JsonObject[])[0]?.may, ['update', 'delete'])
    const accept = { accept: 'application/xml' }
    const xml = await caller('executive').send('GET', `${path}?may=t`, undefined, accept)
    assert.match(xml.text, /<may><item>update<\/item><item>delete<\/item><\/may><\/request>/)
    const group = await caller('executive').send('GET', '/group/?may=t&limit=1', undefined, accept)
    assert.match(group.text, /<may\/><\/item>/, 'nothing can be done to a group')
  })

  test('the field does not change the ETag, and a request with may=t is never answered with 304', async () => {
    const path = await requestOf('manager')
    const { etag } = (await caller('manager').send('GET', path)).headers
    const read = await caller('manager').send('GET', `${path}?may=t`, undefined, { 'if-none-match': String(etag) })
    assert.deepEqual([read.status, read.headers.etag], [200, etag])
    const changed = await caller('manager').send(
      'PUT',
      path,
      { title: 'Else' },
      { 'if-match': String(read.headers.etag) },
    )
    assert.equal(changed.status, 202)
  })

  test('invalid values of may, other parameters, and may in a write or a saved filter are rejected', async () => {
    const { a } = fixture()
    const path = await requestOf('manager')
    assertRefusedWith(await caller('manager').send('GET', `${path}?may=yes`), 400, 18, 'may')
    assertRefusedWith(await caller('manager').send('GET', '/request/?may=yes'), 400, 18, 'may')
    assertRefusedWith(await caller('manager').send('GET', `${path}?may=t&limit=1`), 400, 17, 'limit')
    assertRefusedWith(await caller('manager').send('PUT', `${path}?may=t`, { title: 'Else' }), 400, 17, 'may')
    const filter = { personid: a.people.manager, title: 'Mine', params: 'may=t', date: '2026-05-14' }
    assertRefusedWith(await caller('manager').send('POST', '/tasklistfilter/', filter), 400, 18, 'params')
  })
})
