// Mails about work: who gets one, what it says to each recipient, and how to turn them off. Mails are sent only if the
// request asks for them, and only to people who can read the record.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Fields } from '../fixture/api-caller.ts'
import { suiteApiFixture, taskBody } from '../fixture/api-caller.ts'
import { type MailFixture, notifyHeaders, publicUrl, startMailFixture } from '../fixture/mail-fixture.ts'

suiteApiFixture((fixture) => {
  let mails: MailFixture
  before(async () => {
    mails = await startMailFixture(fixture())
  })
  after(() => mails.close())

  const makeTask = async (more = {}): Promise<Fields> =>
    mails.caller('administrator').create('/task/', taskBody(fixture().a, more))

  test('people who are put on a new task get a mail, unless they did it themselves', async () => {
    const { a } = fixture()
    const { manager, resource, restricted, executive } = a.people
    const administrator = mails.caller('administrator')
    let id: string | null | undefined
    const arrived = await mails.mailsSentBy(async () => {
      const lists = { ownerid: manager, assigneeid: `${resource},${manager}`, followerid: `${executive},${restricted}` }
      const task = await administrator.create(
        '/task/',
        taskBody(a, { title: 'Mend the roof', summary: '<p>It <b>leaks</b></p>', ...lists }),
      )
      id = task.id
    })
    assert.deepEqual(arrived.recipients, ['executive', 'manager', 'resource', 'restricted'])
    const { subject, plain, html } = arrived.mailTo('resource')
    assert.match(subject, /^Task \d+: Mend the roof$/)
    assert.match(
      plain,
      /^Hello resource,\n\nAda Boss-a assigned you to task \d+ "Mend the roof" on 2026-05-14 12:00 \(Europe\/Berlin\)\.\n/,
    )
    for (const line of ['Project: Seen project a', 'Status: Open', 'Start date: 2026-04-01', '> It leaks']) {
      assert.ok(plain.includes(line), `${line} is missing in ${plain}`)
    }
    assert.ok(plain.includes(`${publicUrl}task/${id}/`))
    assert.match(plain, /because you are assigned to this task\. To stop these emails/)
    assert.match(html, /<li>Project: <b>Seen project a<\/b><\/li>/)
    assert.match(arrived.mailTo('restricted').plain, /added you as a follower of/)
  })

  test('an Executive on a task gets a mail, but never with the name of the person who did or does the work', async () => {
    const { a } = fixture()
    const arrived = await mails.mailsSentBy(() =>
      makeTask({ title: 'Seen from outside', followerid: a.people.executive }),
    )
    const { plain, html } = arrived.mailTo('executive')
    assert.match(plain, /You were added as a follower of task \d+ "Seen from outside"/)
    for (const text of [plain, html]) assert.doesNotMatch(text, /Boss|manager|Owners|Assignees/)
  })

  test('a change of a task is mailed to the people on it, with old and new values', async () => {
    const { a } = fixture()
    const { resource, executive, manager } = a.people
    const { id } = await makeTask({ title: 'Old title', followerid: executive, datedue: '2026-06-01' })
    const arrived = await mails.mailsSentBy(() =>
      mails
        .caller('administrator')
        .update(`/task/${id}/`, { title: 'New title', datedue: '', assigneeid: resource, ownerid: manager }),
    )
    assert.deepEqual(arrived.recipients, ['executive', 'manager', 'resource'])
    const owner = arrived.mailTo('manager').plain
    assert.match(owner, /Ada Boss-a updated task \d+ "New title"/)
    assert.match(
      owner,
      /\n {2}Assignees: resource Of-a \(was none\)\n {2}Title: New title \(was Old title\)\n {2}Due date: none \(was 2026-06-01\)\n/,
    )
    assert.match(owner, /because you own this task\. To stop these emails/)
    assert.match(arrived.mailTo('resource').plain, /assigned you to/)
    const outside = arrived.mailTo('executive').plain
    assert.match(outside, /Task \d+ "New title" was updated on/)
    assert.doesNotMatch(outside, /Assignees|resource|Boss/)
  })

  test('a change of fields that a person may not see is not mailed to that person', async () => {
    const { a } = fixture()
    const { id } = await makeTask({ title: 'Quiet', followerid: a.people.executive })
    const administrator = mails.caller('administrator')
    const arrived = await mails.mailsSentBy(() =>
      administrator.update(`/task/${id}/`, { assigneeid: a.people.resource }),
    )
    assert.deepEqual(arrived.recipients, ['manager', 'resource'])
    assert.deepEqual(
      (await mails.mailsSentBy(() => administrator.update(`/task/${id}/`, { title: 'Quiet' }))).recipients,
      [],
    )
  })

  test('the mail about a task from another project does not reveal the old project', async () => {
    const { a } = fixture()
    const administrator = mails.caller('administrator')
    const { id } = await makeTask({
      title: 'Secret past',
      projectid: a.projects.unseen,
      ownerid: a.people.administrator,
    })
    await administrator.update(`/task/${id}/`, { assigneeid: a.people.resource })
    const arrived = await mails.mailsSentBy(() =>
      administrator.update(`/task/${id}/`, { projectid: a.projects.seen, title: 'Open' }),
    )
    const { plain, html } = arrived.mailTo('resource')
    assert.match(plain, /Project: Seen project a\n/)
    for (const text of [plain, html]) assert.doesNotMatch(text, /Unseen|Secret past/)
  })

  test('without the header there are no mails, and the other spelling of the header works too', async () => {
    const { a } = fixture()
    const body = taskBody(a, { assigneeid: a.people.resource })
    const create = (headers: Record<string, string>) =>
      mails.call({ token: a.tokens.administrator, method: 'POST', path: '/task/', body, headers })
    const off = { 'x-service-send-notifications': 'f' }
    assert.deepEqual((await mails.mailsSentBy(() => create(off))).recipients, [])
    const silent = {
      token: a.tokens.administrator,
      method: 'POST',
      path: '/task/',
      body,
      headers: notifyHeaders,
    } as const
    const unsent = await mails.mailsSentBy(() => fixture().call(silent))
    assert.deepEqual(unsent.recipients, [], 'a server without a mail server writes no mails')
    const spelled = { 'x-intervals-send-notifications': 't' }
    assert.deepEqual((await mails.mailsSentBy(() => create(spelled))).recipients, ['manager', 'resource'])
  })

  test('people who cannot see the task, cannot log in or have no address get no mail', async () => {
    const { a, database } = fixture()
    const { outsider, inactive, resource } = a.people
    const [contact] = (await mails.caller('administrator').list(`/personcontact/?personid=${resource}`)).rows
    const { id } = await makeTask({ title: 'Nobody there' })
    const followers = { table: 'taskfollower', key: 'taskid', ids: [outsider, inactive, resource] }
    await database.write(a.accountid, (tx) => tx.link('task', Number(id), [followers], 'existing'))
    const administrator = mails.caller('administrator')
    await administrator.remove(`/personcontact/${contact?.id}/`)
    const arrived = await mails.mailsSentBy(() => administrator.update(`/task/${id}/`, { title: 'Still nobody' }))
    assert.deepEqual(arrived.recipients, ['manager'])
    await administrator.update(`/person/${resource}/`, { email: 'resource@a.example.com' })
    const later = await mails.mailsSentBy(() => administrator.update(`/task/${id}/`, { title: 'Somebody' }))
    assert.deepEqual(later.recipients, ['manager', 'resource'])
  })

  test('the owners of a milestone get a mail when it is added and when it changes', async () => {
    const { a } = fixture()
    const administrator = mails.caller('administrator')
    const { manager, resource } = a.people
    let id: string | null | undefined
    const added = await mails.mailsSentBy(async () => {
      const body = {
        title: 'Beta',
        projectid: a.projects.seen,
        ownerid: `${manager},${resource}`,
        datedue: '2026-06-01',
        complete: 'f',
      }
      id = (await administrator.create('/milestone/', body)).id
    })
    assert.deepEqual(added.recipients, ['manager', 'resource'])
    assert.match(
      added.mailTo('manager').plain,
      /Ada Boss-a added milestone \d+ "Beta"[\s\S]*Due date: 2026-06-01[\s\S]*because you own this milestone/,
    )
    const changed = await mails.mailsSentBy(() =>
      administrator.update(`/milestone/${id}/`, { complete: 't', ownerid: manager }),
    )
    assert.deepEqual(changed.recipients, ['manager'])
    assert.match(
      changed.mailTo('manager').plain,
      /Owners: manager Of-a \(was manager Of-a, resource Of-a\)\n {2}Complete: yes \(was no\)/,
    )
  })

  test('each person turns off the kinds of mails that they do not want', async () => {
    const { a } = fixture()
    const resource = mails.caller('resource')
    const mine = await resource.update('/me/', { notificationsoff: 'taskchanged, taskassigned' })
    assert.equal(mine.notificationsoff, 'taskassigned,taskchanged')
    assert.deepEqual((await mails.mailsSentBy(() => makeTask({ assigneeid: a.people.resource }))).recipients, [
      'manager',
    ])
    const administrator = mails.caller('administrator')
    assert.equal(
      (await administrator.read(`/person/${a.people.resource}/`)).notificationsoff,
      'taskassigned,taskchanged',
    )
    await administrator.update(`/person/${a.people.resource}/`, { notificationsoff: '' })
    assert.deepEqual((await mails.mailsSentBy(() => makeTask({ assigneeid: a.people.resource }))).recipients, [
      'manager',
      'resource',
    ])
  })

  test('times in a mail are in the time zone of the recipient', async () => {
    const { a, database } = fixture()
    await database.write(a.accountid, (tx) => tx.update('person', a.people.resource, { timezone: 'America/New_York' }))
    const arrived = await mails.mailsSentBy(() => makeTask({ assigneeid: a.people.resource }))
    assert.match(arrived.mailTo('resource').plain, /on 2026-05-14 06:00 \(America\/New_York\)/)
    assert.match(arrived.mailTo('manager').plain, /on 2026-05-14 12:00 \(Europe\/Berlin\)/)
    await database.write(a.accountid, (tx) => tx.update('person', a.people.resource, { timezone: 'Europe/Berlin' }))
  })
})
