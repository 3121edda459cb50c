// The sample data of a company (ADR 53): loaded and removed as a whole by Administrators, without a trace in lists, and
// never together with records that people added.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Actor } from '../../src/define/actor.ts'
import { Engine } from '../../src/engine/engine.ts'
import { resources } from '../../src/resources/all.ts'
import { company } from '../../src/resources/company.ts'
import { assertRefusedWith, callerFor, eachApiFixture, type Fields, recordIn } from '../fixture/api-caller.ts'
import type { PersonName } from '../fixture/api-fixture.ts'
import { assertUnchanged } from '../fixture/dump.ts'

const LOAD = '/company/1/loadsample/'
const REMOVE = '/company/1/removesample/'

const lists = ['client', 'project', 'milestone', 'task', 'taskitem', 'time', 'expense', 'invoice', 'person'] as const

eachApiFixture((fixture) => {
  const as = (who: PersonName) => callerFor(fixture(), fixture().a.tokens[who])

  const counts = async (): Promise<Record<string, number>> => {
    const entries = lists.map(async (name) => [name, (await as('administrator').list(`/${name}/`)).count] as const)
    return Object.fromEntries(await Promise.all(entries))
  }

  const perform = async (path: string): Promise<Fields> => {
    const reply = await as('administrator').send('POST', path)
    assert.equal(reply.status, 202, reply.text)
    return recordIn(reply)
  }

  const isLoaded = async (): Promise<unknown> => (await as('administrator').read('/company/1/')).sampledata

  test('it is loaded once, marked by its names, and removed without a rest', async () => {
    const before = await counts()
    assert.equal(await isLoaded(), 'f')
    assert.equal((await perform(LOAD)).sampledata, 't')
    const loaded = await counts()
    const added = lists.map((name) => `${name} ${(loaded[name] ?? 0) - (before[name] ?? 0)}`)
    assert.deepEqual(added, [
      'client 2',
      'project 2',
      'milestone 3',
      'task 7',
      'taskitem 5',
      'time 9',
      'expense 1',
      'invoice 0',
      'person 0',
    ])
    const { rows } = await as('administrator').list('/project/?limit=0')
    assert.equal(rows.filter(({ name }) => name?.endsWith(' (sample)')).length, 2)
    assert.equal((await perform(LOAD)).sampledata, 't')
    assert.deepEqual(await counts(), loaded, 'a second load adds nothing')
    assert.equal((await perform(REMOVE)).sampledata, 'f')
    assert.deepEqual(await counts(), before)
    assert.equal((await perform(REMOVE)).sampledata, 'f')
    assert.deepEqual(await counts(), before, 'a second removal removes nothing')
  })

  test('hours are on working days up to today, and can be billed', async () => {
    await perform(LOAD)
    const { rows } = await as('administrator').list('/time/?limit=0')
    const days = rows.filter(({ project }) => project?.endsWith(' (sample)')).map(({ date }) => date ?? '')
    assert.equal(days.length, 9)
    for (const day of days) {
      assert.ok(![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay()) && day <= '2026-05-14', day)
    }
    await perform(REMOVE)
  })

  test('a sample record that somebody deleted before is no obstacle', async () => {
    const before = await counts()
    await perform(LOAD)
    const { rows } = await as('administrator').list('/task/?limit=0')
    const id = rows.find(({ title }) => title === 'Import the products')?.id
    await as('administrator').remove(`/task/${id}/`)
    await perform(REMOVE)
    assert.deepEqual(await counts(), before)
  })

  test('T-296: while records of people use sample records nothing is removed, and all of these uses are named', async () => {
    const { a } = fixture()
    await perform(LOAD)
    const { rows } = await as('administrator').list('/task/?limit=0')
    const used = rows.filter(({ title }) => /Colours and type|Signs for the window/.test(title ?? ''))
    const worktypeid = a.worktypes[0] ?? 0
    const entries: string[] = []
    for (const { id } of used) {
      const entry = { taskid: String(id), worktypeid, personid: a.people.administrator, date: '2026-05-13', time: 1 }
      const { id: entryid } = await as('administrator').create('/time/', { ...entry, billable: 'f' })
      entries.push(String(entryid))
    }
    await assertUnchanged(fixture().database, 'removing', async () => {
      const sentences = used.map(({ id }) => `id: task ${id} cannot be deleted: 1 time entry still uses it`)
      assertRefusedWith(await as('administrator').send('POST', REMOVE), 400, 18, ...sentences)
    })
    for (const id of entries) await as('administrator').remove(`/time/${id}/`)
    await perform(REMOVE)
  })

  test('only Administrators load, remove and see it, and other accounts have none of it', async () => {
    const others = ['manager', 'resource', 'restricted', 'executive'] as const
    for (const who of others) assert.equal((await as(who).send('POST', LOAD)).status, 403, who)
    await perform(LOAD)
    for (const who of others) {
      assert.equal((await as(who).send('POST', REMOVE)).status, 403, who)
      assert.ok(!('sampledata' in (await as(who).read('/company/1/'))), who)
    }
    const other = callerFor(fixture(), fixture().b.tokens.administrator)
    assert.equal((await other.read('/company/1/')).sampledata, 'f')
    assert.equal((await other.send('POST', REMOVE)).status, 202)
    assert.equal(await isLoaded(), 't')
    await perform(REMOVE)
  })

  test('two loads at the same time give one sample', async () => {
    const before = await counts()
    const replies = await Promise.all([1, 2, 3].map(() => as('administrator').send('POST', LOAD)))
    assert.deepEqual(
      replies.map(({ status }) => status),
      [202, 202, 202],
    )
    assert.equal((await counts()).project, (before.project ?? 0) + 2)
    await perform(REMOVE)
    assert.deepEqual(await counts(), before)
  })

  test('T-120: an action that writes a resource which it does not declare fails and writes nothing', async () => {
    const { a, database } = fixture()
    const { loadsample } = company.actions ?? {}
    assert.ok(loadsample)
    const undeclared = { ...company, actions: { loadsample: { ...loadsample, alsoWrites: ['client'] } } }
    const engine = new Engine(database, new Map([...resources, ['company', undeclared]]))
    const actor: Actor = {
      accountid: a.accountid,
      personid: a.people.administrator,
      role: 'Administrator',
      restricted: false,
      clientid: null,
      timezone: 'Europe/Berlin',
      today: '2026-05-14',
      now: '2026-05-14 10:00:00',
      channel: 'token',
      requestid: null,
    }
    const options = { sideEffects: { leaveNote: false, notify: false }, ifMatch: null, idempotency: null }
    await assertUnchanged(database, 'an undeclared write', () =>
      assert.rejects(
        engine.runAction(undeclared, 'loadsample', actor, 1, () => new Map(), options),
        /does not declare that it also writes project/,
      ),
    )
  })
})
