// The files of documents: a file is kept while any version uses it. A file that no version uses any more, or never did
// because a process crashed, is deleted. The file store is tested in `io/file-store.test.ts`.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { removeUnusedFiles } from '../../src/maintenance/unused-files.ts'
import { assertRefusedWith, callerFor, suiteApiFixture, taskBody } from '../fixture/api-caller.ts'
import { filesFolder, testFiles } from '../fixture/api-fixture.ts'
import { startChild } from '../fixture/child-process.ts'
import { machineNow } from '../fixture/test-clock.ts'
import { fetchFile, multipartForm, sendUpload, upload } from './file-upload.ts'

const hashOf = (content: string): string => createHash('sha256').update(content).digest('hex')
const isStored = (content: string): boolean =>
  existsSync(join(filesFolder, hashOf(content).slice(0, 2), hashOf(content).slice(2)))
const incompleteFiles = (): string[] => readdirSync(join(filesFolder, 'arriving'))

suiteApiFixture((fixture, kind) => {
  /** Runs the removal of unused files as if hours had passed. */
  const removeUnusedLater = () => removeUnusedFiles(fixture().database, testFiles, machineNow() + 7_200_000)
  const text = (name: string): string => `${kind}: ${name}`

  test('a file is kept as long as any version of any document in any account uses it', async () => {
    const { a, b } = fixture()
    const ours = callerFor(fixture(), a.tokens.manager)
    const theirs = callerFor(fixture(), b.tokens.manager)
    const [first, second] = [text('first'), text('second')]
    const one = await upload(ours, { projectid: a.projects.seen }, { content: first })
    const { body, headers } = multipartForm({}, { content: second })
    await ours.update(`/document/${one.id}/`, body, headers)
    const other = await upload(theirs, { projectid: b.projects.seen }, { content: first })
    await removeUnusedLater()
    assert.ok(isStored(first) && isStored(second))
    await ours.remove(`/document/${one.id}/`)
    await removeUnusedLater()
    assert.ok(isStored(first), 'the other account still uses it')
    assert.ok(!isStored(second), 'the last version that used it was deleted')
    const file = await fetchFile(fixture().app, b.tokens.manager, `/document/${other.id}/download/`)
    assert.equal(String(file.bytes), first)
    await theirs.remove(`/document/${other.id}/`)
    await removeUnusedLater()
    assert.ok(!isStored(first))
  })

  test('a new upload is never deleted, whether its row is written yet or not', async () => {
    const { a, database } = fixture()
    const content = text('young')
    const received = await testFiles.receive(Readable.from([Buffer.from(content)]), 1000)
    await received.keep()
    await removeUnusedFiles(database, testFiles, machineNow())
    assert.ok(isStored(content))
    const manager = callerFor(fixture(), a.tokens.manager)
    const { id } = await upload(manager, { projectid: a.projects.seen }, { content })
    await manager.remove(`/document/${id}/`)
    await removeUnusedFiles(database, testFiles, machineNow())
    assert.ok(isStored(content), 'somebody may be uploading the same file again')
    await removeUnusedLater()
    assert.ok(!isStored(content))
  })

  test('deleting a task, milestone or project deletes its documents and then their files', async () => {
    const { a } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const task = await administrator.create('/task/', taskBody(a))
    const due = { ownerid: a.people.manager, title: 'Goal', datedue: '2026-06-01', complete: 'f' }
    const milestone = await administrator.create('/milestone/', { projectid: a.projects.seen, ...due })
    const project = await administrator.create('/project/', { name: 'Short', datestart: '2026-05-01' })
    const things = { task, milestone, project }
    for (const [name, { id }] of Object.entries(things)) {
      const created = await upload(administrator, { [`${name}id`]: String(id) }, { content: text(name) })
      await administrator.remove(`/${name}/${id}/`)
      assertRefusedWith(await administrator.send('GET', `/document/${created.id}/`), 404, 14)
    }
    await removeUnusedLater()
    for (const name of Object.keys(things)) assert.ok(!isStored(text(name)), `the file of a ${name}`)
  })

  test('a rejected upload leaves no row and no file', async () => {
    const { a } = fixture()
    const manager = callerFor(fixture(), a.tokens.manager)
    const content = text('refused')
    assertRefusedWith(await sendUpload(manager, { title: 'x'.repeat(256) }, { content }), 400, 18, 'title')
    assert.deepEqual(incompleteFiles(), [], 'an invalid upload leaves no file')
    assert.ok(!isStored(content))
    assertRefusedWith(await sendUpload(manager, { projectid: a.projects.unseen }, { content }), 400, 18, 'projectid')
    assertRefusedWith(
      await manager.send(
        'POST',
        '/document/2147483647/',
        multipartForm({}, { content }).body,
        multipartForm({}).headers,
      ),
      404,
      14,
    )
    await removeUnusedLater()
    assert.ok(!isStored(content), 'the file of a rejected write is removed')
  })

  test('a process that crashes between the file and its row leaves neither', async () => {
    const content = text('died')
    const child = startChild('store-file', { folder: filesFolder, content, till: 'kept' })
    await once(child, 'message')
    child.kill('SIGKILL')
    await once(child, 'exit')
    assert.ok(isStored(content), 'the file is stored')
    await Promise.all([removeUnusedLater(), removeUnusedLater(), removeUnusedLater()])
    assert.ok(!isStored(content))
  })
})
