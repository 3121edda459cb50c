// Threat T-22: moving a record to another project. The caller needs to see both projects, and everything that depends
// on the project is checked again.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefusedWith, callerFor, errorMessagesIn, suiteApiFixture, taskBody } from '../fixture/api-caller.ts'

suiteApiFixture((fixture) => {
  test('T-22: a task moves only to a project that the caller sees; invisible, foreign and missing ones give the same error', async () => {
    const { a, b } = fixture()
    for (const role of ['manager', 'resource'] as const) {
      const caller = callerFor(fixture(), a.tokens[role])
      const { id } = await caller.create('/task/', taskBody(a, { ownerid: a.people[role] }))
      const messages = new Set<string>()
      for (const target of [a.projects.unseen, b.projects.seen, 2_147_483_647]) {
        const reply = await caller.send('PUT', `/task/${id}/`, { projectid: target, title: 'moved' })
        assertRefusedWith(reply, 400, 18, 'projectid')
        messages.add(errorMessagesIn(reply).replaceAll(String(target), 'N'))
        const created = await caller.send('POST', '/task/', taskBody(a, { projectid: target, ownerid: a.people[role] }))
        assertRefusedWith(created, 400, 18, 'projectid')
        messages.add(errorMessagesIn(created).replaceAll(String(target), 'N'))
      }
      assert.equal(messages.size, 1, [...messages].join('\n'))
      const unchanged = await caller.read(`/task/${id}/`)
      assert.deepEqual(
        [unchanged.projectid, unchanged.title],
        [String(a.projects.seen), 'A task'],
        `${role}: nothing moved`,
      )
      const moved = await caller.update(`/task/${id}/`, { projectid: a.projects.clientless })
      assert.deepEqual([moved.projectid, moved.clientid], [String(a.projects.clientless), null], role)
    }
    assertRefusedWith(
      await callerFor(fixture(), a.tokens.outsider).send('PUT', `/task/${a.tasks.own}/`, {
        projectid: a.projects.seen,
      }),
      404,
      14,
    )
    assertRefusedWith(
      await callerFor(fixture(), a.tokens.manager).send('PUT', `/task/${a.tasks.unseen}/`, {
        projectid: a.projects.seen,
      }),
      404,
      14,
    )
  })

  test('T-22: module and milestone of a moved task must belong to the new project', async () => {
    const { a } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const custom = await administrator.create('/projectmodule/', {
      projectid: a.projects.seen,
      module: 'Here only',
      active: 't',
    })
    const body = taskBody(a, { milestoneid: a.milestones.seen, moduleid: String(custom.moduleid) })
    const { id } = await administrator.create('/task/', body)
    const target = a.projects.clientless
    assertRefusedWith(
      await administrator.send('PUT', `/task/${id}/`, { projectid: target }),
      400,
      18,
      'moduleid',
      'milestoneid',
    )
    assertRefusedWith(
      await administrator.send('PUT', `/task/${id}/`, { projectid: target, milestoneid: '' }),
      400,
      18,
      'moduleid',
    )
    const both = { projectid: target, moduleid: a.modules[0] ?? 0, milestoneid: a.milestones.unseen }
    assertRefusedWith(await administrator.send('PUT', `/task/${id}/`, both), 400, 18, 'milestoneid')
    const moved = await administrator.update(`/task/${id}/`, { ...both, milestoneid: null })
    assert.deepEqual([moved.projectid, moved.milestoneid], [String(target), null])
  })

  test('T-22: a milestone moves only without tasks, and only to a project that the caller sees', async () => {
    const { a, b } = fixture()
    const manager = callerFor(fixture(), a.tokens.manager)
    assertRefusedWith(
      await manager.send('PUT', `/milestone/${a.milestones.seen}/`, { projectid: a.projects.clientless }),
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
      assertRefusedWith(
        await manager.send('PUT', `/milestone/${free.id}/`, { projectid: target }),
        400,
        18,
        'projectid',
      )
    }
    assert.equal(
      (await manager.update(`/milestone/${free.id}/`, { projectid: a.projects.clientless })).projectid,
      String(a.projects.clientless),
    )
  })

  test('T-22: projects, people and contact entries refer only to clients and people of the same account', async () => {
    const { a, b } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    assertRefusedWith(
      await administrator.send('PUT', `/project/${a.projects.seen}/`, { clientid: b.clients.seen }),
      400,
      18,
      'clientid',
    )
    assertRefusedWith(
      await administrator.send('PUT', `/project/${a.projects.seen}/`, { managerid: b.people.manager }),
      400,
      18,
      'managerid',
    )
    assertRefusedWith(
      await administrator.send('PUT', `/project/${a.projects.seen}/`, { managerid: a.people.resource }),
      400,
      18,
      'managerid',
    )
    assertRefusedWith(
      await administrator.send('PUT', `/person/${a.people.resource}/`, { clientid: b.clients.seen }),
      400,
      18,
      'clientid',
    )
    const [entry] = (await administrator.list(`/personcontact/?personid=${a.people.resource}`)).rows
    assertRefusedWith(
      await administrator.send('PUT', `/personcontact/${entry?.id}/`, { personid: b.people.resource }),
      400,
      18,
      'personid',
    )
  })

  test('T-22: a request moves only to a project that the caller sees, and out of a project only if the caller still sees it', async () => {
    const { a, b } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    for (const role of ['manager', 'resource', 'executive'] as const) {
      const caller = callerFor(fixture(), a.tokens[role])
      const body = { personid: a.people[role], priorityid: a.priorities[0] ?? 0, title: 'Wish' }
      const { id } = await caller.create('/request/', { ...body, projectid: a.projects.seen })
      const messages = new Set<string>()
      for (const projectid of [a.projects.unseen, a.projects.inactive, b.projects.seen, 2_147_483_647]) {
        const moved = await caller.send('PUT', `/request/${id}/`, { projectid, title: 'moved' })
        const created = await caller.send('POST', '/request/', { ...body, projectid })
        for (const reply of [moved, created]) {
          assertRefusedWith(reply, 400, 18, 'projectid')
          messages.add(errorMessagesIn(reply).replaceAll(String(projectid), 'N'))
        }
      }
      assert.equal(messages.size, 1, [...messages].join('\n'))
      const unchanged = await caller.read(`/request/${id}/`)
      assert.deepEqual(
        [unchanged.projectid, unchanged.title],
        [String(a.projects.seen), 'Wish'],
        `${role}: nothing moved`,
      )
      const moved = await caller.update(`/request/${id}/`, { projectid: a.projects.clientless })
      assert.equal(moved.project, 'Clientless project a')
      assert.equal(
        (await caller.update(`/request/${id}/`, { projectid: '' })).projectid,
        null,
        'a person sees their own request',
      )
      assert.equal((await caller.update(`/request/${id}/`, { projectid: a.projects.seen })).client, 'Seen client a')
    }
    const manager = callerFor(fixture(), a.tokens.manager)
    const other = { personid: a.people.resource, priorityid: a.priorities[0] ?? 0, title: 'Wish' }
    const { id } = await administrator.create('/request/', { ...other, projectid: a.projects.seen })
    assertRefusedWith(await manager.send('PUT', `/request/${id}/`, { projectid: '' }), 403, 10, 'projectid')
    await administrator.update(`/person/${a.people.manager}/`, { mailqueue: 't' })
    assert.equal((await manager.update(`/request/${id}/`, { projectid: '' })).projectid, null)
    await administrator.update(`/person/${a.people.manager}/`, { mailqueue: 'f' })
    assertRefusedWith(await manager.send('PUT', `/request/${id}/`, { projectid: a.projects.seen }), 404, 14)
  })

  test('T-22: an expense moves only to a project that the caller sees, and only with people of its team', async () => {
    const { a, b } = fixture()
    const [administrator, manager] = [
      callerFor(fixture(), a.tokens.administrator),
      callerFor(fixture(), a.tokens.manager),
    ]
    const body = { projectid: a.projects.seen, date: '2026-05-01', expense: 1, fee: 2, personid: a.people.resource }
    const { id } = await manager.create('/expense/', body)
    const messages = new Set<string>()
    for (const projectid of [a.projects.unseen, a.projects.inactive, b.projects.seen, 2_147_483_647]) {
      const moved = await manager.send('PUT', `/expense/${id}/`, { projectid, fee: 3 })
      const created = await manager.send('POST', '/expense/', { ...body, projectid })
      for (const reply of [moved, created]) {
        assertRefusedWith(reply, 400, 18, 'projectid')
        messages.add(errorMessagesIn(reply).replaceAll(String(projectid), 'N'))
      }
    }
    assert.equal(messages.size, 1, [...messages].join('\n'))
    const unchanged = await manager.read(`/expense/${id}/`)
    assert.deepEqual([unchanged.projectid, unchanged.fee], [String(a.projects.seen), '2'], 'nothing moved')
    const project = await administrator.create('/project/', { name: 'Without the resource', datestart: '2026-01-01' })
    await administrator.create(`/projectteam/${project.id}/`, { personid: a.people.manager })
    const target = { projectid: String(project.id) }
    assertRefusedWith(await manager.send('PUT', `/expense/${id}/`, target), 400, 18, 'personid')
    const moved = await manager.update(`/expense/${id}/`, { ...target, personid: a.people.manager })
    assert.deepEqual([moved.project, moved.personid], ['Without the resource', String(a.people.manager)])
    assertRefusedWith(
      await manager.send('PUT', `/expense/${id}/`, { projectid: b.projects.seen }),
      400,
      18,
      'projectid',
    )
    const hidden = await administrator.create('/expense/', { ...body, projectid: a.projects.unseen })
    assertRefusedWith(await manager.send('PUT', `/expense/${hidden.id}/`, { projectid: a.projects.seen }), 404, 14)
    assert.equal(
      (await administrator.update(`/expense/${hidden.id}/`, target)).personid,
      String(a.people.resource),
      'anyone',
    )
    await administrator.update(`/person/${a.people.resource}/`, { active: 'f' })
    const back = await administrator.update(`/expense/${hidden.id}/`, { projectid: a.projects.seen })
    assert.equal(back.personid, String(a.people.resource), 'the expense of an inactive person keeps its person')
    await administrator.update(`/person/${a.people.resource}/`, { active: 't' })
  })
})
