// Export and import of an account: what an export contains and leaves out, and that the imported account on another
// server gives the same responses with other ids.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import {
  appendFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { before } from 'node:test'
import { newDurableDatabase } from '../fixture/database-servers.ts'
import type { JsonObject } from '../fixture/request-parts.ts'
import { longTest, quickTest } from '../fixture/suite-tests.ts'
import { type StintServer, TestProcesses } from '../process/stint-process.ts'
import { readAllAnswers, runToFailure, runToSuccess } from './run-command.ts'

const processes = new TestProcesses()
const source = processes.newFolder()
const workFolder = processes.newFolder()
const exportWithSecrets = join(workFolder, 'whole')
const exportWithoutSecrets = join(workFolder, 'plain')
const token = 'export-test-token'
let answersBefore = new Map<string, string>()

const form = `--part\r\nContent-Disposition: form-data; name="receipt"; filename="ticket.txt"\r\n\r\nPaid\r\n--part--\r\n`

/** An expense with a receipt on the draft of an invoice. */
async function addBilledReceipt(server: StintServer): Promise<void> {
  const { json } = await server.request('/expense/?billable=t', { token })
  const [expense] = json.expense as JsonObject[]
  const headers = { 'content-type': 'multipart/form-data; boundary=part' }
  const kept = await server.request(`/expense/${expense?.id}/`, { method: 'PUT', token, body: form, headers })
  assert.equal(kept.status, 202, kept.text)
  const draft = { projectid: String(expense?.projectid), date: '2026-05-01', termid: '4', title: 'Trips' }
  const made = await server.request('/invoice/', { method: 'POST', token, body: draft })
  const path = `/invoice/${(made.json.invoice as JsonObject).id}/addexpenses/`
  const added = await server.request(path, { method: 'POST', token, body: { expenseid: String(expense?.id) } })
  assert.equal(added.status, 202, added.text)
}

before(async () => {
  const server = await processes.serve(source, { STINT_DEMO: 'on', STINT_ADMIN_TOKEN: token })
  // An estimate names its invoice without a foreign key, because the invoice may be deleted.
  const { json } = await server.request('/estimate/?state=accepted', { token })
  const [accepted] = json.estimate as JsonObject[]
  const converted = await server.request(`/estimate/${accepted?.id}/convert/`, { method: 'POST', token })
  assert.equal(converted.status, 201, converted.text)
  await addBilledReceipt(server)
  answersBefore = await readAllAnswers(server, token)
  // While the server is running, as an operator would do it.
  await runToSuccess(processes, [
    'export',
    '--data',
    source,
    '--account',
    '1',
    '--to',
    exportWithSecrets,
    '--with-secrets',
  ])
  await runToSuccess(processes, ['export', '--data', source, '--account', '1', '--to', exportWithoutSecrets])
  await server.process.stop()
})

const lines = (folder: string, table: string): JsonObject[] =>
  readFileSync(join(folder, 'tables', `${table}.jsonl`), 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as JsonObject)

/** A field with ids, of the record itself or of others; "paid" is an amount. */
const ID_FIELD = /"(?:(?!paid")\w*id|decidedby|sentby)":(\[[^\]]*\]|"[\d,]*"|\d+)/g

/** Ids by their rank among all ids of the account: new ids are in the same order as the old ones. */
function withRankedIds(answers: ReadonlyMap<string, string>): string[] {
  const texts = [...answers].map(([path, text]) => `${path} ${text}`)
  const ids = new Set(
    texts.flatMap((text) =>
      (text.match(ID_FIELD) ?? []).flatMap((field) => (field.match(/\d{4,}/g) ?? []).map(Number)),
    ),
  )
  const sorted = [...ids].filter((id) => id > 1000).sort((a, b) => a - b)
  const ranks = new Map(sorted.map((id, rank) => [String(id), `#${rank}`]))
  const withRanks = (list: string): string => list.replaceAll(/\d{4,}/g, (id) => ranks.get(id) ?? id)
  return texts.map((text) =>
    text
      .replaceAll(ID_FIELD, withRanks)
      // It depends on the ids of the entries.
      .replaceAll(/,"version":"[^"]*"/g, '')
      .replaceAll(/"(params|link|url|logo)":"[^"]*"/g, withRanks)
      .replaceAll(/^\/\S+/g, withRanks),
  )
}

async function assertSameAccount(server: StintServer): Promise<void> {
  assert.deepEqual(withRankedIds(await readAllAnswers(server, token)), withRankedIds(answersBefore))
}

longTest(
  'an export with secrets is imported as the same account on PostgreSQL, beside another one, with other ids',
  async () => {
    const place = { STINT_DATABASE_URL: await newDurableDatabase() }
    const data = processes.newFolder()
    const server = await processes.serve(data, place)
    const imported = await runToSuccess(processes, ['import', '--from', exportWithSecrets, '--data', data], place)
    assert.deepEqual([imported.accountid, imported.closedNotes], [2, 0])
    await assertSameAccount(server)
    const own = (await server.request('/me/', { token: server.token })).json
    assert.equal(own.status, 'OK', 'the existing account is unchanged')
    assert.equal((await server.request('/client/?limit=0', { token: server.token })).json.listcount, 0)
    await runToFailure(
      processes,
      ['import', '--from', exportWithSecrets, '--data', data],
      /its API tokens are in use on this server/,
      place,
    )
    assert.equal((await server.process.stop()).code, 0)
  },
)

