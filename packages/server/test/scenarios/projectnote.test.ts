// Notes of a project: members of the team write their own. A secure note is stored encrypted and visible only to
// Administrators and members with access to secure notes.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { sql } from '../../src/io/sql.ts'
import { assertRefusedWith, callerFor, ids, selectRows, suiteApiFixture } from '../fixture/api-caller.ts'
import type { ApiFixture, PersonName } from '../fixture/api-fixture.ts'
import { dump } from '../fixture/dump.ts'
import type { JsonObject } from '../fixture/request-parts.ts'

const callers = (fixture: ApiFixture) => {
  const of = (name: PersonName) => callerFor(fixture, fixture.a.tokens[name])
  return { boss: of('administrator'), manager: of('manager'), resource: of('resource'), executive: of('executive') }
}

const onTeam = ({ a }: ApiFixture, name: PersonName, securenotes: string) =>
  [`/projectteam/${a.projects.seen}/`, { personid: a.people[name], securenotes }] as const

suiteApiFixture((fixture, kind, testDatabase) => {
  const body = (more: JsonObject = {}): JsonObject => ({
    projectid: fixture().a.projects.seen,
    title: 'Where things are',
    note: '<p>Keys are at the desk</p>',
    ...more,
  })

  test('a note has its own number, its author, its project and its client', async () => {
    const { a, b, clock } = fixture()
    const { resource } = callers(fixture())
    const { id, ...rest } = await resource.create('/projectnote/', body())
    assert.ok(Number(id) > 0)
    assert.deepEqual(rest, {
      localid: '1',
      projectid: String(a.projects.seen),
      clientid: String(a.clients.seen),
      title: 'Where things are',
      note: '<p>Keys are at the desk</p>',
      secure: 'f',
      authorid: String(a.people.resource),
      author: 'resource Of-a',
      date: '2026-05-14 10:00:00',
      datemodified: '2026-05-14 10:00:00',
      project: 'Seen project a',
      client: 'Seen client a',
    })
    clock.moveBy(5000)
    const changed = await resource.update(`/projectnote/${id}/`, { title: 'Where they are' })
    assert.deepEqual([changed.date, changed.datemodified], ['2026-05-14 10:00:00', '2026-05-14 10:00:05'])
    const next = await resource.create('/projectnote/', body({ projectid: a.projects.clientless }))
    assert.deepEqual([next.localid, next.clientid, next.client], ['2', null, null], 'numbers are counted per account')
    const other = callerFor(fixture(), b.tokens.administrator)
    assert.equal((await other.create('/projectnote/', body({ projectid: b.projects.seen }))).localid, '1')
  })

  test('Managers and Resources change and delete their own notes, Administrators any, Executives see none', async () => {
    const { boss: administrator, manager, resource, executive } = callers(fixture())
    const { id } = await resource.create('/projectnote/', body())
    assert.equal((await manager.read(`/projectnote/${id}/`)).title, 'Where things are', 'others can read it')
    assertRefusedWith(await manager.send('PUT', `/projectnote/${id}/`, { title: 'x' }), 403, 10)
    assertRefusedWith(await manager.send('DELETE', `/projectnote/${id}/`), 403, 10)
    await resource.update(`/projectnote/${id}/`, { title: 'Mine' })
    await administrator.update(`/projectnote/${id}/`, { title: 'Anyone’s' })
    assert.equal((await resource.read(`/projectnote/${id}/`)).authorid, String(fixture().a.people.resource))
    await resource.remove(`/projectnote/${id}/`)
    const { id: managers } = await manager.create('/projectnote/', body())
    await administrator.remove(`/projectnote/${managers}/`)
    for (const method of ['GET', 'PUT', 'DELETE'] as const) {
      assertRefusedWith(await executive.send(method, `/projectnote/${id}/`, { title: 'x' }), 403, 10)
    }
    assertRefusedWith(await executive.send('GET', '/projectnote/'), 403, 10)
    assertRefusedWith(await executive.send('POST', '/projectnote/', body()), 403, 10)
  })

  test('new notes need a visible active project; notes of an inactive project stay', async () => {
    const { a } = fixture()
    const { boss: administrator, manager } = callers(fixture())
    const inactive = body({ projectid: a.projects.inactive })
    assertRefusedWith(await administrator.send('POST', '/projectnote/', inactive), 400, 18, 'projectid')
    assertRefusedWith(
      await manager.send('POST', '/projectnote/', body({ projectid: a.projects.unseen })),
      400,
      18,
      'projectid',
    )
    const project = await administrator.create('/project/', { name: 'Resting', datestart: '2026-01-01' })
    const { id } = await administrator.create('/projectnote/', body({ projectid: Number(project.id) }))
    await administrator.update(`/project/${project.id}/`, { active: 'f' })
    assert.equal((await administrator.update(`/projectnote/${id}/`, { title: 'Still here' })).title, 'Still here')
    await administrator.remove(`/project/${project.id}/`)
    assertRefusedWith(await administrator.send('GET', `/projectnote/${id}/`), 404, 14)
  })

  test('a secure note is visible to Administrators and members with access, and to nobody else', async () => {
    const { a, b } = fixture()
    const { boss: administrator, manager, resource } = callers(fixture())
    await administrator.create(...onTeam(fixture(), 'manager', 't'))
    await administrator.create(...onTeam(fixture(), 'resource', 'f'))
    const note = await manager.create('/projectnote/', body({ title: 'Door codes', note: '<p>4711</p>', secure: 't' }))
    for (const caller of [administrator, manager]) {
      assert.deepEqual(await caller.read(`/projectnote/${note.id}/`), note)
      assert.deepEqual(ids(await caller.list(`/projectnote/?noteid=${note.id}`)), [Number(note.id)])
    }
    const { localid } = note
    for (const query of [`noteid=${note.id}`, `localid=${localid}`, 'title=codes', 'search=codes', 'search=4711']) {
      assert.deepEqual(await resource.list(`/projectnote/?${query}`), { count: 0, rows: [] }, query)
    }
    assertRefusedWith(await resource.send('GET', `/projectnote/${note.id}/`), 404, 14)
    assertRefusedWith(await resource.send('PUT', `/projectnote/${note.id}/`, { title: 'x' }), 404, 14)
    assertRefusedWith(await resource.send('DELETE', `/projectnote/${note.id}/`), 404, 14)
    assertRefusedWith(
      await callerFor(fixture(), b.tokens.administrator).send('GET', `/projectnote/${note.id}/`),
      404,
      14,
    )
    await administrator.create(...onTeam(fixture(), 'resource', 't'))
    assert.equal((await resource.read(`/projectnote/${note.id}/`)).note, '<p>4711</p>', 'access takes effect at once')
    assertRefusedWith(await resource.send('PUT', `/projectnote/${note.id}/`, { title: 'x' }), 403, 10)
    await administrator.create(...onTeam(fixture(), 'resource', 'f'))
    assertRefusedWith(await resource.send('GET', `/projectnote/${note.id}/`), 404, 14)
    await administrator.update(...onTeam(fixture(), 'manager', 'f'))
    assertRefusedWith(await manager.send('GET', `/projectnote/${note.id}/`), 404, 14)
    assert.ok(a.people.manager, 'not even its author reads it without access')
  })

  test('people without access to secure notes cannot write one or make a note secure', async () => {
    const { a } = fixture()
    const { boss: administrator, resource, manager } = callers(fixture())
    await administrator.create(...onTeam(fixture(), 'resource', 'f'))
    assertRefusedWith(await resource.send('POST', '/projectnote/', body({ secure: 't' })), 403, 10, 'secure')
    const { id } = await resource.create('/projectnote/', body())
    assertRefusedWith(await resource.send('PUT', `/projectnote/${id}/`, { secure: 't' }), 403, 10, 'secure')
    await administrator.create(...onTeam(fixture(), 'manager', 't'))
    const secure = await manager.create('/projectnote/', body({ secure: 't' }))
    const moved = await manager.send('PUT', `/projectnote/${secure.id}/`, { projectid: a.projects.clientless })
    assertRefusedWith(moved, 403, 10, 'secure')
    await administrator.create('/projectnote/', body({ secure: 't' }))
  })

  test('T-56: secure text is not readable in the database, and text that is made open again is', async () => {
    const { a } = fixture()
    const { boss: administrator } = callers(fixture())
    const secret = 'Zxqvaultword'
    const held = async (): Promise<boolean> => {
      const tables = [...(await dump(fixture().database)).values()].flat()
      const { dataFolder } = testDatabase()
      const files = readdirSync(dataFolder).map((name) => readFileSync(join(dataFolder, name)))
      return tables.some((row) => row.includes(secret)) || files.some((bytes) => bytes.includes(secret))
    }
    const { id } = await administrator.create('/projectnote/', body({ note: `<p>${secret}</p>`, secure: 't' }))
    await administrator.update(`/projectnote/${id}/`, { note: `<p>${secret} again</p>` })
    assert.equal(await held(), false, 'the text of a secure note is stored unencrypted')
    const [[kept = ''] = []] = await selectRows(
      fixture(),
      a.accountid,
      sql`select note from projectnote where id = ${sql.lit(Number(id))}`,
    )
    assert.match(String(kept), /^\u0001[A-Za-z0-9+/=]+$/)
    const opened = await administrator.update(`/projectnote/${id}/`, { secure: 'f' })
    assert.equal(opened.note, `<p>${secret} again</p>`)
    assert.equal(await held(), true)
    assert.equal((await administrator.list(`/projectnote/?search=${secret.toLowerCase()}`)).count, 1)
    const shut = await administrator.update(`/projectnote/${id}/`, { secure: 't' })
    assert.equal(shut.note, `<p>${secret} again</p>`)
    const again = await selectRows(
      fixture(),
      a.accountid,
      sql`select note from projectnote where id = ${sql.lit(Number(id))}`,
    )
    assert.match(String(again[0]?.[0]), /^\u0001/)
    assert.equal(
      (await administrator.list(`/projectnote/?search=${secret}`)).count,
      0,
      'not even Administrators find it by its text',
    )
    assert.equal(
      (await administrator.list('/projectnote/?search=where%20things')).count > 0,
      true,
      'its title is found',
    )
  })

  // PostgreSQL keeps old rows until it vacuums.
  if (kind === 'sqlite') {
    test('T-104: the open text of a note that is made secure is in no file of the database', async () => {
      const { boss } = callers(fixture())
      const { dataFolder } = testDatabase()
      const held = (word: string): boolean =>
        readdirSync(dataFolder).some((name) => readFileSync(join(dataFolder, name)).includes(word))
      const words = ['Qwopenshort', 'Qwopenlong', 'Qwopenread']
      const notes: string[] = []
      for (const word of words) {
        // The second one does not fit into one page of the database.
        const note = `<p>${word}${word === 'Qwopenlong' ? ` ${word}`.repeat(3000) : ''}</p>`
        notes.push(String((await boss.create('/projectnote/', body({ note }))).id))
        assert.ok(held(word), 'the search finds open texts')
      }
      const [short, long, read] = notes
      for (const [id, word = ''] of [
        [short, words[0]],
        [long, words[1]],
      ] as const) {
        await boss.update(`/projectnote/${id}/`, { secure: 't' })
        assert.equal(held(word), false, `${word} is still in a file`)
      }
      const reader = new Sqlite(join(dataFolder, 'stint.sqlite'), { readonly: true })
      reader.exec('begin')
      reader.prepare('select count(*) from projectnote').get()
      await boss.update(`/projectnote/${read}/`, { secure: 't' })
      assert.ok(held('Qwopenread'), 'the log is in use, and the request did not wait for its reader')
      reader.exec('commit')
      reader.close()
      while (held('Qwopenread')) await sleep(50)
      assert.equal((await boss.read(`/projectnote/${read}/`)).note, '<p>Qwopenread</p>')
    })
  }

  test('sending the present values changes nothing, and a new title does not change the encrypted text', async () => {
    const { a } = fixture()
    const { boss: administrator } = callers(fixture())
    const { id, note } = await administrator.create('/projectnote/', body({ secure: 't' }))
    const storedText = () =>
      selectRows(
        fixture(),
        a.accountid,
        sql`select note, datemodified from projectnote where id = ${sql.lit(Number(id))}`,
      )
    const was = await storedText()
    await administrator.update(`/projectnote/${id}/`, { note: String(note), secure: 't' })
    assert.deepEqual(await storedText(), was)
    await administrator.update(`/projectnote/${id}/`, { title: 'Other' })
    assert.equal((await storedText())[0]?.[0], was[0]?.[0])
  })

  test('an encrypted text that is copied to another note cannot be decrypted there', async () => {
    const { a } = fixture()
    const { boss: administrator } = callers(fixture())
    const [one, other] = [
      await administrator.create('/projectnote/', body({ secure: 't' })),
      await administrator.create('/projectnote/', body({ secure: 't', note: 'Other' })),
    ]
    const [[sealed = ''] = []] = await selectRows(
      fixture(),
      a.accountid,
      sql`select note from projectnote where id = ${sql.lit(Number(one.id))}`,
    )
    await fixture().database.write(a.accountid, (tx) =>
      tx.update('projectnote', Number(other.id), { note: String(sealed) }),
    )
    const reply = await administrator.send('GET', `/projectnote/${other.id}/`)
    assertRefusedWith(reply, 500, 1)
    assert.ok(!reply.text.includes('Keys are at the desk'), reply.text)
    await administrator.remove(`/projectnote/${other.id}/`)
    assert.ok((await administrator.list('/projectnote/?limit=0')).count > 0, 'the other notes can still be listed')
  })

  test('T-31: scripts in a note are not stored, whether it is secure or not', async () => {
    const { boss: administrator } = callers(fixture())
    for (const secure of ['t', 'f']) {
      const { note } = await administrator.create(
        '/projectnote/',
        body({ secure, note: 'a<script>x</script><p onload=x>b</p>' }),
      )
      assert.equal(note, 'a<p>b</p>')
      assertRefusedWith(
        await administrator.send('POST', '/projectnote/', body({ secure, note: '<script>x</script>' })),
        400,
        18,
        'note',
      )
    }
  })

  test('filters by number, client, project, author, title and text', async () => {
    const { a } = fixture()
    const { boss: administrator, manager } = callers(fixture())
    const far = await administrator.create(
      '/projectnote/',
      body({ projectid: a.projects.unseen, title: 'Far away', note: 'Élan' }),
    )
    const near = await manager.create('/projectnote/', body({ title: 'Near', note: 'ÉLAN again' }))
    const idsFor = async (query: string) => ids(await administrator.list(`/projectnote/?limit=0&${query}`))
    assert.deepEqual(await idsFor(`localid=${far.localid},${near.localid}`), [Number(far.id), Number(near.id)])
    assert.deepEqual(await idsFor(`clientid=${a.clients.unseen}`), [Number(far.id)])
    assert.deepEqual(await idsFor(`projectid=${a.projects.unseen}`), [Number(far.id)])
    assert.ok((await idsFor(`authorid=${a.people.manager}`)).includes(Number(near.id)))
    assert.deepEqual(await idsFor('title=FAR'), [Number(far.id)])
    assert.deepEqual(await idsFor('search=%C3%A9lan'), [Number(far.id), Number(near.id)])
    assert.deepEqual(ids(await manager.list('/projectnote/?search=%C3%A9lan')), [Number(near.id)])
    assertRefusedWith(await administrator.send('GET', '/projectnote/?noteid=1,2'), 400, 18, 'noteid')
    assertRefusedWith(
      await administrator.send('GET', '/projectnote/?sortfield=title&secure=t'),
      400,
      17,
      'sortfield',
      'secure',
    )
  })

  test('a person who is the author of a note is not deleted', async () => {
    const { a } = fixture()
    const { boss: administrator } = callers(fixture())
    const { id } = await administrator.create('/person/', {
      firstname: 'Noah',
      username: 'noah',
      email: 'n@example.com',
      groupid: 4,
    })
    const { id: note } = await administrator.create('/projectnote/', body())
    await fixture().database.write(a.accountid, (tx) =>
      tx.update('projectnote', Number(note), { authorid: Number(id) }),
    )
    assertRefusedWith(await administrator.send('DELETE', `/person/${id}/`), 400, 18, '1 project note')
    await administrator.remove(`/projectnote/${note}/`)
    await administrator.remove(`/person/${id}/`)
  })
})
