// Documents: what they belong to, who may see and write them, versions, tags and filters (decision 49). Downloads are
// tested in `document-download.test.ts`, stored files in `document-files.test.ts`.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  assertRefusedWith,
  callerFor,
  ids,
  secondServer,
  sorted,
  suiteApiFixture,
  taskBody,
} from '../fixture/api-caller.ts'
import { fixtureNow } from '../fixture/api-fixture.ts'
import { multipartBody, multipartPart } from '../fixture/request-parts.ts'
import { formType, multipartForm, sendUpload, upload } from './file-upload.ts'

suiteApiFixture((fixture, _kind, testDatabase) => {
  const callers = () => {
    const { a } = fixture()
    return {
      a,
      boss: callerFor(fixture(), a.tokens.administrator),
      manager: callerFor(fixture(), a.tokens.manager),
      resource: callerFor(fixture(), a.tokens.resource),
      restricted: callerFor(fixture(), a.tokens.restricted),
      executive: callerFor(fixture(), a.tokens.executive),
    }
  }

  test('a file uploaded to a project becomes a document with the name of the file as its title', async () => {
    const { a, resource } = callers()
    const created = await upload(resource, { projectid: a.projects.seen }, { content: 'Grüße', type: 'text/plain' })
    const { id, ...record } = created
    assert.deepEqual(record, {
      personid: String(a.people.resource),
      title: 'plan.txt',
      notes: '',
      filename: 'plan.txt',
      filesize: '7',
      version: '1',
      public: 'f',
      active: 't',
      datecreated: '2026-05-14 10:00:00',
      datemodified: '2026-05-14 10:00:00',
      projectid: String(a.projects.seen),
      taskid: null,
      milestoneid: null,
      queueid: null,
      tags: '',
      project: 'Seen project a',
      clientid: String(a.clients.seen),
      client: 'Seen client a',
      person: 'resource Of-a',
      projectlabel: null,
      projectlabel_order: null,
      projectlabelid: null,
    })
    assert.deepEqual(await resource.read(`/document/${id}/`), created)
  })

  test('title, notes and other fields may come before or after the file', async () => {
    const { a, manager } = callers()
    const fields = {
      title: 'The plan',
      notes: 'For <b>all</b>',
      public: 'true',
      active: '0',
      tags: 'x',
      taskid: a.tasks.own,
    }
    const created = await upload(manager, fields)
    const values = [
      created.title,
      created.notes,
      created.public,
      created.active,
      created.tags,
      created.taskid,
      created.projectid,
    ]
    const [task, project] = [String(a.tasks.own), String(a.projects.seen)]
    assert.deepEqual(
      values,
      ['The plan', 'For <b>all</b>', 't', 'f', 'x', task, project],
      'the project of the task is shown',
    )
  })

  test('a document has one parent: none or two are rejected, and the file is required', async () => {
    const { a, manager } = callers()
    assertRefusedWith(await sendUpload(manager, {}), 400, 18, 'projectid: send one of projectid')
    const two = await sendUpload(manager, { projectid: a.projects.seen, taskid: a.tasks.own })
    assertRefusedWith(
      two,
      400,
      18,
      'projectid: a document belongs to one record',
      'taskid: a document belongs to one record',
    )
    assertRefusedWith(
      await manager.send('POST', '/document/', { projectid: a.projects.seen }),
      400,
      18,
      'file: is required',
    )
    const xml = `<document><projectid>${a.projects.seen}</projectid></document>`
    const asXml = await manager.send('POST', '/document/', xml, { 'content-type': 'application/xml' })
    assertRefusedWith(asXml, 400, 18, 'file: is required')
    const text = await manager.send('POST', '/document/', `{"file":"words","projectid":${a.projects.seen}}`, {
      'content-type': 'application/json',
    })
    assertRefusedWith(text, 400, 18, 'file: "words" must be a file')
  })

  test('naming another parent moves a document; without its task it stays in the project', async () => {
    const { a, manager } = callers()
    const { id } = await upload(manager, { taskid: a.tasks.own })
    const path = `/document/${id}/`
    const placesOf = async (body: Record<string, string | number>) => {
      const { projectid, taskid, milestoneid, queueid } = await manager.update(path, body)
      return [projectid, taskid, milestoneid, queueid].map((one) => (one === null ? null : Number(one)))
    }
    const { seen, clientless } = a.projects
    assert.deepEqual(await placesOf({ milestoneid: a.milestones.seen }), [seen, null, a.milestones.seen, null])
    assert.deepEqual(await placesOf({ projectid: clientless }), [clientless, null, null, null])
    assert.deepEqual(await placesOf({ taskid: a.tasks.other }), [seen, a.tasks.other, null, null])
    assert.deepEqual(await placesOf({ taskid: '' }), [seen, null, null, null])
    const requestFields = { title: 'With a file', personid: a.people.manager, priorityid: a.priorities[0] ?? 0 }
    const queueid = Number((await manager.create('/request/', requestFields)).id)
    assert.deepEqual(await placesOf({ queueid }), [null, null, null, queueid], 'a document of a request has no project')
    assertRefusedWith(await manager.send('PUT', path, { queueid: '' }), 400, 18, 'projectid: send one of projectid')
    assert.deepEqual(await placesOf({ projectid: seen }), [seen, null, null, null])
    assertRefusedWith(await manager.send('PUT', path, { projectid: '' }), 400, 18, 'projectid: send one of projectid')
  })

  test('T-22: a document can be moved only between records that the caller sees', async () => {
    const { a, boss: administrator, manager } = callers()
    const own = await upload(manager, { projectid: a.projects.seen })
    const hiddenTargets: Record<string, number> = {
      projectid: a.projects.unseen,
      taskid: a.tasks.unseen,
      milestoneid: a.milestones.unseen,
      queueid: 2147483647,
    }
    for (const [field, value] of Object.entries(hiddenTargets)) {
      assertRefusedWith(
        await manager.send('PUT', `/document/${own.id}/`, { [field]: value }),
        400,
        18,
        `${field}: "${value}"`,
      )
      assertRefusedWith(await sendUpload(manager, { [field]: value }), 400, 18, `${field}: "${value}"`)
    }
    const inactive = await sendUpload(administrator, { projectid: a.projects.inactive })
    assertRefusedWith(inactive, 400, 18, 'is inactive')
    const hidden = await upload(administrator, { taskid: a.tasks.unseen })
    for (const method of ['GET', 'PUT', 'DELETE'] as const) {
      const body = method === 'PUT' ? { projectid: a.projects.seen } : undefined
      assertRefusedWith(await manager.send(method, `/document/${hidden.id}/`, body), 404, 14)
    }
    assertRefusedWith(await manager.send('GET', `/document/${hidden.id}/download/`), 404, 14)
  })

  test('when a task moves to another project, its documents move with it', async () => {
    const { a, manager } = callers()
    const task = await manager.create('/task/', taskBody(a))
    const { id } = await upload(manager, { taskid: String(task.id) })
    await manager.update(`/task/${task.id}/`, { projectid: a.projects.clientless })
    assert.equal((await manager.read(`/document/${id}/`)).projectid, String(a.projects.clientless))
    assert.ok(ids(await manager.list(`/document/?projectid=${a.projects.clientless}&limit=0`)).includes(Number(id)))
    assert.ok(!ids(await manager.list(`/document/?projectid=${a.projects.seen}&limit=0`)).includes(Number(id)))
  })

  test('Executives see only public documents, not who uploaded them, and cannot upload to a project', async () => {
    const { a, manager, executive } = callers()
    const open = await upload(manager, { projectid: a.projects.seen, public: 't' })
    const shut = await upload(manager, { projectid: a.projects.seen })
    const read = await executive.read(`/document/${open.id}/`)
    assert.ok(!('personid' in read) && !('person' in read))
    for (const path of [`/document/${shut.id}/`, `/document/${shut.id}/download/`]) {
      assertRefusedWith(await executive.send('GET', path), 404, 14)
    }
    for (const query of [
      `personid=${a.people.manager}`,
      'sortfield=personid',
      `taskassignedorownedby=${a.people.manager}`,
    ]) {
      assertRefusedWith(await executive.send('GET', `/document/?${query}`), 400, 17)
    }
    assertRefusedWith(await sendUpload(executive, { projectid: a.projects.seen }), 400, 18, 'projectid: ')
    assertRefusedWith(await executive.send('DELETE', `/document/${open.id}/`), 403, 10)
    await manager.update(`/document/${open.id}/`, { public: 'f' })
    assertRefusedWith(await executive.send('GET', `/document/${open.id}/download/`), 404, 14)
  })

  test('T-05: restricted people see documents of projects and of their own tasks only', async () => {
    const { a, manager, restricted } = callers()
    const visible = [
      await upload(manager, { projectid: a.projects.seen }),
      await upload(manager, { taskid: a.tasks.own }),
    ]
    const other = await upload(manager, { taskid: a.tasks.other })
    const listed = ids(await restricted.list('/document/?limit=0'))
    for (const { id } of visible) assert.ok(listed.includes(Number(id)))
    assert.ok(!listed.includes(Number(other.id)))
    assertRefusedWith(await restricted.send('GET', `/document/${other.id}/download/`), 404, 14)
    assertRefusedWith(await sendUpload(restricted, { taskid: a.tasks.other }), 400, 18, 'taskid')
    assert.equal((await upload(restricted, { taskid: a.tasks.own })).version, '1')
  })

  test('documents of a request have the visibility of the request, or of its task once it is accepted', async () => {
    const { a, boss: administrator, manager, resource, restricted } = callers()
    const requestFields = { title: 'Please', personid: a.people.resource, priorityid: a.priorities[0] ?? 0 }
    const request = await administrator.create('/request/', requestFields)
    const { id } = await upload(resource, { queueid: String(request.id) })
    assert.deepEqual(ids(await resource.list(`/document/?queueid=${request.id}`)), [Number(id)])
    assertRefusedWith(await manager.send('GET', `/document/${id}/`), 404, 14)
    await administrator.update(`/request/${request.id}/`, { projectid: a.projects.seen })
    assert.equal(
      (await manager.read(`/document/${id}/`)).projectid,
      null,
      'it belongs to the request, not to the project',
    )
    assert.equal((await restricted.read(`/document/${id}/`)).queueid, request.id)
    const body = { moduleid: a.modules[0] ?? 0, statusid: a.statuses.open, ownerid: a.people.administrator }
    const task = await administrator.create(`/request/${request.id}/accept/`, body)
    const carried = await manager.read(`/document/${id}/`)
    assert.deepEqual(
      [carried.taskid, carried.queueid, carried.projectid],
      [task.id, request.id, String(a.projects.seen)],
    )
    assertRefusedWith(await restricted.send('GET', `/document/${id}/`), 404, 14)
    await administrator.remove(`/task/${task.id}/`)
    assert.equal((await restricted.read(`/document/${id}/`)).taskid, null, 'it belongs to the request again')
  })

  test('a Resource changes and deletes only their own uploads, a Manager those of their projects', async () => {
    const { a, boss: administrator, manager, resource } = callers()
    const theirs = await upload(manager, { projectid: a.projects.seen })
    const path = `/document/${theirs.id}/`
    assertRefusedWith(await resource.send('PUT', path, { title: 'Mine' }), 403, 10)
    const { body, headers } = multipartForm({})
    assertRefusedWith(await resource.send('POST', path, body, headers), 403, 10)
    assertRefusedWith(await resource.send('DELETE', path), 403, 10)
    const own = await upload(resource, { projectid: a.projects.seen })
    assert.equal((await resource.update(`/document/${own.id}/`, { title: 'Mine' })).title, 'Mine')
    assert.equal((await manager.update(`/document/${own.id}/`, { title: 'Ours' })).title, 'Ours')
    await resource.remove(`/document/${own.id}/`)
    await manager.remove(path)
    assertRefusedWith(await manager.send('GET', path), 404, 14)
    assertRefusedWith(await sendUpload(manager, { projectid: a.projects.seen, personid: a.people.resource }), 403, 10)
    assertRefusedWith(await resource.send('PUT', `/document/${own.id}/`, { personid: a.people.manager }), 404, 14)
    const named = await upload(administrator, { projectid: a.projects.seen, personid: a.people.resource })
    assert.equal(named.person, 'resource Of-a', 'an Administrator may name another uploader')
    assert.equal((await resource.update(`/document/${named.id}/`, { notes: 'Thanks' })).notes, 'Thanks')
  })

  test('a file sent to a document becomes its next version, by POST and PUT, and other submitted fields are changed too', async () => {
    const { a, clock } = { ...callers(), clock: fixture().clock }
    const manager = callerFor(fixture(), a.tokens.manager)
    const { id } = await upload(manager, { projectid: a.projects.seen }, { content: 'one' })
    const path = `/document/${id}/`
    clock.moveBy(60_000)
    const second = multipartForm({ notes: 'Better' }, { name: 'filename="Plan two.md"', content: 'three' })
    const changed = await manager.update(path, second.body, second.headers)
    const values = [
      changed.version,
      changed.filename,
      changed.filesize,
      changed.title,
      changed.notes,
      changed.datemodified,
    ]
    assert.deepEqual(values, ['2', 'Plan two.md', '5', 'plan.txt', 'Better', '2026-05-14 10:01:00'])
    assert.equal(changed.datecreated, '2026-05-14 10:00:00')
    const third = await manager.send('POST', path, multipartForm({}).body, multipartForm({}).headers)
    assert.equal(third.status, 202)
    assert.equal(
      (await manager.update(path, { title: 'Words only' })).version,
      '3',
      'an update without a file creates no version',
    )
    const fields = multipartBody([multipartPart('name="title"', 'A form without a file')])
    const edited = await manager.update(path, fields, { 'content-type': formType })
    assert.deepEqual([edited.title, edited.version], ['A form without a file', '3'])
    const versions = `/documentversion/?documentid=${id}`
    const { rows } = await manager.list(versions)
    assert.deepEqual(
      rows.map(({ version, filename, filesize, date, person }) => [version, filename, filesize, date, person]),
      [
        ['1', 'plan.txt', '3', '2026-05-14 10:00:00', 'manager Of-a'],
        ['2', 'Plan two.md', '5', '2026-05-14 10:01:00', 'manager Of-a'],
        ['3', 'plan.txt', '8', '2026-05-14 10:01:00', 'manager Of-a'],
      ],
    )
    const client = callerFor(fixture(), a.tokens.executive)
    assert.equal((await client.list(versions)).count, 0, 'the document is not public')
    await manager.update(path, { public: 't' })
    assert.deepEqual(
      (await client.list(versions)).rows.map(({ version, person, personid }) => [version, person, personid]),
      ['1', '2', '3'].map((version) => [version, undefined, undefined]),
    )
    for (const method of ['PUT', 'DELETE'] as const)
      assertRefusedWith(await manager.send(method, `/documentversion/${rows[0]?.id}/`), 400, 16)
    assertRefusedWith(await manager.send('GET', '/documentversion/'), 400, 18, 'documentid')
    clock.moveTo(fixtureNow)
  })

  test('versions are numbered without gaps or duplicates, also for 16 concurrent uploads to two servers', async () => {
    const { a, manager } = callers()
    const { id } = await upload(manager, { projectid: a.projects.seen })
    const second = await secondServer(fixture(), testDatabase())
    const servers = [manager, callerFor(second, a.tokens.manager)]
    const versions = await Promise.all(
      Array.from({ length: 16 }, async (_, at) => {
        const { body, headers } = multipartForm({}, { content: `Version ${at}` })
        const caller = servers[at % 2] ?? manager
        return Number((await caller.update(`/document/${id}/`, body, headers)).version)
      }),
    )
    const expected = Array.from({ length: 16 }, (_, at) => at + 2)
    assert.deepEqual(sorted(versions), expected)
    const { rows } = await manager.list(`/documentversion/?documentid=${id}&sortfield=version&limit=0`)
    assert.deepEqual(
      rows.map(({ version }) => Number(version)),
      [1, ...expected],
    )
    assert.equal((await manager.read(`/document/${id}/`)).version, '17')
  })

  test('each tag is stored once and finds its documents in any case', async () => {
    const { a, manager } = callers()
    const created = await upload(manager, { projectid: a.projects.seen, tags: ' Élan ,draft,, DRAFT,a b' })
    assert.equal(created.tags, 'Élan,draft,a b')
    const tagged = async (tag: string) => ids(await manager.list(`/document/?tag=${encodeURIComponent(tag)}`))
    for (const tag of ['élan', 'ÉLAN', 'Draft', 'A B']) assert.deepEqual(await tagged(tag), [Number(created.id)], tag)
    for (const tag of ['raft', 'a', 'Élan,draft', 'dra_t', '%']) assert.deepEqual(await tagged(tag), [], tag)
    await manager.update(`/document/${created.id}/`, { tags: 'final' })
    assert.deepEqual([await tagged('draft'), await tagged('FINAL')], [[], [Number(created.id)]])
    assert.equal((await manager.update(`/document/${created.id}/`, { tags: '' })).tags, '')
    assert.deepEqual(await tagged('final'), [])
    assertRefusedWith(await manager.send('PUT', `/document/${created.id}/`, { tags: 'one\ntwo' }), 400, 18, 'tags')
    assertRefusedWith(await manager.send('PUT', `/document/${created.id}/`, { tags: 'x'.repeat(501) }), 400, 18, 'tags')
  })
})

