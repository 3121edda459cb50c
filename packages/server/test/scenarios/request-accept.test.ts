// Accepting a request: what the new task takes over, which fields are required, who may accept, what happens to
// documents, and that a request becomes one task even if several people accept it at once.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextId } from '../../src/io/database.ts'
import { accountSlot, slot, sql, statement } from '../../src/io/sql.ts'
import {
  type ApiCaller,
  assertRefusedWith,
  callerFor,
  errorMessagesIn,
  type Fields,
  ids,
  recordIn,
  secondServer,
  suiteApiFixture,
} from '../fixture/api-caller.ts'
import type { AccountFixture, ApiFixture, PersonName } from '../fixture/api-fixture.ts'
import { assertUnchanged } from '../fixture/dump.ts'
import type { JsonObject } from '../fixture/request-parts.ts'

const requestBody = (a: AccountFixture, more: JsonObject = {}): JsonObject => ({
  personid: a.people.executive,
  projectid: a.projects.seen,
  priorityid: a.priorities[1] ?? 0,
  title: 'A new logo',
  description: '<p>Blue</p>',
  datedue: '2026-07-01',
  ...more,
})

const attachDocument = ({ database, a }: ApiFixture, queueid: number, title: string): Promise<number> =>
  database.write(a.accountid, (tx) =>
    tx.insert('document', {
      id: nextId,
      personid: a.people.executive,
      queueid,
      title,
      filename: `${title}.txt`,
      filesize: 1,
      datecreated: '2026-05-01 08:00:00',
      datemodified: '2026-05-01 08:00:00',
    }),
  )

const documentById = statement(sql`select document.queueid, document.taskid from document
  where document.accountid = ${accountSlot} and document.id = ${slot('id')}`)

/** The request and the task of a document. */
const documentParents = async ({ database, a }: ApiFixture, id: number): Promise<(number | null)[] | null> => {
  const row = await database.read(a.accountid, (tx) => tx.first(documentById, { id }))
  return row === undefined ? null : row.map((cell) => (cell === null ? null : Number(cell)))
}

/** A project with a single active module, and with the team of the seen project. */
async function projectWithOneModule(
  administrator: ApiCaller,
  a: AccountFixture,
): Promise<{ projectid: number; moduleid: string }> {
  const project = await administrator.create('/project/', { name: 'One module', datestart: '2026-01-01' })
  const { rows } = await administrator.list(`/projectmodule/?projectid=${project.id}&limit=0`)
  for (const { id } of rows.slice(1)) await administrator.update(`/projectmodule/${id}/`, { active: 'f' })
  const { manager, resource, executive, restricted } = a.people
  for (const personid of [manager, resource, executive, restricted]) {
    await administrator.create(`/projectteam/${project.id}/`, { personid })
  }
  return { projectid: Number(project.id), moduleid: String(rows[0]?.moduleid) }
}

