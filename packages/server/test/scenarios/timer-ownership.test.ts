// The owners of timers: who writes and sees them, which list shows which, and what happens when their task becomes
// invisible or is deleted. Running timers are tested in `timer.test.ts`.
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { assertRefusedWith, type Fields, ids, personBody, sorted, suiteApiFixture } from '../fixture/api-caller.ts'
import { fixtureNow } from '../fixture/api-fixture.ts'
import { assertUnchanged } from '../fixture/dump.ts'
import { callerNamed, newTask, performAction, SECOND_MS } from './timer-actions.ts'

suiteApiFixture((fixture) => {
  beforeEach(() => fixture().clock.moveTo(fixtureNow))

  test('T-25: everyone writes their own timers; an Administrator those of anyone who can have one', async () => {
    const { a, database } = fixture()
    const administrator = callerNamed(fixture(), 'administrator')
    const taskid = await newTask(fixture(), { assigneeid: a.people.restricted })
    const theirs = await administrator.create('/timer/', {
      personid: a.people.manager,
      taskid,
      name: 'Started for you',
    })
    assert.equal((await callerNamed(fixture(), 'manager').read(`/timer/${theirs.id}/`)).name, 'Started for you')
    await assertUnchanged(database, 'timers of others', async () => {
      for (const name of ['manager', 'resource', 'restricted'] as const) {
        const own = callerNamed(fixture(), name)
        for (const personid of [a.people.administrator, a.people.outsider, a.people.executive, 2147483647]) {
          assertRefusedWith(await own.send('POST', '/timer/', { personid, taskid }), 403, 10, 'personid')
        }
      }
      const resource = callerNamed(fixture(), 'resource')
      assertRefusedWith(await resource.send('GET', `/timer/${theirs.id}/`), 404, 14)
      assertRefusedWith(await resource.send('PUT', `/timer/${theirs.id}/`, { name: 'Mine' }), 404, 14)
      assertRefusedWith(await resource.send('DELETE', `/timer/${theirs.id}/`), 404, 14)
      for (const action of ['pause', 'resume', 'apply']) {
        assertRefusedWith(await resource.send('POST', `/timer/${theirs.id}/${action}/`), 404, 14)
      }
      const rejected = [
        [a.people.executive, 'is not an Administrator, Manager or Resource'],
        [a.people.inactive, 'is inactive'],
        [fixture().b.people.resource, 'does not exist, or you cannot see it'],
      ] as const
      for (const [personid, reason] of rejected) {
        const reply = await administrator.send('POST', '/timer/', { personid })
        assertRefusedWith(reply, 400, 18, `personid: "${personid}" ${reason}`)
      }
      const executive = callerNamed(fixture(), 'executive')
      for (const [method, path] of [
        ['GET', '/timer/'],
        ['POST', '/timer/'],
        ['GET', `/timer/${theirs.id}/`],
        ['PUT', `/timer/${theirs.id}/`],
        ['DELETE', `/timer/${theirs.id}/`],
        ['POST', `/timer/${theirs.id}/pause/`],
        ['POST', `/timer/${theirs.id}/apply/`],
      ] as const) {
        assertRefusedWith(await executive.send(method, path, { personid: a.people.executive }), 403, 10)
      }
    })
    const mine = await callerNamed(fixture(), 'resource').create('/timer/', { personid: a.people.resource })
    assertRefusedWith(
      await callerNamed(fixture(), 'resource').send('PUT', `/timer/${mine.id}/`, { personid: a.people.manager }),
      403,
      10,
      'personid',
    )
    assert.equal(
      (await performAction(administrator, `/timer/${mine.id}/pause/`)).isrunning,
      'f',
      'an Administrator may stop it',
    )
  })

  test('a list shows task timers, or general ones, or both with the fields of the task', async () => {
    const { a } = fixture()
    const [resource, administrator] = [callerNamed(fixture(), 'resource'), callerNamed(fixture(), 'administrator')]
    for (const { id } of (await resource.list('/timer/?gettimerinfo=t&limit=0')).rows) {
      await resource.remove(`/timer/${id}/`)
    }
    const inSeen = await newTask(fixture(), { title: 'Paint it' })
    const clientless = await newTask(fixture(), { projectid: a.projects.clientless })
    const start = async (body: Record<string, number>) =>
      Number((await resource.create('/timer/', { personid: a.people.resource, ...body })).id)
    const [one, two, three] = [await start({ taskid: inSeen }), await start({}), await start({ taskid: clientless })]
    const list = async (query: string) => ids(await resource.list(`/timer/?${query}`))
    assert.deepEqual(await list(''), [one, three], 'task timers')
    assert.deepEqual(await list('generaltimers=f'), [one, three])
    assert.deepEqual(await list('generaltimers=t'), [two], 'general timers instead')
    assert.deepEqual(await list('gettimerinfo=f'), [one, three])
    assert.deepEqual(await list('gettimerinfo=t'), [one, two, three], 'both')
    assert.deepEqual(await list('gettimerinfo=t&generaltimers=t'), [two], 'filters are combined with and')
    assert.deepEqual(await list('gettimerinfo=1&generaltimers=false'), [one, three])
    assert.deepEqual(await list(`taskid=${inSeen}`), [one])
    assert.deepEqual(await list(`projectid=${a.projects.clientless}`), [three])
    assert.deepEqual(await list(`clientid=${a.clients.seen}`), [one])
    assert.deepEqual(await list(`gettimerinfo=t&projectid=${a.projects.seen}`), [one])
    assert.deepEqual(await list(`personid=${a.people.manager}`), [], "not another's")
    const everyone = ids(await administrator.list('/timer/?limit=0&gettimerinfo=t'))
    assert.ok(
      [one, two, three].every((id) => everyone.includes(id)),
      'an Administrator sees them all',
    )
    assert.deepEqual(ids(await administrator.list(`/timer/?personid=${a.people.resource}&gettimerinfo=t`)), [
      one,
      two,
      three,
    ])
    const [withTask, general] = (await resource.list('/timer/?gettimerinfo=t')).rows
    const info = ({ task, projectid, project, clientid, client, moduleid, module }: Fields) =>
      [task, projectid, project, clientid, client, moduleid, typeof module] as const
    assert.deepEqual(withTask && info(withTask), [
      'Paint it',
      String(a.projects.seen),
      'Seen project a',
      String(a.clients.seen),
      'Seen client a',
      String(a.modules[0]),
      'string',
    ])
    assert.deepEqual(general && info(general), [null, null, null, null, null, null, 'object'])
    const [plain] = (await resource.list('/timer/')).rows
    assert.ok(plain !== undefined && !('project' in plain), 'the fields are shown without gettimerinfo')
    assertRefusedWith(await resource.send('GET', '/timer/?gettimerinfo=yes'), 400, 18, 'gettimerinfo')
  })

  test('timers can be sorted by their last start or stop', async () => {
    const { a, clock } = fixture()
    const manager = callerNamed(fixture(), 'manager')
    const mine = async (query: string) => ids(await manager.list(`/timer/?generaltimers=t&limit=0&${query}`))
    const existing = await mine('')
    const start = () => manager.create('/timer/', { personid: a.people.manager })
    const [first, next] = [await start(), await start()]
    clock.moveBy(SECOND_MS)
    await performAction(manager, `/timer/${first.id}/pause/`)
    const pair = [Number(first.id), Number(next.id)]
    const ofPair = (list: readonly number[]) => list.filter((id) => pair.includes(id))
    assert.deepEqual(ofPair(await mine('sortfield=lastupdate&sortdir=DESC')), pair)
    assert.deepEqual(ofPair(await mine('sortfield=lastupdate')), [...pair].reverse())
    assert.deepEqual(sorted(await mine('')), sorted([...existing, ...pair]))
    assertRefusedWith(await manager.send('GET', '/timer/?sortfield=totaltime'), 400, 17, 'sortfield')
  })

  test('a timer stays with its owner when its task becomes invisible, but shows nothing of the task', async () => {
    const { a, database } = fixture()
    const [resource, administrator] = [callerNamed(fixture(), 'resource'), callerNamed(fixture(), 'administrator')]
    const taskid = await newTask(fixture())
    const { id } = await resource.create('/timer/', { personid: a.people.resource, taskid, starttime: '', time: 60 })
    await administrator.update(`/task/${taskid}/`, { projectid: a.projects.unseen, title: 'Behind closed doors' })
    const unchanged = await resource.read(`/timer/${id}/`)
    assert.deepEqual([unchanged.taskid, unchanged.task, unchanged.tasklocalid], [String(taskid), null, null])
    const listed = (await resource.list('/timer/?gettimerinfo=t&limit=0')).rows.find((row) => row.id === id)
    assert.deepEqual([listed?.project, listed?.client, listed?.moduleid], [null, null, null])
    assert.deepEqual(ids(await resource.list(`/timer/?projectid=${a.projects.unseen}`)), [])
    assert.deepEqual(ids(await resource.list(`/timer/?clientid=${a.clients.unseen}`)), [])
    assert.equal((await administrator.read(`/timer/${id}/`)).task, 'Behind closed doors')
    assert.equal((await performAction(resource, `/timer/${id}/resume/`)).isrunning, 't')
    await assertUnchanged(database, 'a timer of an unseen task', async () => {
      const start = await resource.send('POST', '/timer/', { personid: a.people.resource, taskid: a.tasks.unseen })
      assertRefusedWith(start, 400, 18, 'taskid', 'does not exist, or you cannot see it')
    })
  })

  test('deleting a task or a person deletes its timers', async () => {
    const { a } = fixture()
    const [resource, administrator] = [callerNamed(fixture(), 'resource'), callerNamed(fixture(), 'administrator')]
    const taskid = await newTask(fixture())
    const { id } = await resource.create('/timer/', { personid: a.people.resource, taskid })
    await administrator.remove(`/task/${taskid}/`)
    assertRefusedWith(await resource.send('GET', `/timer/${id}/`), 404, 14)
    const person = await administrator.create('/person/', personBody('Short', 4))
    const theirs = await administrator.create('/timer/', { personid: Number(person.id) })
    await administrator.remove(`/person/${person.id}/`)
    assertRefusedWith(await administrator.send('GET', `/timer/${theirs.id}/`), 404, 14)
  })
})
