// All errors of a write are reported together: values that are not valid, references that cannot be used, and fields
// that are required because of others (decision 9). A record that the caller does not see is reported like a missing
// one (T-22), and a rejected write leaves nothing behind.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type ApiCaller,
  assertRefusedWith,
  type Body,
  callerFor,
  type Fields,
  suiteApiFixture,
  taskBody,
} from '../fixture/api-caller.ts'
import type { Reply } from '../fixture/api-fixture.ts'

const missing = 999_999

/** The messages of a rejected request, without the rest of the response. */
function messagesOf(reply: Reply): readonly string[] {
  assert.equal(reply.status, 400, reply.text)
  return (reply.json as unknown as { error: { verbose: string[] } }).error.verbose
}

const fieldsOf = (reply: Reply): string[] =>
  messagesOf(reply)
    .map((message) => message.slice(0, message.indexOf(':')))
    .sort()

const rejected = async (caller: ApiCaller, path: string, body: Body): Promise<Reply> =>
  caller.send(/\d/.test(path) ? 'PUT' : 'POST', path, body)

suiteApiFixture((fixture) => {
  test('an empty time entry names every field that it needs, in both formats', async () => {
    const { a } = fixture()
    const manager = callerFor(fixture(), a.tokens.manager)
    const reply = await manager.send('POST', '/time/', {})
    const required = ['billable', 'date', 'moduleid', 'personid', 'projectid', 'time', 'worktypeid']
    assert.deepEqual(fieldsOf(reply), required)
    const headers = { accept: 'application/xml', 'content-type': 'application/xml' }
    const xml = await manager.send('POST', '/time/', '<time/>', headers)
    for (const message of messagesOf(reply)) assert.ok(xml.text.includes(`<item>${message}</item>`), message)
    assert.deepEqual(fieldsOf(await manager.send('POST', '/time/', { projectid: 'x' })), required)
    const ofTask = await manager.send('POST', '/time/', { taskid: missing, projectid: missing, moduleid: missing })
    const needed = ['billable', 'date', 'personid', 'time', 'worktypeid']
    assert.deepEqual(fieldsOf(ofTask), [...needed, 'taskid'].sort(), 'the task decides project and module')
    const unknownTask = await manager.send('POST', '/time/', { taskid: 'x', projectid: missing })
    assert.deepEqual(fieldsOf(unknownTask), [...needed, 'taskid'].sort())
  })

  test('time without a project is reported with the references that can be checked', async () => {
    const { a } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const body = { personid: missing, date: '2026-05-04', time: 1, billable: 't', worktypeid: missing }
    const reply = await administrator.send('POST', '/time/', body)
    assert.deepEqual(fieldsOf(reply), ['moduleid', 'projectid'], 'person and work type depend on the project')
    const withProject = await administrator.send('POST', '/time/', { ...body, projectid: missing })
    assert.deepEqual(fieldsOf(withProject), ['moduleid', 'projectid'])
  })

  test('a task with a bad date names the references that cannot be used too, and nothing is written', async () => {
    const { a } = fixture()
    const manager = callerFor(fixture(), a.tokens.manager)
    const { count } = await manager.list('/task/?limit=1')
    const body = taskBody(a, { datedue: 'soon', projectid: missing, assigneeid: `${a.people.manager},${missing}` })
    assert.deepEqual(messagesOf(await rejected(manager, '/task/', body)), [
      'datedue: "soon" must be a date in the form YYYY-MM-DD',
      `assigneeid: "${missing}" does not exist, or you cannot see it`,
      `projectid: "${missing}" does not exist, or you cannot see it`,
    ])
    const unknownName = await rejected(manager, '/task/', { ...body, colour: 'red' })
    assertRefusedWith(unknownName, 400, 17, 'colour', 'datedue', 'projectid', 'assigneeid')
    assert.equal((await manager.list('/task/?limit=1')).count, count)
    const task = await manager.create('/task/', taskBody(a))
    const change = { datedue: 'soon', milestoneid: missing, statusid: missing, title: 'Changed' }
    const update = await rejected(manager, `/task/${task.id}/`, change)
    assert.deepEqual(fieldsOf(update), ['datedue', 'milestoneid', 'statusid'])
    assert.deepEqual(await manager.read(`/task/${task.id}/`), task)
  })

  test('a reference to a record that the caller sees says why it cannot be used', async () => {
    const { a } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const reason = async (body: Body) => messagesOf(await rejected(administrator, '/task/', body))
    assert.deepEqual(await reason(taskBody(a, { projectid: a.projects.inactive })), [
      `projectid: "${a.projects.inactive}" is inactive`,
    ])
    assert.deepEqual(await reason(taskBody(a, { milestoneid: a.milestones.unseen })), [
      `milestoneid: "${a.milestones.unseen}" belongs to another project`,
    ])
    const unused = await administrator.create('/module/', { name: 'Not on the project', active: 't' })
    assert.deepEqual(await reason(taskBody(a, { moduleid: String(unused.id) })), [
      `moduleid: "${unused.id}" is not an active module of the project`,
    ])
    assert.deepEqual(await reason(taskBody(a, { datedue: '2026-02-30' })), [
      'datedue: "2026-02-30" is not a calendar date',
    ])
    assert.deepEqual(await reason(taskBody(a, { estimate: '-1' })), ['estimate: "-1" must be 0 or more'])
  })

  test('T-22: the reason is not given for a record that the caller does not see', async () => {
    const { a } = fixture()
    const manager = callerFor(fixture(), a.tokens.manager)
    for (const milestoneid of [a.milestones.unseen, missing])
      assert.deepEqual(messagesOf(await rejected(manager, '/task/', taskBody(a, { milestoneid }))), [
        `milestoneid: "${milestoneid}" does not exist, or you cannot see it`,
      ])
  })

  test('T-22: records that the caller does not see are reported like missing ones', async () => {
    const { a, b } = fixture()
    const manager = callerFor(fixture(), a.tokens.manager)
    const reply = async (projectid: number) =>
      messagesOf(await rejected(manager, '/task/', taskBody(a, { datedue: 'soon', projectid }))).map((message) =>
        message.replaceAll(String(projectid), 'ID'),
      )
    const expected = await reply(missing)
    assert.equal(expected.length, 2)
    assert.deepEqual(await reply(a.projects.unseen), expected, 'a project of another team')
    assert.deepEqual(await reply(b.projects.seen), expected, 'a project of another account')
    const module = a.modules[0] ?? 0
    for (const moduleid of [module, missing]) {
      const messages = messagesOf(await rejected(manager, '/task/', taskBody(a, { projectid: 'x', moduleid })))
      assert.equal(messages.length, 1, 'whether a module belongs to an unknown project cannot be said')
    }
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const due = { datedue: '2026-06-01', ownerid: a.people.manager, complete: 'f' }
    const goal = { ...due, title: 'Not visible', projectid: a.projects.unseen }
    const { id } = await administrator.create('/milestone/', goal)
    for (const milestoneid of [Number(id), missing]) {
      const messages = messagesOf(await rejected(manager, '/task/', taskBody(a, { projectid: 'x', milestoneid })))
      assert.deepEqual(
        messages.map((message) => message.replace(String(milestoneid), 'ID')),
        ['projectid: "x" must be a whole number', 'milestoneid: "ID" does not exist, or you cannot see it'],
      )
    }
    const hidden = await administrator.create('/task/', taskBody(a, { projectid: a.projects.unseen }))
    const change = { datedue: 'soon', projectid: missing }
    assert.deepEqual(
      messagesOf(await rejected(manager, `/task/${hidden.id}/`, change)),
      messagesOf(await rejected(manager, `/task/${missing}/`, change)),
    )
  })

  test('fields that are required because of others are reported with values that are not valid', async () => {
    const { a } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const projectid = a.projects.seen
    const cases: [path: string, body: Body, fields: string[]][] = [
      ['/person/', { firstname: 'Ada', username: 'ada.l', active: 'x' }, ['active', 'email', 'groupid']],
      [
        '/person/',
        { firstname: 'Ada', username: 'ada.l', active: 'x', groupid: 'y', email: 'z' },
        ['active', 'email', 'groupid'],
      ],
      ['/projectworktype/', { projectid, active: 'x' }, ['active', 'hourlyrate', 'worktype']],
      ['/projectworktype/', { projectid, active: 'x', worktypeid: 'y' }, ['active', 'worktypeid']],
      ['/projectmodule/', { projectid, active: 'x' }, ['active', 'module']],
      ['/invoiceterm/', { name: 'Soon', priority: 'x' }, ['duration', 'priority']],
    ]
    for (const [path, body, fields] of cases)
      assert.deepEqual(fieldsOf(await rejected(administrator, path, body)), fields)
  })

  test('an invoice with a bad amount names its due date and its range of days too', async () => {
    const { a } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const { rows } = await administrator.list('/invoiceterm/?limit=0')
    const other = rows.find(({ duration }) => duration === null || duration === '') as Fields
    const range = { datebegin: '2026-05-02', dateend: '2026-05-01' }
    const body = {
      title: 'Invoice',
      date: '2026-05-04',
      projectid: missing,
      termid: Number(other.id),
      tax: 'x',
      ...range,
    }
    const reply = await rejected(administrator, '/invoice/', body)
    assert.deepEqual(fieldsOf(reply), ['dateend', 'projectid', 'tax', 'termotherdatedue'])
    const badRange = await rejected(administrator, '/invoice/', { ...body, datebegin: 'x', termid: 'y' })
    assert.deepEqual(fieldsOf(badRange), ['datebegin', 'projectid', 'tax', 'termid'])
  })
})
