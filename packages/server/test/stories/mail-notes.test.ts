// Mails about comments, project notes, requests, timesheets and new logins. Like all mails they go only to people who could
// read for themselves what they are told.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { account, slot, sql, statement } from '../../src/io/sql.ts'
import { type MailWorld, publicUrl, startMails } from '../world/mail-world.ts'
import { eachWorld, type Fields, handOf, taskBody } from './story.ts'

const allowSecureNotes = statement(sql`update projectteam set securenotes = 't' where accountid = ${account}
  and projectid = ${slot('projectid')} and personid = ${slot('personid')}`)

eachWorld((world) => {
  let mails: MailWorld
  before(async () => {
    mails = await startMails(world())
  })
  after(() => mails.close())

  /** Made through the silent server: nobody is mailed about it. */
  const quietly = () => handOf(world(), world().a.tokens.administrator)

  test('a comment on a task goes to everyone on it but its author', async () => {
    const { a } = world()
    const { resource, executive } = a.people
    const { id } = await quietly().create(
      '/task/',
      taskBody(a, { title: 'Roof', assigneeid: resource, followerid: executive }),
    )
    const commented = await mails.mailsOf(() =>
      mails
        .hand('resource')
        .create('/tasknote/', { taskid: Number(id), note: '<p>Two <b>tiles</b></p><p>are gone</p>', public: 'f' }),
    )
    assert.deepEqual(commented.readers, ['manager'], 'the note is not for Executives')
    const { subject, plain } = commented.of('manager')
    assert.match(subject, /^Task \d+: Roof$/)
    assert.match(
      plain,
      /resource Of-a commented on task \d+ "Roof" on 2026-05-14 12:00[^\n]*\n\n> Two tiles\n> are gone\n/,
    )
    assert.match(plain, /because you own this task\. .*"taskcommented"/)
    assert.ok(plain.includes(`${publicUrl}task/${id}/`))
    const open = await mails.mailsOf(() =>
      mails.hand('resource').create('/tasknote/', { taskid: Number(id), note: 'For all', public: 't' }),
    )
    assert.deepEqual(open.readers, ['executive', 'manager'])
    assert.match(open.of('executive').plain, /A comment was added to task \d+ "Roof" on 2026/)
    assert.doesNotMatch(open.of('executive').plain, /Of-a/)
  })

  test('a comment on a milestone goes to its owners', async () => {
    const { a } = world()
    const arrived = await mails.mailsOf(() =>
      mails
        .hand('administrator')
        .create('/milestonenote/', { milestoneid: a.milestones.seen, note: 'Nearly there', public: 'f' }),
    )
    assert.deepEqual(arrived.readers, ['manager'])
    assert.match(
      arrived.of('manager').plain,
      /Ada Boss-a commented on milestone \d+ "Milestone of \d+"[\s\S]*> Nearly there/,
    )
  })

  test('editing a comment is told to nobody', async () => {
    const { a } = world()
    const note = await quietly().create('/tasknote/', { taskid: a.tasks.other, note: 'First', public: 'f' })
    const edited = await mails.mailsOf(() =>
      mails.hand('administrator').update(`/tasknote/${note.id}/`, { note: 'Second' }),
    )
    assert.deepEqual(edited.readers, [])
  })

  test('a project note goes to the managers of the project', async () => {
    const { a } = world()
    const note = { projectid: a.projects.seen, title: 'Kick-off', note: '<p>On Monday</p>', secure: 'f' }
    const arrived = await mails.mailsOf(() => mails.hand('resource').create('/projectnote/', note))
    assert.deepEqual(arrived.readers, ['manager'])
    assert.match(
      arrived.of('manager').plain,
      /resource Of-a added note "Kick-off" to project "Seen project a"[\s\S]*> On Monday/,
    )
  })

  test('a secure note is told only to managers who may open it, and never with its text', async () => {
    const { a } = world()
    const boss = mails.hand('administrator')
    const note = { projectid: a.projects.seen, title: 'Keys', note: 'the-secret-word', secure: 't' }
    assert.deepEqual((await mails.mailsOf(() => boss.create('/projectnote/', note))).readers, [])
    await world().database.write(a.accountid, (tx) =>
      tx.run('projectteam', allowSecureNotes, { projectid: a.projects.seen, personid: a.people.manager }),
    )
    const arrived = await mails.mailsOf(() => boss.create('/projectnote/', note))
    assert.deepEqual(arrived.readers, ['manager'])
    const { raw, plain, html } = arrived.of('manager')
    assert.match(plain, /added note "Keys"[\s\S]*its text is not sent by mail/)
    for (const text of [raw, plain, html]) assert.doesNotMatch(text, /the-secret-word/)
  })

  const requestBody = (more: Fields | Record<string, unknown> = {}) => {
    const { a } = world()
    return {
      personid: a.people.executive,
      priorityid: a.priorities[1] ?? 0,
      title: 'A bell',
      description: '<p>Loud</p>',
      ...more,
    } as never
  }

  test('a request of a project is received by its managers; one without by the mail-queue list, else by Administrators', async () => {
    const { a } = world()
    const executive = mails.hand('executive')
    const ofProject = await mails.mailsOf(() =>
      executive.create('/request/', requestBody({ projectid: a.projects.seen })),
    )
    assert.deepEqual(ofProject.readers, ['manager'])
    assert.match(
      ofProject.of('manager').plain,
      /A new request "A bell" came in on[\s\S]*Asked for by: executive Of-a[\s\S]*> Loud/,
    )
    const unheard = await mails.mailsOf(() => executive.create('/request/', requestBody()))
    assert.deepEqual(unheard.readers, ['ada'])
    await quietly().update(`/person/${a.people.resource}/`, { mailqueue: 't' })
    const listed = await mails.mailsOf(() => executive.create('/request/', requestBody()))
    assert.deepEqual(listed.readers, ['resource'])
    await quietly().update(`/person/${a.people.resource}/`, { mailqueue: 'f' })
  })

  test('whoever asked is told that their request was accepted', async () => {
    const { a } = world()
    const { id } = await quietly().create('/request/', requestBody({ projectid: a.projects.seen }))
    const arrived = await mails.mailsOf(() =>
      mails
        .hand('manager')
        .create(`/request/${id}/accept/`, { moduleid: a.modules[0] ?? 0, ownerid: a.people.manager }),
    )
    assert.deepEqual(arrived.readers, ['executive'])
    const { subject, plain } = arrived.of('executive')
    assert.equal(subject, 'Request accepted: A bell')
    assert.match(plain, /Your request "A bell" was accepted on [\s\S]*It is now task: \d+/)
    assert.doesNotMatch(plain, /manager/)
  })

  test('a submitted week is told to the Administrators, what became of it to its owner', async () => {
    const { a } = world()
    const resource = mails.hand('resource')
    const boss = mails.hand('administrator')
    const { id } = await resource.create('/timesheet/', { personid: a.people.resource, weekstart: '2026-05-04' })
    const act = (hand: typeof boss, action: string, note: string) => () =>
      hand.try('POST', `/timesheet/${id}/${action}/`, { note })
    const submitted = await mails.mailsOf(act(resource, 'submit', 'All in'))
    assert.deepEqual(submitted.readers, ['ada'])
    assert.match(submitted.of('ada').plain, /resource Of-a submitted their week of 2026-05-04 on [\s\S]*> All in/)
    const rejected = await mails.mailsOf(act(boss, 'reject', 'Friday is missing'))
    assert.deepEqual(rejected.readers, ['resource'])
    assert.equal(rejected.of('resource').subject, 'Your week of 2026-05-04 was rejected')
    assert.match(rejected.of('resource').plain, /Ada Boss-a rejected your week[\s\S]*> Friday is missing/)
    await mails.mailsOf(act(resource, 'submit', ''))
    const approved = await mails.mailsOf(act(boss, 'approve', ''))
    assert.match(approved.of('resource').plain, /Ada Boss-a approved your week of 2026-05-04/)
    assert.deepEqual((await mails.mailsOf(act(boss, 'reopen', ''))).readers, [])
  })

  test('somebody who is given a login is told where and as whom, never the password', async () => {
    const boss = mails.hand('administrator')
    const body = {
      firstname: 'Nina',
      username: 'nina',
      email: 'nina@a.example.com',
      groupid: 5,
      password: 'hush-hush-word',
    }
    let id: string | null | undefined
    const arrived = await mails.mailsOf(async () => {
      id = (await boss.create('/person/', body)).id
    })
    assert.deepEqual(arrived.readers, ['nina'])
    const { plain, html, raw } = arrived.of('nina')
    assert.match(
      plain,
      new RegExp(`You were given a login to Stint on [\\s\\S]*User name: nina[\\s\\S]*\\n${publicUrl}\\n`),
    )
    for (const text of [plain, html, raw]) assert.doesNotMatch(text, /hush-hush|argon/)
    assert.deepEqual((await mails.mailsOf(() => boss.update(`/person/${id}/`, { title: 'Dr' }))).readers, [])
    const renamed = await mails.mailsOf(() => boss.update(`/person/${id}/`, { username: 'nina2' }))
    assert.match(renamed.of('nina').plain, /User name: nina2/)
    const contact = { firstname: 'Carl', email: 'carl@a.example.com' }
    assert.deepEqual((await mails.mailsOf(() => boss.create('/person/', contact))).readers, [])
  })
})