quickTest('an export without secrets has no tokens, hashes or texts of secure notes, and can be imported', async () => {
  assert.ok(!existsSync(join(exportWithoutSecrets, 'tables', 'token.jsonl')))
  assert.ok(lines(exportWithSecrets, 'person').some(({ password }) => String(password).startsWith('$argon2')))
  assert.ok(lines(exportWithoutSecrets, 'person').every(({ password }) => password === ''))
  const secure = lines(exportWithSecrets, 'projectnote').filter((note) => note.secure === 't')
  assert.ok(secure.length > 0 && secure.every(({ note }) => note !== '' && !String(note).startsWith('\u0001')))
  assert.ok(lines(exportWithoutSecrets, 'projectnote').every((note) => (note.secure === 't') === (note.note === '')))
  const data = processes.newFolder()
  await (await processes.serve(data)).process.stop()
  // T-340: the documents would be stored where no server looks for them.
  renameSync(join(data, 'files'), join(data, 'away'))
  await runToFailure(processes, ['import', '--from', exportWithoutSecrets, '--data', data], /is not in its place/)
  assert.equal(existsSync(join(data, 'files')), false)
  renameSync(join(data, 'away'), join(data, 'files'))
  const imported = await runToSuccess(processes, ['import', '--from', exportWithoutSecrets, '--data', data])
  assert.equal(imported.closedNotes, secure.length)
  const again = await runToSuccess(processes, [
    'export',
    '--data',
    data,
    '--account',
    '2',
    '--to',
    join(workFolder, 'again'),
  ])
  assert.equal(again.closedNotes, secure.length)
  assert.equal(again.documents, imported.documents)
})

quickTest('only the owner can read an export, and its files match the manifest', () => {
  const manifest = JSON.parse(readFileSync(join(exportWithSecrets, 'manifest.json'), 'utf8')) as JsonObject
  for (const { name, size, sha256 } of manifest.files as { name: string; size: number; sha256: string }[]) {
    const bytes = readFileSync(join(exportWithSecrets, name))
    assert.deepEqual([bytes.length, createHash('sha256').update(bytes).digest('hex')], [size, sha256], name)
    assert.equal(statSync(join(exportWithSecrets, name)).mode & 0o777, 0o600)
  }
  const sheet = readFileSync(join(exportWithSecrets, 'tables', 'time.csv'), 'utf8').split('\r\n')
  assert.equal(sheet.length, lines(exportWithSecrets, 'time').length + 2)
  assert.ok(readdirSync(join(exportWithSecrets, 'documents')).length > 5)
  const [receipt = ''] = readdirSync(join(exportWithSecrets, 'receipts'))
  assert.equal(readFileSync(join(exportWithSecrets, 'receipts', receipt, 'ticket.txt'), 'utf8'), 'Paid')
})

/** A changed copy of an export, with a manifest that matches the changes. */
function forgeExport(change: (folder: string, manifest: JsonObject) => void): string {
  const folder = join(workFolder, 'forged')
  rmSync(folder, { recursive: true, force: true })
  cpSync(exportWithoutSecrets, folder, { recursive: true })
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as JsonObject
  change(folder, manifest)
  const text = JSON.stringify(manifest)
  writeFileSync(join(folder, 'manifest.json'), text)
  writeFileSync(join(folder, 'manifest.sha256'), `${createHash('sha256').update(text).digest('hex')}  manifest.json\n`)
  return folder
}

longTest('T-41: an export that was changed, is newer or has paths outside its folder creates no account', async () => {
  const data = processes.newFolder()
  await (await processes.serve(data)).process.stop()
  const assertRejected = (folder: string, reason: RegExp) =>
    runToFailure(processes, ['import', '--from', folder, '--data', data], reason)
  const canary = join(workFolder, 'canary')
  writeFileSync(canary, 'sings')
  const entry = { size: 5, sha256: createHash('sha256').update('sings').digest('hex') }
  const files = (manifest: JsonObject) => manifest.files as JsonObject[]
  await assertRejected(
    forgeExport((_, manifest) => files(manifest).push({ name: 'documents/1/v1-../../../canary', ...entry })),
    /does not belong into an export/,
  )
  await assertRejected(
    forgeExport((folder, manifest) => {
      symlinkSync(canary, join(folder, 'logo', 'link'))
      files(manifest).push({ name: 'logo/link', ...entry })
    }),
    /is not a file of its own/,
  )
  await assertRejected(
    forgeExport((folder) => appendFileSync(join(folder, 'tables', 'time.jsonl'), '\n')),
    /time\.jsonl is not what/,
  )
  await assertRejected(
    forgeExport((folder) => rmSync(join(folder, 'tables', 'task.jsonl'))),
    /task\.jsonl is missing/,
  )
  const newer = { number: 99, name: 'later', checksum: 'x' }
  await assertRejected(
    forgeExport((_, manifest) => (manifest.schema as JsonObject[]).push(newer)),
    /whose schema this program does not/,
  )
  const rows = (manifest: JsonObject) => Object.assign((manifest.tables as JsonObject).task ?? {}, { rows: 3 })
  await assertRejected(
    forgeExport((_, manifest) => rows(manifest)),
    /of 3 rows of task/,
  )
  const accounts = await runToSuccess(processes, [
    'export',
    '--data',
    data,
    '--account',
    '1',
    '--to',
    join(workFolder, 'one'),
  ])
  assert.equal(accounts.documents, 0)
  await runToFailure(
    processes,
    ['export', '--data', data, '--account', '2', '--to', join(workFolder, 'two')],
    /There is no account 2/,
  )
  await runToFailure(
    processes,
    ['export', '--data', data, '--account', '1', '--to', exportWithoutSecrets],
    /is not empty/,
  )
})
