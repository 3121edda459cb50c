// Mails about comments, project notes, requests, timesheets and new logins. A mail goes only to people who can read the
// record themselves.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { slot, sql, updateRows } from '../../src/io/sql.ts'
import { callerFor, type Fields, suiteApiFixture, taskBody } from '../fixture/api-caller.ts'
import { type MailFixture, notifyHeaders, publicUrl, startMailFixture } from '../fixture/mail-fixture.ts'

const allowSecureNotes = updateRows(
  'projectteam',
  sql`securenotes = 't'`,
  sql`projectid = ${slot('projectid')} and personid = ${slot('personid')}`,
)

suiteApiFixture((fixture) => {
  let mails: MailFixture
  before(async () => {
    mails = await startMailFixture(fixture())
  })
  after(() => mails.close())

  /** Created through the server without mails, so that it causes none. */
  const quietly = () => callerFor(fixture(), fixture().a.tokens.administrator)

  test('a comment on a task is mailed to everyone on the task except its author', async () => {
    const { a } = fixture()
    const { resource, executive } = a.people
    const { id } = await quietly().create(
      '/task/',
      taskBody(a, { title: 'Roof', assigneeid: resource, followerid: executive }),
    )
    const commented = await mails.mailsSentBy(() =>
      mails
        .caller('resource')
        .create('/tasknote/', { taskid: Number(id), note: '<p>Two <b>tiles</b></p><p>are gone</p>', public: 'f' }),
    )
    assert.deepEqual(commented.recipients, ['manager'], 'the note is not for Executives')
    const { subject, plain } = commented.mailTo('manager')
    assert.match(subject, /^Task \d+: Roof$/)
    assert.match(
      plain,
      /resource Of-a commented on task \d+ "Roof" on 2026-05-14 12:00[^\n]*\n\n> Two tiles\n> are gone\n/,
    )
    assert.match(plain, /because you own this task\. To stop these emails/)
    assert.ok(plain.includes(`${publicUrl}task/${id}/`))
    const open = await mails.mailsSentBy(() =>
      mails.caller('resource').create('/tasknote/', { taskid: Number(id), note: 'For all', public: 't' }),
    )
    assert.deepEqual(open.recipients, ['executive', 'manager'])
    assert.match(open.mailTo('executive').plain, /A comment was added to task \d+ "Roof" on 2026/)
    assert.doesNotMatch(open.mailTo('executive').plain, /Of-a/)
  })

  test('a comment on a milestone is mailed to its owners', async () => {
    const { a } = fixture()
    const arrived = await mails.mailsSentBy(() =>
      mails
        .caller('administrator')
        .create('/milestonenote/', { milestoneid: a.milestones.seen, note: 'Nearly there', public: 'f' }),
    )
    assert.deepEqual(arrived.recipients, ['manager'])
    assert.match(
      arrived.mailTo('manager').plain,
      /Ada Boss-a commented on milestone \d+ "Milestone of \d+"[\s\S]*> Nearly there/,
    )
  })

  test('editing a comment causes no mail', async () => {
    const { a } = fixture()
    const note = await quietly().create('/tasknote/', { taskid: a.tasks.other, note: 'First', public: 'f' })
    const edited = await mails.mailsSentBy(() =>
      mails.caller('administrator').update(`/tasknote/${note.id}/`, { note: 'Second' }),
    )
    assert.deepEqual(edited.recipients, [])
  })

  test('a project note is mailed to the managers of the project', async () => {
    const { a } = fixture()
    const note = { projectid: a.projects.seen, title: 'Kick-off', note: '<p>On Monday</p>', secure: 'f' }
    const arrived = await mails.mailsSentBy(() => mails.caller('resource').create('/projectnote/', note))
    assert.deepEqual(arrived.recipients, ['manager'])
    assert.match(
      arrived.mailTo('manager').plain,
      /resource Of-a added note "Kick-off" to project "Seen project a"[\s\S]*> On Monday/,
    )
  })

  test('a secure note is mailed only to managers who may read it, and never with its text', async () => {
    const { a } = fixture()
    const administrator = mails.caller('administrator')
    const note = { projectid: a.projects.seen, title: 'Keys', note: 'the-secret-word', secure: 't' }
    assert.deepEqual((await mails.mailsSentBy(() => administrator.create('/projectnote/', note))).recipients, [])
    await fixture().database.write(a.accountid, (tx) =>
      tx.run('projectteam', allowSecureNotes, { projectid: a.projects.seen, personid: a.people.manager }),
    )
    const arrived = await mails.mailsSentBy(() => administrator.create('/projectnote/', note))
    assert.deepEqual(arrived.recipients, ['manager'])
    const { raw, plain, html } = arrived.mailTo('manager')
    assert.match(plain, /added note "Keys"[\s\S]*Its text is not sent by email/)
    for (const text of [raw, plain, html]) assert.doesNotMatch(text, /the-secret-word/)
  })

  const requestBody = (more: Fields | Record<string, unknown> = {}) => {
    const { a } = fixture()
    return {
      personid: a.people.executive,
      priorityid: a.priorities[1] ?? 0,
      title: 'A bell',
      description: '<p>Loud</p>',
      ...more,
    } as never
  }

  test('a request is mailed to the managers of its project; without a project to the mail-queue list, else to Administrators', async () => {
    const { a } = fixture()
    const executive = mails.caller('executive')
    const ofProject = await mails.mailsSentBy(() =>
      executive.create('/request/', requestBody({ projectid: a.projects.seen })),
    )
    assert.deepEqual(ofProject.recipients, ['manager'])
    assert.match(
      ofProject.mailTo('manager').plain,
      /A new request "A bell" was received on[\s\S]*Requested by: executive Of-a[\s\S]*> Loud/,
    )
    const unheard = await mails.mailsSentBy(() => executive.create('/request/', requestBody()))
    assert.deepEqual(unheard.recipients, ['ada'])
    await quietly().update(`/person/${a.people.resource}/`, { mailqueue: 't' })
    const listed = await mails.mailsSentBy(() => executive.create('/request/', requestBody()))
    assert.deepEqual(listed.recipients, ['resource'])
    await quietly().update(`/person/${a.people.resource}/`, { mailqueue: 'f' })
  })

  test('the person who submitted a request gets a mail when it is accepted', async () => {
    const { a } = fixture()
    const { id } = await quietly().create('/request/', requestBody({ projectid: a.projects.seen }))
    const arrived = await mails.mailsSentBy(() =>
      mails
        .caller('manager')
        .create(`/request/${id}/accept/`, { moduleid: a.modules[0] ?? 0, ownerid: a.people.manager }),
    )
    assert.deepEqual(arrived.recipients, ['executive'])
    const { subject, plain } = arrived.mailTo('executive')
    assert.equal(subject, 'Request accepted: A bell')
    assert.match(plain, /Your request "A bell" was accepted on [\s\S]*Task: \d+/)
    assert.doesNotMatch(plain, /manager/)
  })

  test('a submitted week is mailed to the Administrators, the decision to its owner', async () => {
    const { a } = fixture()
    const resource = mails.caller('resource')
    const administrator = mails.caller('administrator')
    const { id } = await resource.create('/timesheet/', { personid: a.people.resource, weekstart: '2026-05-04' })
    const act = (caller: typeof administrator, action: string, note: string) => () =>
      caller.send('POST', `/timesheet/${id}/${action}/`, { note }, { ...notifyHeaders, 'if-match': '*' })
    const submitted = await mails.mailsSentBy(act(resource, 'submit', 'All in'))
    assert.deepEqual(submitted.recipients, ['ada'])
    assert.match(submitted.mailTo('ada').plain, /resource Of-a submitted their week of 2026-05-04 on [\s\S]*> All in/)
    const rejected = await mails.mailsSentBy(act(administrator, 'reject', 'Friday is missing'))
    assert.deepEqual(rejected.recipients, ['resource'])
    assert.equal(rejected.mailTo('resource').subject, 'Your timesheet for the week of 2026-05-04 was rejected')
    assert.match(rejected.mailTo('resource').plain, /Ada Boss-a rejected your week[\s\S]*> Friday is missing/)
    await mails.mailsSentBy(act(resource, 'submit', ''))
    const approved = await mails.mailsSentBy(act(administrator, 'approve', ''))
    assert.match(approved.mailTo('resource').plain, /Ada Boss-a approved your week of 2026-05-04/)
    assert.deepEqual((await mails.mailsSentBy(act(administrator, 'reopen', ''))).recipients, [])
    await administrator.update('/company/', { managersapprove: 't' })
    assert.deepEqual((await mails.mailsSentBy(act(resource, 'submit', ''))).recipients, ['ada', 'manager'])
    assert.deepEqual((await mails.mailsSentBy(act(resource, 'withdraw', ''))).recipients, [])
    await administrator.update('/company/', { managersapprove: 'f' })
  })

  test('a person with a new login gets a mail with the user name and address, without the password', async () => {
    const administrator = mails.caller('administrator')
    const body = {
      firstname: 'Nina',
      username: 'nina',
      email: 'nina@a.example.com',
      groupid: 5,
      password: 'hush-hush-word',
    }
    let id: string | null | undefined
    const arrived = await mails.mailsSentBy(async () => {
      id = (await administrator.create('/person/', body)).id
    })
    assert.deepEqual(arrived.recipients, ['nina'])
    const { plain, html, raw } = arrived.mailTo('nina')
    assert.match(
      plain,
      new RegExp(`You were given access to Stint on [\\s\\S]*Username: nina[\\s\\S]*\\n${publicUrl}\\n`),
    )
    for (const text of [plain, html, raw]) assert.doesNotMatch(text, /hush-hush|argon/)
    assert.deepEqual(
      (await mails.mailsSentBy(() => administrator.update(`/person/${id}/`, { title: 'Dr' }))).recipients,
      [],
    )
    const renamed = await mails.mailsSentBy(() => administrator.update(`/person/${id}/`, { username: 'nina2' }))
    assert.match(renamed.mailTo('nina').plain, /Username: nina2/)
    const contact = { firstname: 'Carl', email: 'carl@a.example.com' }
    assert.deepEqual((await mails.mailsSentBy(() => administrator.create('/person/', contact))).recipients, [])
  })
})
