// Saved reports (ADR 51): each person has their own and may share them. Their parameters are checked as the report
// would check them, and a relative period stays a name.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { spans } from '../../src/resources/savedreport.ts'
import {
  type ApiCaller,
  assertRefusedWith,
  callerFor,
  eachApiFixture,
  errorMessagesIn,
  type Fields,
  ids,
} from '../fixture/api-caller.ts'
import type { ApiFixture, PersonName } from '../fixture/api-fixture.ts'
import { assertUnchanged } from '../fixture/dump.ts'
import type { JsonObject } from '../fixture/request-parts.ts'

const callerNamed = ({ a, call }: ApiFixture, name: PersonName): ApiCaller => callerFor({ call }, a.tokens[name])

/** The body that saves a report; Executives have no report of time. */
const bodyOf = ({ a }: ApiFixture, name: PersonName, more: JsonObject = {}): JsonObject => ({
  personid: a.people[name],
  title: 'My report',
  report: name === 'executive' ? 'revenue' : 'timereport',
  ...more,
})

const save = (fixture: ApiFixture, name: PersonName, more: JsonObject = {}): Promise<Fields> =>
  callerNamed(fixture, name).create('/savedreport/', bodyOf(fixture, name, more))

const staff = ['administrator', 'manager', 'resource', 'restricted'] as const
const roles = [...staff, 'executive'] as const

