// Files in a bucket, with whole servers and commands: servers without a shared folder read each other's files, no
// acknowledged upload is lost when servers and the store fail, and all commands find the files (T-260).
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { readAllAnswers, runToFailure, runToSuccess } from '../backup/run-command.ts'
import { newDurableDatabase } from '../fixture/database-servers.ts'
import { basicAuth, type JsonObject } from '../fixture/request-parts.ts'
import { S3Server } from '../fixture/s3-server.ts'
import { type StintServer, TestProcesses } from './stint-process.ts'

const processes = new TestProcesses()
const store = new S3Server()
const files = 's3://stint-test/company'
const token = 'demo-administrator'
const rounds = 12
let env: Record<string, string>
before(async () => {
  const { endpoint = '', region, keyId, secretKey } = await store.listen()
  env = {
    STINT_FILES: files,
    STINT_S3_ENDPOINT: endpoint,
    STINT_S3_REGION: region,
    STINT_S3_KEY_ID: keyId,
    STINT_S3_SECRET_KEY: secretKey,
  }
})
after(() => store.close())

/** Returns the id of the document, or undefined when the upload was not acknowledged. */
async function upload(server: StintServer, projectid: string, content: Buffer): Promise<string | undefined> {
  const form = new FormData()
  form.set('projectid', projectid)
  form.set('file', new Blob([new Uint8Array(content)]), 'notes.bin')
  const headers = { authorization: basicAuth(token), accept: 'application/json' }
  try {
    const response = await fetch(`${server.url}/document/`, { method: 'POST', headers, body: form })
    if (response.status !== 201) return undefined
    return String(((await response.json()) as { document: JsonObject }).document.id)
  } catch {
    return undefined
  }
}

async function download(server: StintServer, id: string): Promise<string> {
  const headers = { authorization: basicAuth(token) }
  const response = await fetch(`${server.url}/document/${id}/download/`, { headers })
  assert.equal(response.status, 200)
  return createHash('sha256')
    .update(Buffer.from(await response.arrayBuffer()))
    .digest('hex')
}

test('T-260: no acknowledged upload is lost when servers are killed and the store fails', async () => {
  const shared = { ...env, STINT_DATABASE_URL: await newDurableDatabase() }
  const servers = { ...shared, STINT_SECRET_KEY: randomBytes(32).toString('base64') }
  let first = await processes.serve(processes.newFolder(), { ...servers, STINT_DEMO: '1' })
  const second = await processes.serve(processes.newFolder(), servers)
  const { json } = await second.request('/project/?limit=1', { token })
  const projectid = String((json.project as JsonObject[])[0]?.id)
  const acknowledged = new Map<string, string>()
  for (let round = 0; round < rounds; round++) {
    const uploads = [first, second, first].map(async (server) => {
      const content = randomBytes(50_000)
      const id = await upload(server, projectid, content)
      if (id !== undefined) acknowledged.set(id, createHash('sha256').update(content).digest('hex'))
    })
    store.failures.push(500, 0, undefined, 503)
    if (round % 3 === 2) {
      await new Promise((resolve) => setTimeout(resolve, round * 4))
      await first.process.stop('SIGKILL')
    }
    await Promise.all(uploads)
    if (round % 3 === 2) first = await processes.serve(processes.newFolder(), servers)
  }
  store.failures.length = 0
  assert.ok(acknowledged.size >= rounds, `${acknowledged.size} uploads were acknowledged`)
  for (const server of [first, second])
    for (const [id, hash] of acknowledged) assert.equal(await download(server, id), hash)
  for (const server of [first, second]) assert.equal((await server.process.stop()).code, 0)
  const problems = await runToSuccess(processes, ['doctor', '--deep', '--data', processes.newFolder()], servers)
  assert.deepEqual(problems.problems ?? [], [])
})

test('files move to a bucket and back, and backup, restore and doctor use the bucket', async () => {
  const data = processes.newFolder()
  const inFolder = await processes.serve(data, { STINT_DEMO: '1' })
  const answers = await readAllAnswers(inFolder, token)
  assert.equal((await inFolder.process.stop()).code, 0)
  store.objects.clear()
  const { STINT_FILES: _files, ...access } = env
  const moved = await runToSuccess(processes, ['move', '--data', data, '--to', files], access)
  assert.ok(Number(moved.files) > 0 && store.objects.size >= Number(moved.files))
  const again = await runToSuccess(processes, ['move', '--data', data, '--to', files], access)
  assert.equal(again.files, moved.files, 'a second move finds them')

  const backup = join(processes.newFolder(), 'copy.stint')
  const made = await runToSuccess(processes, ['backup', '--data', data, '--to', backup, '--with-key'], env)
  assert.equal(made.files, moved.files)
  store.objects.clear()
  await runToFailure(processes, ['backup', '--data', data, '--to', `${backup}2`], /missing or damaged in the file/, env)
  const restored = join(processes.newFolder(), 'restored')
  await runToSuccess(processes, ['restore', '--from', backup, '--data', restored], env)
  assert.ok(store.objects.size > 0)
  assert.deepEqual(readdirSync(join(restored, 'files'), { recursive: true }), ['arriving'])

  const inBucket = await processes.serve(restored, env)
  assert.deepEqual(await readAllAnswers(inBucket, token), answers)
  assert.equal((await inBucket.process.stop()).code, 0)
  await runToSuccess(processes, ['move', '--data', restored, '--to', 'folder'], env)
  const back = await processes.serve(restored)
  assert.deepEqual(await readAllAnswers(back, token), answers)
  assert.equal((await back.process.stop()).code, 0)
})

test('T-340: a server starts while its bucket does not answer, and refuses uploads until it does', async () => {
  store.objects.clear()
  const data = processes.newFolder()
  const first = await processes.serve(data, { ...env, STINT_DEMO: '1' })
  const { json } = await first.request('/project/?limit=1', { token })
  const projectid = String((json.project as JsonObject[])[0]?.id)
  assert.equal((await first.process.stop()).code, 0)
  const server = await processes.serve(data, { ...env, STINT_S3_ENDPOINT: 'http://127.0.0.1:1' })
  assert.equal((await server.request('/readyz')).status, 503)
  assert.equal(await upload(server, projectid, Buffer.from('bytes')), undefined)
  assert.equal((await server.request('/project/?limit=1', { token })).status, 200)
  const { code, stdout } = await server.process.stop()
  assert.equal(code, 0)
  assert.match(stdout, /STINT_FILES \(--files\): the file store cannot be reached.*Files are not available until/)
  const wrongKey = { ...env, STINT_S3_SECRET_KEY: 'another' }
  await assert.rejects(processes.serve(data, wrongKey), /STINT_FILES \(--files\): the file store answers .* with 403/)
})

test('T-340: files are not moved into the bucket of another database', async () => {
  store.objects.clear()
  const owner = await processes.serve(processes.newFolder(), env)
  assert.equal((await owner.process.stop()).code, 0)
  const id = store.objects.get('company/store-id')?.bytes.toString()
  const data = processes.newFolder()
  assert.equal((await (await processes.serve(data)).process.stop()).code, 0)
  const { STINT_FILES: _files, ...access } = env
  await runToFailure(processes, ['move', '--data', data, '--to', files], /holds the files of another database/, access)
  assert.equal(store.objects.get('company/store-id')?.bytes.toString(), id)
})