suiteApiFixture((fixture) => {
  test('filters find documents of a record and of everything below it', async () => {
    const { a } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const created: Record<string, number> = {}
    const places: Record<string, Record<string, string | number>> = {
      project: { projectid: a.projects.seen },
      task: { taskid: a.tasks.own },
      other: { taskid: a.tasks.other },
      milestone: { milestoneid: a.milestones.seen },
      clientless: { projectid: a.projects.clientless },
    }
    for (const [name, where] of Object.entries(places)) created[name] = Number((await upload(administrator, where)).id)
    const finds = async (query: string, ...names: string[]) =>
      assert.deepEqual(
        ids(await administrator.list(`/document/?limit=0&${query}`)),
        sorted(names.map((name) => created[name] ?? 0)),
        query,
      )
    await finds(`projectid=${a.projects.seen}`, 'project', 'task', 'other', 'milestone')
    await finds(`projectid=${a.projects.seen},${a.projects.clientless}`, ...Object.keys(places))
    await finds(`clientid=${a.clients.seen}`, 'project', 'task', 'other', 'milestone')
    await finds(`milestoneid=${a.milestones.seen}`, 'task', 'milestone')
    await finds(`taskid=${a.tasks.own},${a.tasks.other}`, 'task', 'other')
    await finds(`moduleid=${a.modules[0]}`, 'task', 'other')
    await finds(`moduleid=${a.modules[1]}`)
    await finds(`taskassignedorownedby=${a.people.resource}`, 'project', 'other', 'milestone', 'clientless')
    await finds(`taskassignedorownedby=${a.people.restricted}`, 'project', 'task', 'milestone', 'clientless')
    await finds(`taskassignedorownedby=${a.people.manager}`, ...Object.keys(places))
    await finds(`id=${created.other}`, 'other')
    await administrator.update(`/project/${a.projects.clientless}/`, { active: 'f' })
    await finds('projectactive=f', 'clientless')
    await finds('projectactive=t', 'project', 'task', 'other', 'milestone')
    await administrator.update(`/project/${a.projects.clientless}/`, { active: 't' })
    await administrator.update(`/document/${created.task}/`, { notes: 'A CAFÉ with 100%' })
    await administrator.update(`/document/${created.other}/`, { tags: 'Café' })
    await finds('search=caf%C3%A9', 'task', 'other')
    await finds('search=0%25', 'task')
    await finds('search=PLAN.T', ...Object.keys(places))
  })

  for (const [zone, before, first, last, after] of [
    ['Europe/Berlin', '2026-05-19T21:59:59Z', '2026-05-19T22:00:00Z', '2026-05-20T21:59:59Z', '2026-05-20T22:00:00Z'],
    [
      'America/New_York',
      '2026-05-20T03:59:59Z',
      '2026-05-20T04:00:00Z',
      '2026-05-21T03:59:59Z',
      '2026-05-21T04:00:00Z',
    ],
    [
      'Pacific/Kiritimati',
      '2026-05-19T09:59:59Z',
      '2026-05-19T10:00:00Z',
      '2026-05-20T09:59:59Z',
      '2026-05-20T10:00:00Z',
    ],
  ] as const) {
    test(`T-69: the filter for uploads on 20 May covers midnight to midnight in ${zone}`, async () => {
      const { a, clock, database } = fixture()
      await database.write(a.accountid, (tx) => tx.update('account', a.accountid, { timezone: zone }))
      const manager = callerFor(fixture(), a.tokens.manager)
      const created: number[] = []
      for (const instant of [before, first, last, after]) {
        clock.moveTo(instant)
        created.push(Number((await upload(manager, { projectid: a.projects.seen, tags: zone })).id))
      }
      const [early = 0, morning = 0, night = 0, late = 0] = created
      const idsFor = async (query: string) => ids(await manager.list(`/document/?limit=0&tag=${zone}&${query}`))
      assert.deepEqual(await idsFor('datebegin=2026-05-20&dateend=2026-05-20'), [morning, night])
      assert.deepEqual(await idsFor('datebegin=2026-05-20'), [morning, night, late])
      assert.deepEqual(await idsFor('dateend=2026/05/20'), [early, morning, night])
      assert.deepEqual(await idsFor('datebegin=0001-01-01&dateend=9999-12-31'), created)
    })
  }
})
