// Checklists: who sees and writes the items of a task, positions without gaps when items are added, moved and deleted,
// also at the same time, whom an item may name, and the numbers that the task shows.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ApiCaller, assertRefusedWith, callerFor, ids, suiteApiFixture, taskBody } from '../fixture/api-caller.ts'
import type { AccountFixture } from '../fixture/api-fixture.ts'
import type { JsonObject } from '../fixture/request-parts.ts'

const roles = ['administrator', 'manager', 'resource', 'restricted'] as const

/** A new task, which the restricted person is assigned to. */
const newTask = async (caller: ApiCaller, a: AccountFixture, more: JsonObject = {}): Promise<number> =>
  Number((await caller.create('/task/', { ...taskBody(a), assigneeid: a.people.restricted, ...more })).id)

const addItems = async (caller: ApiCaller, taskid: number, titles: string): Promise<number[]> => {
  const added: number[] = []
  for (const title of titles) added.push(Number((await caller.create('/taskitem/', { taskid, title })).id))
  return added
}

/** The titles in the order of the list; the positions must be counted from 1. */
async function checklist(caller: ApiCaller, taskid: number): Promise<string> {
  const { rows } = await caller.list(`/task/${taskid}/taskitem/?limit=0`)
  assert.deepEqual(
    rows.map(({ position }) => Number(position)),
    rows.map((_, at) => at + 1),
  )
  return rows.map(({ title }) => title).join('')
}

