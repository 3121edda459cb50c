// Files that Executives attach to requests (ADR 49): to requests that they see and that are not accepted. They are
// always public, and only their own ones are changed or deleted. Documents of everyone else are tested in
// `document.test.ts`.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import {
  type ApiCaller,
  assertRefusedWith,
  callerFor,
  eachApiFixture,
  ids,
  secondServer,
} from '../fixture/api-caller.ts'
import type { PersonName } from '../fixture/api-fixture.ts'
import { assertUnchanged } from '../fixture/dump.ts'
import { otherExecutive } from '../fixture/other-client.ts'
import type { JsonObject } from '../fixture/request-parts.ts'
import { fetchFile, multipartForm, sendUpload, upload } from './file-upload.ts'

eachApiFixture((fixture, _kind, testDatabase) => {
  let other: ApiCaller
  before(async () => {
    other = await otherExecutive(fixture())
  })
  const as = (name: PersonName): ApiCaller => callerFor(fixture(), fixture().a.tokens[name])

  const newRequest = async (more: JsonObject = {}): Promise<number> => {
    const { a } = fixture()
    const asked = { personid: a.people.executive, projectid: a.projects.seen, priorityid: a.priorities[1] ?? 0 }
    return Number((await as('administrator').create('/request/', { title: 'A new logo', ...asked, ...more })).id)
  }
  const accept = (id: number) =>
    as('manager').create(`/request/${id}/accept/`, { moduleid: fixture().a.modules[0] ?? 0 })
  const mayOf = async (caller: ApiCaller, id: unknown) => String((await caller.read(`/document/${id}/?may=t`)).may)

  test('an Executive attaches a file, downloads it, adds a version, and deletes it', async () => {
    const { a, app } = fixture()
    const executive = as('executive')
    const kinds: readonly JsonObject[] = [{}, { projectid: '' }, { personid: a.people.manager }]
    for (const more of kinds) {
      const queueid = await newRequest(more)
      const document = await upload(executive, { queueid }, { content: 'Version one' })
      assert.deepEqual(
        [document.queueid, document.public, document.title, document.version, 'person' in document],
        [String(queueid), 't', 'plan.txt', '1', false],
      )
      const path = `/document/${document.id}/`
      assert.equal(await mayOf(executive, document.id), 'update,delete')
      const { body, headers } = multipartForm({}, { content: 'Version two' })
      assert.equal((await executive.update(path, body, headers)).version, '2')
      const changed = await executive.update(path, { title: 'The plan', tags: 'plan', public: 't' })
      assert.equal(changed.title, 'The plan')
      const file = await fetchFile(app, a.tokens.executive, `${path}download/`)
      assert.equal(file.bytes.toString(), 'Version two')
      assert.equal((await as('manager').list(`/document/?queueid=${queueid}`)).count, more.projectid === '' ? 0 : 1)
      const seen = await as('administrator').read(path)
      assert.equal(seen.personid, String(a.people.executive))
      await executive.remove(path)
      assertRefusedWith(await executive.send('GET', path), 404, 14)
    }
  })

  test('T-281: nothing is attached to projects, tasks and milestones, and nothing is hidden', async () => {
    const { a, database } = fixture()
    const executive = as('executive')
    const queueid = await newRequest()
    const own = await upload(executive, { queueid })
    await assertUnchanged(database, 'refused files', async () => {
      for (const [field, id] of Object.entries({
        projectid: a.projects.seen,
        taskid: a.tasks.own,
        milestoneid: a.milestones.seen,
      })) {
        const place = { [field]: id }
        const words = `${field}: "${id}" an Executive can attach documents only to requests`
        assertRefusedWith(await sendUpload(executive, place), 400, 18, words, 'queueid: send the request')
        assertRefusedWith(await executive.send('PUT', `/document/${own.id}/`, place), 400, 18, words)
      }
      assertRefusedWith(await sendUpload(executive, {}), 400, 18, 'queueid: send the request')
      assertRefusedWith(await executive.send('PUT', `/document/${own.id}/`, { queueid: '' }), 400, 18, 'queueid: ')
      const hidden = 'public: "f" documents of Executives are always public'
      assertRefusedWith(await sendUpload(executive, { queueid, public: 'f' }), 400, 18, hidden)
      assertRefusedWith(await executive.send('PUT', `/document/${own.id}/`, { public: 'f' }), 400, 18, hidden)
      const all = await sendUpload(executive, { projectid: a.projects.seen, public: 'f', title: 'x'.repeat(300) })
      assertRefusedWith(all, 400, 18, 'projectid: ', 'queueid: ', 'public: ', 'title: ')
      const named = await sendUpload(executive, { queueid, personid: a.people.manager })
      assertRefusedWith(named, 403, 10, 'personid: ')
    })
  })

  test('T-281: requests of other clients are as good as missing, also when they are accepted', async () => {
    const { a, database } = fixture()
    const executive = as('executive')
    const hidden = await newRequest({ projectid: a.projects.unseen })
    const accepted = await newRequest({ projectid: a.projects.unseen })
    await as('administrator').create(`/request/${accepted}/accept/`, { moduleid: a.modules[0] ?? 0 })
    const own = await upload(other, { queueid: hidden })
    await assertUnchanged(database, 'files of other clients', async () => {
      const messages = []
      for (const queueid of [hidden, accepted, 999_999]) {
        const reply = await sendUpload(executive, { queueid })
        assertRefusedWith(reply, 400, 18, 'queueid: ')
        messages.push(reply.text.replaceAll(String(queueid), '#'))
      }
      assert.equal(new Set(messages).size, 1, messages.join('\n'))
      const path = `/document/${own.id}/`
      for (const method of ['GET', 'PUT', 'DELETE'] as const)
        assertRefusedWith(await executive.send(method, path, method === 'PUT' ? { title: 'x' } : undefined), 404, 14)
      assert.equal((await fetchFile(fixture().app, a.tokens.executive, `${path}download/`)).status, 404)
      const lists = [`/document/?queueid=${hidden}`, `/documentversion/?documentid=${own.id}`]
      for (const list of lists) {
        assert.equal((await executive.list(list)).count, 0)
        const xml = await executive.send('GET', list, undefined, { accept: 'application/xml' })
        assert.ok(!xml.text.includes('plan.txt'), xml.text)
      }
      assertRefusedWith(await as('restricted').send('GET', path), 404, 14)
    })
  })

  test('T-281: files of staff and of another contact are only read', async () => {
    const { a } = fixture()
    const executive = as('executive')
    const queueid = await newRequest()
    const shown = await upload(as('resource'), { queueid, public: 't' })
    const internal = await upload(as('resource'), { queueid })
    assert.equal(internal.public, 'f')
    const ofProject = await upload(as('administrator'), {
      projectid: a.projects.seen,
      public: 't',
      personid: a.people.executive,
    })
    assert.deepEqual(ids(await executive.list(`/document/?queueid=${queueid}`)), [Number(shown.id)])
    for (const { id } of [shown, ofProject]) {
      assert.equal(await mayOf(executive, id), '')
      const refusal = 'only documents they uploaded to a request, until it is accepted'
      assertRefusedWith(await executive.send('PUT', `/document/${id}/`, { title: 'Mine' }), 403, 10, refusal)
      assertRefusedWith(await executive.send('DELETE', `/document/${id}/`), 403, 10, refusal)
    }
    assertRefusedWith(await executive.send('DELETE', `/document/${internal.id}/`), 404, 14)
    const theirs = await upload(executive, { queueid })
    assert.equal(await mayOf(as('resource'), theirs.id), '')
    assert.equal(await mayOf(as('manager'), theirs.id), 'update,delete')
  })

  test('T-281: with its acceptance a request takes no more files of Executives, and keeps theirs', async () => {
    const executive = as('executive')
    const queueid = await newRequest()
    const document = await upload(executive, { queueid })
    const task = await accept(queueid)
    const kept = await executive.read(`/document/${document.id}/?may=t`)
    assert.deepEqual([kept.taskid, String(kept.may)], [String(task.id), ''])
    assertRefusedWith(await executive.send('DELETE', `/document/${document.id}/`), 403, 10, 'until it is accepted')
    const late = await sendUpload(executive, { queueid })
    assertRefusedWith(late, 400, 18, `queueid: "${queueid}" is accepted, so files can no longer be attached to it`)
    const open = await upload(executive, { queueid: await newRequest() })
    assertRefusedWith(await executive.send('PUT', `/document/${open.id}/`, { queueid }), 400, 18, 'is accepted')
    await upload(as('manager'), { queueid })
  })

  test('T-281: a file that is attached while the request is accepted goes to the task or is refused', async () => {
    const second = await secondServer(fixture(), testDatabase())
    const executive = callerFor(second, fixture().a.tokens.executive)
    for (let run = 0; run < 6; run++) {
      const queueid = await newRequest()
      const [reply, task] = await Promise.all([sendUpload(executive, { queueid }), accept(queueid)])
      if (reply.status !== 201) {
        assertRefusedWith(reply, 400, 18, 'is accepted')
        continue
      }
      const [document] = (await as('administrator').list(`/document/?queueid=${queueid}`)).rows
      assert.equal(document?.taskid, task.id)
    }
    await second.database.close()
  })
})
