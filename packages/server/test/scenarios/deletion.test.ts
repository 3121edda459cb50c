// Deleting (decision 47): a record with references is kept and the error says how many records use it; parts are
// deleted with their parent; no reference is left dangling and no number is reused.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NextNumber, nextId } from '../../src/io/database.ts'
import { accountSlot, sql, sqlName } from '../../src/io/sql.ts'
import { assertRefusedWith, callerFor, ids, selectRows, suiteApiFixture, taskBody } from '../fixture/api-caller.ts'

suiteApiFixture((fixture) => {
  test('every record with references is kept, and the error says how many records use it', async () => {
    const { a } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const label = await administrator.create('/projectlabel/', {
      name: 'Held',
      color: '00ff00',
      priority: 1,
      active: 't',
    })
    await administrator.update(`/project/${a.projects.seen}/`, { labelid: String(label.id) })
    const held: readonly (readonly [path: string, holder: string])[] = [
      [`/client/${a.clients.seen}/`, 'project'],
      [`/person/${a.people.manager}/`, 'tasks'],
      [`/person/${a.people.resource}/`, 'task'],
      [`/milestone/${a.milestones.seen}/`, 'task'],
      [`/module/${a.modules[0]}/`, 'project module'],
      [`/worktype/${a.worktypes[0]}/`, 'project work type'],
      [`/taskpriority/${a.priorities[2]}/`, 'task'],
      [`/projectlabel/${label.id}/`, 'project'],
    ]
    for (const [path, holder] of held) {
      const before = await administrator.read(path)
      assertRefusedWith(await administrator.send('DELETE', path), 400, 18, holder)
      assert.deepEqual(await administrator.read(path), before, `${path} is unchanged`)
    }
    const person = String((await administrator.create('/person/', { firstname: 'Busy' })).id)
    const task = { assigneeid: person, followerid: person }
    await administrator.create('/task/', taskBody(a, task))
    const goal = { projectid: a.projects.seen, title: 'Goal', datedue: '2026-06-01', complete: 'f' }
    await administrator.create('/milestone/', { ...goal, ownerid: person })
    const answer = await administrator.send('DELETE', `/person/${person}/`)
    assertRefusedWith(answer, 400, 18, `id: person ${person} cannot be deleted: 1 milestone and 1 task still use it`)
    const busy = await administrator.create('/taskstatus/', { name: 'Busy', active: 't' })
    await administrator.create('/task/', taskBody(a, { statusid: String(busy.id) }))
    assertRefusedWith(await administrator.send('DELETE', `/taskstatus/${busy.id}/`), 400, 18, 'task')
  })

  test('I-31: a record without references is deleted, and is then missing everywhere', async () => {
    const { a } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const bodies: readonly (readonly [string, Record<string, string | number>])[] = [
      ['client', { name: 'Free', datecreated: '2026-01-01' }],
      ['person', { firstname: 'Free' }],
      ['project', { name: 'Free', datestart: '2026-01-01' }],
      [
        'milestone',
        { projectid: a.projects.seen, ownerid: a.people.manager, title: 'Free', datedue: '2026-06-01', complete: 'f' },
      ],
      ['task', taskBody(a) as Record<string, string | number>],
      ['module', { name: 'Free', active: 't' }],
      ['worktype', { name: 'Free', defaulthourlyrate: 1, active: 't' }],
      ['taskstatus', { name: 'Free', active: 't' }],
      ['taskpriority', { name: 'Free', color: 'ffffff', priority: 9 }],
      ['projectlabel', { name: 'Free', color: 'ffffff', priority: 9, active: 't' }],
      ['projectmodule', { projectid: a.projects.seen, module: 'Free', active: 't' }],
      ['projectworktype', { projectid: a.projects.seen, worktype: 'Free', hourlyrate: 1, active: 't' }],
      ['personcontact', { personid: a.people.manager, contacttypeid: 2, contactdescriptorid: 4, value: 'Free' }],
    ]
    for (const [resource, body] of bodies) {
      const { id } = await administrator.create(`/${resource}/`, body)
      const query = resource === 'personcontact' ? `?personid=${a.people.manager}&limit=0` : '?limit=0'
      assert.ok(ids(await administrator.list(`/${resource}/${query}`)).includes(Number(id)), `${resource} is listed`)
      await administrator.remove(`/${resource}/${id}/`)
      for (const method of ['GET', 'PUT', 'DELETE'] as const) {
        assertRefusedWith(
          await administrator.send(method, `/${resource}/${id}/`, method === 'PUT' ? {} : undefined),
          404,
          14,
          resource,
        )
      }
      assert.ok(
        !ids(await administrator.list(`/${resource}/${query}`)).includes(Number(id)),
        `${resource} is no longer listed`,
      )
    }
  })

  test('a project without time is deleted with its tasks, milestones, team, modules and notes, and counts are updated', async () => {
    const { a } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const project = await administrator.create('/project/', {
      name: 'Doomed',
      datestart: '2026-01-01',
      managerid: a.people.manager,
    })
    const projectid = Number(project.id)
    await administrator.create(`/projectteam/${projectid}/`, { personid: a.people.resource })
    const goal = { projectid, ownerid: a.people.manager, title: 'Doomed', datedue: '2026-06-01', complete: 'f' }
    const milestone = await administrator.create('/milestone/', goal)
    const own = await administrator.create('/projectmodule/', { projectid, module: 'Doomed', active: 't' })
    const body = taskBody(a, { projectid, milestoneid: String(milestone.id), moduleid: String(own.moduleid) })
    const task = await administrator.create('/task/', {
      ...body,
      followerid: a.people.resource,
      ownerid: a.people.resource,
    })
    await administrator.update(`/task/${task.id}/`, { title: 'Noted' })
    await administrator.update(`/milestone/${milestone.id}/`, { title: 'Noted' })
    const resources = ['task', 'milestone', 'projectmodule', 'projectworktype', 'project'] as const
    const counts = async () =>
      Promise.all(resources.map(async (one) => (await administrator.list(`/${one}/?limit=1`)).count))
    const before = await counts()
    const [, , modules = 0, worktypes = 0] = await Promise.all(
      resources.map(async (one) =>
        one === 'project' ? 1 : (await administrator.list(`/${one}/?projectid=${projectid}&limit=1`)).count,
      ),
    )
    await administrator.remove(`/project/${projectid}/`)
    const deletedCounts = [1, 1, modules, worktypes, 1]
    assert.deepEqual(
      await counts(),
      before.map((count, at) => count - (deletedCounts[at] ?? 0)),
      resources.join(),
    )
    for (const path of [`/task/${task.id}/`, `/milestone/${milestone.id}/`, `/projectmodule/${own.id}/`]) {
      assertRefusedWith(await administrator.send('GET', path), 404, 14)
    }
    for (const [table, key, id] of [
      ['projectteam', 'projectid', projectid],
      ['projectmanager', 'projectid', projectid],
      ['taskowner', 'taskid', Number(task.id)],
      ['taskfollower', 'taskid', Number(task.id)],
      ['tasknote', 'taskid', Number(task.id)],
      ['milestonenote', 'milestoneid', Number(milestone.id)],
    ] as const) {
      const rows = await selectRows(
        fixture(),
        a.accountid,
        sql`select 1 from ${sqlName(table)} where accountid = ${accountSlot} and ${sqlName(key)} = ${sql.raw(String(id))}`,
      )
      assert.equal(rows.length, 0, `rows left in ${table}`)
    }
  })

  test('a project with time is kept; a task is deleted with its notes and timers but not with time', async () => {
    const { a, database } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const task = await administrator.create('/task/', taskBody(a))
    const taskid = Number(task.id)
    await administrator.update(`/task/${taskid}/`, { title: 'Noted' })
    const time = await database.write(a.accountid, async (tx) => {
      await tx.insert('timer', { id: nextId, taskid, personid: a.people.resource, lastupdate: '2026-05-01 00:00:00' })
      return tx.insert('time', {
        id: nextId,
        projectid: a.projects.seen,
        moduleid: a.modules[0] ?? 0,
        taskid,
        worktypeid: a.worktypes[0] ?? 0,
        personid: a.people.resource,
        date: '2026-05-01',
        time: 1_000_000,
        billable: 't',
        datemodified: '2026-05-01 00:00:00',
      })
    })
    assertRefusedWith(await administrator.send('DELETE', `/project/${a.projects.seen}/`), 400, 18, 'time')
    assertRefusedWith(await administrator.send('DELETE', `/task/${taskid}/`), 400, 18, 'time')
    assertRefusedWith(await administrator.send('DELETE', `/person/${a.people.resource}/`), 400, 18, 'time')
    await database.write(a.accountid, (tx) => tx.remove('time', time))
    await administrator.remove(`/task/${taskid}/`)
    for (const table of ['tasknote', 'timer']) {
      const remaining = await selectRows(
        fixture(),
        a.accountid,
        sql`select 1 from ${sqlName(table)} where accountid = ${accountSlot} and taskid = ${sql.raw(String(taskid))}`,
      )
      assert.equal(remaining.length, 0, `rows left in ${table}`)
    }
  })

  test('a person without work is deleted with contacts, teams and tokens; the author of a note is kept', async () => {
    const { a, database } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const person = await administrator.create('/person/', { firstname: 'Guest', email: 'guest@example.com' })
    await administrator.create(`/projectteam/${a.projects.seen}/`, { personid: String(person.id) })
    await administrator.remove(`/person/${person.id}/`)
    const team = await administrator.read(`/projectteam/${a.projects.seen}/`)
    assert.ok(!(team.personid as unknown as string[]).includes(String(person.id)), 'projectteam.personid')
    const author = await database.write(a.accountid, async (tx) => {
      const id = await tx.insert('person', {
        id: nextId,
        localid: new NextNumber('person'),
        firstname: 'Author',
        active: 't',
        allprojects: 'f',
        private: 'f',
      })
      const note = {
        id: nextId,
        taskid: a.tasks.own,
        authorid: id,
        title: 'x',
        date: '2026-05-01 00:00:00',
        datemodified: '2026-05-01 00:00:00',
      }
      await tx.insert('tasknote', note)
      return id
    })
    assertRefusedWith(await administrator.send('DELETE', `/person/${author}/`), 400, 18, '1 task comment')
  })

  test('I-28: a number is never reused, even after its record was deleted', async () => {
    const { a } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    for (const [resource, body] of [
      ['client', { name: 'Number', datecreated: '2026-01-01' }],
      ['project', { name: 'Number', datestart: '2026-01-01' }],
      ['person', { firstname: 'Number' }],
      ['task', taskBody(a)],
    ] as const) {
      const first = await administrator.create(`/${resource}/`, body)
      await administrator.remove(`/${resource}/${first.id}/`)
      const second = await administrator.create(`/${resource}/`, body)
      assert.equal(Number(second.localid), Number(first.localid) + 1, `${resource}.localid`)
      assert.notEqual(second.id, first.id, `${resource}.id`)
    }
  })
})
