// Threat T-22: moving a record to another project. The caller needs the source and the target, and everything that hangs on
// the project is checked again.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachWorld, handOf, mustRefuse, sentencesIn, taskBody } from '../stories/story.ts'

eachWorld((world) => {
  test('T-22: a task moves only to a project the mover sees; invisible, foreign and missing ones look the same', async () => {
    const { a, b } = world()
    for (const role of ['manager', 'resource'] as const) {
      const hand = handOf(world(), a.tokens[role])
      const { id } = await hand.create('/task/', taskBody(a, { ownerid: a.people[role] }))
      const said = new Set<string>()
      for (const target of [a.projects.unseen, b.projects.seen, 2_147_483_647]) {
        const reply = await hand.try('PUT', `/task/${id}/`, { projectid: target, title: 'moved' })
        mustRefuse(reply, 400, 18, 'projectid')
        said.add(sentencesIn(reply).replaceAll(String(target), 'N'))
        const made = await hand.try('POST', '/task/', taskBody(a, { projectid: target, ownerid: a.people[role] }))
        mustRefuse(made, 400, 18, 'projectid')
        said.add(sentencesIn(made).replaceAll(String(target), 'N'))
      }
      assert.equal(said.size, 1, [...said].join('\n'))
      const kept = await hand.read(`/task/${id}/`)
      assert.deepEqual([kept.projectid, kept.title], [String(a.projects.seen), 'A task'], `${role}: nothing moved`)
      const moved = await hand.update(`/task/${id}/`, { projectid: a.projects.clientless })
      assert.deepEqual([moved.projectid, moved.clientid], [String(a.projects.clientless), null], role)
    }
    mustRefuse(
      await handOf(world(), a.tokens.outsider).try('PUT', `/task/${a.tasks.own}/`, { projectid: a.projects.seen }),
      404,
      14,
    )
    mustRefuse(
      await handOf(world(), a.tokens.manager).try('PUT', `/task/${a.tasks.unseen}/`, { projectid: a.projects.seen }),
      404,
      14,
    )
  })

  test('T-22: module and milestone of a moved task must belong to the new project', async () => {
    const { a } = world()
    const boss = handOf(world(), a.tokens.administrator)
    const custom = await boss.create('/projectmodule/', {
      projectid: a.projects.seen,
      module: 'Here only',
      active: 't',
    })
    const body = taskBody(a, { milestoneid: a.milestones.seen, moduleid: String(custom.moduleid) })
    const { id } = await boss.create('/task/', body)
    const target = a.projects.clientless
    mustRefuse(await boss.try('PUT', `/task/${id}/`, { projectid: target }), 400, 18, 'moduleid', 'milestoneid')
    mustRefuse(await boss.try('PUT', `/task/${id}/`, { projectid: target, milestoneid: '' }), 400, 18, 'moduleid')
    const both = { projectid: target, moduleid: a.modules[0] ?? 0, milestoneid: a.milestones.unseen }
    mustRefuse(await boss.try('PUT', `/task/${id}/`, both), 400, 18, 'milestoneid')
    const moved = await boss.update(`/task/${id}/`, { ...both, milestoneid: null })
    assert.deepEqual([moved.projectid, moved.milestoneid], [String(target), null])
  })

  test('T-22: a milestone moves only without tasks, and only where its mover sees the project', async () => {
    const { a, b } = world()
    const manager = handOf(world(), a.tokens.manager)
    mustRefuse(
      await manager.try('PUT', `/milestone/${a.milestones.seen}/`, { projectid: a.projects.clientless }),
      400,
      18,
      'projectid',
      'task',
    )
    const free = await manager.create('/milestone/', {
      projectid: a.projects.seen,
      ownerid: a.people.manager,
      title: 'Free',
      datedue: '2026-06-01',
      complete: 'f',
    })
    for (const target of [a.projects.unseen, b.projects.seen, 2_147_483_647]) {
      mustRefuse(await manager.try('PUT', `/milestone/${free.id}/`, { projectid: target }), 400, 18, 'projectid')
    }
    assert.equal(
      (await manager.update(`/milestone/${free.id}/`, { projectid: a.projects.clientless })).projectid,
      String(a.projects.clientless),
    )
  })

  test('T-22: a client or contact entry is given only to people and projects of the same account', async () => {
    const { a, b } = world()
    const boss = handOf(world(), a.tokens.administrator)
    mustRefuse(await boss.try('PUT', `/project/${a.projects.seen}/`, { clientid: b.clients.seen }), 400, 18, 'clientid')
    mustRefuse(
      await boss.try('PUT', `/project/${a.projects.seen}/`, { managerid: b.people.manager }),
      400,
      18,
      'managerid',
    )
    mustRefuse(
      await boss.try('PUT', `/project/${a.projects.seen}/`, { managerid: a.people.resource }),
      400,
      18,
      'managerid',
    )
    mustRefuse(
      await boss.try('PUT', `/person/${a.people.resource}/`, { clientid: b.clients.seen }),
      400,
      18,
      'clientid',
    )
    const [entry] = (await boss.list(`/personcontact/?personid=${a.people.resource}`)).rows
    mustRefuse(
      await boss.try('PUT', `/personcontact/${entry?.id}/`, { personid: b.people.resource }),
      400,
      18,
      'personid',
    )
  })
})