eachApiFixture((fixture) => {
  test('everyone, also Executives, saves, changes and deletes their own reports', async () => {
    const { a } = fixture()
    for (const name of roles) {
      const own = callerNamed(fixture(), name)
      const params = `projectid=${a.projects.seen}`
      const saved = await save(fixture(), name, { params, span: 'lastMonth' })
      assert.deepEqual(saved, {
        id: saved.id,
        personid: String(a.people[name]),
        title: 'My report',
        report: name === 'executive' ? 'revenue' : 'timereport',
        params,
        span: 'lastMonth',
        compare: 'f',
        shared: 'f',
        person: name === 'administrator' ? 'Ada Boss-a' : `${name} Of-a`,
      })
      const path = `/savedreport/${saved.id}/`
      const changed = await own.update(path, {
        title: 'Renamed',
        span: '',
        params: 'datebegin=2026-05-01',
        compare: 't',
      })
      assert.deepEqual(
        [changed.title, changed.span, changed.params, changed.compare],
        ['Renamed', '', 'datebegin=2026-05-01', 't'],
      )
      assert.deepEqual(await own.read(path), changed)
      await own.remove(path)
      assertRefusedWith(await own.send('GET', path), 404, 14)
    }
  })

  test('T-294: a report is visible to its owner, and to all staff if it is shared; only the owner writes it', async () => {
    const { b, database } = fixture()
    const owner = callerNamed(fixture(), 'manager')
    const saved = await save(fixture(), 'manager')
    const path = `/savedreport/${saved.id}/`
    const sees = async (name: PersonName) =>
      ids(await callerNamed(fixture(), name).list('/savedreport/?limit=0')).includes(Number(saved.id))
    for (const name of roles.filter((role) => role !== 'manager')) {
      const other = callerNamed(fixture(), name)
      for (const [method, body] of [['GET'], ['PUT', { title: 'Mine' }], ['DELETE']] as const)
        assertRefusedWith(await other.send(method, path, body), 404, 14)
      assert.ok(!(await sees(name)), name)
    }
    const shared = await owner.update(path, { shared: 't' })
    await assertUnchanged(database, 'reports of others', async () => {
      for (const name of staff.filter((role) => role !== 'manager')) {
        const other = callerNamed(fixture(), name)
        assert.deepEqual(await other.read(path), shared, name)
        assert.ok(await sees(name), name)
        assertRefusedWith(await other.send('PUT', path, { title: 'Mine' }), 403, 10, 'owner')
        assertRefusedWith(await other.send('DELETE', path), 403, 10, 'owner')
        assertRefusedWith(await other.send('POST', '/savedreport/', bodyOf(fixture(), 'manager')), 403, 10, 'personid')
      }
      const executive = callerNamed(fixture(), 'executive')
      assertRefusedWith(await executive.send('GET', path), 404, 14)
      assertRefusedWith(await executive.send('PUT', path, { title: 'Mine' }), 404, 14)
      assert.ok(!(await sees('executive')))
      assert.ok(!(await executive.send('GET', '/search/?q=My+report')).text.includes('savedreport'))
      assertRefusedWith(await owner.send('PUT', path, { personid: fixture().a.people.resource }), 400, 18, 'personid')
      assertRefusedWith(await owner.send('PUT', path, { person: 'x' }), 400, 17, 'person')
      assertRefusedWith(await callerFor(fixture(), b.tokens.administrator).send('GET', path), 404, 14)
    })
  })

  test('T-295: what the report would reject is rejected by name, all at once, and nothing is saved', async () => {
    const { database } = fixture()
    const attempt = (more: JsonObject, name: PersonName = 'administrator') =>
      callerNamed(fixture(), name).send('POST', '/savedreport/', bodyOf(fixture(), name, more))
    await assertUnchanged(database, 'a refused report', async () => {
      for (const [params, ...words] of [
        ['nonsense=1', 'nonsense: is not a parameter of timereport'],
        ['limit=5', 'limit: is not a parameter of timereport'],
        ['format=csv', 'format: cannot be part of a saved query'],
        ['personid=x', 'personid: "x" must be'],
        ['datebegin=lastmonth', 'datebegin: "lastmonth"'],
        ['groupby=task', 'groupby: "task"'],
        ['clientid=1&clientid=2', 'clientid: is sent more than once'],
        ['clientid=%ZZ', 'percent-encoding'],
        ['__proto__=1&constructor=2', '__proto__', 'constructor'],
        ['nonsense=1&personid=y&billable=maybe', 'nonsense', 'personid', 'billable'],
      ] as const) {
        const reply = await attempt({ params })
        assertRefusedWith(reply, 400, 18, 'params: ', ...words)
        for (const sentence of errorMessagesIn(reply).split('\n')) assert.ok(sentence.startsWith('params: '), sentence)
      }
      assertRefusedWith(
        await attempt({ title: '', params: 'nonsense=1', span: 'nextMonth' }),
        400,
        18,
        'title: ',
        'params: nonsense',
        'span: "nextMonth" must be one of thisWeek',
      )
      for (const params of ['datebegin=2026-05-01', 'groupby=day&dateend=2026-05-01'])
        assertRefusedWith(
          await attempt({ params, span: 'thisMonth' }),
          400,
          18,
          'span: "thisMonth" is the period already',
        )
      for (const [name, report] of [
        ['administrator', 'task'],
        ['administrator', 'constructor'],
        ['resource', 'unbilled'],
        ['resource', 'margin'],
        ['executive', 'timereport'],
        ['executive', 'margin'],
      ] as const)
        assertRefusedWith(
          await attempt({ report }, name),
          400,
          18,
          `report: "${report}" is not a report, or you may not read it`,
        )
    })
    const { id } = await save(fixture(), 'manager', { params: 'groupby=person' })
    const owner = callerNamed(fixture(), 'manager')
    assertRefusedWith(
      await owner.send('PUT', `/savedreport/${id}/`, { report: 'unbilled' }),
      400,
      18,
      'params: groupby: is not a parameter of unbilled',
    )
    assert.equal((await owner.update(`/savedreport/${id}/`, { report: 'unbilled', params: '' })).report, 'unbilled')
  })

  test('T-295: a shared report gives no access: its reader sends the parameters and gets what they may see', async () => {
    const { a } = fixture()
    const params = `projectid=${a.projects.unseen}`
    const saved = await save(fixture(), 'administrator', { report: 'unbilled', params, shared: 't' })
    const read = await callerNamed(fixture(), 'manager').read(`/savedreport/${saved.id}/`)
    assert.equal(read.params, params)
    const rows = await callerNamed(fixture(), 'manager').list(`/unbilled/?${read.params}`)
    assert.equal(rows.count, 0)
    assertRefusedWith(await callerNamed(fixture(), 'resource').send('GET', `/unbilled/?${read.params}`), 403, 10)
  })

  test('every relative period can be saved, and a saved report is deleted with its owner', async () => {
    const administrator = callerNamed(fixture(), 'administrator')
    for (const span of spans) {
      const saved = await save(fixture(), 'outsider', { span, shared: 't' })
      assert.equal((await administrator.read(`/savedreport/${saved.id}/`)).span, span)
    }
    await administrator.remove(`/person/${fixture().a.people.outsider}/`)
    const { rows } = await administrator.list('/savedreport/?limit=0')
    assert.ok(rows.every(({ person }) => person !== 'outsider Of-a'))
  })
})