suiteApiFixture((fixture, _kind, testDatabase) => {
  const caller = (name: PersonName): ApiCaller => callerFor(fixture(), fixture().a.tokens[name])
  const module = (): JsonObject => ({ moduleid: fixture().a.modules[0] ?? 0 })
  const ask = (more: JsonObject = {}): Promise<Fields> =>
    caller('administrator').create('/request/', requestBody(fixture().a, more))

  test('accepting a request creates a task with its values, owned by the caller and open from today', async () => {
    const { a } = fixture()
    for (const name of ['administrator', 'manager', 'resource', 'restricted'] as const) {
      const request = await ask()
      const task = await caller(name).create(`/request/${request.id}/accept/`, module())
      assert.deepEqual(
        [task.queueid, task.title, task.summary, task.datedue, task.priorityid, task.projectid, task.ownerid],
        [request.id, 'A new logo', '<p>Blue</p>', '2026-07-01', request.priorityid, request.projectid].concat(
          String(a.people[name]),
        ),
        name,
      )
      assert.deepEqual([task.status, task.dateopen, task.dateclosed], ['Open', '2026-05-14', null])
      assert.deepEqual(await caller(name).read(`/task/${task.id}/`), task)
      const after = await caller(name).read(`/request/${request.id}/`)
      assert.deepEqual([after.accepted, after.taskid, after.tasklocalid], ['t', task.id, task.localid])
    }
  })

  test('the body may override values, under all rules of a task', async () => {
    const { a } = fixture()
    const request = await ask()
    const body = {
      ...module(),
      title: 'Logo, blue',
      summary: '',
      datedue: '',
      statusid: a.statuses.progress,
      priorityid: a.priorities[4] ?? 0,
      ownerid: a.people.resource,
      assigneeid: `${a.people.resource},${a.people.manager}`,
      estimate: '2.5',
      projectid: a.projects.clientless,
    }
    const path = `/request/${request.id}/accept/`
    assertRefusedWith(
      await caller('resource').send('POST', path, { ...module(), ownerid: a.people.manager }),
      403,
      10,
      'ownerid',
    )
    assertRefusedWith(await caller('manager').send('POST', path, { ...body, queueid: 5 }), 400, 17, 'queueid')
    assertRefusedWith(
      await caller('manager').send('POST', path, { ...body, estimate: '-1', title: '' }),
      400,
      18,
      'estimate',
      'title',
    )
    const unseen = { ...body, projectid: a.projects.unseen }
    assertRefusedWith(await caller('manager').send('POST', path, unseen), 400, 18, 'projectid')
    assert.equal((await caller('manager').read(`/request/${request.id}/`)).accepted, 'f')
    const task = await caller('manager').create(path, body)
    assert.deepEqual(
      [task.title, task.summary, task.datedue, task.status, task.priority, task.estimate, task.project],
      ['Logo, blue', '', null, 'In Progress', '5', '2.5', 'Clientless project a'],
    )
    assert.equal(task.queueid, request.id)
  })

  test('the module is required unless the project has only one active module', async () => {
    const { a } = fixture()
    const administrator = caller('administrator')
    const { projectid, moduleid } = await projectWithOneModule(administrator, a)
    const several = await ask()
    assertRefusedWith(await administrator.send('POST', `/request/${several.id}/accept/`), 400, 18, 'moduleid')
    assertRefusedWith(await administrator.send('POST', `/request/${several.id}/accept/`, {}), 400, 18, 'moduleid')
    const one = await ask({ projectid })
    assert.equal((await caller('manager').create(`/request/${one.id}/accept/`, {})).moduleid, moduleid)
    const nowhere = await ask({ projectid: '', personid: a.people.manager })
    const path = `/request/${nowhere.id}/accept/`
    assertRefusedWith(await caller('manager').send('POST', path, {}), 400, 18, 'projectid', 'moduleid')
    const task = await caller('manager').create(path, { projectid })
    assert.deepEqual([task.moduleid, task.projectid], [moduleid, String(projectid)])
  })

  test('T-22: an invisible project reveals nothing about its modules', async () => {
    const { a, b } = fixture()
    const administrator = caller('administrator')
    const { projectid } = await projectWithOneModule(administrator, a)
    await administrator.remove(`/projectteam/${projectid}/`, { personid: a.people.manager })
    const request = await ask()
    const messages = new Set<string>()
    for (const target of [projectid, a.projects.unseen, b.projects.seen, 2_147_483_647]) {
      const reply = await caller('manager').send('POST', `/request/${request.id}/accept/`, { projectid: target })
      assertRefusedWith(reply, 400, 18)
      messages.add(errorMessagesIn(reply).replaceAll(String(target), 'N'))
    }
    assert.equal(messages.size, 1, [...messages].join('\n'))
  })

  test('a request is accepted once; Executives, people who do not see it and other verbs are rejected, and nothing is written', async () => {
    const request = await ask()
    const path = `/request/${request.id}/accept/`
    await assertUnchanged(fixture().database, 'refused', async () => {
      assertRefusedWith(await caller('executive').send('POST', path, module()), 403, 10)
      assertRefusedWith(await caller('outsider').send('POST', path, module()), 404, 14)
      assertRefusedWith(await caller('administrator').send('GET', path), 400, 16)
      assertRefusedWith(await caller('administrator').send('POST', `/request/${request.id}/reject/`), 400, 15)
      const inactive = { ...module(), statusid: 2_147_483_647 }
      assertRefusedWith(await caller('administrator').send('POST', path, inactive), 400, 18, 'statusid')
    })
    await caller('resource').create(path, module())
    await assertUnchanged(fixture().database, 'accepted twice', async () => {
      for (const name of ['administrator', 'resource'] as const) {
        assertRefusedWith(await caller(name).send('POST', path, module()), 400, 18, 'already accepted')
      }
    })
  })

  test('T-64: of many callers on two servers who accept a request at once, one creates the task', async () => {
    const { a } = fixture()
    const second = await secondServer(fixture(), testDatabase())
    const callers = [caller('manager'), callerFor(second, a.tokens.manager), caller('resource')]
    for (let round = 0; round < 4; round++) {
      const request = await ask({ title: `Round ${round}` })
      const replies = await Promise.all(
        [...callers, ...callers].map((each) => each.send('POST', `/request/${request.id}/accept/`, module())),
      )
      const [created, ...more] = replies.filter(({ status }) => status === 201)
      assert.ok(created !== undefined && more.length === 0, replies.map(({ text }) => text).join('\n'))
      for (const reply of replies) if (reply.status !== 201) assertRefusedWith(reply, 400, 18)
      const { rows } = await caller('administrator').list('/task/?limit=0&search=Round')
      assert.equal(rows.filter(({ queueid }) => queueid === request.id).length, 1)
      assert.equal((await caller('manager').read(`/request/${request.id}/`)).taskid, recordIn(created).id)
    }
    await second.database.close()
  })

  test('the documents of a request belong to its task too, and stay with the request', async () => {
    const request = await ask()
    const other = await ask()
    const mine = [
      await attachDocument(fixture(), Number(request.id), 'draft'),
      await attachDocument(fixture(), Number(request.id), 'colours'),
    ]
    const theirs = await attachDocument(fixture(), Number(other.id), 'else')
    const task = await caller('manager').create(`/request/${request.id}/accept/`, module())
    for (const id of mine) assert.deepEqual(await documentParents(fixture(), id), [Number(request.id), Number(task.id)])
    assert.deepEqual(await documentParents(fixture(), theirs), [Number(other.id), null])
  })

  test('T-70: an accepted request is kept as long as its task; deleting the task returns it to the queue', async () => {
    const request = await ask()
    const document = await attachDocument(fixture(), Number(request.id), 'kept')
    const task = await caller('manager').create(`/request/${request.id}/accept/`, module())
    for (const name of ['administrator', 'manager', 'executive'] as const) {
      assertRefusedWith(await caller(name).send('DELETE', `/request/${request.id}/`), 400, 18, 'task')
    }
    await caller('manager').remove(`/task/${task.id}/`)
    const back = await caller('manager').read(`/request/${request.id}/`)
    assert.deepEqual([back.accepted, back.taskid], ['f', null])
    assert.deepEqual(
      await documentParents(fixture(), document),
      [Number(request.id), null],
      'its document belongs to the request again',
    )
    const again = await caller('manager').create(`/request/${request.id}/accept/`, module())
    assert.deepEqual(await documentParents(fixture(), document), [Number(request.id), Number(again.id)])
    await caller('manager').remove(`/task/${again.id}/`)
    await caller('executive').remove(`/request/${request.id}/`)
    assert.equal(await documentParents(fixture(), document), null, 'the documents of a request are deleted with it')
  })

  test('T-70: a deleted project deletes its tasks, but not requests without a project or their documents', async () => {
    const administrator = caller('administrator')
    const doomed = await administrator.create('/project/', { name: 'Doomed', datestart: '2026-01-01' })
    const nowhere = await ask({ projectid: '' })
    const drawing = await attachDocument(fixture(), Number(nowhere.id), 'drawing')
    await administrator.create(`/request/${nowhere.id}/accept/`, { ...module(), projectid: String(doomed.id) })
    await administrator.remove(`/project/${doomed.id}/`)
    assert.equal(
      (await administrator.read(`/request/${nowhere.id}/`)).accepted,
      'f',
      'the tasks of a project are deleted with it',
    )
    assert.deepEqual(
      await documentParents(fixture(), drawing),
      [Number(nowhere.id), null],
      'but not the documents of a request',
    )
  })

  test('T-70: priorities, people and projects with requests are not deleted, and the error names the requests', async () => {
    const { a } = fixture()
    const administrator = caller('administrator')
    const priority = await administrator.create('/taskpriority/', { name: 'Named', color: '123456', priority: 6 })
    await ask({ priorityid: String(priority.id) })
    for (const path of [
      `/taskpriority/${priority.id}/`,
      `/person/${a.people.executive}/`,
      `/project/${a.projects.seen}/`,
    ]) {
      assertRefusedWith(await administrator.send('DELETE', path), 400, 18, 'request')
    }
  })

  test('accepted requests stay in the list; the filter `accepted` selects the open or the accepted ones', async () => {
    const administrator = caller('administrator')
    const [waiting, done] = [await ask(), await ask()]
    await administrator.create(`/request/${done.id}/accept/`, module())
    const listed = async (query: string) => ids(await administrator.list(`/request/?limit=0&${query}`))
    const [all, open, closed] = [await listed(''), await listed('accepted=f'), await listed('accepted=t')]
    assert.ok(all.includes(Number(waiting.id)) && all.includes(Number(done.id)))
    assert.ok(open.includes(Number(waiting.id)) && !open.includes(Number(done.id)))
    assert.ok(closed.includes(Number(done.id)) && !closed.includes(Number(waiting.id)))
    assert.equal(open.length + closed.length, all.length)
  })

  test('T-05: the id of the task is shown only to people who see the task; that it was accepted is shown to all', async () => {
    const { a } = fixture()
    const request = await ask({ personid: a.people.restricted })
    const task = await caller('resource').create(`/request/${request.id}/accept/`, module())
    for (const name of ['administrator', 'manager', 'resource', 'executive'] as const) {
      assert.equal((await caller(name).read(`/request/${request.id}/`)).taskid, task.id, name)
    }
    const hidden = await caller('restricted').read(`/request/${request.id}/`)
    assert.deepEqual([hidden.accepted, hidden.taskid, hidden.tasklocalid], ['t', null, null])
    const reply = await caller('restricted').send('POST', `/request/${request.id}/accept/`, module())
    assertRefusedWith(reply, 400, 18, 'already accepted')
    assert.ok(!errorMessagesIn(reply).includes(String(task.localid)), errorMessagesIn(reply))
  })

  test('a task is found by the text of its request', async () => {
    const request = await ask({ title: 'Ünusual wish', description: '<p>with a fountain</p>' })
    const task = await caller('manager').create(`/request/${request.id}/accept/`, {
      ...module(),
      title: 'Build',
      summary: '',
    })
    for (const words of ['ünusual', 'FOUNTAIN']) {
      const matches = await caller('manager').list(`/task/?search=${encodeURIComponent(words)}`)
      assert.ok(ids(matches).includes(Number(task.id)), words)
    }
  })
})
