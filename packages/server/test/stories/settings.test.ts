// The short lists of an account: the workflow of statuses with its frozen ends, priorities with one default, and who may
// write them (decisions 36, 48).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../world/world.ts'
import { eachWorld, handOf, mustRefuse, taskBody } from './story.ts'

eachWorld((world) => {
  test('an account starts with five statuses, Open and Closed frozen, and five priorities, P3 the default', async () => {
    const { b } = world()
    const boss = handOf(world(), b.tokens.administrator)
    const statuses = (await boss.list('/taskstatus/?limit=0')).rows
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
    const priorities = (await boss.list('/taskpriority/?limit=0')).rows
    assert.deepEqual(
      priorities.map(({ name }) => name),
      ['P1', 'P2', 'P3', 'P4', 'P5'],
    )
    assert.deepEqual(
      priorities.filter(({ isdefault }) => isdefault === 't').map(({ name }) => name),
      ['P3'],
    )
  })

  test('frozen statuses are neither edited nor deleted, and nobody freezes or orders one by a body', async () => {
    const { a } = world()
    const boss = handOf(world(), a.tokens.administrator)
    for (const [id, name] of [
      [a.statuses.open, 'Open'],
      [a.statuses.closed, 'Closed'],
    ] as const) {
      const ways: readonly JsonObject[] = [{ name: 'Other' }, { active: 'f' }]
      for (const body of ways) {
        mustRefuse(await boss.try('PUT', `/taskstatus/${id}/`, body), 400, 18, name, 'frozen')
      }
      mustRefuse(await boss.try('DELETE', `/taskstatus/${id}/`), 400, 18)
    }
    for (const field of ['frozen', 'priority', 'closed']) {
      mustRefuse(await boss.try('POST', '/taskstatus/', { name: 'Sly', active: 't', [field]: '1' }), 400, 17, field)
    }
  })

  test('new statuses stand before Closed, however many there are, also when made at once', async () => {
    const { a } = world()
    const boss = handOf(world(), a.tokens.administrator)
    await Promise.all(
      Array.from({ length: 12 }, (_, at) => boss.create('/taskstatus/', { name: `Step ${at}`, active: 't' })),
    )
    const { rows } = await boss.list('/taskstatus/?limit=0')
    const order = rows.map(({ priority }) => Number(priority))
    const closed = Number(rows.find(({ name }) => name === 'Closed')?.priority)
    assert.equal(closed, Math.max(...order), 'Closed comes last')
    assert.equal(order.filter((priority) => priority === closed).length, 1, 'nothing shares the place of Closed')
    const task = await boss.create('/task/', taskBody(a, { statusid: a.statuses.closed }))
    assert.equal(Number(task.status_order), closed, 'task.status_order')
  })

  test('making another priority the default takes it from the first: there is never more than one', async () => {
    const { a } = world()
    const boss = handOf(world(), a.tokens.administrator)
    const defaults = async () =>
      (await boss.list('/taskpriority/?limit=0')).rows.filter(({ isdefault }) => isdefault === 't').map(({ id }) => id)
    const made = await boss.create('/taskpriority/', { name: 'P0', color: 'abcdef', priority: 0, isdefault: 't' })
    assert.deepEqual(await defaults(), [made.id])
    await boss.update(`/taskpriority/${a.priorities[4]}/`, { isdefault: 't' })
    assert.deepEqual(await defaults(), [String(a.priorities[4])])
    const replies = await Promise.all(
      a.priorities.map((id) => boss.try('PUT', `/taskpriority/${id}/`, { isdefault: 't' })),
    )
    for (const reply of replies) assert.ok(reply.status === 202 || reply.status === 400, reply.text)
    assert.equal((await defaults()).length, 1, 'also when several ask at once')
    await boss.update(`/taskpriority/${(await defaults())[0]}/`, { isdefault: 'f' })
    assert.deepEqual(await defaults(), [], 'an account may have none')
  })

  test('a task shows the colour, rank and name of its priority and the name of its status as they are now', async () => {
    const { a } = world()
    const boss = handOf(world(), a.tokens.administrator)
    const priority = await boss.create('/taskpriority/', { name: 'Now', color: '00FF7f', priority: 7 })
    const status = await boss.create('/taskstatus/', { name: 'Thinking', active: 't' })
    const task = await boss.create(
      '/task/',
      taskBody(a, { priorityid: String(priority.id), statusid: String(status.id) }),
    )
    assert.deepEqual([task.color, task.priority, task.severity, task.status], ['00FF7f', '7', 'Now', 'Thinking'])
    await boss.update(`/taskpriority/${priority.id}/`, { name: 'Later', color: '000000', priority: 8 })
    await boss.update(`/taskstatus/${status.id}/`, { name: 'Pondering' })
    const shown = await boss.read(`/task/${task.id}/`)
    assert.deepEqual([shown.color, shown.priority, shown.severity, shown.status], ['000000', '8', 'Later', 'Pondering'])
    mustRefuse(await boss.try('PUT', `/taskpriority/${priority.id}/`, { color: '#00000' }), 400, 18, 'color')
  })

  test('an inactive status, priority, label or client cannot be chosen anew, but stays where it is', async () => {
    const { a } = world()
    const boss = handOf(world(), a.tokens.administrator)
    const status = await boss.create('/taskstatus/', { name: 'Retired', active: 't' })
    const kept = await boss.create('/task/', taskBody(a, { statusid: String(status.id) }))
    await boss.update(`/taskstatus/${status.id}/`, { active: 'f' })
    mustRefuse(await boss.try('POST', '/task/', taskBody(a, { statusid: String(status.id) })), 400, 18, 'statusid')
    const edited = await boss.update(`/task/${kept.id}/`, { title: 'Still there', statusid: String(status.id) })
    assert.equal(edited.status, 'Retired')
    const label = await boss.create('/projectlabel/', { name: 'Off', color: '111111', priority: 1, active: 'f' })
    mustRefuse(await boss.try('PUT', `/project/${a.projects.seen}/`, { labelid: String(label.id) }), 400, 18, 'labelid')
  })
})
