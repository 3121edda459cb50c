// What becomes of the bytes of documents: those that some version names stay, whatever else happens; those that none names
// any more, or never did because a process died, are swept away. The folder itself is `io/files.test.ts`.
import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { sweepFiles } from '../../src/resources/document-sweep.ts'
import { fileTimeNow } from '../world/test-clock.ts'
import { filesFolder, testFiles } from '../world/world.ts'
import { fetchFile, formOf, tryUpload, upload } from './filing.ts'
import { eachWorld, handOf, mustRefuse, taskBody } from './story.ts'

const hashOf = (content: string): string => createHash('sha256').update(content).digest('hex')
const isKept = (content: string): boolean =>
  existsSync(join(filesFolder, hashOf(content).slice(0, 2), hashOf(content).slice(2)))
const arriving = (): string[] => readdirSync(join(filesFolder, 'arriving'))
const keeping = fileURLToPath(new URL('../world/keeping.ts', import.meta.url))

eachWorld((world, kind) => {
  /** The sweep as it would be hours later. */
  const sweepLater = () => sweepFiles(world().database, testFiles, fileTimeNow() + 7_200_000)
  const text = (name: string): string => `${kind}: ${name}`

  test('a file stays as long as any version of any document, of any account, names it', async () => {
    const { a, b } = world()
    const ours = handOf(world(), a.tokens.manager)
    const theirs = handOf(world(), b.tokens.manager)
    const [first, second] = [text('first'), text('second')]
    const one = await upload(ours, { projectid: a.projects.seen }, { content: first })
    const { body, headers } = formOf({}, { content: second })
    await ours.update(`/document/${one.id}/`, body, headers)
    const other = await upload(theirs, { projectid: b.projects.seen }, { content: first })
    await sweepLater()
    assert.ok(isKept(first) && isKept(second))
    await ours.remove(`/document/${one.id}/`)
    await sweepLater()
    assert.ok(isKept(first), 'the other account has it still')
    assert.ok(!isKept(second), 'the last version that named it is gone')
    const file = await fetchFile(world().app, b.tokens.manager, `/document/${other.id}/download/`)
    assert.equal(String(file.bytes), first)
    await theirs.remove(`/document/${other.id}/`)
    await sweepLater()
    assert.ok(!isKept(first))
  })

  test('what was just uploaded is never swept away, whether its row is written yet or not', async () => {
    const { a, database } = world()
    const content = text('young')
    const received = await testFiles.receive(Readable.from([Buffer.from(content)]), 1000)
    await received.keep()
    await sweepFiles(database, testFiles, fileTimeNow())
    assert.ok(isKept(content))
    const manager = handOf(world(), a.tokens.manager)
    const { id } = await upload(manager, { projectid: a.projects.seen }, { content })
    await manager.remove(`/document/${id}/`)
    await sweepFiles(database, testFiles, fileTimeNow())
    assert.ok(isKept(content), 'somebody may be uploading the same file again')
    await sweepLater()
    assert.ok(!isKept(content))
  })

  test('with a task, a milestone or a project go its documents, and then their files', async () => {
    const { a } = world()
    const boss = handOf(world(), a.tokens.administrator)
    const task = await boss.create('/task/', taskBody(a))
    const due = { ownerid: a.people.manager, title: 'Goal', datedue: '2026-06-01', complete: 'f' }
    const milestone = await boss.create('/milestone/', { projectid: a.projects.seen, ...due })
    const project = await boss.create('/project/', { name: 'Short', datestart: '2026-05-01' })
    const things = { task, milestone, project }
    for (const [name, { id }] of Object.entries(things)) {
      const made = await upload(boss, { [`${name}id`]: String(id) }, { content: text(name) })
      await boss.remove(`/${name}/${id}/`)
      mustRefuse(await boss.try('GET', `/document/${made.id}/`), 404, 14)
    }
    await sweepLater()
    for (const name of Object.keys(things)) assert.ok(!isKept(text(name)), `the file of a ${name}`)
  })

  test('an upload that is refused leaves no row and no file', async () => {
    const { a } = world()
    const manager = handOf(world(), a.tokens.manager)
    const content = text('refused')
    mustRefuse(await tryUpload(manager, { title: 'x'.repeat(256) }, { content }), 400, 18, 'title')
    assert.deepEqual(arriving(), [], 'a body with a fault is not kept for a moment')
    assert.ok(!isKept(content))
    mustRefuse(await tryUpload(manager, { projectid: a.projects.unseen }, { content }), 400, 18, 'projectid')
    mustRefuse(
      await manager.try('POST', '/document/2147483647/', formOf({}, { content }).body, formOf({}).headers),
      404,
      14,
    )
    await sweepLater()
    assert.ok(!isKept(content), 'what the database refused is swept')
  })

  test('a process that dies between the file and its row leaves neither', async () => {
    const content = text('died')
    const child = fork(keeping, [JSON.stringify({ folder: filesFolder, content, till: 'kept' })])
    await once(child, 'message')
    child.kill('SIGKILL')
    await once(child, 'exit')
    assert.ok(isKept(content), 'its file is there')
    await Promise.all([sweepLater(), sweepLater(), sweepLater()])
    assert.ok(!isKept(content))
  })
})
