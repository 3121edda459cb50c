// The lookup lists of an account: the workflow of statuses between two frozen ones, priorities with one default, and
// who may write them (decisions 36, 48).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  assertRefusedWith,
  callerFor,
  ids,
  recordIn,
  secondServer,
  suiteApiFixture,
  taskBody,
} from '../fixture/api-caller.ts'
import type { JsonObject } from '../fixture/request-parts.ts'

suiteApiFixture((fixture, _kind, testDatabase) => {
  test('an account starts with five statuses, Open and Closed frozen, and five priorities, P3 the default', async () => {
    const { b } = fixture()
    const administrator = callerFor(fixture(), b.tokens.administrator)
    const statuses = (await administrator.list('/taskstatus/?limit=0')).rows
    assert.deepEqual(
      statuses.map(({ name, priority, frozen }) => [name, priority, frozen]),
      [
        ['Open', '1', 't'],
        ['In Progress', '2', 'f'],
        ['Verify & Close', '3', 'f'],
        ['Staged', '4', 'f'],
        ['Closed', '10', 't'],
      ],
    )
    const priorities = (await administrator.list('/taskpriority/?limit=0')).rows
    assert.deepEqual(
      priorities.map(({ name }) => name),
      ['P1', 'P2', 'P3', 'P4', 'P5'],
    )
    assert.deepEqual(
      priorities.filter(({ isdefault }) => isdefault === 't').map(({ name }) => name),
      ['P3'],
    )
  })

  test('frozen statuses cannot be edited or deleted, and a body cannot freeze or order a status', async () => {
    const { a } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    for (const [id, name] of [
      [a.statuses.open, 'Open'],
      [a.statuses.closed, 'Closed'],
    ] as const) {
      const ways: readonly JsonObject[] = [{ name: 'Other' }, { active: 'f' }]
      for (const body of ways) {
        assertRefusedWith(await administrator.send('PUT', `/taskstatus/${id}/`, body), 400, 18, name, 'built in')
      }
      assertRefusedWith(await administrator.send('DELETE', `/taskstatus/${id}/`), 400, 18)
    }
    for (const field of ['frozen', 'priority', 'closed']) {
      assertRefusedWith(
        await administrator.send('POST', '/taskstatus/', { name: 'Sly', active: 't', [field]: '1' }),
        400,
        17,
        field,
      )
    }
  })

  test('new statuses are placed before Closed, for any number and for concurrent writers', async () => {
    const { a } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    await Promise.all(
      Array.from({ length: 12 }, (_, at) => administrator.create('/taskstatus/', { name: `Step ${at}`, active: 't' })),
    )
    const { rows } = await administrator.list('/taskstatus/?limit=0')
    const order = rows.map(({ priority }) => Number(priority))
    const closed = Number(rows.find(({ name }) => name === 'Closed')?.priority)
    assert.equal(closed, Math.max(...order), 'Closed comes last')
    assert.equal(order.filter((priority) => priority === closed).length, 1, 'another status has the priority of Closed')
    const task = await administrator.create('/task/', taskBody(a, { statusid: a.statuses.closed }))
    assert.equal(Number(task.status_order), closed, 'task.status_order')
  })

  test('making another priority the default clears the first: there is never more than one', async () => {
    const { a } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const defaults = async () =>
      (await administrator.list('/taskpriority/?limit=0')).rows
        .filter(({ isdefault }) => isdefault === 't')
        .map(({ id }) => id)
    const created = await administrator.create('/taskpriority/', {
      name: 'P0',
      color: 'abcdef',
      priority: 0,
      isdefault: 't',
    })
    assert.deepEqual(await defaults(), [created.id])
    await administrator.update(`/taskpriority/${a.priorities[4]}/`, { isdefault: 't' })
    assert.deepEqual(await defaults(), [String(a.priorities[4])])
    const replies = await Promise.all(
      a.priorities.map((id) => administrator.send('PUT', `/taskpriority/${id}/`, { isdefault: 't' })),
    )
    for (const reply of replies) assert.ok(reply.status === 202 || reply.status === 400, reply.text)
    assert.equal((await defaults()).length, 1, 'also with concurrent requests')
    await administrator.update(`/taskpriority/${(await defaults())[0]}/`, { isdefault: 'f' })
    assert.deepEqual(await defaults(), [], 'an account may have no default')
  })

  test('a task shows the current colour, rank and name of its priority and the current name of its status', async () => {
    const { a } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const priority = await administrator.create('/taskpriority/', { name: 'Now', color: '00FF7f', priority: 7 })
    const status = await administrator.create('/taskstatus/', { name: 'Thinking', active: 't' })
    const task = await administrator.create(
      '/task/',
      taskBody(a, { priorityid: String(priority.id), statusid: String(status.id) }),
    )
    assert.deepEqual([task.color, task.priority, task.severity, task.status], ['00FF7f', '7', 'Now', 'Thinking'])
    await administrator.update(`/taskpriority/${priority.id}/`, { name: 'Later', color: '000000', priority: 8 })
    await administrator.update(`/taskstatus/${status.id}/`, { name: 'Pondering' })
    const record = await administrator.read(`/task/${task.id}/`)
    assert.deepEqual(
      [record.color, record.priority, record.severity, record.status],
      ['000000', '8', 'Later', 'Pondering'],
    )
    assertRefusedWith(
      await administrator.send('PUT', `/taskpriority/${priority.id}/`, { color: '#00000' }),
      400,
      18,
      'color',
    )
  })

  test('a status is moved in the workflow; statuses with that order move up, and lists follow', async () => {
    const { b } = fixture()
    const administrator = callerFor(fixture(), b.tokens.administrator)
    const order = async () =>
      (await administrator.list('/taskstatus/?limit=0')).rows.map(({ name, priority }) => `${name} ${priority}`)
    const idOf = async (name: string) =>
      String((await administrator.list('/taskstatus/?limit=0')).rows.find((row) => row.name === name)?.id)
    const move = async (name: string, priority: number) =>
      recordIn(await administrator.send('POST', `/taskstatus/${await idOf(name)}/move/`, { priority }))
    const task = await administrator.create('/task/', taskBody(b, { statusid: await idOf('Staged') }))
    assert.equal((await move('Staged', 2)).priority, '2')
    assert.deepEqual(await order(), ['Open 1', 'Staged 2', 'In Progress 3', 'Verify & Close 4', 'Closed 10'])
    assert.equal((await administrator.read(`/task/${task.id}/`)).status_order, '2', 'its tasks show the new priority')
    await move('Staged', 9)
    assert.deepEqual(await order(), ['Open 1', 'In Progress 3', 'Verify & Close 4', 'Staged 9', 'Closed 10'])
    await move('In Progress', 4)
    assert.deepEqual(await order(), ['Open 1', 'In Progress 4', 'Verify & Close 5', 'Staged 9', 'Closed 10'])
    await move('Verify & Close', 9)
    assert.deepEqual(await order(), ['Open 1', 'In Progress 4', 'Verify & Close 9', 'Staged 10', 'Closed 11'])
    await move('Verify & Close', 9)
    assert.deepEqual((await order()).slice(1), ['In Progress 4', 'Verify & Close 9', 'Staged 10', 'Closed 11'], 'stays')
    const xml = await administrator.send(
      'POST',
      `/taskstatus/${await idOf('Staged')}/move/`,
      '<taskstatus><priority>2</priority></taskstatus>',
      { 'content-type': 'application/xml', accept: 'application/xml' },
    )
    assert.equal(xml.status, 202, xml.text)
    assert.ok(xml.text.includes('<priority>2</priority>'), xml.text)
  })

  test('only an Administrator moves a status, and only between Open and Closed, which stay where they are', async () => {
    const { b } = fixture()
    const administrator = callerFor(fixture(), b.tokens.administrator)
    const { rows } = await administrator.list('/taskstatus/?limit=0')
    const middle = rows.find(({ name }) => name === 'In Progress')
    const path = `/taskstatus/${middle?.id}/move/`
    const closed = Number(rows.at(-1)?.priority)
    for (const priority of [0, 1, closed, closed + 1]) {
      assertRefusedWith(await administrator.send('POST', path, { priority }), 400, 18, 'priority', 'Open', 'Closed')
    }
    const wrong: readonly JsonObject[] = [{}, { priority: '' }, { priority: -1 }, { priority: 'last' }]
    for (const body of [undefined, ...wrong]) {
      assertRefusedWith(await administrator.send('POST', path, body), 400, 18, 'priority')
    }
    assertRefusedWith(await administrator.send('POST', path, { priority: 2, name: 'x' }), 400, 17, 'name')
    for (const id of [b.statuses.open, b.statuses.closed]) {
      assertRefusedWith(
        await administrator.send('POST', `/taskstatus/${id}/move/`, { priority: 3 }),
        400,
        18,
        'built in',
      )
    }
    for (const role of ['manager', 'resource', 'executive'] as const) {
      assertRefusedWith(await callerFor(fixture(), b.tokens[role]).send('POST', path, { priority: 2 }), 403, 10)
    }
    assert.deepEqual((await administrator.list('/taskstatus/?limit=0')).rows, rows, 'a status has moved')
  })

  test('T-64: statuses moved and created concurrently on two servers never share an order, and Closed stays last', async () => {
    const { b } = fixture()
    const second = await secondServer(fixture(), testDatabase())
    const callers = [callerFor(fixture(), b.tokens.administrator), callerFor(second, b.tokens.administrator)] as const
    for (let round = 0; round < 4; round++) {
      const movable = (await callers[0].list('/taskstatus/?limit=0')).rows.filter(({ frozen }) => frozen === 'f')
      const moves = movable.map(({ id }, at) =>
        callers[at % 2]?.send('POST', `/taskstatus/${id}/move/`, { priority: 2 + (at % 2) }),
      )
      const created = callers.map((each, at) =>
        each.send('POST', '/taskstatus/', { name: `New ${round} ${at}`, active: 't' }),
      )
      for (const reply of await Promise.all([...moves, ...created]))
        assert.ok((reply?.status ?? 500) < 300, reply?.text)
      const { rows } = await callers[1].list('/taskstatus/?limit=0')
      const places = rows.map(({ priority }) => Number(priority))
      assert.equal(new Set(places).size, places.length, places.join())
      assert.deepEqual([rows[0]?.name, rows.at(-1)?.name], ['Open', 'Closed'])
    }
    await second.database.close()
  })

  test('priorities and labels are listed in their order, and reordered by a new value', async () => {
    const { a } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    for (const [path, more] of [
      ['/projectlabel/', { active: 't' }],
      ['/taskpriority/', {}],
    ] as const) {
      const make = (name: string, priority: number) =>
        administrator.create(path, { name, color: 'abcdef', priority, ...more })
      const [late, early] = [await make('Late', 900), await make('Early', 800)]
      const order = async () =>
        (await administrator.list(`${path}?limit=0`)).rows
          .map(({ name }) => name)
          .filter((name) => name === 'Late' || name === 'Early')
      assert.deepEqual(await order(), ['Early', 'Late'], path)
      await administrator.update(`${path}${late.id}/`, { priority: 700 })
      assert.deepEqual(await order(), ['Late', 'Early'], path)
      await administrator.remove(`${path}${late.id}/`)
      await administrator.remove(`${path}${early.id}/`)
    }
  })

  test('the default priority cannot be deactivated, and an inactive one cannot become the default', async () => {
    const { b } = fixture()
    const administrator = callerFor(fixture(), b.tokens.administrator)
    const [p3, p4] = [`/taskpriority/${b.priorities[2]}/`, `/taskpriority/${b.priorities[3]}/`]
    const spare = await administrator.create('/taskpriority/', {
      name: 'Spare',
      color: 'abcdef',
      priority: 9,
      active: 'f',
    })
    assertRefusedWith(await administrator.send('PUT', p3, { active: 'f' }), 400, 18, 'active', 'default')
    assertRefusedWith(await administrator.send('DELETE', p3), 400, 18)
    assertRefusedWith(
      await administrator.send('PUT', `/taskpriority/${spare.id}/`, { isdefault: 't' }),
      400,
      18,
      'isdefault',
      'inactive',
    )
    assertRefusedWith(await administrator.send('PUT', p4, { isdefault: 't', active: 'f' }), 400, 18, 'isdefault')
    const body = { name: 'Sly', color: 'abcdef', priority: 9, isdefault: 't', active: 'f' }
    assertRefusedWith(await administrator.send('POST', '/taskpriority/', body), 400, 18, 'isdefault')
    assert.equal((await administrator.read(p3)).isdefault, 't', 'it is still the default')
    await administrator.update(p4, { isdefault: 't' })
    assert.deepEqual(await administrator.read(p3), { ...(await administrator.read(p3)), isdefault: 'f', active: 't' })
    assert.equal((await administrator.update(p3, { active: 'f' })).active, 'f')
    const both = await administrator.update(`/taskpriority/${spare.id}/`, { isdefault: 't', active: 't' })
    assert.deepEqual([both.isdefault, both.active], ['t', 't'], 'activated and made the default in one request')
    assertRefusedWith(await administrator.send('DELETE', `/taskpriority/${spare.id}/`), 400, 18, 'default')
    await administrator.update(p3, { active: 't', isdefault: 't' })
    await administrator.remove(`/taskpriority/${spare.id}/`)
  })

  test('T-64: the last active priority stays active, also if two servers deactivate the last two at once', async () => {
    const { b } = fixture()
    const administrator = callerFor(fixture(), b.tokens.administrator)
    const other = await secondServer(fixture(), testDatabase())
    const second = callerFor(other, b.tokens.administrator)
    const path = (at: number) => `/taskpriority/${b.priorities[at]}/`
    await administrator.update(path(2), { isdefault: 'f' })
    for (const at of [2, 3, 4]) await administrator.update(path(at), { active: 'f' })
    for (let round = 0; round < 6; round++) {
      const replies = await Promise.all([
        administrator.send('PUT', path(0), { active: 'f' }),
        second.send('PUT', path(1), { active: 'f' }),
      ])
      const rejected = replies.filter(({ status }) => status !== 202)
      assert.equal(rejected.length, 1, replies.map(({ text }) => text).join('\n'))
      for (const reply of rejected) assertRefusedWith(reply, 400, 18, 'active', 'last')
      const [left] = (await administrator.list('/taskpriority/?active=t')).rows
      assertRefusedWith(await administrator.send('DELETE', `/taskpriority/${left?.id}/`), 400, 18)
      for (const at of [0, 1]) await administrator.update(path(at), { active: 't' })
    }
    for (const at of [2, 3, 4]) await administrator.update(path(at), { active: 't' })
    await administrator.update(path(2), { isdefault: 't' })
    await other.database.close()
  })

  test('a record in use cannot be deleted, and an inactive one can be activated again', async () => {
    const { a } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const status = await administrator.create('/taskstatus/', { name: 'In use', active: 't' })
    const priority = await administrator.create('/taskpriority/', { name: 'In use', color: 'abcdef', priority: 9 })
    const label = await administrator.create('/projectlabel/', {
      name: 'In use',
      color: 'abcdef',
      priority: 9,
      active: 't',
    })
    const task = await administrator.create(
      '/task/',
      taskBody(a, { statusid: String(status.id), priorityid: String(priority.id) }),
    )
    const body = { personid: a.people.manager, priorityid: String(priority.id), title: 'Wish' }
    const request = await administrator.create('/request/', body)
    await administrator.update(`/project/${a.projects.clientless}/`, { labelid: String(label.id) })
    assertRefusedWith(await administrator.send('DELETE', `/taskstatus/${status.id}/`), 400, 18, '1 task still uses it')
    assertRefusedWith(
      await administrator.send('DELETE', `/taskpriority/${priority.id}/`),
      400,
      18,
      '1 request and 1 task still use it',
    )
    assertRefusedWith(
      await administrator.send('DELETE', `/projectlabel/${label.id}/`),
      400,
      18,
      '1 project still uses it',
    )
    for (const path of [`/taskstatus/${status.id}/`, `/taskpriority/${priority.id}/`, `/projectlabel/${label.id}/`]) {
      const kind = path.split('/')[1]
      assert.equal((await administrator.update(path, { active: 'f' })).active, 'f')
      assert.ok(!ids(await administrator.list(`/${kind}/?active=t&limit=0`)).includes(Number(path.split('/')[2])))
      assert.equal((await administrator.update(path, { active: 't' })).active, 't')
    }
    await administrator.update(`/project/${a.projects.clientless}/`, { labelid: '' })
    await administrator.remove(`/task/${task.id}/`)
    await administrator.remove(`/request/${request.id}/`)
    for (const path of [`/taskstatus/${status.id}/`, `/taskpriority/${priority.id}/`, `/projectlabel/${label.id}/`]) {
      await administrator.remove(path)
    }
  })

  test('an inactive status, priority, label or client cannot be newly chosen, but stays where it is used', async () => {
    const { a } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const status = await administrator.create('/taskstatus/', { name: 'Retired', active: 't' })
    const task = await administrator.create('/task/', taskBody(a, { statusid: String(status.id) }))
    await administrator.update(`/taskstatus/${status.id}/`, { active: 'f' })
    assertRefusedWith(
      await administrator.send('POST', '/task/', taskBody(a, { statusid: String(status.id) })),
      400,
      18,
      'statusid',
    )
    const edited = await administrator.update(`/task/${task.id}/`, {
      title: 'Still there',
      statusid: String(status.id),
    })
    assert.equal(edited.status, 'Retired')
    const label = await administrator.create('/projectlabel/', {
      name: 'Off',
      color: '111111',
      priority: 1,
      active: 'f',
    })
    assertRefusedWith(
      await administrator.send('PUT', `/project/${a.projects.seen}/`, { labelid: String(label.id) }),
      400,
      18,
      'labelid',
    )
  })
})