suiteApiFixture((fixture) => {
  const as = (name: keyof AccountFixture['tokens']): ApiCaller => callerFor(fixture(), fixture().a.tokens[name])

  test('everybody who may update the task writes its items; an Executive reads them without people', async () => {
    const { a } = fixture()
    const taskid = await newTask(as('administrator'), a)
    for (const name of roles) {
      const { id, ...item } = await as(name).create('/taskitem/', { taskid, title: name, personid: a.people.manager })
      assert.deepEqual(item, {
        taskid: String(taskid),
        position: '1',
        title: name,
        done: 'f',
        personid: String(a.people.manager),
        person: 'manager Of-a',
        task: taskBody(a).title as string,
        projectid: String(a.projects.seen),
      })
      assert.equal((await as(name).update(`/taskitem/${id}/`, { done: 't' })).done, 't')
      const seen = await as('executive').read(`/taskitem/${id}/`)
      assert.deepEqual([seen.title, seen.done, 'personid' in seen, 'person' in seen], [name, 't', false, false])
      assertRefusedWith(await as('executive').send('PUT', `/taskitem/${id}/`, { done: 'f' }), 403, 10)
      assertRefusedWith(await as('executive').send('DELETE', `/taskitem/${id}/`), 403, 10)
      assert.equal((await as(name).send('DELETE', `/taskitem/${id}/`)).status, 200)
    }
    assertRefusedWith(await as('executive').send('POST', '/taskitem/', { taskid, title: 'x' }), 403, 10)
  })

  test('the items of an invisible task are invisible, and nobody adds one to it', async () => {
    const { a, b } = fixture()
    const { unseen, other } = a.tasks
    const [id = 0] = await addItems(as('administrator'), unseen, 'x')
    const [beside = 0] = await addItems(as('administrator'), other, 'x')
    const hidden = [
      ...(['manager', 'resource', 'executive', 'restricted'] as const).map((name) => [as(name), id, unseen] as const),
      [as('restricted'), beside, other] as const,
      [callerFor(fixture(), b.tokens.administrator), id, unseen] as const,
    ]
    for (const [caller, item, taskid] of hidden) {
      assertRefusedWith(await caller.send('GET', `/taskitem/${item}/`), 404, 14)
      assertRefusedWith(await caller.send('GET', `/task/${taskid}/taskitem/`), 404, 14)
      assert.equal((await caller.list(`/taskitem/?taskid=${taskid}`)).count, 0)
    }
    for (const [caller, item, taskid] of hidden.filter((_, at) => at !== 2)) {
      assertRefusedWith(await caller.send('POST', '/taskitem/', { taskid, title: 'x' }), 400, 18, 'taskid')
      assertRefusedWith(await caller.send('PUT', `/taskitem/${item}/`, { position: 1 }), 404, 14)
      assertRefusedWith(await caller.send('DELETE', `/taskitem/${item}/`), 404, 14)
    }
  })

  test('an added, moved or deleted item shifts the others; positions have no gaps', async () => {
    const manager = as('manager')
    const taskid = await newTask(manager, fixture().a)
    const [a = 0, b = 0, , , e = 0] = await addItems(manager, taskid, 'abcde')
    assert.equal(await checklist(manager, taskid), 'abcde')
    const move = async (id: number, position: number): Promise<string> => {
      await manager.update(`/taskitem/${id}/`, { position })
      return checklist(manager, taskid)
    }
    assert.equal(await move(a, 3), 'bcade')
    assert.equal(await move(e, 1), 'ebcad')
    assert.equal(await move(b, 1000), 'ecadb')
    assert.equal(await move(b, 1000), 'ecadb')
    const inserted = await manager.create('/taskitem/', { taskid, title: 'X', position: 2 })
    assert.equal(inserted.position, '2')
    assert.equal(await checklist(manager, taskid), 'eXcadb')
    assert.equal((await manager.send('DELETE', `/taskitem/${a}/`)).status, 200)
    assert.equal(await checklist(manager, taskid), 'eXcdb')
    for (const [body, name] of [
      [{ position: 0 }, 'position'],
      [{ position: '' }, 'position'],
      [{ taskid: fixture().a.tasks.own }, 'taskid'],
    ] as const)
      assertRefusedWith(await manager.send('PUT', `/taskitem/${b}/`, body), 400, 18, name)
  })

  test('T-150: concurrent adds, moves and deletes leave positions without gaps; a task has at most 200 items', async () => {
    const manager = as('manager')
    const taskid = await newTask(manager, fixture().a)
    const items = await addItems(manager, taskid, 'abcdefgh')
    const answers = await Promise.all(
      items.flatMap((id, at) => [
        manager.send('PUT', `/taskitem/${id}/`, { position: 8 - at }),
        manager.send('POST', '/taskitem/', { taskid, title: String(at), position: 1 + at }),
        ...(at % 4 === 0 ? [manager.send('DELETE', `/taskitem/${items[at + 1]}/`)] : []),
      ]),
    )
    assert.deepEqual(
      answers.map(({ status, text }) => [200, 201, 202, 404].includes(status) || text).filter((ok) => ok !== true),
      [],
    )
    assert.equal((await checklist(manager, taskid)).length, 14)
    await Promise.all(
      Array.from({ length: 190 }, (_, at) => manager.send('POST', '/taskitem/', { taskid, title: `${at}` })),
    )
    assert.equal((await manager.read(`/task/${taskid}/`)).items, '200')
    const reply = await manager.send('POST', '/taskitem/', { taskid, title: 'x' })
    assertRefusedWith(reply, 400, 18, 'taskid: a task has at most 200 checklist items')
  })

  test('an item names only people who can see the task', async () => {
    const { a } = fixture()
    const boss = as('administrator')
    const { other, unseen } = a.tasks
    const { people } = a
    for (const personid of [people.administrator, people.manager, people.resource, people.executive])
      assert.equal(
        (await boss.create('/taskitem/', { taskid: other, title: 'x', personid })).personid,
        String(personid),
      )
    const refused = [
      [other, people.outsider],
      // Restricted to their own tasks, of which this is none.
      [other, people.restricted],
      [other, people.inactive],
      [unseen, people.manager],
    ] as const
    for (const [taskid, personid] of refused)
      assertRefusedWith(await boss.send('POST', '/taskitem/', { taskid, title: 'x', personid }), 400, 18, 'personid')
    assert.ok(await boss.create('/taskitem/', { taskid: a.tasks.own, title: 'x', personid: people.restricted }))
  })

  test('the filters find items by task, state and person, and the task counts its items', async () => {
    const { a } = fixture()
    const boss = as('administrator')
    const taskid = await newTask(boss, a)
    assert.deepEqual(
      [(await boss.read(`/task/${taskid}/`)).items, (await boss.read(`/task/${taskid}/`)).itemsdone],
      ['0', '0'],
    )
    const [one = 0, two = 0, three = 0] = await addItems(boss, taskid, 'abc')
    await boss.update(`/taskitem/${one}/`, { done: 't', personid: a.people.resource })
    await boss.update(`/taskitem/${three}/`, { done: 't' })
    const found = async (query: string): Promise<number[]> =>
      ids(await boss.list(`/taskitem/?taskid=${taskid}&${query}`))
    assert.deepEqual(await found('done=t'), [one, three])
    assert.deepEqual(await found('done=f'), [two])
    assert.deepEqual(await found(`personid=${a.people.resource}`), [one])
    assert.deepEqual(await found('personid=-1'), [two, three])
    for (const name of [...roles, 'executive'] as const) {
      const { items, itemsdone } = await as(name).read(`/task/${taskid}/`)
      assert.deepEqual([items, itemsdone], ['3', '2'], name)
    }
    const xml = await boss.send('GET', `/taskitem/${one}/`, undefined, { accept: 'application/xml' })
    assert.match(xml.text, /<taskitem[^>]*>.*<done>t<\/done>/s)
  })

  test('items have a history, and are deleted with their task, which its event counts', async () => {
    const boss = as('administrator')
    const taskid = await newTask(boss, fixture().a)
    const [id = 0] = await addItems(boss, taskid, 'ab')
    await boss.update(`/taskitem/${id}/`, { title: 'c' })
    const history = await boss.list(`/taskitem/${id}/event/`)
    assert.deepEqual(
      history.rows.map(({ kind }) => kind),
      ['created', 'updated'],
    )
    assert.equal((await boss.send('DELETE', `/task/${taskid}/`)).status, 200)
    assertRefusedWith(await boss.send('GET', `/taskitem/${id}/`), 404, 14)
    const [last] = (await boss.list(`/event/?resource=task&recordid=${taskid}&kind=deleted`)).rows
    assert.deepEqual(last?.removed, { taskitem: '2' })
  })
})
